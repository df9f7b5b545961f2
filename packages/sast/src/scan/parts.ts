import { compareText } from '@gatehouse/scan-engine'
import type { Said } from './said.ts'

/** Ours, measured: to join that much takes 0.6 GB of memory. It is what 20 MB of code say. */
export const PART_UNITS_MAX = 16 * 1024 * 1024

type Sized = Pick<Said, 'units'> & { readonly head: Pick<Said['head'], 'path'> }

/**
 * Cuts what files say so that each part can be joined in the memory that there is: by folders, so that what belongs together stays
 * together as far as it can. It hangs on the paths and sizes alone.
 */
export function partsOf<T extends Sized>(all: readonly T[], unitsMax = PART_UNITS_MAX): readonly (readonly T[])[] {
  if (unitsOf(all) <= unitsMax) return all.length === 0 ? [] : [all]
  return cut(
    all.toSorted((a, b) => compareText(a.head.path, b.head.path)),
    0,
    unitsMax,
  )
}

/** @param from where in their paths those of one folder begin to differ */
function cut<T extends Sized>(some: readonly T[], from: number, unitsMax: number): readonly (readonly T[])[] {
  const parts: T[][] = []
  let room = 0
  for (const [name, inside] of Map.groupBy(some, ({ head }) => nameAt(head.path, from))) {
    const units = unitsOf(inside)
    if (units > unitsMax && inside.length > 1 && name.endsWith('/')) {
      parts.push(...cut(inside, from + name.length, unitsMax).map((part) => [...part]))
      room = 0
    } else if (units <= room) {
      parts.at(-1)!.push(...inside)
      room -= units
    } else {
      parts.push([...inside])
      room = unitsMax - units
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
