import type { Cell, FunctionIr, Register } from '../ir.ts'
import type { Exit } from '../guards/checks.ts'
import { Guards } from '../guards/guards.ts'
import type { NodeMarks } from '../marks.ts'
import { ANY_KEY, cellKey, type Atoms } from './atoms.ts'
import { hasOther, mayBeOwn } from './cells.ts'
import { type FileRun, OverBudget } from './file-run.ts'
import { Flows } from './flows.ts'
import { Heap, type AbstractObject } from './heap.ts'
import { rename, sweep } from './heap-changes.ts'
import { isLive } from './live.ts'
import type { Plan } from './plan.ts'
import { reachableFrom, REACH_MAX } from './reach.ts'
import type { Limits, Spot, State } from './state.ts'
import { type Constant, isEqual, mapAtoms, NOTHING, single, union, type Value } from './values.ts'
import { widened } from './widen.ts'

/** Own limit: a block that is visited more often gets widened values. */
const VISITS_MAX = 6

/** Own limit: with fewer objects, removing unreachable ones does not pay off. */
const SWEPT_FROM = 8

/** Own limit: paths to one object in one variable; with more, any path. */
const ESCAPES_MAX = 3

/** The analysis of one function: the state at the current instruction, and the results so far. */
export class FunctionRun {
  readonly file: FileRun
  readonly fn: FunctionIr
  readonly plan: Plan
  readonly atoms: Atoms
  readonly flows: Flows
  /** By block: the state at its start. */
  readonly entries: (State | undefined)[]
  /** Blocks to visit (again), by their position in the order. */
  readonly open = new Set<number>()
  state: State
  block = 0
  /** Values thrown so far by calls and `throw` of this block. */
  thrown: Value = NOTHING
  /** Whether the state changed since thrown values were last passed to the handler. */
  isDirty = true
  /** Registers of this block alone. */
  readonly #local: (Value | undefined)[]
  readonly #written: Register[] = []
  /** Ports and paths of objects that are visible through shared variables. */
  readonly escapes = new Map<number, { readonly port: number; readonly path: number }[]>()
  /** Instructions that have been run before. */
  readonly hasRun: Uint8Array
  /** Of calls: constant arguments; null for unknown or several constants. */
  readonly constants: (readonly (Constant | null)[] | undefined)[] = []
  /** Values that propagators pass to nodes. */
  readonly pending = new Map<number, Value>()
  readonly results = new Map<number, { readonly register: Register; readonly spot: Spot | undefined }>()
  /** Of registers: marks on the variables that they were read from, valid from there on. */
  readonly saidOf = new Map<Register, { readonly marks: NodeMarks; readonly spot: Spot }>()
  /** Whether an object had more parts than the limit. */
  isCut = false
  /** Values kept in internal variables. */
  readonly gathered = new Set<string>()
  /** Facts from the conditions of the function. */
  readonly guards: Guards
  /** Variables of which more was found out somewhere. */
  readonly refined = new Set<Register>()
  /** By exit block: facts about parameters there. */
  readonly exits = new Map<number, Exit>()
  /** By block: how often it has been run. */
  readonly visits: number[] = []
  /** Whether the function exceeded its step limit. */
  isOver = false
  readonly isFlat: boolean
  #version = 0
  #steps = 0
  readonly #stepsMax: number

  constructor(file: FileRun, fn: FunctionIr, plan: Plan, { isFlat, stepsMax, flowsMax }: Limits) {
    this.file = file
    this.isFlat = isFlat
    this.#stepsMax = stepsMax
    this.fn = fn
    this.atoms = file.atoms
    this.plan = plan
    this.guards = file.guardsOf(fn)
    this.flows = new Flows(file.atoms, file.marks, (mark) => file.sourceTypes.has(mark), flowsMax)
    this.entries = fn.blocks.map(() => undefined)
    this.hasRun = new Uint8Array(this.plan.callAt.length)
    this.#local = []
    this.state = { slots: Array.from({ length: this.plan.slotCount }), heap: new Heap(file.atoms) }
    if (isFlat) this.state.heap.limit = (value, place, key) => widened(this, value, `${place}.${key}`, false)
  }

