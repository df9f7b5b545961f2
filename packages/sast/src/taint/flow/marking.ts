import type { NodeMarks } from '../marks.ts'
import type { FunctionRun } from './function-run.ts'
import type { Spot } from './state.ts'
import { BLANK } from './heap.ts'
import { melted } from './held.ts'
import { isEnumeration, plainKind } from './types.ts'
import { fromPairs, mapAtoms, NOTHING, union, type Value } from './values.ts'

/**
 * Applies the labels of rules to the value at a node, and reports labels that reach sinks.
 * @param isReplaced whether the value drops what made its node a source
 */
export function marked(run: FunctionRun, marks: NodeMarks, value: Value, isReplaced = false): Value {
  let now = value
  for (const mark of isReplaced ? [] : marks.sources) {
    if (run.file.marks.sources[mark]!.isControl === true) run.addControl(run.sourceOf(mark))
    else now = withSource(run, now, mark)
  }
  now = cleaned(run, now, marks.clean)
  for (const mark of marks.sinks) run.give(union(now, run.control), run.flows.port({ type: 'sink', mark }))
  return now
}

/** Applies the marks of rules to the variable or member that a node names, from here on. */
export function markedAfter(run: FunctionRun, marks: NodeMarks, spot: Spot): void {
  if (marks.sourcesAfter.length > 0) {
    changeSpot(run, spot, (value) => {
      let now = value
      for (const mark of marks.sourcesAfter) now = withSource(run, now, mark)
      return now
    })
  }
  if (marks.cleanAfter.length > 0) changeSpot(run, spot, (value) => cleanedWithin(run, value, marks.cleanAfter))
}

/** Passes the value of a node to the targets of rules' propagators. */
export function propagated(run: FunctionRun, marks: NodeMarks, value: Value): void {
  for (const { rule, node, isAfter, isReplaced, via } of marks.into) {
    const { quals } = run.atoms
    const only = via === undefined ? quals.only(rule) : quals.join(quals.only(rule), quals.via(via))
    const input = mapAtoms(melted(run, value), (atom) => run.atoms.with(atom, only))
    const there = run.results.get(node)
    run.pending.set(node, union(run.pending.get(node) ?? NOTHING, input))
    if (there === undefined) continue
    const change = (before: Value): Value => union(isReplaced ? cleaned(run, before, [rule]) : before, input)
    run.set(there.register, change(run.get(there.register)))
    if (isAfter && there.spot !== undefined) changeSpot(run, there.spot, change)
  }
}

export function withSource(run: FunctionRun, value: Value, mark: number): Value {
  const { atoms } = run
  const { requires } = run.file.marks.sources[mark]!
  if (requires !== undefined) {
    const via = atoms.quals.via(mark)
    return union(
      value,
      mapAtoms(value, (atom) => atoms.with(atom, via)),
    )
  }
  const qual = atoms.quals.mark(mark)
  if (value.atoms.every((atom) => atoms.isData(atom)))
    return union(withoutLabels(value), withoutLabels(run.sourceOf(mark), value))
  for (const atom of value.atoms) if (!atoms.isData(atom)) markMembers(run, atoms.placeOf(atom), qual)
  return mapAtoms(value, (atom) => (atoms.isData(atom) ? atom : atoms.with(atom, qual)))
}

/**
 * Marks an object that a call may have changed, as it is after the call, and its members that were passed to calls themselves. Later
 * replacements are not marked.
 */
function markMembers(run: FunctionRun, place: number, qual: number): void {
  const { atoms } = run
  const { heap } = run.state
  if (atoms.isMade(place)) return
  const open = [place]
  for (const item of open) {
    const thing = heap.get(item)
    if (thing === undefined) continue
    run.spend(1)
    if (thing.isOver) heap.set(item, { ...thing, base: mapAtoms(thing.base, (atom) => atoms.with(atom, qual)) })
    for (const [key, value] of thing.fields) {
      const own = atoms.child(item, key)
      if (own !== item && value.atoms.some((atom) => !atoms.isData(atom) && atoms.placeOf(atom) === own)) open.push(own)
    }
  }
}

