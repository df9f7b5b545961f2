import type { Argument, Block, Cell, FileIr, FunctionIr, Instruction } from '../../src/taint/ir.ts'
import { compute } from './run-operators.ts'
import { keyIn, make, memberOf, storeIn } from './run-values.ts'

/** Number of steps after which a program counts as endless. */
const STEPS_MAX = 200_000

/** Global values of a program. */
export type Globals = Readonly<Record<string, unknown>>

/** Runs the top-level code of a file on real values. @throws exceptions of the program, or {@link Endless} */
export function runFile(file: FileIr, globals: Globals): void {
  new Machine(file, globals).run(file.functions[0]!, undefined, undefined, [])
}

export class Endless extends Error {
  constructor() {
    super('The program takes too many steps.')
  }
}

/**
 * Returns the real flows from a `source` to a `sink`: pairs of call indexes, each counted from 0 in text order. The result of `source()`
 * is a text that can be found in all derived values. An exception of the program ends the run without an error.
 */
export function realFlows(file: FileIr, globals: Globals = {}): readonly (readonly [number, number])[] {
  const nodes = { source: callsOf(file, 'source'), sink: callsOf(file, 'sink') }
  const flows = new Map<string, readonly [number, number]>()
  const machine = new Machine(file, {
    ...globals,
    source: () => `<<${nodes.source.indexOf(machine.at)}>>`,
    sink: (...values: unknown[]) => {
      for (const [, from] of textOf(values, new Set()).matchAll(/<<(\d+)>>/g)) {
        const flow = [Number(from), nodes.sink.indexOf(machine.at)] as const
        flows.set(flow.join(' '), flow)
      }
    },
  })
  try {
    machine.run(file.functions[0]!, undefined, undefined, [])
  } catch (thrown) {
    if (thrown instanceof Endless) throw thrown
  }
  return [...flows.values()].sort(([a, b], [c, d]) => a - c || b - d)
}

/** The nodes of all calls of a name, in the order of the text. */
export function callsOf(file: FileIr, name: string): number[] {
  const nodes = file.functions.flatMap(({ blocks }) =>
    blocks.flatMap(({ instructions }) =>
      instructions.flatMap((instruction) =>
        instruction.op === 'call' && instruction.name === name ? [instruction.node] : [],
      ),
    ),
  )
  return [...new Set(nodes)].sort((a, b) => a - b)
}

/** All texts in a value, however deep. */
function textOf(value: unknown, seen: Set<unknown>): string {
  if (typeof value === 'string') return value
  if (value === null || typeof value !== 'object' || seen.has(value)) return ''
  seen.add(value)
  return Object.entries(value)
    .map(([key, item]) => `${key} ${textOf(item, seen)}`)
    .join(' ')
}

interface Environment {
  readonly owner: number
  readonly cells: Map<string, unknown>
  readonly outer: Environment | undefined
}

interface MadeClass {
  readonly parent: unknown
  readonly construct: ((self: object, values: readonly unknown[]) => void) | undefined
}

type Callable = (this: unknown, ...values: unknown[]) => unknown

class Machine {
  /** The node of the call that runs. */
  at = -1
  readonly #file: FileIr
  readonly #globals: Globals
  readonly #classes = new Map<unknown, MadeClass>()
  readonly #byName = new Map<string, unknown>()
  readonly #own = new WeakSet()
  #steps = 0

  constructor(file: FileIr, globals: Globals) {
    this.#file = file
    this.#globals = globals
  }

  run(f: FunctionIr, outer: Environment | undefined, self: unknown, values: readonly unknown[]): unknown {
    const environment: Environment = { owner: f.id, cells: new Map(), outer }
    const registers: unknown[] = []
    if (f.receiver !== -1) registers[f.receiver] = self
    for (const [index, { register, isRest }] of f.parameters.entries()) {
      registers[register] = isRest ? values.slice(index) : values[index]
    }
    const frame: Frame = { f, environment, registers, caught: undefined }
    let at = 0
    for (;;) {
      const block = f.blocks[at]!
      try {
        const next = this.#block(block, frame)
        if (typeof next !== 'number') return next.value
        at = next
      } catch (thrown) {
        if (thrown instanceof Endless || block.handler === undefined) throw thrown
        frame.caught = thrown
        at = block.handler
      }
    }
  }

