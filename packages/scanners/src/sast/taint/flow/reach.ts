import { ANY_KEY, type Atoms } from './atoms.ts'
import type { Heap } from './heap.ts'
import type { Trail, Value } from './values.ts'

/** Ours: parts of objects that are looked at when a value is given to something. */
export const REACH_MAX = 1_000

interface Open {
  readonly value: Value
  readonly path: number
  /** The member of a thing from elsewhere that it is: it holds what it came with. */
  readonly own: number
}

/**
 * Everything that a value is and that can be reached inside, with the path to it. Shorter paths come first.
 * @returns how many parts there were; {@link REACH_MAX} where there are more that were not looked at
 */
export function reach(
  atoms: Atoms,
  heap: Heap,
  value: Value,
  path: number,
  visit: (atom: number, path: number, trail: Trail | undefined) => void,
): number {
  if (value.atoms.length === 0) return 0
  if (heap.size === 0) {
    for (let index = 0; index < value.atoms.length; index += 1) visit(value.atoms[index]!, path, value.trails[index])
    return value.atoms.length
  }
  const open: Open[] = [{ value, path, own: -1 }]
  const seen = new Set<number>()
  let count = 0
  for (const one of open) {
    for (const [index, atom] of one.value.atoms.entries()) {
      if (count >= REACH_MAX) return count
      const key = atom * 0x200000 + one.path
      if (seen.has(key)) continue
      seen.add(key)
      count += 1
      if (atom !== one.own) visit(atom, one.path, one.value.trails[index])
      if (!atoms.isData(atom)) inside(atoms, heap, atom, one.path, open)
    }
  }
  return count
}

function inside(atoms: Atoms, heap: Heap, atom: number, path: number, open: Open[]): void {
  const place = atoms.placeOf(atom)
  const thing = heap.get(place)
  if (thing === undefined) return
  const isMade = atoms.isMade(atom)
  const push = (value: Value, to: number, own: number): void => {
    if (value.atoms.length > 0) open.push({ value: isMade ? heap.seenThrough(value, atom) : value, path: to, own })
  }
  for (const [key, value] of thing.fields) push(value, atoms.longer(path, key), isMade ? -1 : atoms.child(place, key))
  push(thing.rest, atoms.longer(path, ANY_KEY), -1)
  push(thing.base, path, -1)
}
