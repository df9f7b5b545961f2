import type { Cell, FunctionIr, Register } from '../ir.ts'
import { cellKey, type Atoms } from './atoms.ts'
import type { Fixed } from './cells.ts'
import { FUNCTION_STEPS_MAX, type FileRun, OverBudget } from './file-run.ts'
import { Flows } from './flows.ts'
import { Heap, isEqual } from './heap.ts'
import { type Plan, planOf } from './plan.ts'
import { reach, REACH_MAX } from './reach.ts'
import { type Constant, mapAtoms, NOTHING, single, union, type Value } from './values.ts'
import { widened } from './widen.ts'

/** What is known between two instructions, of all that blocks give on to each other. */
export interface State {
  readonly slots: (Value | undefined)[]
  readonly heap: Heap
}

/** A variable or member that a node names. */
export type Spot =
  | { readonly type: 'register'; readonly register: Register }
  | { readonly type: 'member'; readonly object: Value; readonly key: number }
  | { readonly type: 'cell'; readonly cell: Cell }

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
  /** Whether an object had more parts than are looked at. */
  isCut = false
  /** Whether it took more steps than it may. */
  isOver = false
  #steps = 0

  constructor(file: FileRun, fn: FunctionIr) {
    this.file = file
    this.fn = fn
    this.atoms = file.atoms
    this.plan = planOf(fn)
    this.flows = new Flows(file.atoms, (mark) => file.marks.sources[mark]!.rule)
    this.entries = fn.blocks.map(() => undefined)
    this.hasRun = new Uint8Array(this.plan.callAt.length)
    this.#local = []
    this.state = { slots: Array.from({ length: this.plan.slotCount }), heap: new Heap(file.atoms) }
  }

  /** @throws {OverBudget} */
  spend(steps: number): void {
    this.#steps += steps
    if (this.#steps > FUNCTION_STEPS_MAX) throw new OverBudget()
    this.file.spend(steps)
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
    } else {
      this.state.slots[slot] = value
      this.isDirty = true
    }
  }

  /** Begins to run a block. */
  enter(block: number): void {
    const entry = this.entries[block]!
    this.block = block
    this.state = { slots: [...entry.slots], heap: entry.heap.fork() }
    this.thrown = NOTHING
    this.isDirty = true
    this.#written.length = 0
  }

  /** What is known now may be so where a block begins. */
  flowTo(block: number, slots = this.state.slots): void {
    const entry = this.entries[block]
    const place = this.plan.order[block]!
    if (entry === undefined) {
      this.entries[block] = { slots: [...slots], heap: this.state.heap.fork() }
      this.open.add(place)
      return
    }
    this.spend(1 + (slots.length >> 3))
    let isChanged = entry.heap.join(this.state.heap, (value, object, key) => widened(this, value, `${object}.${key}`))
    for (let slot = 0; slot < slots.length; slot += 1) {
      const before = entry.slots[slot]
      const given = slots[slot]
      if (given === undefined || given === before) continue
      if (before === undefined) entry.slots[slot] = given
      else {
        const joined = widened(this, union(before, given), `${slot}`)
        if (isEqual(joined, before)) continue
        entry.slots[slot] = joined
      }
      isChanged = true
    }
    if (isChanged) this.open.add(place)
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
    if (there === undefined) this.escapes.set(place, [{ port, path }])
    else if (!there.some((one) => one.port === port && one.path === path)) there.push({ port, path })
  }

  /** Something is put into an object that others may see by a shared variable. */
  tell(place: number, key: number | undefined, value: Value): void {
    const longer = (path: number): number => (key === undefined ? path : this.atoms.longer(path, key))
    const origin = this.atoms.originOf(place)
    if (origin?.type === 'cell') this.give(value, this.flows.port(origin), longer(this.atoms.pathIdOf(place)), true)
    for (const { port, path } of this.escapes.get(place) ?? []) this.give(value, port, longer(path), true)
  }

  /** What stands for a shared variable itself. */
  cellAtom(cell: Cell): number {
    const use = this.file.cells.get(cellKey(cell))
    const isMany = use !== undefined && [...use.savedIn].some((one) => one !== this.fn.id)
    return this.atoms.origin({ type: 'cell', cell }, isMany)
  }

  /** What a shared variable is once and for all, where other functions do not say otherwise. */
  fixedOf(cell: Cell): Fixed | undefined {
    return this.file.cells.get(cellKey(cell))?.fixed
  }

  cellSlot(cell: Cell): number {
    return this.plan.cells.get(cellKey(cell))!.slot
  }

  /** In a loop: what stood for one object stands for those of the rounds before from here on. */
  age(isMeant: (atom: number) => boolean): void {
    const { slots, heap } = this.state
    const change = (atom: number): number => (isMeant(atom) ? this.atoms.old(atom) : atom)
    this.spend(4 + heap.size)
    for (const [slot, value] of slots.entries()) if (value !== undefined) slots[slot] = mapAtoms(value, change)
    for (const register of this.#written) this.#local[register] = mapAtoms(this.#local[register]!, change)
    heap.rename(change)
    for (const [place, seen] of this.escapes) {
      if (isMeant(place)) for (const { port, path } of seen) this.#share(this.atoms.old(place), port, path)
    }
    this.isDirty = true
  }

  /** Everything that a value is or holds, as something made of it. */
  melted(value: Value): Value {
    let all: Value = NOTHING
    const count = reach(this.atoms, this.state.heap, value, 0, (atom, _path, trail) => {
      if (!this.atoms.isMade(atom)) all = union(all, single(this.atoms.data(atom), trail))
      else for (const mark of this.atoms.quals.of(this.atoms.qualOf(atom)).marks) all = union(all, this.sourceOf(mark))
    })
    this.spend(count)
    return widened(this, all, 'melted')
  }

  /** A source by itself. */
  sourceOf(mark: number): Value {
    return single(this.atoms.data(this.atoms.origin({ type: 'source', mark }, true)))
  }
}
