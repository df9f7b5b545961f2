import { compareText } from '@gatehouse/scan-engine'
import type { FlowFacts } from './said.ts'

/** Own limit, measured: linking this much takes 0.6 GB of memory. It is the size of the facts for 20 MB of code. */
export const PART_UNITS_MAX = 16 * 1024 * 1024

type Sized = Pick<FlowFacts, 'units'> & { readonly head: Pick<FlowFacts['head'], 'path'> }

/**
 * Splits facts into parts that fit in memory for linking: by folders, so that related files stay in one part where possible. The result
 * depends only on paths and sizes.
 */
export function partsOf<T extends Sized>(all: readonly T[], unitsMax = PART_UNITS_MAX): readonly (readonly T[])[] {
  if (unitsOf(all) <= unitsMax) return all.length === 0 ? [] : [all]
  return cut(
    all.toSorted((a, b) => compareText(a.head.path, b.head.path)),
    0,
    unitsMax,
  )
}

/** @param from index in the paths at which those of one folder start to differ */
function cut<T extends Sized>(some: readonly T[], from: number, unitsMax: number): readonly (readonly T[])[] {
  const parts: T[][] = []
  let capacity = 0
  for (const [name, inside] of Map.groupBy(some, ({ head }) => nameAt(head.path, from))) {
    const units = unitsOf(inside)
    if (units > unitsMax && inside.length > 1 && name.endsWith('/')) {
      parts.push(...cut(inside, from + name.length, unitsMax).map((part) => [...part]))
      capacity = 0
    } else if (units <= capacity) {
      parts.at(-1)!.push(...inside)
      capacity -= units
    } else {
      parts.push([...inside])
      capacity = unitsMax - units
    }
  }
  return parts
}

/** The folder with its `/`, or the file. */
function nameAt(path: string, from: number): string {
  const end = path.indexOf('/', from)
  return end === -1 ? path.slice(from) : path.slice(from, end + 1)
}

function unitsOf(some: readonly Sized[]): number {
  return some.reduce((sum, { units }) => sum + units, 0)
}
