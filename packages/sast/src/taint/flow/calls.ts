import { type Instruction, NONE } from '../ir.ts'
import { decodes } from '../guards/decoders.ts'
import { hexPlaces, numberPlaces } from '../guards/formats.ts'
import { PLAIN_FORM } from '../guards/forms.ts'
import { behindAnother, partsBehind } from '../guards/halves.ts'
import { isDecodedWithin } from '../guards/helpers.ts'
import { safeResult } from '../guards/refine.ts'
import { ANY_KEY } from './atoms.ts'
import { called } from './constants.ts'
import type { FunctionRun } from './function-run.ts'
import { BLANK } from './heap.ts'
import { linkCost } from './heap-changes.ts'
import { type Constant, constantOf, isEqual, mapAtoms, single, union, type Value } from './values.ts'
import { widened } from './widen.ts'

/** Ours: objects inside an argument that a call may change. */
const CHANGED_MAX = 48

type Call = Extract<Instruction, { op: 'call' }>

/** A call of which nothing is known here: what it gets and may change is told. @returns its value */
export function callValue(run: FunctionRun, one: Call, call: number, isAgain: boolean): Value {
  const { atoms } = run
  if (isAgain) run.age((atom) => atoms.callOf(atom) === call)
  // What letters a text is made of says nothing of what they stand for.
  const isDecoder = decodes(one, ownerOf(run, one), (place) => run.get(one.arguments[place]!.value).constant)
  const decoded = (value: Value): Value => mapAtoms(value, (atom) => atoms.decoded(atom))
  const taken = (value: Value): Value => (isDecoder ? decoded(value) : value)
  const receiver = taken(run.get(one.receiver))
  giveCallee(run, one, call)
  give(run, receiver, call, -1)
  const behind = partsBehind(one, run.file.file.language, (place) => run.get(one.arguments[place]!.value).constant)
  const numbers = numberPlaces(one, run.file.file.language, (place) => run.get(one.arguments[place]!.value).constant)
  const digits = hexPlaces(one, run.file.file.language, (place) => run.get(one.arguments[place]!.value).constant)
  const given = one.arguments.map((argument, index) => {
    const plain = taken(run.get(argument.value))
    const whole = digits.has(index) ? safeResult(run, { type: 'encoded', form: PLAIN_FORM }, plain) : plain
    const value = numbers.has(index) ? mapAtoms(whole, (atom) => atoms.with(atom, run.file.number)) : whole
    const isFormed = value.atoms.some((atom) => atoms.quals.of(atoms.qualOf(atom)).formed.length > 0)
    if (isFormed && isDecodedWithin(run, one, index)) return decoded(value)
    return index >= behind ? behindAnother(run, value) : value
  })
  for (const [index, value] of given.entries()) give(run, value, call, index)
  note(run, call, given)
  const constant =
    receiver.constant === undefined
      ? undefined
      : called(
          one.method,
          receiver.constant,
          given.map((value) => value.constant),
        )
  change(run, receiver, call, -1)
  for (const [index, value] of given.entries()) change(run, value, call, index)
  changeCells(run)
  if (run.fn.blocks[run.block]!.handler !== undefined) throwFrom(run, call)
  return constant === undefined ? single(atoms.origin({ type: 'result', call })) : constantOf(constant)
}

function ownerOf({ guards }: FunctionRun, { receiver }: Call): string {
  const by = guards.inside.all(receiver)[0]?.one
  return by?.op === 'call' ? by.name : ''
}

function give(run: FunctionRun, value: Value, call: number, index: number): void {
  if (value.atoms.length > 0) run.give(value, run.flows.port({ type: 'argument', call, index }))
}

/** What is called. Of a method that is what the receiver, which is given too, holds by that name: only functions are told. */
function giveCallee(run: FunctionRun, one: Call, call: number): void {
  const { atoms } = run
  const callee = run.get(one.callee)
  if (one.receiver === NONE || one.method === '') {
    give(run, callee, call, -2)
    return
  }
  const isFunction = (atom: number): boolean => ['function', 'class'].includes(atoms.originOf(atom)?.type ?? '')
  if (callee.atoms.some(isFunction))
    give(
      run,
      mapAtoms(callee, (atom) => (isFunction(atom) ? atom : -1)),
      call,
      -2,
    )
}

