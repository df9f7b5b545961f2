import type { CompactTree } from '../../tree/compact-tree.ts'
import {
  type Block,
  type Ending,
  type FunctionIr,
  type Instruction,
  NONE,
  type Parameter,
  type Register,
} from '../ir.ts'
import { withCells } from './captures.ts'
import type { FileBuilder } from './file-builder.ts'
import type { Frame } from './frames.ts'
import { Scope, type Variable } from './scopes.ts'

interface Building {
  readonly instructions: Instruction[]
  ending: Ending | undefined
  handler: number
}

export interface FunctionShape {
  readonly name: string
  readonly node: number
  readonly kind: FunctionIr['kind']
  /** The class that it is a member of. */
  readonly owner?: number
  readonly outer?: FunctionBuilder
  readonly marks?: readonly string[]
  readonly returnType?: string
}

type Combined = Extract<Instruction, { op: 'combine' }>['kind']

/** Builds one function: its blocks, its registers and its scopes. */
export class FunctionBuilder {
  readonly file: FileBuilder
  readonly tree: CompactTree
  readonly id: number
  readonly shape: FunctionShape
  readonly parameters: Parameter[] = []
  /** All of this function, in the order of their declaration. */
  readonly variables: Variable[] = []
  /** Frames that jumps may leave, the innermost last. */
  readonly frames: Frame[] = []
  /** Labels that the next loop has. */
  labels: string[] = []
  scope: Scope
  receiver: Register = NONE
  /** Values that a generator has yielded so far. */
  yields: Register = NONE
  /** Result registers of statement expressions, the innermost last. */
  readonly results: Register[] = []
  /** Named results: the values of a `return` without a value. */
  readonly resultNames: Variable[] = []
  /** Whether it sees none of the variables around it: `def` of Ruby. */
  isIsolated = false
  /** The class whose body is being lowered by statements, and whether its methods are static. */
  classNow: number = NONE
  isStaticNow = false
  /** The type that the next value is declared with. */
  wantedType: string | undefined
  /** The exception that is being handled. */
  caught: Register = NONE
  /** Runs after the superclass constructor. */
  afterSuper: (() => void) | undefined
  #registers = 0
  #scopes = 0
  readonly #blocks: Building[] = []
  #current!: Building
  #handler = NONE

  constructor(file: FileBuilder, id: number, shape: FunctionShape) {
    this.file = file
    this.tree = file.tree
    this.id = id
    this.shape = shape
    this.scope = new Scope(this, shape.outer?.scope, 0)
    this.use(this.block())
  }

  register(): Register {
    this.#registers += 1
    return this.#registers - 1
  }

  /** A new block that nothing leads to yet. */
  block(): number {
    return this.#blocks.push({ instructions: [], ending: undefined, handler: NONE }) - 1
  }

  /** Continues in a block. */
  use(block: number): void {
    this.#current = this.#blocks[block]!
    this.#current.handler = this.#handler
  }

  /** Lowers code with a block as its exception handler; later code is in another block. */
  guarded(handler: number, body: () => void): void {
    const before = this.#handler
    this.#handler = handler
    const inside = this.block()
    this.jump(inside)
    this.use(inside)
    body()
    this.#handler = before
  }

  emit(instruction: Instruction): void {
    this.#current.instructions.push(instruction)
  }

  /** Ends the block; later code is unreachable until `use` selects another block. */
  end(ending: Ending): void {
    this.#current.ending ??= ending
    this.use(this.block())
  }

  jump(to: number): void {
    this.end({ type: 'jump', to })
  }

  branch(condition: Register, yes: number, no: number): void {
    this.end({ type: 'branch', condition, yes, no })
  }

  constant(value: string | number | boolean | null, node: number): Register {
    const to = this.register()
    this.emit({ op: 'constant', to, value, node })
    return to
  }

  combine(kind: Combined, from: readonly Register[], node: number, operator?: string): Register {
    const to = this.register()
    this.emit(
      operator === undefined
        ? { op: 'combine', kind, to, from, node }
        : { op: 'combine', kind, to, from, operator, node },
    )
    return to
  }

  member(object: Register, key: string | undefined, node: number, index?: Register): Register {
    const to = this.register()
    this.emit(
      index === undefined ? { op: 'member', to, object, key, node } : { op: 'member', to, object, key, index, node },
    )
    return to
  }

