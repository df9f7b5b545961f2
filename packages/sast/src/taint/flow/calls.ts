import { type Instruction, NONE } from '../ir.ts'
import { decodes } from '../guards/decoders.ts'
import { hexArguments, numericArguments } from '../guards/formats.ts'
import { PLAIN_FORM } from '../guards/forms.ts'
import { asPathSuffix, suffixArguments } from '../guards/halves.ts'
import { isDecodedWithin } from '../guards/helpers.ts'
import { safeResult } from '../guards/refine.ts'
import { ANY_KEY } from './atoms.ts'
import { called } from './constants.ts'
import type { FunctionRun } from './function-run.ts'
import { BLANK } from './heap.ts'
import { linkCost } from './heap-changes.ts'
import { type Constant, constantOf, isEqual, mapAtoms, single, union, type Value } from './values.ts'
import { widened } from './widen.ts'

/** Own limit: objects inside an argument that a call may change. */
const CHANGED_MAX = 48

type Call = Extract<Instruction, { op: 'call' }>

/** Evaluates an unknown call: records its inputs and possible changes. @returns its value */
export function callValue(run: FunctionRun, item: Call, call: number, isAgain: boolean): Value {
  const { atoms } = run
  if (isAgain) run.age((atom) => atoms.callOf(atom) === call)
  // The letters of an encoded text reveal nothing about the decoded text.
  const isDecoder = decodes(item, ownerOf(run, item), (place) => run.get(item.arguments[place]!.value).constant)
  const decoded = (value: Value): Value => mapAtoms(value, (atom) => atoms.decoded(atom))
  const claimed = (value: Value): Value => (isDecoder ? decoded(value) : value)
  const receiver = claimed(run.get(item.receiver))
  passCallee(run, item, call)
  passArgument(run, receiver, call, -1)
  const behind = suffixArguments(
    item,
    run.file.file.language,
    (place) => run.get(item.arguments[place]!.value).constant,
  )
  const numbers = numericArguments(
    item,
    run.file.file.language,
    (place) => run.get(item.arguments[place]!.value).constant,
  )
  const digits = hexArguments(item, run.file.file.language, (place) => run.get(item.arguments[place]!.value).constant)
  const values = item.arguments.map((argument, index) => {
    const plain = claimed(run.get(argument.value))
    const whole = digits.has(index) ? safeResult(run, { type: 'encoded', form: PLAIN_FORM }, plain) : plain
    const value = numbers.has(index) ? mapAtoms(whole, (atom) => atoms.with(atom, run.file.number)) : whole
    const isFormed = value.atoms.some((atom) => atoms.quals.of(atoms.qualOf(atom)).formed.length > 0)
    if (isFormed && isDecodedWithin(run, item, index)) return decoded(value)
    return index >= behind ? asPathSuffix(run, value) : value
  })
  for (const [index, value] of values.entries()) passArgument(run, value, call, index)
  note(run, call, values)
  const constant =
    receiver.constant === undefined
      ? undefined
      : called(
          item.method,
          receiver.constant,
          values.map((value) => value.constant),
        )
  change(run, receiver, call, -1)
  for (const [index, value] of values.entries()) change(run, value, call, index)
  changeCells(run)
  if (run.fn.blocks[run.block]!.handler !== undefined) throwFrom(run, call)
  return constant === undefined ? single(atoms.origin({ type: 'result', call })) : constantOf(constant)
}

function ownerOf({ guards }: FunctionRun, { receiver }: Call): string {
  const by = guards.inside.all(receiver)[0]?.one
  return by?.op === 'call' ? by.name : ''
}

function passArgument(run: FunctionRun, value: Value, call: number, index: number): void {
  if (value.atoms.length > 0) run.give(value, run.flows.port({ type: 'argument', call, index }))
}

/**
 * Records the callee. For a method it is the receiver's member of that name; the receiver is recorded too, so only functions are recorded
 * here.
 */