/** What arguments are, where that is always the same constant. */
function note(run: FunctionRun, call: number, given: readonly Value[]): void {
  const before = run.constants[call]
  run.constants[call] = given.map((value, index) => {
    const constant: Constant | null = value.constant ?? null
    return before === undefined || before[index] === constant ? constant : null
  })
}

/** A call may do anything with an object that it gets, and with all objects inside. */
function change(run: FunctionRun, value: Value, call: number, index: number): void {
  if (value.atoms.length === 0) return
  // What was made harmless for the call alone stays as it was for all that comes after.
  const { atoms } = run
  const isCleaned = value.atoms.some((atom) => atoms.quals.of(atoms.qualOf(atom)).except.length > 0)
  changeBy(run, value, atoms.origin({ type: 'after', call, index }), !isCleaned)
}

/** @param isAll whether `put` stands for all that an object holds from here on, or for something that may be there too */
function changeBy(run: FunctionRun, value: Value, put: number, isAll: boolean): void {
  const { atoms } = run
  const { heap } = run.state
  const open: { readonly value: Value; readonly put: number; readonly own: number }[] = [{ value, put, own: -1 }]
  const seen = new Set<number>()
  for (const one of open) {
    for (const atom of one.value.atoms) {
      const place = atoms.placeOf(atom)
      tellImported(run, atom, one.put)
      if (atoms.isData(atom) || atoms.isOutside(atom) || seen.has(place) || place === one.put) continue
      const before = heap.get(place)
      // What was there with the rest is told by the rest.
      const isCovered = one.own === place || (one.own !== -1 && atoms.originOf(atom)?.type === 'after')
      if (before === undefined && isCovered) continue
      if (seen.size >= CHANGED_MAX) return
      seen.add(place)
      run.spend(1 + linkCost(heap, place))
      if (run.isFlat && atoms.originOf(place)?.type === 'cell') {
        run.tell(place, undefined, single(one.put))
        continue
      }
      if (run.isFlat ? addTo(run, place, one.put) : isAll ? heap.replace(place, one.put) : heap.add(place, one.put)) {
        run.isDirty = true
        run.tell(place, undefined, single(one.put))
      }
      if (before === undefined) continue
      for (const [key, field] of before.fields) {
        open.push({ value: field, put: atoms.child(one.put, key), own: atoms.child(place, key) })
      }
      const own = atoms.child(place, ANY_KEY)
      open.push(
        { value: before.rest, put: atoms.child(one.put, ANY_KEY), own },
        { value: before.base, put: one.put, own },
      )
    }
  }
}

/** What a call does to something that another file gives is seen there: not to a module as a whole, of which functions are called. */
function tellImported(run: FunctionRun, atom: number, put: number): void {
  const origin = run.atoms.originOf(atom)
  if (origin?.type === 'import' && origin.name !== '*' && !run.atoms.isData(atom))
    run.tell(run.atoms.placeOf(atom), undefined, single(put))
}

/** Where order does not count, an object may hold at any time what any call put there. @returns whether that is new */
function addTo(run: FunctionRun, place: number, put: number): boolean {
  const { atoms } = run
  const { heap } = run.state
  const before = heap.get(place)
  const thing = before ?? BLANK
  const taken = (value: Value, more: number, where: string): Value => {
    const all = widened(run, union(value, single(more)), where, false)
    return isEqual(all, value) ? value : all
  }
  const base = taken(thing.base, put, `of ${place}`)
  let isNew = before === undefined || base !== thing.base
  const fields = new Map<number, Value>()
  for (const [key, value] of thing.fields) {
    fields.set(key, taken(value, atoms.child(put, key), `${place}.${key}`))
    if (fields.get(key) !== value) isNew = true
  }
  if (isNew) heap.set(place, { ...thing, fields, base })
  return isNew
}

/** Functions that see variables of this one may run in any call. */
function changeCells(run: FunctionRun): void {
  const { sharedCells } = run.plan
  if (sharedCells.length === 0) return
  run.spend(sharedCells.length >> 3)
  const { slots } = run.state
  for (const { slot, cell, isSaved, isChanged } of sharedCells) {
    const value = slots[slot]
    if (value === undefined) continue
    if (isSaved) run.setSlot(slot, union(value, single(run.cellAtom(cell))))
    if (isChanged) changeBy(run, value, run.cellAtom(cell), false)
  }
}

function throwFrom(run: FunctionRun, call: number): void {
  run.thrown = union(run.thrown, single(run.atoms.origin({ type: 'thrown', call })))
  run.isDirty = true
}