  #block(block: Block, frame: Frame): number | { readonly value: unknown } {
    for (const instruction of block.instructions) {
      this.#steps += 1
      if (this.#steps > STEPS_MAX) throw new Endless()
      this.#do(instruction, frame)
    }
    this.#steps += 1
    if (this.#steps > STEPS_MAX) throw new Endless()
    const { ending } = block
    const { registers } = frame
    switch (ending.type) {
      case 'jump':
        return ending.to
      case 'branch':
        return registers[ending.condition] ? ending.yes : ending.no
      case 'return':
        return { value: registers[ending.value] }
      case 'throw':
        throw registers[ending.value]
      case 'choose':
        throw new Error('A choice is not run.')
      case 'end':
      default:
        return { value: undefined }
    }
  }

  #do(instruction: Instruction, frame: Frame): void {
    const { registers, environment } = frame
    switch (instruction.op) {
      case 'constant':
        registers[instruction.to] = instruction.value
        return
      case 'read':
      case 'assign':
        registers[instruction.to] = registers[instruction.from]
        return
      case 'combine':
        registers[instruction.to] = compute(
          instruction.kind,
          instruction.operator,
          instruction.from.map((from) => registers[from]),
        )
        return
      case 'member':
        registers[instruction.to] = memberOf(registers[instruction.object], keyIn(instruction, registers))
        return
      case 'store':
        storeIn(registers[instruction.object], keyIn(instruction, registers), registers[instruction.from])
        return
      case 'clear':
        throw new Error('What is cleared is not run.')
      case 'make':
        registers[instruction.to] = make(instruction, registers)
        return
      case 'each': {
        const rest = registers[instruction.from] as { readonly list: unknown[]; at: number }
        registers[instruction.to] = rest.list[rest.at]
        rest.at += 1
        return
      }
      case 'call':
        registers[instruction.to] = this.#call(instruction, frame)
        return
      case 'function':
        registers[instruction.to] = this.#closure(this.#file.functions[instruction.id]!, environment)
        return
      case 'class':
        registers[instruction.to] = this.#class(instruction.id, environment)
        return
      case 'load':
        registers[instruction.to] = cellsOf(environment, instruction.cell).get(instruction.cell.name)
        return
      case 'save':
        cellsOf(environment, instruction.cell).set(instruction.cell.name, registers[instruction.from])
        return
      case 'global':
        if (instruction.name !== 'undefined' && !Object.hasOwn(this.#globals, instruction.name)) {
          throw new ReferenceError(`${instruction.name} is not defined`)
        }
        registers[instruction.to] = instruction.name === 'undefined' ? undefined : this.#globals[instruction.name]
        return
      case 'caught':
        registers[instruction.to] = frame.caught
        return
      case 'import':
      default:
        throw new Error('Imports are not run.')
    }
  }

  #call(instruction: Extract<Instruction, { op: 'call' }>, { registers }: Frame): unknown {
    const values = instruction.arguments.flatMap((argument: Argument) => {
      const value = registers[argument.value]
      return argument.isSpread === true ? [...(value as Iterable<unknown>)] : [value]
    })
    const self = instruction.receiver === -1 ? undefined : registers[instruction.receiver]
    this.at = instruction.node
    if (instruction.name === 'super') {
      this.#construct(this.#byName.get(instruction.receiverType ?? ''), self as object, values)
      return undefined
    }
    if (instruction.name.startsWith('super.')) {
      const parent = this.#byName.get(instruction.receiverType ?? '') as { readonly prototype: object }
      return (memberOf(parent.prototype, instruction.method) as Callable).apply(self, values)
    }
    const callee = registers[instruction.callee]
    if (typeof callee !== 'function') throw new TypeError(`${instruction.name} is not a function`)
    if (!instruction.isNew) return (callee as Callable).apply(self, values)
    if (!this.#own.has(callee)) return Reflect.construct(callee, values)
    const created = Object.create(Reflect.get(callee, 'prototype') as object) as object
    if (this.#classes.has(callee)) this.#construct(callee, created, values)
    else (callee as Callable).apply(created, values)
    return created
  }

  #construct(of: unknown, self: object, values: readonly unknown[]): void {
    const known = this.#classes.get(of)
    if (known === undefined) return
    if (known.construct === undefined) this.#construct(known.parent, self, values)
    else known.construct(self, values)
  }

  #closure(f: FunctionIr, environment: Environment): Callable {
    const run = (self: unknown, values: readonly unknown[]): unknown => this.run(f, environment, self, values)
    const closure: Callable = function closure(this: unknown, ...values) {
      return run(this, values)
    }
    this.#own.add(closure)
    return closure
  }

  #class(id: number, environment: Environment): unknown {
    const shape = this.#file.classes[id]!
    const create = function made(): void {
      throw new TypeError('A class is made with new.')
    }
    const parent = this.#byName.get(shape.supers[0] ?? '') as Callable | undefined
    if (parent !== undefined) {
      Object.setPrototypeOf(create.prototype as object, parent.prototype as object)
      Object.setPrototypeOf(create, parent)
    }
    let construct: MadeClass['construct']
    for (const { name, function: at } of shape.methods) {
      const f = this.#file.functions[at]!
      const value = this.#closure(f, environment)
      if (f.kind === 'constructor') construct = (self, values) => void value.apply(self, [...values])
      else if (f.kind !== 'function') {
        Object.defineProperty(f.kind === 'static' ? create : create.prototype, name, { value, writable: true })
      }
    }
    this.#classes.set(create, { parent, construct })
    this.#byName.set(shape.name, create)
    this.#own.add(create)
    return create
  }
}

interface Frame {
  readonly f: FunctionIr
  readonly environment: Environment
  readonly registers: unknown[]
  caught: unknown
}

function cellsOf(environment: Environment, { owner, name }: Cell): Map<string, unknown> {
  let at: Environment | undefined = environment
  while (at !== undefined && at.owner !== owner) at = at.outer
  if (at === undefined) throw new Error(`No function holds ${owner}.${name}.`)
  return at.cells
}
