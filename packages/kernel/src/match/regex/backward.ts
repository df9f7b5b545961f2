import { EDGE, OTHER } from './classes.ts'
import { ascending, keyOf } from './key.ts'
import {
  BACKWARD_BLOCK_UNITS,
  DFA_CACHE_BYTES_MAX,
  DFA_STATE_OVERHEAD_BYTES,
  DFA_UNITS_PER_STATE_MIN,
} from './limits.ts'
import { count, type StepMeter } from './meter.ts'
import { CHAR, MATCH, PLACE, SPLIT } from './opcodes.ts'
import { isAssertionMet, type Program } from './program.ts'

/** Possible matches after a position. */
export interface Outlook {
  /** The consuming instructions from which a match can be completed here, ascending. */
  readonly viable: Uint16Array
  /** Context after the position. */
  readonly after: number
  /** Whether a match can begin one code point later. */
  readonly startsAfter: boolean
}

export const TEXT_END_OUTLOOK: Outlook = { viable: new Uint16Array(0), after: EDGE, startsAfter: false }

/**
 * Reads a text from right to left and determines for every position from which instructions a match can be completed. With this result, a
 * forward pass never backtracks, so that finding all spans takes linear time. States are created lazily and cached with a limit.
 */
export class BackwardSearch {
  readonly #program: Program
  readonly width: number
  #bytes = 0
  /** Transitions by `state + class`; 0: unknown. */
  #next: Int32Array
  #states: (Outlook | undefined)[] = [undefined]
  #numbers = new Map<string, number>()
  /** Consuming and non-consuming predecessors of each instruction, as flat lists. */
  readonly #before: Lists
  readonly #visited: Int32Array
  readonly #stack: Int32Array
  readonly #found: Uint16Array
  readonly #kept: Int32Array
  #round = 0
  /** Code points read since the last flush, and whether the cache filled too fast to be effective. */
  #read = 0
  #thrashing = false

  constructor(program: Program) {
    this.#program = program
    this.width = program.classes.count + 1
    this.#next = new Int32Array(this.width * 8)
    this.#before = predecessors(program)
    this.#visited = new Int32Array(program.size)
    this.#stack = new Int32Array(program.size + 1)
    this.#found = new Uint16Array(program.size)
    this.#kept = new Int32Array(program.size)
  }

  /** Starts a text. The cache may be effective for this text even if it was not for the previous one. */
  begin(): void {
    this.#thrashing = false
    this.#read = 0
  }