  /** @throws {OverBudget} */
  spend(steps: number): void {
    this.#steps += steps
    if (this.#steps > this.#stepsMax) throw new OverBudget()
  }

  get steps(): number {
    return this.#steps
  }

  get(register: Register): Value {
    if (register < 0) return NOTHING
    const slot = this.plan.slots[register]!
    return (slot === -1 ? this.#local[register] : this.state.slots[slot]) ?? NOTHING
  }

  set(register: Register, value: Value): void {
    if (register < 0) return
    const slot = this.plan.slots[register]!
    if (slot === -1) {
      this.#local[register] = value
      this.#written.push(register)
    } else this.setSlot(slot, value)
  }

  setSlot(slot: number, value: Value): void {
    const { slots } = this.state
    const before = slots[slot]
    this.isDirty = true
    if (!this.isFlat || before === undefined) {
      if (before !== value) this.#version += 1
      slots[slot] = value
      return
    }
    const all = widened(this, union(before, value), `${slot}`, false)
    if (isEqual(all, before)) return
    slots[slot] = all
    this.#version += 1
  }

  /** Stores a new object. @returns it as a value */
  put(place: number, thing: AbstractObject): Value {
    const { heap } = this.state
    const before = heap.limit === undefined ? undefined : heap.get(place)
    const next = before === undefined ? thing : heap.joinObjects(place, before, thing, heap.limit)
    if (next !== before) heap.set(place, next)
    this.isDirty = true
    return single(place)
  }

  /** Returns the number of changes of the shared state in a flow-insensitive run. */
  get version(): number {
    return this.#version + this.state.heap.version
  }

  /** Starts the visit of a block. */
  enter(block: number): void {
    if (!this.isFlat) {
      const entry = this.entries[block]!
      this.state = { slots: [...entry.slots], heap: entry.heap.fork() }
    }
    this.visits[block] = (this.visits[block] ?? 0) + 1
    this.block = block
    this.thrown = NOTHING
    this.isDirty = true
    this.#written.length = 0
  }

  /** Joins the current state into the start of a block. */
  flowTo(block: number, values = this.state.slots): void {
    if (this.isFlat) {
      const thrown = values[this.plan.caught]
      if (values !== this.state.slots && thrown !== undefined) this.setSlot(this.plan.caught, thrown)
      this.open.add(this.plan.order[block]!)
      return
    }
    const entry = this.entries[block]
    const live = this.plan.live[block]!
    const place = this.plan.order[block]!
    this.spend(1 + ((values.length + this.state.heap.size) >> 2))
    if (entry === undefined) {
      const slots = values.map((value, slot) => (isLive(live, slot) ? value : undefined))
      this.entries[block] = { slots, heap: this.state.heap.fork() }
      this.open.add(place)
      return
    }
    const isOften = (this.visits[block] ?? 0) > VISITS_MAX
    let isChanged = entry.heap.join(this.state.heap, (value, object, key) =>
      widened(this, value, `${object}.${key}`, isOften),
    )
    for (let slot = 0; slot < values.length; slot += 1) {
      const before = entry.slots[slot]
      const value = values[slot]
      if (value === undefined || value === before || !isLive(live, slot)) continue
      if (before === undefined) entry.slots[slot] = value
      else {
        const joined = widened(this, union(before, value), `${slot}`, isOften)
        if (isEqual(joined, before)) continue
        entry.slots[slot] = joined
      }
      isChanged = true
    }
    if (isChanged) this.open.add(place)
  }

  /** Forgets objects that nothing leads to any more. */
  sweep(blocks: readonly number[]): void {
    const { slots, heap } = this.state
    if (this.isFlat || heap.size < SWEPT_FROM) return
    const roots: Value[] = []
    for (const [slot, value] of slots.entries()) {
      if (value !== undefined && blocks.some((block) => isLive(this.plan.live[block]!, slot))) roots.push(value)
    }
    roots.push(this.thrown)
    this.spend(heap.size >> 2)
    sweep(heap, roots)
  }

  /** Joins the current state and the thrown values into the handler of this block. */
  flowToHandler(): void {
    const { handler } = this.fn.blocks[this.block]!
    if (handler === undefined || !this.isDirty) return
    const slots = [...this.state.slots]
    slots[this.plan.caught] = this.thrown
    this.flowTo(handler, slots)
    this.isDirty = false
  }

  /** Records that a value reaches a port, with everything it contains. Objects that reach a shared variable are tracked from there on. */
  give(value: Value, port: number, path = 0, isShared = false): void {
    if (value.atoms.length === 0) return
    const count = reachableFrom(this.atoms, this.state.heap, value, path, (atom, at, trail) => {
      this.flows.add(atom, port, at, trail)
      if (isShared && !this.atoms.isData(atom) && !this.atoms.isOutside(atom))
        this.#share(this.atoms.placeOf(atom), port, at)
    })
    this.spend(count)
    if (count >= REACH_MAX) this.isCut = true
  }

  #share(place: number, port: number, path: number): void {
    const there = this.escapes.get(place)
    if (there === undefined) {
      this.escapes.set(place, [{ port, path }])
      return
    }
    this.spend(there.length >> 4)
    const same = there.filter((item) => item.port === port)
    const anywhere = this.atoms.longer(0, ANY_KEY)
    if (same.some((item) => item.path === path || item.path === anywhere)) return
    there.push({ port, path: same.length >= ESCAPES_MAX ? anywhere : path })
  }

  /** Records a write to an object that is visible through a shared variable. */
  tell(place: number, key: number | undefined, value: Value): void {
    const longer = (path: number): number => (key === undefined ? path : this.atoms.longer(path, key))
    const origin = this.atoms.originOf(place)
    const isSeen =
      origin?.type === 'cell' || (origin?.type === 'import' && mayBeOwn(this.file.file.language, origin.module))
    if (isSeen) this.give(value, this.flows.port(origin), longer(this.atoms.pathIdOf(place)), true)
    for (const { port, path } of this.escapes.get(place) ?? []) this.give(value, port, longer(path), true)
  }

  /** Returns the atom of a shared variable. */
  cellAtom(cell: Cell): number {
    const use = this.file.cells.get(cellKey(cell))
    const isMany = use !== undefined && hasOther(use.savedIn, this.fn.id)
    return this.atoms.origin({ type: 'cell', cell }, isMany)
  }

  /** Returns the control labels of all following code. */
  get control(): Value {
    return this.state.slots[this.plan.control] ?? NOTHING
  }

  addControl(value: Value): void {
    this.setSlot(this.plan.control, union(this.control, value))
  }

  cellSlot(cell: Cell): number {
    return this.plan.cells.get(cellKey(cell))!.slot
  }

  /** Ages atoms in a loop: an atom of one object now represents those of earlier iterations. */
  age(isMeant: (atom: number) => boolean): void {
    if (this.isFlat) return
    this.replaceAtoms((atom) => (isMeant(atom) ? this.atoms.old(atom) : atom))
    for (const [place, seen] of this.escapes) {
      if (isMeant(place)) for (const { port, path } of seen) this.#share(this.atoms.old(place), port, path)
    }
  }

  /** Replaces atoms everywhere in the state. */
  replaceAtoms(change: (atom: number) => number): void {
    const { slots, heap } = this.state
    this.spend(4 + heap.size)
    for (const [slot, value] of slots.entries()) if (value !== undefined) slots[slot] = mapAtoms(value, change)
    for (const register of this.#written) this.#local[register] = mapAtoms(this.#local[register]!, change)
    rename(heap, change)
    this.isDirty = true
  }

  /** A source on its own. */
  sourceOf(mark: number): Value {
    return single(this.atoms.data(this.atoms.origin({ type: 'source', mark }, true)))
  }
}
