import { type Cell, type FileIr, type Instruction, NONE, type Register } from '../ir.ts'
import type { Constant } from '../flow/values.ts'
import { cellKey } from '../flow/atoms.ts'
import { type At, type Definition, Definitions } from './definitions.ts'

/** A register at a place of a function. */
export interface Spot {
  readonly in: Definitions
  readonly register: Register
  readonly at: At
}

/** An instruction of a function, which gives a value. */
export interface Given extends Definition {
  readonly in: Definitions
}

/** Ours: names that are gone through until a value is found. */
const HOPS_MAX = 12
/** Ours: texts that are put together from texts that are put together. */
const PARTS_DEPTH_MAX = 20
/** Ours: a list, a form or a name is shorter. */
const TEXT_CHARS_MAX = 4096

/** What can be told of the values of a file without running it. */
export class KnownValues {
  readonly file: FileIr
  /** The code of a node. */
  readonly text: (node: number) => string
  readonly #functions: (Definitions | undefined)[] = []
  /** By variable that several functions see: where it is given a value, undefined where that is done more than once. */
  #cells: Map<string, Spot | undefined> | undefined
  /** By the name of a member: the same. */
  #members: Map<string, Spot | undefined> | undefined

  constructor(file: FileIr, text: (node: number) => string) {
    this.file = file
    this.text = text
  }

  definitions(id: number): Definitions {
    let found = this.#functions[id]
    if (found === undefined) {
      found = new Definitions(this.file.functions[id]!)
      this.#functions[id] = found
    }
    return found
  }

  /** What gives a register its value, names and what stands for the same gone through. */
  of({ in: inside, register, at }: Spot): Given | undefined {
    let spot: Spot = { in: inside, register, at }
    for (let hops = 0; hops < HOPS_MAX; hops += 1) {
      const found = spot.in.of(spot.register, spot.at)
      if (found === undefined) return undefined
      const next = this.#behind({ ...found, in: spot.in })
      if (next === undefined) return { ...found, in: spot.in }
      spot = next
    }
    return undefined
  }

  /** The value that an instruction only hands on. */
  #behind({ one, at, in: inside }: Given): Spot | undefined {
    switch (one.op) {
      case 'read':
      case 'assign':
        return { in: inside, register: one.from, at }
      case 'load':
        return this.cell(one.cell)
      case 'member':
        return one.key === undefined || one.index !== undefined ? undefined : this.member(one.key)
      case 'combine':
        return one.kind === 'either' && (one.from.length === 1 || isBareCall(one, inside))
          ? { in: inside, register: one.from.at(-1)!, at }
          : undefined
      case 'constant':
      case 'store':
      case 'clear':
      case 'make':
      case 'each':
      case 'call':
      case 'function':
      case 'class':
      case 'import':
      case 'save':
      case 'global':
      case 'caught':
      default:
        return undefined
    }
  }

  /** Where the only value of a variable comes from. */
  cell(cell: Cell): Spot | undefined {
    this.#gather()
    return this.#cells!.get(cellKey(cell))
  }

  /** Where the only value of members of a name comes from. */
  member(name: string): Spot | undefined {
    this.#gather()
    return this.#members!.get(name)
  }

  /** A text, a number or a truth value that is written in the code. */
  constant(spot: Spot, depth = 0): Constant | undefined {
    // What is put together from itself in a loop has no end.
    if (depth > PARTS_DEPTH_MAX) return undefined
    const found = this.of(spot)
    if (found?.one.op === 'constant') return found.one.value
    if (found?.one.op !== 'combine') return undefined
    const { kind, operator, from } = found.one
    // A text of many parts is put together from left to right: where the first one is not known, nobody asks for the others.
    const parts: (Constant | undefined)[] = []
    for (const register of from) {
      const part = this.constant({ in: found.in, register, at: found.at }, depth + 1)
      if (part === undefined) return undefined
      parts.push(part)
    }
    if (kind === 'number' && operator === '-' && parts.length === 1 && typeof parts[0] === 'number') return -parts[0]
    if (kind !== 'text' || parts.some((one) => typeof one !== 'string')) return undefined
    const text = parts.join('')
    return text.length > TEXT_CHARS_MAX ? undefined : text
  }

  #gather(): void {
    if (this.#cells !== undefined) return
    this.#cells = new Map()
    this.#members = new Map()
    for (const fn of this.file.functions) {
      for (const [block, { instructions }] of fn.blocks.entries()) {
        for (const [index, one] of instructions.entries()) {
          if (one.op === 'save') put(this.#cells, cellKey(one.cell), this.#spot(fn.id, one.from, block, index))
          if (one.op === 'store' && one.key !== undefined)
            put(this.#members, one.key, this.#spot(fn.id, one.from, block, index))
          if (one.op === 'make')
            for (const { key, value } of one.entries)
              if (key !== undefined) put(this.#members, key, this.#spot(fn.id, value, block, index))
        }
      }
    }
  }

  #spot(id: number, register: Register, block: number, index: number): Spot {
    return { in: this.definitions(id), register, at: { block, index } }
  }
}

function put(all: Map<string, Spot | undefined>, key: string, spot: Spot): void {
  all.set(key, all.has(key) ? undefined : spot)
}

/** A name of Ruby that may be a member or a method without arguments: `%w[a b].freeze`. */
function isBareCall({ from }: Extract<Instruction, { op: 'combine' }>, inside: Definitions): boolean {
  const [first, second] = from
  if (first === undefined || second === undefined || from.length > 2) return false
  const called = inside.all(second)[0]?.one
  return called?.op === 'call' && called.callee === first && called.arguments.length === 0 && called.receiver !== NONE
}
