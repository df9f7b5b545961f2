import { ANY_KEY } from './atoms.ts'
import type { FunctionRun } from './function-run.ts'
import { BLANK, type AbstractObject } from './heap.ts'
import { fromPairs, NOTHING, single, union, type Value } from './values.ts'

/**
 * Returns an object with all members of others, merged in order.
 * @param isShifted for lists: whether elements precede them, so that indexes change
 */
export function mergedObject(
  run: FunctionRun,
  all: readonly Value[],
  isList: boolean,
  isShifted: boolean,
): AbstractObject {
  let thing = BLANK
  for (const [index, value] of all.entries()) {
    const next = isList && (isShifted || index > 0) ? anywhere(run, value) : copied(run, value)
    thing = index === 0 ? next : joined(run, thing, next)
  }
  return thing
}

/** Returns members with unknown indexes. */
function anywhere(run: FunctionRun, value: Value): AbstractObject {
  return { ...BLANK, rest: run.state.heap.read(value, ANY_KEY) }
}

/** Joins two objects: members of the second override those of the first, where both are known. */
function joined(run: FunctionRun, first: AbstractObject, then: AbstractObject): AbstractObject {
  const fields = new Map<number, Value>()
  for (const key of new Set([...first.fields.keys(), ...then.fields.keys()])) {
    const replaced = then.fields.get(key)
    fields.set(key, replaced ?? union(first.fields.get(key)!, missing(run, then, key)))
  }
  return { ...BLANK, fields, rest: union(first.rest, then.rest), base: union(first.base, then.base) }
}

function missing(run: FunctionRun, thing: AbstractObject, key: number): Value {
  const { atoms } = run
  let all = thing.rest
  for (const atom of thing.base.atoms) all = union(all, single(atoms.child(atom, key)))
  return all
}

/** Returns all members of a value's possible objects. */
function copied(run: FunctionRun, value: Value): AbstractObject {
  const { atoms } = run
  const { heap } = run.state
  const keys = new Set<number>()
  let rest: Value = NOTHING
  let base = symbolsOf(run, value)
  for (const [index, atom] of value.atoms.entries()) {
    if (atoms.isData(atom)) rest = union(rest, single(atom, value.trails[index]))
    const thing = atoms.isData(atom) ? undefined : heap.get(atoms.placeOf(atom))
    if (thing === undefined) continue
    for (const key of thing.fields.keys()) keys.add(key)
    rest = union(rest, heap.seenThrough(thing.rest, atom, ANY_KEY))
    base = union(base, thing.base)
  }
  const fields = new Map([...keys].map((key) => [key, heap.read(value, key)]))
  return { fields, rest, base, isOver: false }
}

/** Returns the external objects in a value that still have their original content. */
function symbolsOf(run: FunctionRun, value: Value): Value {
  const { atoms } = run
  const isSymbol = (atom: number): boolean =>
    !atoms.isData(atom) && !atoms.isMade(atom) && run.state.heap.get(atoms.placeOf(atom))?.isOver !== true
  return fromPairs(
    value.atoms.map((atom) => (isSymbol(atom) ? atom : -1)),
    value.trails,
    undefined,
  )
}
