import { noteClosure, capturedValue } from '../guards/closures.ts'
import { asPathSuffix } from '../guards/halves.ts'
import { type Instruction, NONE, type Register } from '../ir.ts'
import { ANY_KEY, cellKey, KEYS_KEY } from './atoms.ts'
import type { Fixed } from './cells.ts'
import { fold, yieldsNumber } from './constants.ts'
import type { FunctionRun } from './function-run.ts'
import { keyOf } from './key-of.ts'
import { isReplaced, member } from './members.ts'
import { called, refineAfterCall } from './knowing.ts'
import type { Spot } from './state.ts'
import { BLANK } from './heap.ts'
import { melted } from './held.ts'
import { clear, valueCost, writeCost } from './heap-changes.ts'
import { mergedObject } from './make.ts'
import { asTyped, marked, markedAfter, propagated } from './marking.ts'
import { PLAIN } from './quals.ts'
import { writeStatic } from './statics.ts'
import { constantOf, mapAtoms, NOTHING, passed, single, union, type Value } from './values.ts'

type Of<Op extends Instruction['op']> = Extract<Instruction, { op: Op }>

/** Own limit: members of an object literal; with more, members without content are merged. */
const FIELDS_MAX = 200

/** Executes one instruction; `site` is its number in its function. */
export function step(run: FunctionRun, instruction: Instruction, site: number): void {
  run.spend(1)
  if (
    instruction.op === 'call' ||
    instruction.op === 'member' ||
    instruction.op === 'store' ||
    instruction.op === 'each'
  )
    run.flowToHandler()
  const isAgain = run.hasRun[site] === 1
  run.hasRun[site] = 1
  const value = valueOf(run, instruction, site, isAgain)
  run.spend(valueCost(value))
  if (instruction.op === 'call' && run.saidOf.size > 0) markArgument(run, instruction)
  if (instruction.op === 'function') noteClosure(run, instruction.id)
  const marks = run.file.marks.byNode.get(instruction.node)
  const isTarget = run.file.targets.has(instruction.node)
  if (marks === undefined && !isTarget) {
    settle(run, instruction, value)
    if (instruction.op === 'call') refineAfterCall(run, instruction, site)
    return
  }
  const input = isTarget ? union(value, run.pending.get(instruction.node) ?? NOTHING) : value
  const now =
    marks === undefined ? input : marked(run, marks, input, instruction.op === 'member' && isReplaced(run, instruction))
  const spot = spotOf(run, instruction)
  settle(run, instruction, now)
  if (instruction.op === 'call') refineAfterCall(run, instruction, site)
  if (isTarget && 'to' in instruction) run.results.set(instruction.node, { register: instruction.to, spot })
  if (marks === undefined) return
  propagated(run, marks, now)
  if (spot === undefined || (marks.sourcesAfter.length === 0 && marks.cleanAfter.length === 0)) return
  markedAfter(run, marks, spot)
  if ('to' in instruction) run.saidOf.set(instruction.to, { marks, spot })
}

/** Applies the marks of a variable that is passed to a call to its state after the call. */
function markArgument(run: FunctionRun, { receiver, arguments: values }: Of<'call'>): void {
  for (const register of [receiver, ...values.map(({ value }) => value)]) {
    const said = run.saidOf.get(register)
    if (said !== undefined) markedAfter(run, said.marks, said.spot)
  }
}

/** Returns the value of an instruction: its result or its stored value. */
function valueOf(run: FunctionRun, instruction: Instruction, site: number, isAgain: boolean): Value {
  switch (instruction.op) {
    case 'constant':
      return constantOf(instruction.value)
    case 'read':
      return run.get(instruction.from)
    case 'assign':
      return asTyped(run, passed(run.get(instruction.from), instruction.node), run.fn.types?.get(instruction.to))
    case 'store':
    case 'save':
      return passed(run.get(instruction.from), instruction.node)
    case 'combine':
      return combined(run, instruction)
    case 'member':
      return member(run, instruction, site, isAgain)
    case 'make':
      return constructedValue(run, instruction, site, isAgain)
    case 'each':
      return each(run, instruction, site, isAgain)
    case 'call':
      return called(run, instruction, site, isAgain)
    case 'load':
      return loaded(run, instruction)
    case 'caught':
      return run.state.slots[run.plan.caught] ?? NOTHING
    case 'clear':
      return NOTHING
    case 'function':
    case 'class':
    case 'import':
    case 'global':
    default:
      return outside(run, instruction)
  }
}

/** Stores the value at the destination of the instruction. */
function settle(run: FunctionRun, instruction: Instruction, value: Value): void {
  if (instruction.op === 'store') {
    const object = run.get(instruction.object)
    const key = keyOf(run, instruction.key, instruction.index)
    run.spend(writeCost(run.state.heap, object))
    run.state.heap.write(object, key, value)
    run.isDirty = true
    writeStatic(run, object, key, value)
    for (const atom of object.atoms) if (!run.atoms.isData(atom)) run.tell(run.atoms.placeOf(atom), key, value)
  } else if (instruction.op === 'save') {
    run.setSlot(run.cellSlot(instruction.cell), value)
    run.give(value, run.flows.port({ type: 'cell', cell: instruction.cell }), 0, true)
    run.isDirty = true
  } else if (instruction.op === 'clear') {
    if (clear(run.state.heap, run.get(instruction.object))) run.isDirty = true
  } else run.set(instruction.to, value)
}

