import type { AttemptRecord, Journal } from '@gatehouse/attacks'
import type { RunProgress, RunTarget } from '@gatehouse/contracts/redteam'
import type { KeyRing } from '@gatehouse/kernel/sealing'
import type { Store } from '@gatehouse/store'
import { type EndedAttempt, type JournalOf, readAttempts, writeAttempts } from '@gatehouse/store/redteam'
import { packNote, packRecord, unpackNote, unpackRecord } from './packed-record.ts'

/** Maximum size of a batch: a transaction must end well within the statement timeout. */
const BATCH_ENTRIES = 200
const BATCH_BYTES = 8 * 1024 * 1024

/** Answers of models are stored among the attempts, under a prefix that no attempt has. */
const NOTE = 'note/'

export interface JournalPorts {
  readonly store: Store
  readonly keys: KeyRing
  /** Called when another worker owns the run: the caller must stop sending. */
  readonly onLost: () => void
}

/** The run belongs to another worker or was deleted. */
export class RunLost extends Error {
  constructor() {
    super('another worker owns the run')
  }
}

interface Entry {
  readonly begun?: string
  readonly ended?: EndedAttempt
  readonly written: PromiseWithResolvers<void>
}

/**
 * Creates the journal of a run in the database. Entries that arrive during a write form the next batch, so that concurrent attempts cost
 * one disk write; each promise resolves when its batch is stored. A worker that lost the run writes nothing more.
 */
export function storedJournal(of: JournalOf, target: RunTarget, { store, keys, onLost }: JournalPorts): Journal {
  const waiting: Entry[] = []
  const positions = new Map<string, number>()
  let isWriting = false
  let isLost = false
  const lose = (): RunLost => {
    if (!isLost) onLost()
    isLost = true
    return new RunLost()
  }
  const write = async (): Promise<void> => {
    if (isWriting) return
    isWriting = true
    while (waiting.length > 0) {
      const batch = nextBatch(waiting)
      try {
        const begun = batch.flatMap((item) => item.begun ?? [])
        const ended = batch.flatMap((item) => item.ended ?? [])
        // Batches are sequential. oxlint-disable-next-line no-await-in-loop
        if (isLost || !(await writeAttempts(store, of, begun, ended))) throw lose()
        for (const { written } of batch) written.resolve()
      } catch (thrown) {
        for (const { written } of batch) written.reject(thrown)
      }
    }
    isWriting = false
  }
  const add = (entry: Omit<Entry, 'written'>): Promise<void> => {
    const written = Promise.withResolvers<void>()
    waiting.push({ ...entry, written })
    void write()
    return written.promise
  }
  return {
    begin: ({ key }) => add({ begun: key }),
    end: (record) => add({ ended: endedOf(record, positions, packRecord(record, of, keys)) }),
    note: (name, note) => {
      const key = `${NOTE}${name}`
      return add({ ended: { key, position: undefined, line: undefined, record: packNote(note, key, of, keys) } })
    },
    async read() {
      const { ended, begun } = await readAttempts(store, of)
      for (const { key, position } of ended) if (position !== null) positions.set(key, position)
      const [noted, over] = [ended.filter(isNote), ended.filter((item) => !isNote(item))]
      const records = over.map(({ key, record }) => [key, unpackRecord(record, key, of, target, keys)] as const)
      const notes = noted.map(({ key, record }) => [key.slice(NOTE.length), unpackNote(record, key, of, keys)] as const)
      return { ended: new Map(records), begun: new Set(begun), notes: new Map(notes) }
    },
  }
}

function isNote({ key }: { readonly key: string }): boolean {
  return key.startsWith(NOTE)
}

function nextBatch(waiting: Entry[]): readonly Entry[] {
  let bytes = 0
  let count = 0
  while (count < waiting.length && count < BATCH_ENTRIES && (count === 0 || bytes < BATCH_BYTES)) {
    bytes += waiting[count]!.ended?.record.byteLength ?? 0
    count += 1
  }
  return waiting.splice(0, count)
}

/** Positions follow the order in which attacks end; an attack that ends again keeps its position. */
function endedOf(record: AttemptRecord, positions: Map<string, number>, packed: Buffer): EndedAttempt {
  const { key, kind } = record.attempt
  if (kind !== 'attack' && kind !== 'custom') return { key, position: undefined, line: undefined, record: packed }
  const position = positions.get(key) ?? positions.size
  positions.set(key, position)
  return { key, position, line: progressOf(record, position), record: packed }
}

function progressOf({ attempt, exchange, judgement }: AttemptRecord, index: number): RunProgress {
  const { id, category, strategy, severity } = attempt.attack
  const { turns } = exchange
  return {
    index,
    attackId: id,
    category,
    strategy,
    verdict: judgement.verdict,
    severity,
    statusCode: turns.at(-1)?.reply.statusCode ?? null,
    responseTimeMs: turns.reduce((sum, { reply }) => sum + reply.responseTime_ms, 0),
  }
}