/** Returns a value without its object; a constant source stays that constant. */
function withoutLabels(value: Value, like = value): Value {
  return { ...value, constant: like.constant }
}

/** Sanitizes a value with a declared number or boolean type, for rules with that option. */
export function asTyped(run: FunctionRun, value: Value, type: string | undefined): Value {
  if (value.atoms.length > 0 && isEnumeratedType(run, type)) return NOTHING
  const kind = value.atoms.length === 0 ? undefined : plainKind(type)
  if (kind === undefined) return value
  const { numbers, booleans } = run.file.marks.without
  return cleaned(run, value, kind === 'number' ? numbers : booleans)
}

/** Whether a type of Python has only values that the code lists: `Literal["a"]`, an enumeration of the file. */
function isEnumeratedType(run: FunctionRun, type: string | undefined): boolean {
  const { language, classes } = run.file.file
  if (type === undefined || language !== 'python') return false
  return /^(?:typing(?:_extensions)?\.)?Literal$/.test(type) || isEnumeration(classes, type)
}

/** @param isFormed whether only its letters prove it, so that decoding invalidates the result */
export function cleaned(run: FunctionRun, value: Value, rules: readonly number[], isFormed = false): Value {
  if (rules.length === 0 || value.atoms.length === 0) return value
  const sorted = [...rules].sort((a, b) => a - b)
  const except = isFormed ? run.atoms.quals.formed(sorted) : run.atoms.quals.except(sorted)
  return mapAtoms(value, (atom) => run.atoms.with(atom, except))
}

/** Sanitizes an object with its current content; later additions are not covered. */
function cleanedWithin(run: FunctionRun, value: Value, rules: readonly number[]): Value {
  const { atoms } = run
  const { heap } = run.state
  const place = heap.oneOf(value)
  if (place === -1) return cleaned(run, value, rules)
  const isLeft = (mark: number): boolean => !rules.includes(run.file.marks.sources[mark]!.rule)
  const noSource = (atom: number): number => (atoms.placeOf(atom) === place ? atoms.withMarks(atom, isLeft) : atom)
  // For an object created here, source marks are in its qualifier wherever it is known.
  if (atoms.isMade(place) && mapAtoms(value, noSource) !== value) run.replaceAtoms(noSource)
  const thing = heap.get(place) ?? BLANK
  const fields = new Map([...thing.fields].map(([key, field]) => [key, cleaned(run, field, rules)]))
  if (atoms.isMade(place)) {
    const base = cleaned(run, thing.base, rules)
    heap.set(place, { fields, rest: cleaned(run, thing.rest, rules), base, isOver: thing.isOver })
    return mapAtoms(value, noSource)
  }
  const own = thing.isOver ? thing.base : union(thing.base, value)
  heap.set(place, { fields, rest: cleaned(run, thing.rest, rules), base: cleaned(run, own, rules), isOver: true })
  return value
}

function changeSpot(run: FunctionRun, spot: Spot, change: (value: Value) => Value): void {
  switch (spot.type) {
    case 'register':
      run.set(spot.register, change(run.get(spot.register)))
      break
    case 'member': {
      const { heap } = run.state
      const next = change(heap.read(spot.object, spot.key))
      heap.write(spot.object, spot.key, next)
      for (const atom of spot.object.atoms)
        if (!run.atoms.isData(atom)) run.tell(run.atoms.placeOf(atom), spot.key, next)
      break
    }
    case 'cell':
    default: {
      const slot = run.cellSlot(spot.cell)
      const atom = run.cellAtom(spot.cell)
      const next = change(run.state.slots[slot] ?? fromPairs([atom], [undefined], undefined))
      run.setSlot(slot, next)
      run.give(next, run.flows.port({ type: 'cell', cell: spot.cell }), 0, true)
      break
    }
  }
  run.isDirty = true
}
