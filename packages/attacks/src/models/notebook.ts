import type { Spent } from '../engine/judge.ts'
import type { Journal } from '../run/attempt.ts'

/** Persistent store of model answers: a resumed run reuses them. */
export interface Notebook {
  /**
   * Returns the stored value of a name, or calls `find` and stores its result.
   * @param name unique within the run, and the same after a restart
   */
  readonly remembered: <Value>(name: string, find: () => Promise<Noted<Value>>) => Promise<Value>
  /** Usage of the values that were stored before this process. */
  readonly spent: () => readonly Spent[]
}

export interface Noted<Value> {
  readonly value: Value
  readonly spent: Spent
  /** Whether the value is stored: a failure may succeed in another process. */
  readonly isKept: boolean
}

type Notes = Awaited<ReturnType<Journal['read']>>['notes']

/** @param notes  that an earlier process has left */
export function createNotebook(journal: Pick<Journal, 'note'>, notes: Notes): Notebook {
  const known = new Map(notes ?? [])
  return {
    async remembered<Value>(name: string, find: () => Promise<Noted<Value>>): Promise<Value> {
      const had = known.get(name)
      // Written by this very code, under this very name.
      if (had !== undefined) return had.value as Value
      const { value, spent, isKept } = await find()
      if (isKept) {
        known.set(name, { value, spent })
        await journal.note?.(name, { value, spent })
      }
      return value
    },
    spent: () => [...(notes ?? new Map()).values()].map(({ spent }) => spent),
  }
}
