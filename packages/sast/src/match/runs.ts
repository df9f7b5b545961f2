import type { Bindings } from './bindings.ts'

/** One match of a sequence of nodes. */
export interface Run {
  readonly bindings: Bindings
  /** End offset. */
  readonly end: number
}

/** Nodes of a list from the index `from` to before `next`, and their key. */
export type NodeRun = Readonly<{ code: readonly number[]; from: number; next: number; key: string }>

/** Removes duplicate runs: an ellipsis may reach the same end by several paths. */
export function distinct(runs: readonly Run[]): readonly Run[] {
  if (runs.length < 2) return runs
  const seen = new Map<Bindings, Set<number>>()
  return runs.filter(({ bindings, end }) => {
    const ends = seen.get(bindings)
    if (ends === undefined) seen.set(bindings, new Set([end]))
    return ends === undefined || (!ends.has(end) && ends.add(end))
  })
}