/** The variable or member that an instruction reads or writes. */
function spotOf(run: FunctionRun, instruction: Instruction): Spot | undefined {
  switch (instruction.op) {
    case 'read':
      return { type: 'register', register: instruction.from }
    case 'assign':
      return { type: 'register', register: instruction.to }
    case 'member':
    case 'store':
      return {
        type: 'member',
        object: run.get(instruction.object),
        key: keyOf(run, instruction.key, instruction.index),
      }
    case 'load':
    case 'save':
      return { type: 'cell', cell: instruction.cell }
    case 'constant':
    case 'combine':
    case 'make':
    case 'each':
    case 'call':
    case 'function':
    case 'class':
    case 'import':
    case 'global':
    case 'caught':
    case 'clear':
    default:
      return undefined
  }
}

function combined(run: FunctionRun, item: Of<'combine'>): Value {
  const { atoms, file } = run
  if (item.kind === 'either') {
    let all: Value | undefined
    for (const register of item.from) all = all === undefined ? run.get(register) : union(all, run.get(register))
    return all ?? NOTHING
  }
  const constant = fold(
    file.file.language,
    item.kind,
    item.operator,
    item.from.map((register) => run.get(register).constant),
  )
  let all: Value = NOTHING
  if (item.kind !== 'test') {
    const isText = item.kind === 'text' || item.operator === '+'
    for (const [index, register] of item.from.entries()) {
      const part = meltedOf(run, register)
      all = union(all, isText && index > 0 ? asPathSuffix(run, part) : part)
    }
  }
  const isNumber = item.kind === 'number' && yieldsNumber(file.file.language, item.operator)
  const qual = isNumber ? file.number : file.combined
  if (qual !== PLAIN) all = mapAtoms(all, (atom) => atoms.with(atom, qual))
  return constant === undefined ? all : { ...all, constant }
}

function meltedOf(run: FunctionRun, register: Register): Value {
  const value = run.get(register)
  if (value.atoms.length === 0) return NOTHING
  const all = melted(run, value)
  return all.constant === undefined ? all : { ...all, constant: undefined }
}

function constructedValue(run: FunctionRun, item: Of<'make'>, site: number, isAgain: boolean): Value {
  const { atoms } = run
  const place = atoms.made(site)
  if (isAgain) run.age((atom) => atoms.rootOf(atom) === place)
  run.spend(item.entries.length >> 2)
  const isShifted = item.isList === true && item.entries.some(({ key }) => key !== undefined)
  const thing = mergedObject(
    run,
    item.all.map((register) => run.get(register)),
    item.isList === true,
    isShifted,
  )
  const fields = new Map(thing.fields)
  let { rest } = thing
  for (const { key, value: register } of item.entries) {
    const value = run.get(register)
    const isPlain = key === undefined || (fields.size >= FIELDS_MAX && value.atoms.length === 0)
    if (isPlain) rest = union(rest, value)
    else fields.set(atoms.key(key), value)
  }
  return run.put(place, { ...thing, fields, rest })
}

/** Evaluates a loop element. With key and member, the key comes first. */
function each(run: FunctionRun, item: Of<'each'>, site: number, isAgain: boolean): Value {
  const from = run.get(item.from)
  if (item.takes === 'members') return run.state.heap.read(from, ANY_KEY)
  const keys = keysOf(run, from)
  if (item.takes === 'keys') return keys
  const { atoms } = run
  const place = atoms.made(site)
  if (isAgain) run.age((atom) => atoms.rootOf(atom) === place)
  const fields = new Map([
    [atoms.key('0'), keys],
    [atoms.key('1'), run.state.heap.read(from, ANY_KEY)],
  ])
  return run.put(place, { ...BLANK, fields })
}

function keysOf(run: FunctionRun, value: Value): Value {
  const { atoms } = run
  const key = atoms.key(KEYS_KEY)
  let all: Value = NOTHING
  for (const [index, atom] of value.atoms.entries()) {
    const trail = value.trails[index]
    if (!atoms.isMade(atom)) all = union(all, single(atoms.data(atoms.child(atom, key)), trail))
    for (const mark of atoms.quals.of(atoms.qualOf(atom)).marks) all = union(all, run.sourceOf(mark))
    const base = atoms.isData(atom) ? undefined : run.state.heap.get(atoms.placeOf(atom))?.base
    if (base !== undefined)
      all = union(
        all,
        mapAtoms(base, (item) => atoms.data(atoms.child(item, key))),
      )
  }
  return all
}

function loaded(run: FunctionRun, { cell }: Of<'load'>): Value {
  const value = run.state.slots[run.cellSlot(cell)]
  if (value !== undefined) return value
  const fixed = run.file.cells.get(cellKey(cell))?.fixed
  return fixed === undefined ? capturedValue(run, cell, single(run.cellAtom(cell))) : outside(run, fixed)
}

function outside(run: FunctionRun, item: Fixed | Of<'global'>): Value {
  const { atoms } = run
  switch (item.op) {
    case 'constant':
      return constantOf(item.value)
    case 'function':
      return single(atoms.origin({ type: 'function', id: item.id }))
    case 'class':
      return single(atoms.origin({ type: 'class', id: item.id }))
    case 'import':
      return single(atoms.origin({ type: 'import', module: item.module, name: item.name }))
    case 'global':
    default:
      return single(atoms.origin({ type: 'global', name: item.name }))
  }
}

/** Passes the final value of a function to its exit. */
export function ended(run: FunctionRun, register: Register, node: number): Value {
  const value = register === NONE ? NOTHING : passed(run.get(register), node)
  const marks = run.file.marks.byNode.get(node)
  return marks === undefined ? value : marked(run, marks, value)
}