  store(object: Register, key: string | undefined, from: Register, node: number, index?: Register): void {
    this.emit(
      index === undefined ? { op: 'store', object, key, from, node } : { op: 'store', object, key, index, from, node },
    )
  }

  /** Returns a member that is an object of its own, whether or not a value was assigned. */
  part(object: Register, key: string | undefined, node: number, index?: Register): Register {
    const to = this.register()
    const part = { op: 'member', to, object, key, makes: true, node } as const
    this.emit(index === undefined ? part : { ...part, index })
    return to
  }

  /** Clears the content of an object. */
  clear(object: Register): void {
    this.emit({ op: 'clear', object, node: NONE })
  }

  /** Assigns a register. */
  set(to: Register, from: Register, node: number): void {
    this.emit({ op: 'assign', to, from, node })
  }

  global(name: string, node: number): Register {
    const to = this.register()
    this.emit({ op: 'global', to, name, node })
    return to
  }

  /** Does something with names of its own. */
  scoped(body: () => void, isHidden = false): void {
    const before = this.scope
    this.#scopes += 1
    this.scope = new Scope(this, before, this.#scopes, isHidden)
    body()
    this.scope = before
  }

  /** @returns the function, with blocks that nothing leads to left out */
  finish(): FunctionIr {
    this.#current.ending ??=
      this.yields === NONE ? { type: 'end' } : { type: 'return', value: this.yields, node: this.shape.node }
    const { shape } = this
    const blocks = withCells(this.#reached(), this, () => this.register())
    return {
      id: this.id,
      name: shape.name,
      node: shape.node,
      kind: shape.kind,
      owner: shape.owner ?? -1,
      outer: shape.outer?.id ?? -1,
      parameters: this.parameters,
      receiver: this.receiver,
      registers: this.#registers,
      blocks,
      ...(shape.marks === undefined || shape.marks.length === 0 ? {} : { marks: shape.marks }),
      ...(this.yields === NONE ? {} : { isGenerator: true }),
      ...(shape.returnType === undefined ? {} : { returnType: shape.returnType }),
      types: new Map(this.variables.flatMap(({ register, type }) => (type === undefined ? [] : [[register, type]]))),
    }
  }

  #reached(): Block[] {
    const all = this.#blocks
    const place = new Int32Array(all.length).fill(NONE)
    const order: number[] = []
    const open = [0]
    while (open.length > 0) {
      const at = open.pop()!
      if (place[at] !== NONE) continue
      place[at] = 0
      order.push(at)
      const block = all[at]!
      block.ending = moved(block.ending ?? { type: 'end' }, (to) => this.#past(to))
      if (block.handler !== NONE) {
        block.handler = this.#past(block.handler)
        open.push(block.handler)
      }
      for (const to of targetsOf(block.ending)) open.push(to)
    }
    order.sort((a, b) => a - b)
    for (const [index, at] of order.entries()) place[at] = index
    return order.map((at) => {
      const { instructions, ending, handler } = all[at]!
      const block = { instructions, ending: moved(ending!, (to) => place[to]!) }
      return handler === NONE ? block : { ...block, handler: place[handler]! }
    })
  }

  /** Returns the target of a block with only a jump. */
  #past(block: number): number {
    let at = block
    for (let steps = 0; steps < this.#blocks.length; steps += 1) {
      const { instructions, ending } = this.#blocks[at]!
      if (instructions.length > 0 || ending?.type !== 'jump') return at
      at = ending.to
    }
    return at
  }
}

function targetsOf(ending: Ending | undefined): readonly number[] {
  switch (ending?.type) {
    case 'jump':
      return [ending.to]
    case 'branch':
      return [ending.no, ending.yes]
    case 'choose':
      return ending.to
    case 'return':
    case 'throw':
    case 'end':
    case undefined:
    default:
      return []
  }
}

function moved(ending: Ending, place: (to: number) => number): Ending {
  switch (ending.type) {
    case 'jump':
      return { type: 'jump', to: place(ending.to) }
    case 'branch':
      return { ...ending, yes: place(ending.yes), no: place(ending.no) }
    case 'choose':
      return { type: 'choose', to: ending.to.map(place) }
    case 'return':
    case 'throw':
    case 'end':
    default:
      return ending
  }
}
