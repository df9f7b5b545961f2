import { type FunctionIr, type Instruction, NONE, type Register } from '../ir.ts'
import { nextOf } from '../flow/uses.ts'

/** A point between two instructions: before the one at `index`. */
export interface At {
  readonly block: number
  readonly index: number
}

/** Definition of a register, with its location. */
export interface Definition {
  readonly one: Instruction
  readonly at: At
}

/** Own limit: blocks in a backward search. */
const BACK_MAX = 60

/** Static facts about a function: the instruction that defines a register at a given point. */
export class Definitions {
  readonly fn: FunctionIr
  readonly language: string
  /** By block: its only predecessor, or -1. */
  readonly #before: Int32Array
  readonly #all = new Map<Register, Definition[]>()
  readonly #given: ReadonlySet<Register>

  constructor(fn: FunctionIr, language: string) {
    this.fn = fn
    this.language = language
    const count = new Int32Array(fn.blocks.length)
    this.#before = new Int32Array(fn.blocks.length).fill(NONE)
    this.#given = new Set([...fn.parameters.map(({ register }) => register), fn.receiver])
    for (const [block, item] of fn.blocks.entries()) {
      for (const to of nextOf(item)) {
        count[to]! += 1
        this.#before[to] = block
      }
      for (const [index, instruction] of item.instructions.entries()) {
        if (!('to' in instruction)) continue
        const list = this.#all.get(instruction.to)
        const created = { one: instruction, at: { block, index } }
        if (list === undefined) this.#all.set(instruction.to, [created])
        else list.push(created)
      }
    }
    for (const [block, times] of count.entries()) if (times !== 1 || block === 0) this.#before[block] = NONE
  }

  all(register: Register): readonly Definition[] {
    return this.#all.get(register) ?? []
  }

  isGiven(register: Register): boolean {
    return this.#given.has(register)
  }

  /** Returns the only predecessor of a block, or -1. */
  before(block: number): number {
    return this.#before[block]!
  }

  /** Returns the definition of a register at a point; undefined for several possible ones. */
  of(register: Register, { block, index }: At): Definition | undefined {
    const all = this.all(register)
    if (all.length === 0) return undefined
    if (all.length === 1 && !this.isGiven(register)) return all[0]
    let at = block
    let until = index
    for (let steps = 0; steps < BACK_MAX && at !== NONE; steps += 1) {
      const end = until
      const here = all.findLast((item) => item.at.block === at && item.at.index < end)
      if (here !== undefined) return here
      at = this.#before[at]!
      until = Infinity
    }
    return undefined
  }

  /** Whether a register has the same value at `to` as at `from`. */
  isSame(register: Register, from: At, to: At): boolean {
    const all = this.all(register)
    if (all.length === 0 || (all.length === 1 && !this.isGiven(register))) return true
    return this.#isFree(from, to, (block, start, end) =>
      all.every(({ at }) => at.block !== block || at.index < start || at.index >= end),
    )
  }

  /** Whether no matching instruction is on the path between two points; false where that is unknown. */
  isWithout(isMeant: (instruction: Instruction) => boolean, from: At, to: At): boolean {
    return this.#isFree(
      from,
      to,
      (block, start, end) => !this.fn.blocks[block]!.instructions.slice(Math.max(start, 0), end).some(isMeant),
    )
  }

  /** Returns the last matching instruction on the only path to a point. */
  lastBefore(isMeant: (instruction: Instruction) => boolean, { block, index }: At): Definition | undefined {
    let until = index
    for (let at = block, steps = 0; steps < BACK_MAX && at !== NONE; steps += 1) {
      const { instructions } = this.fn.blocks[at]!
      const place = instructions.slice(0, until).findLastIndex(isMeant)
      if (place !== -1) return { one: instructions[place]!, at: { block: at, index: place } }
      at = this.#before[at]!
      until = Infinity
    }
    return undefined
  }

  /** @param isFree whether a range of instructions of a block has no match; the end is exclusive */
  #isFree(from: At, to: At, isFree: (block: number, start: number, end: number) => boolean): boolean {
    let at = to.block
    let until = to.index
    for (let steps = 0; steps < BACK_MAX && at !== NONE; steps += 1) {
      const isLast = at === from.block
      if (!isFree(at, isLast ? from.index : -1, until)) return false
      if (isLast) return true
      at = this.#before[at]!
      until = Infinity
    }
    return false
  }
}