  /** Ends a text: drops states over the limit, because no state number is in use any more. */
  finish(): void {
    if (this.#bytes > DFA_CACHE_BYTES_MAX) this.#flush()
  }

  outlook(state: number): Outlook {
    return this.#states[state / this.width] as Outlook
  }

  /**
   * Returns the initial state of a block. A full cache is flushed only here, while no state number is in use. A block may exceed the limit
   * by its own states.
   */
  enter(outlook: Outlook): number {
    this.#read += BACKWARD_BLOCK_UNITS
    if (this.#bytes > DFA_CACHE_BYTES_MAX) this.#flush()
    return this.#number(outlook)
  }

  /** Returns the state one code point of the class to the left. */
  step(state: number, kind: number, meter: StepMeter): number {
    const known = this.#next[state + kind] as number
    return known === 0 ? this.#grow(state, kind, meter) : known
  }

  #grow(from: number, kind: number, meter: StepMeter): number {
    const to = this.#number(this.#successor(this.outlook(from), kind, meter))
    this.#next[from + kind] = to
    return to
  }

  #number(outlook: Outlook): number {
    let key = ''
    if (!this.#thrashing) {
      key = keyOf(outlook.viable, `${outlook.after}${outlook.startsAfter ? '+' : '-'}`)
      const known = this.#numbers.get(key)
      if (known !== undefined) return known
    }
    const offset = this.#states.length * this.width
    this.#states.push(outlook)
    this.#bytes += 4 * this.width + 4 * outlook.viable.length + DFA_STATE_OVERHEAD_BYTES
    if (offset + this.width > this.#next.length) {
      const wider = new Int32Array(this.#next.length * 2)
      wider.set(this.#next)
      this.#next = wider
    }
    if (!this.#thrashing) this.#numbers.set(key, offset)
    return offset
  }

  #flush(): void {
    this.#thrashing = this.#read < this.#states.length * DFA_UNITS_PER_STATE_MIN
    this.#read = 0
    this.#bytes = 0
    this.#states = [undefined]
    this.#numbers = new Map()
    // A block with wide rows may have grown it; this memory is released too.
    if (this.#next.byteLength > DFA_CACHE_BYTES_MAX) this.#next = new Int32Array(this.width * 8)
    else this.#next.fill(0)
  }

  /** Follows the program backwards from everything that can be completed here. */
  #successor({ viable, after }: Outlook, kind: number, meter: StepMeter): Outlook {
    const { op, arg, classes, starts, size, usesContext } = this.#program
    const { context, members } = classes
    const { free, freeFrom, consuming, consumingFrom } = this.#before
    const before = context[kind] as number
    const round = ++this.#round
    const visited = this.#visited
    const stack = this.#stack
    const found = this.#found
    const stored = this.#kept
    let viableBefore = 0
    let steps = this.width
    let top = 0
    const visit = (pc: number) => {
      if (visited[pc] === round) return
      visited[pc] = round
      stack[top++] = pc
    }
    for (const pc of viable) visit(pc)
    // The match instruction of a single pattern is the last one.
    visit(size - 1)
    while (top > 0) {
      const pc = stack[--top] as number
      steps++
      for (let i = freeFrom[pc] as number; i < (freeFrom[pc + 1] as number); i++) {
        const from = free[i] as number
        if (op[from] !== PLACE || isAssertionMet(arg[from] as number, before, after)) visit(from)
      }
      if (before === EDGE) continue
      for (let i = consumingFrom[pc] as number; i < (consumingFrom[pc + 1] as number); i++) {
        const from = consuming[i] as number
        if (members[(arg[from] as number) * classes.count + kind] === 0) continue
        stored[from] = round
        found[viableBefore++] = from
      }
    }
    count(meter, steps)
    const startsAfter = visited[starts[0] as number] === round
    return { viable: ascending(found, viableBefore, stored, round), after: usesContext ? before : OTHER, startsAfter }
  }
}

interface Lists {
  readonly free: Int32Array
  readonly freeFrom: Int32Array
  readonly consuming: Int32Array
  readonly consumingFrom: Int32Array
}

/** Returns the predecessors of each instruction. */
function predecessors({ op, out, arg, size }: Program): Lists {
  const free: number[][] = Array.from({ length: size }, () => [])
  const consuming: number[][] = Array.from({ length: size }, () => [])
  for (let pc = 0; pc < size; pc++) {
    if (op[pc] === MATCH) continue
    const list = op[pc] === CHAR ? consuming : free
    list[out[pc] as number]?.push(pc)
    if (op[pc] === SPLIT) free[arg[pc] as number]?.push(pc)
  }
  return {
    free: Int32Array.from(free.flat()),
    freeFrom: offsets(free),
    consuming: Int32Array.from(consuming.flat()),
    consumingFrom: offsets(consuming),
  }
}

function offsets(lists: readonly (readonly number[])[]): Int32Array {
  const from = new Int32Array(lists.length + 1)
  for (const [i, list] of lists.entries()) from[i + 1] = (from[i] as number) + list.length
  return from
}

/** Returns whether a sorted list contains the number. */
export function containsState(sorted: Uint16Array, wanted: number): boolean {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] as number) < wanted) low = middle + 1
    else high = middle
  }
  return low < sorted.length && sorted[low] === wanted
}
