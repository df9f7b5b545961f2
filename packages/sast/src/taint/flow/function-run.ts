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
import { reach, REACH_MAX } from './reach.ts'
import type { Limits, Spot, State } from './state.ts'
import { type Constant, isEqual, mapAtoms, NOTHING, single, union, type Value } from './values.ts'
import { widened } from './widen.ts'

/** Ours: a block that is run more often is told what it is given in fewer words. */
const VISITS_MAX = 6

/** Ours: fewer objects are not worth looking for those that are forgotten. */
const SWEPT_FROM = 8

/** Ours: paths by which one object is seen in one variable; of more, any. */
const ESCAPES_MAX = 3

/** One function while it is run: the state at the place that has been reached, and what has been found. */
export class FunctionRun {
  readonly file: FileRun
  readonly fn: FunctionIr
  readonly plan: Plan
  readonly atoms: Atoms
  readonly flows: Flows
  /** By block: what may be known where it begins. */
  readonly entries: (State | undefined)[]
  /** Blocks that have to be run (again), by their place in the order. */
  readonly open = new Set<number>()
  state: State
  block = 0
  /** What calls and `throw` of this block have thrown so far. */
  thrown: Value = NOTHING
  /** Whether something changed since what throws was last told to the handler. */
  isDirty = true
  /** Registers of this block alone. */
  readonly #local: (Value | undefined)[]
  readonly #written: Register[] = []
  /** Of objects that others see by shared variables: which ones, and the path there. */
  readonly escapes = new Map<number, { readonly port: number; readonly path: number }[]>()
  /** Instructions that have been run before. */
  readonly hasRun: Uint8Array
  /** Of calls: constants that arguments were; null where they were not, or several. */
  readonly constants: (readonly (Constant | null)[] | undefined)[] = []
  /** What propagators gave to nodes. */
  readonly pending = new Map<number, Value>()
  readonly results = new Map<number, { readonly register: Register; readonly spot: Spot | undefined }>()
  /** Of registers: what rules say of the variables that they were read from, from there on. */
  readonly saidOf = new Map<Register, { readonly marks: NodeMarks; readonly spot: Spot }>()
  /** Whether an object had more parts than are looked at. */
  isCut = false
  /** What is kept in variables that no code names. */
  readonly gathered = new Set<string>()
  /** What its conditions say of values. */
  readonly guards: Guards
  /** Variables of which more was found out somewhere. */
  readonly refined = new Set<Register>()
  /** By block that ends it: what is known of parameters there. */
  readonly exits = new Map<number, Exit>()
  /** By block: how often it has been run. */
  readonly visits: number[] = []
  /** Whether it took more steps than it may. */
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

  /** An object is made anew. @returns it as a value */
  put(place: number, thing: AbstractObject): Value {
    const { heap } = this.state
    const before = heap.limit === undefined ? undefined : heap.get(place)
    const next = before === undefined ? thing : heap.joinObjects(place, before, thing, heap.limit)
    if (next !== before) heap.set(place, next)
    this.isDirty = true
    return single(place)
  }

  /** Counts changes of what is known, where that is one and the same everywhere. */
  get version(): number {
    return this.#version + this.state.heap.version
  }

  /** Begins to run a block. */
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

  /** What is known now may be so where a block begins. */
  flowTo(block: number, given = this.state.slots): void {
    if (this.isFlat) {
      const thrown = given[this.plan.caught]
      if (given !== this.state.slots && thrown !== undefined) this.setSlot(this.plan.caught, thrown)
      this.open.add(this.plan.order[block]!)
      return
    }
    const entry = this.entries[block]
    const live = this.plan.live[block]!
    const place = this.plan.order[block]!
    this.spend(1 + ((given.length + this.state.heap.size) >> 2))
    if (entry === undefined) {
      const slots = given.map((value, slot) => (isLive(live, slot) ? value : undefined))
      this.entries[block] = { slots, heap: this.state.heap.fork() }
      this.open.add(place)
      return
    }
    const isOften = (this.visits[block] ?? 0) > VISITS_MAX
    let isChanged = entry.heap.join(this.state.heap, (value, object, key) =>
      widened(this, value, `${object}.${key}`, isOften),
    )
    for (let slot = 0; slot < given.length; slot += 1) {
      const before = entry.slots[slot]
      const value = given[slot]
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

  /** What is known now, and what was thrown, may get to the handler of this block. */
  flowToHandler(): void {
    const { handler } = this.fn.blocks[this.block]!
    if (handler === undefined || !this.isDirty) return
    const slots = [...this.state.slots]
    slots[this.plan.caught] = this.thrown
    this.flowTo(handler, slots)
    this.isDirty = false
  }

  /** A value gets to a port with all that it holds. Objects that get to a shared variable are seen from there on. */
  give(value: Value, port: number, path = 0, isShared = false): void {
    if (value.atoms.length === 0) return
    const count = reach(this.atoms, this.state.heap, value, path, (atom, at, trail) => {
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
    const same = there.filter((one) => one.port === port)
    const anywhere = this.atoms.longer(0, ANY_KEY)
    if (same.some((one) => one.path === path || one.path === anywhere)) return
    there.push({ port, path: same.length >= ESCAPES_MAX ? anywhere : path })
  }

  /** Something is put into an object that others may see by a shared variable. */
  tell(place: number, key: number | undefined, value: Value): void {
    const longer = (path: number): number => (key === undefined ? path : this.atoms.longer(path, key))
    const origin = this.atoms.originOf(place)
    const isSeen =
      origin?.type === 'cell' || (origin?.type === 'import' && mayBeOwn(this.file.file.language, origin.module))
    if (isSeen) this.give(value, this.flows.port(origin), longer(this.atoms.pathIdOf(place)), true)
    for (const { port, path } of this.escapes.get(place) ?? []) this.give(value, port, longer(path), true)
  }

  /** What stands for a shared variable itself. */
  cellAtom(cell: Cell): number {
    const use = this.file.cells.get(cellKey(cell))
    const isMany = use !== undefined && hasOther(use.savedIn, this.fn.id)
    return this.atoms.origin({ type: 'cell', cell }, isMany)
  }

  /** What rules say of all that is done from here on. */
  get control(): Value {
    return this.state.slots[this.plan.control] ?? NOTHING
  }

  addControl(value: Value): void {
    this.setSlot(this.plan.control, union(this.control, value))
  }

  cellSlot(cell: Cell): number {
    return this.plan.cells.get(cellKey(cell))!.slot
  }

  /** In a loop: what stood for one object stands for those of the rounds before from here on. */
  age(isMeant: (atom: number) => boolean): void {
    if (this.isFlat) return
    this.replaceAtoms((atom) => (isMeant(atom) ? this.atoms.old(atom) : atom))
    for (const [place, seen] of this.escapes) {
      if (isMeant(place)) for (const { port, path } of seen) this.#share(this.atoms.old(place), port, path)
    }
  }

  /** Puts other atoms in the place of some, wherever they are known. */
  replaceAtoms(change: (atom: number) => number): void {
    const { slots, heap } = this.state
    this.spend(4 + heap.size)
    for (const [slot, value] of slots.entries()) if (value !== undefined) slots[slot] = mapAtoms(value, change)
    for (const register of this.#written) this.#local[register] = mapAtoms(this.#local[register]!, change)
    rename(heap, change)
    this.isDirty = true
  }

  /** A source by itself. */
  sourceOf(mark: number): Value {
    return single(this.atoms.data(this.atoms.origin({ type: 'source', mark }, true)))
  }
}
