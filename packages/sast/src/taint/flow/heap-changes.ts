import { BLANK, type Heap, type AbstractObject } from './heap.ts'
import { mapAtoms, type Value } from './values.ts'

/** Own value: copying 16 elements of a value or an object costs one step; as a shift. */
const COPIED_SHIFT = 4

/** Returns the step cost of a value: a join copies its atoms. */
export function valueCost({ atoms }: Value): number {
  return atoms.length >> COPIED_SHIFT
}

/** Steps that a write into an object costs: its fields are copied. */
export function writeCost(heap: Heap, object: Value): number {
  let fields = 0
  for (const atom of object.atoms) {
    if (!heap.atoms.isData(atom)) fields += heap.get(heap.atoms.placeOf(atom))?.fields.size ?? 0
  }
  return fields >> COPIED_SHIFT
}

/** Returns the step cost of linking a member to its object: the object's fields are copied. */
export function linkCost(heap: Heap, place: number): number {
  const above = heap.atoms.above(place)
  return above === -1 ? 0 : (heap.get(above)?.fields.size ?? 0) >> COPIED_SHIFT
}

/** Clears the content of an object, where the object is unambiguous. @returns whether it is */
export function clear(heap: Heap, object: Value): boolean {
  const place = heap.oneOf(object)
  if (place === -1) return false
  heap.set(place, { ...BLANK, isOver: true })
  heap.link(place)
  return true
}

/** Replaces all atoms, including those of places; places that become equal are joined. */
export function rename(heap: Heap, change: (atom: number) => number): void {
  const renamed = new Map<number, AbstractObject>()
  let isSame = true
  const value = (before: Value): Value => mapAtoms(before, change)
  for (const [place, thing] of heap.things) {
    const fields = new Map<number, Value>()
    let isKept = true
    for (const [key, before] of thing.fields) {
      const next = value(before)
      if (next !== before) isKept = false
      fields.set(key, next)
    }
    const rest = value(thing.rest)
    const base = value(thing.base)
    const to = change(place)
    const next = isKept && rest === thing.rest && base === thing.base ? thing : { ...thing, fields, rest, base }
    if (next !== thing || to !== place) isSame = false
    const there = renamed.get(to)
    renamed.set(to, there === undefined ? next : heap.joinObjects(to, there, next))
  }
  if (isSame) return
  heap.reset(renamed)
}

/** Forgets objects that neither these values nor names of the code lead to. */
export function sweep(heap: Heap, roots: readonly Value[]): void {
  const { atoms } = heap
  const remaining = new Map<number, AbstractObject>()
  const open: number[] = []
  const keep = (place: number): void => {
    if (remaining.has(place)) return
    const thing = heap.things.get(place)
    if (thing === undefined) return
    remaining.set(place, thing)
    open.push(place)
  }
  const keepAll = (value: Value): void => {
    for (const atom of value.atoms) if (!atoms.isData(atom)) keep(atoms.placeOf(atom))
  }
  for (const value of roots) keepAll(value)
  for (const place of heap.things.keys()) if (atoms.isNamed(place)) keep(place)
  for (const place of open) {
    const { fields, rest, base } = remaining.get(place)!
    for (const value of fields.values()) keepAll(value)
    keepAll(rest)
    keepAll(base)
  }
  if (remaining.size === heap.things.size) return
  heap.reset(new Map([...heap.things].filter(([place]) => remaining.has(place))))
}
