import { ANY_KEY, type Atoms } from './atoms.ts'
import type { Heap, AbstractObject } from './heap.ts'
import { mapAtoms, type Trail, type Value } from './values.ts'

/** Own limit: parts of objects that are traversed when a value is passed on. */
export const REACH_MAX = 1_000

/** Own limit: distinct paths to one object inside a value; with more, it may be anywhere in the containing member. */
const SAME_MAX = 3

interface Open {
  readonly value: Value
  readonly path: number
  /** The path to the member of the whole value that it is in. */
  readonly head: number
  /** The member of an external object that it is, with its original content. */
  readonly own: number
  /** The object whose base it is: the content of that object is already traversed. */
  readonly of: number
}

/**
 * Traverses a value and everything reachable inside, with paths. Shorter paths come first.
 * @returns number of parts; {@link REACH_MAX} if further parts were skipped
 */
export function reachableFrom(
  atoms: Atoms,
  heap: Heap,
  value: Value,
  path: number,
  visit: (atom: number, path: number, trail: Trail | undefined) => void,
): number {
  if (!value.atoms.some((atom) => !atoms.isData(atom) && heap.get(atoms.placeOf(atom)) !== undefined)) {
    for (let index = 0; index < value.atoms.length; index += 1) visit(value.atoms[index]!, path, value.trails[index])
    return value.atoms.length
  }
  const open: Open[] = [{ value, path, head: -1, own: -1, of: -1 }]
  const times = new Map<number, number>()
  const seen = new Set<number>()
  let count = 0
  for (const item of open) {
    for (const [index, atom] of item.value.atoms.entries()) {
      if (count >= REACH_MAX) return count
      const before = times.get(atom) ?? 0
      const at = before < SAME_MAX || item.head === -1 ? item.path : atoms.longer(item.head, ANY_KEY)
      const key = atom * 0x200000 + at
      if (seen.has(key)) continue
      seen.add(key)
      times.set(atom, before + 1)
      count += 1
      const place = atoms.placeOf(atom)
      const thing = atoms.isData(atom) || place === item.of ? undefined : heap.get(place)
      if (atom !== item.own && thing?.isOver !== true) visit(atom, at, item.value.trails[index])
      if (thing !== undefined) inside(atoms, heap, atom, thing, { ...item, path: at }, open)
    }
  }
  return count
}

function inside(
  atoms: Atoms,
  heap: Heap,
  atom: number,
  thing: AbstractObject,
  { path, head }: Open,
  open: Open[],
): void {
  const place = atoms.placeOf(atom)
  const isMade = atoms.isMade(atom)
  const push = (value: Value, key: number, own: number): void => {
    if (value.atoms.length === 0) return
    const to = atoms.longer(path, key)
    open.push({ value: heap.seenThrough(value, atom, key), path: to, head: head === -1 ? to : head, own, of: -1 })
  }
  for (const [key, value] of thing.fields) push(value, key, isMade ? -1 : atoms.child(place, key))
  push(thing.rest, ANY_KEY, -1)
  if (thing.base.atoms.length === 0) return
  const qual = isMade ? atoms.qualOf(atom) : atoms.quals.unmarked(atoms.qualOf(atom))
  open.push({ value: mapAtoms(thing.base, (item) => atoms.with(item, qual)), path, head, own: -1, of: place })
}