function passCallee(run: FunctionRun, item: Call, call: number): void {
  const { atoms } = run
  const callee = run.get(item.callee)
  if (item.receiver === NONE || item.method === '') {
    passArgument(run, callee, call, -2)
    return
  }
  const isFunction = (atom: number): boolean => ['function', 'class'].includes(atoms.originOf(atom)?.type ?? '')
  if (callee.atoms.some(isFunction))
    passArgument(
      run,
      mapAtoms(callee, (atom) => (isFunction(atom) ? atom : -1)),
      call,
      -2,
    )
}

/** Records arguments that are always the same constant. */
function note(run: FunctionRun, call: number, values: readonly Value[]): void {
  const before = run.constants[call]
  run.constants[call] = values.map((value, index) => {
    const constant: Constant | null = value.constant ?? null
    return before === undefined || before[index] === constant ? constant : null
  })
}

/** Applies the possible changes of a call to an argument and to all objects inside it. */
function change(run: FunctionRun, value: Value, call: number, index: number): void {
  if (value.atoms.length === 0) return
  // A value that was sanitized only for the call keeps its state after the call.
  const { atoms } = run
  const isCleaned = value.atoms.some((atom) => atoms.quals.of(atoms.qualOf(atom)).except.length > 0)
  changeBy(run, value, atoms.origin({ type: 'after', call, index }), !isCleaned)
}

/** @param isAll whether `put` replaces the whole content of an object, or is a possible addition */
function changeBy(run: FunctionRun, value: Value, put: number, isAll: boolean): void {
  const { atoms } = run
  const { heap } = run.state
  const open: { readonly value: Value; readonly put: number; readonly own: number }[] = [{ value, put, own: -1 }]
  const seen = new Set<number>()
  for (const item of open) {
    for (const atom of item.value.atoms) {
      const place = atoms.placeOf(atom)
      recordImportedCall(run, atom, item.put)
      if (atoms.isData(atom) || atoms.isOutside(atom) || seen.has(place) || place === item.put) continue
      const before = heap.get(place)
      // The flow of the whole object covers its existing members.
      const isCovered = item.own === place || (item.own !== -1 && atoms.originOf(atom)?.type === 'after')
      if (before === undefined && isCovered) continue
      if (seen.size >= CHANGED_MAX) return
      seen.add(place)
      run.spend(1 + linkCost(heap, place))
      if (run.isFlat && atoms.originOf(place)?.type === 'cell') {
        run.tell(place, undefined, single(item.put))
        continue
      }
      if (
        run.isFlat ? addTo(run, place, item.put) : isAll ? heap.replace(place, item.put) : heap.add(place, item.put)
      ) {
        run.isDirty = true
        run.tell(place, undefined, single(item.put))
      }
      if (before === undefined) continue
      for (const [key, field] of before.fields) {
        open.push({ value: field, put: atoms.child(item.put, key), own: atoms.child(place, key) })
      }
      const own = atoms.child(place, ANY_KEY)
      open.push(
        { value: before.rest, put: atoms.child(item.put, ANY_KEY), own },
        { value: before.base, put: item.put, own },
      )
    }
  }
}

/** Records the changes by a call to an export of another file; except for changes to a whole module, whose functions are called. */
function recordImportedCall(run: FunctionRun, atom: number, put: number): void {
  const origin = run.atoms.originOf(atom)
  if (origin?.type === 'import' && origin.name !== '*' && !run.atoms.isData(atom))
    run.tell(run.atoms.placeOf(atom), undefined, single(put))
}

/** Adds a value where order does not count: an object may contain at any time what any call stored in it. @returns whether it is new */
function addTo(run: FunctionRun, place: number, put: number): boolean {
  const { atoms } = run
  const { heap } = run.state
  const before = heap.get(place)
  const thing = before ?? BLANK
  const claimed = (value: Value, more: number, where: string): Value => {
    const all = widened(run, union(value, single(more)), where, false)
    return isEqual(all, value) ? value : all
  }
  const base = claimed(thing.base, put, `of ${place}`)
  let isNew = before === undefined || base !== thing.base
  const fields = new Map<number, Value>()
  for (const [key, value] of thing.fields) {
    fields.set(key, claimed(value, atoms.child(put, key), `${place}.${key}`))
    if (fields.get(key) !== value) isNew = true
  }
  if (isNew) heap.set(place, { ...thing, fields, base })
  return isNew
}

/** Changes shared variables: any call may run functions that access them. */
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
