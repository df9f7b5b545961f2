import type { Verdict } from '@gatehouse/contracts/redteam'
import type { Attack } from '../engine/attack.ts'
import type { Exchange } from '../engine/exchange.ts'
import type { Judgement, Spent } from '../engine/judge.ts'
import type { Observation } from '../engine/observe.ts'

/** Role of an attack in a run. */
export type AttemptKind =
  /** Of a category, in the round that planned it. */
  | 'attack'
  /** Written by the caller. */
  | 'custom'
  /** Benign control of a category: tests whether the target answers benign requests. */
  | 'benign'
  /** A shorter conversation of an attack that succeeded, tried so that its proof is short. In no rate, and no record of a report. */
  | 'proof'

/** One execution of an attack. */
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
  /** Result at the end of the attempt, if it was judged again later: planning of later rounds uses it. */
  readonly inTime?: { readonly verdict: Verdict; readonly observation: Observation }
}

/** Persistent record of a run. Each promise resolves when the data is durable. */
export interface Journal {
  /** Before anything of it is sent. */
  readonly begin: (attempt: Attempt) => Promise<void>
  /** Stores a judged attempt, and again when a late request or the final review changes it: the last one counts. */
  readonly end: (record: AttemptRecord) => Promise<void>
  /** Returns the state of an earlier process: records by key, and keys of attempts that started and did not end. */
  readonly read: () => Promise<{
    readonly ended: ReadonlyMap<string, AttemptRecord>
    readonly begun: ReadonlySet<string>
    /** By name; absent when the journal stores no notes. */
    readonly notes?: ReadonlyMap<string, Note>
  }>
  /** Stores the answer of a model, so that a resumed run uses the same answer. Without it models are asked again. */
  readonly note?: (name: string, note: Note) => Promise<void>
}

/** Answer of a model with its cost. Plain JSON. */
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
