import type { Verdict } from '@gatehouse/contracts'
import type { Attack } from '../engine/attack.ts'
import type { Exchange } from '../engine/exchange.ts'
import type { Judgement, Spent } from '../engine/judge.ts'
import type { Observation } from '../engine/observe.ts'

/** What an attack is to a run. */
export type AttemptKind =
  /** Of a category, in the round that planned it. */
  | 'attack'
  /** In somebody's own words. */
  | 'custom'
  /** The benign twin of a category: whether the target answers honest wishes. */
  | 'benign'
  /** A shorter conversation of an attack that succeeded, tried so that its proof is short. In no rate, and no record of a report. */
  | 'proof'

/** One time that an attack is made. */
export interface Attempt {
  /** Unique within the run and the same after a restart. */
  readonly key: string
  readonly kind: AttemptKind
  readonly round: number
  /** From 0. */
  readonly repeat: number
  readonly attack: Attack
}

/** An attempt that is over. */
export interface AttemptRecord {
  readonly attempt: Attempt
  readonly exchange: Exchange
  readonly judgement: Judgement
  readonly observation: Observation
  /**
   * It was begun before, and the process ended before it was over: the target may have seen it twice.
   */
  readonly maySeeTwice: boolean
  /** What was known when the attempt was over, where it was judged again since: later rounds go by it. */
  readonly inTime?: { readonly verdict: Verdict; readonly observation: Observation }
}

/** What survives the process. Each promise is kept once what was given is durable. */
export interface Journal {
  /** Before anything of it is sent. */
  readonly begin: (attempt: Attempt) => Promise<void>
  /** After it was judged, and once more where a late request or the replies of the whole run have changed that: the last one holds. */
  readonly end: (record: AttemptRecord) => Promise<void>
  /** What an earlier process has left: records by key, and keys that were begun and are not over. */
  readonly read: () => Promise<{
    readonly ended: ReadonlyMap<string, AttemptRecord>
    readonly begun: ReadonlySet<string>
    /** By name; absent where the journal keeps none. */
    readonly notes?: ReadonlyMap<string, Note>
  }>
  /** Keeps what a model has said, so that a run that goes on says the same. Without it models are asked again. */
  readonly note?: (name: string, note: Note) => Promise<void>
}

/** What a model has said, and what that has cost. Plain JSON. */
export interface Note {
  readonly value: unknown
  readonly spent: Spent
}

/** A journal of this process alone. */
export function memoryJournal(): Journal {
  const begun = new Set<string>()
  const ended = new Map<string, AttemptRecord>()
  const notes = new Map<string, Note>()
  return {
    begin: ({ key }) => Promise.resolve(void begun.add(key)),
    end: (record) => {
      begun.delete(record.attempt.key)
      ended.set(record.attempt.key, record)
      return Promise.resolve()
    },
    read: () => Promise.resolve({ ended: new Map(ended), begun: new Set(begun), notes: new Map(notes) }),
    note: (name, note) => Promise.resolve(void notes.set(name, note)),
  }
}
