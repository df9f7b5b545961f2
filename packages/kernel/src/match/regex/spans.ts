import { BackwardSearch, containsState, type Outlook, TEXT_END_OUTLOOK } from './backward.ts'
import { EDGE } from './classes.ts'
import { BACKWARD_BLOCK_UNITS } from './limits.ts'
import { count, type StepMeter } from './meter.ts'
import { CHAR, CHECK, CLEAR, ENTER, MATCH, PLACE, SAVE, SPLIT } from './opcodes.ts'
import { isAssertionMet, type Program } from './program.ts'

/** Range of a text, `[start, end)` in UTF-16 code units. */
export interface Span {
  readonly start: number
  readonly end: number
}

/**
 * Reads the matches of one pattern from left to right, as ECMAScript would report them. The text is first read backwards, block by block,
 * twice in total, with one block in memory at a time. The forward pass never backtracks, so that all matches together take time linear in
 * the text, for any pattern.
 */
export class SpanReader {
  readonly #program: Program
  readonly #search: BackwardSearch
  /**
   * Visits by instruction and by the number of enclosing loops whose iteration began here. Such a loop cannot end here, so that these are
   * always the innermost loops, and their number identifies them.
   */
  readonly #visited: Int32Array
  #round = 0
  // Undo stack of a choice: instruction or, if negative, a slot or mark with its value.
  readonly #stack: number[] = []
  readonly #states = new Int32Array(BACKWARD_BLOCK_UNITS + 2)
  readonly #starts = new Uint8Array(BACKWARD_BLOCK_UNITS + 2)
  /** Start of each loop's latest iteration; the last entry counts the iterations that began at the current position. */
  readonly #marks: Int32Array
  /** Ranges of the groups in the latest match: start and end of each, -1 for unused groups. */
  readonly slots: Int32Array
  #text = ''
  #from = 0
  /** Knowledge at the right edge of each block. */
  #edges: Outlook[] = []
  #low = 0
  #high = 0

  constructor(program: Program) {
    this.#program = program
    this.#search = new BackwardSearch(program)
    this.#visited = new Int32Array(program.size * (program.loopDepth + 1))
    this.#marks = new Int32Array(program.loops + 1)
    this.slots = new Int32Array(program.slots)
  }

  /** Prepares a text. Matches are searched from `from` on, which must not split a surrogate pair. */
  open(text: string, from: number, meter: StepMeter): void {
    this.#text = text
    this.#from = from
    this.#search.begin()
    const blocks = Math.floor(Math.max(0, text.length - from - 1) / BACKWARD_BLOCK_UNITS) + 1
    this.#edges = Array.from<Outlook>({ length: blocks })
    this.#edges[blocks - 1] = TEXT_END_OUTLOOK
    for (let block = blocks - 1; block > 0; block--) this.#edges[block - 1] = this.#readBlock(block, meter)
    this.#readBlock(0, meter)
  }

  /** Releases the text. */
  close(): void {
    this.#text = ''
    this.#edges = []
    this.#search.finish()
  }

  /** Returns the first match that begins at `at` or later; positions must ascend. */
  next(at: number, meter: StepMeter): Span | undefined {
    const text = this.#text
    for (let i = at; i <= text.length; i += widthAt(text, i)) {
      if (i >= this.#high && i < text.length) this.#readBlock(this.#blockOf(i), meter)
      if (this.#starts[i - this.#low] === 1) {
        count(meter, i - at)
        return { start: i, end: this.#walk(i, meter) }
      }
    }
    count(meter, Math.max(0, text.length - at))
    return undefined
  }

  #blockOf(i: number): number {
    let block = Math.floor((i - this.#from) / BACKWARD_BLOCK_UNITS)
    // The edge of a block is moved before a surrogate pair.
    if (i >= this.#edge(block)) block++
    return block
  }

  /** Returns the end of a block: the end of the text, or a position that splits no pair. */
  #edge(block: number): number {
    const edge = this.#from + (block + 1) * BACKWARD_BLOCK_UNITS
    if (edge >= this.#text.length) return this.#text.length
    return splitsPair(this.#text, edge) ? edge - 1 : edge
  }

  /** Reads a block from right to left and stores every position's state. Returns the state at its left edge. */
  #readBlock(block: number, meter: StepMeter): Outlook {
    const text = this.#text
    const { classes } = this.#program
    const { ascii } = classes
    const low = block === 0 ? this.#from : this.#edge(block - 1)
    const high = this.#edge(block)
    const states = this.#states
    const starts = this.#starts
    let state = this.#search.enter(this.#edges[block] as Outlook)
    this.#low = low
    this.#high = high
    for (let i = high; ;) {
      const at = i - low
      states[at] = state
      let kind = classes.count
      if (i > 0) {
        const unit = text.charCodeAt(--i)
        if (unit < 128) kind = ascii[unit] as number
        else if (splitsPair(text, i)) kind = classes.of(text.codePointAt(--i) as number)
        else kind = classes.of(unit)
      }
      const left = this.#search.step(state, kind, meter)
      starts[at] = Number(this.#search.outlook(left).startsAfter)
      if (at === 0) break
      state = left
    }
    count(meter, high - low)
    return this.#search.outlook(states[0] as number)
  }

  /** Follows the match that begins here, always by the first choice that can be completed. Returns its end. */
  #walk(start: number, meter: StepMeter): number {
    const text = this.#text
    const { out } = this.#program
    this.slots.fill(-1)
    this.#marks.fill(-1)
    let pc = this.#program.starts[0] as number
    for (let i = start; ; i += widthAt(text, i)) {
      if (i >= this.#high && i < text.length) this.#readBlock(this.#blockOf(i), meter)
      pc = this.#choose(pc, i, meter)
      if (pc === -1) return i
      pc = out[pc] as number
    }
  }

  /**
   * Returns the first consuming instruction, in order of priority, from which a match can be completed; -1 if the match itself comes
   * first.
   */
  #choose(from: number, i: number, meter: StepMeter): number {
    const { op, out, arg, arg2, size } = this.#program
    const outlook = this.#search.outlook(this.#states[i - this.#low] as number)
    const round = ++this.#round
    const stack = this.#stack
    const marks = this.#marks
    const startIndex = marks.length - 1
    marks[startIndex] = 0
    stack.length = 0
    let steps = 0
    let pc = from
    for (;;) {
      steps++
      const key = pc + size * marks[startIndex]
      let stuck = this.#visited[key] === round
      this.#visited[key] = round
      if (!stuck) {
        switch (op[pc] as number) {
          case MATCH:
            count(meter, steps)
            return -1
          case CHAR:
            if (containsState(outlook.viable, pc)) {
              count(meter, steps)
              return pc
            }
            stuck = true
            break
          case SPLIT:
            stack.push(arg[pc] as number)
            break
          case PLACE:
            stuck = !isAssertionMet(arg[pc] as number, this.#contextBefore(i), outlook.after)
            break
          case SAVE:
            this.#set(this.slots, arg[pc] as number, i, 1)
            break
          case CLEAR:
            for (let slot = arg[pc] as number; slot < (arg2[pc] as number); slot++, steps++) {
              this.#set(this.slots, slot, -1, 1)
            }
            break
          case ENTER:
            this.#set(marks, arg[pc] as number, i, 2)
            this.#set(marks, startIndex, marks[startIndex] + 1, 2)
            break
          case CHECK:
            stuck = marks[arg[pc] as number] === i
            break
          default:
        }
      }
      pc = stuck ? this.#back() : (out[pc] as number)
    }
  }

  /** Sets a value and records the old one for `#back`. */
  #set(values: Int32Array, index: number, value: number, list: 1 | 2): void {
    this.#stack.push(values[index] as number, index, -list)
    values[index] = value
  }

  /** Reverts to the latest choice and takes its other branch. */
  #back(): number {
    const stack = this.#stack
    for (;;) {
      const top = stack.pop()
      if (top === undefined) throw new Error('a match start position is invalid')
      if (top >= 0) return top
      const values = top === -1 ? this.slots : this.#marks
      const index = stack.pop() as number
      values[index] = stack.pop() as number
    }
  }

  #contextBefore(i: number): number {
    const { classes } = this.#program
    if (i === 0) return EDGE
    const at = i > 1 && splitsPair(this.#text, i - 1) ? i - 2 : i - 1
    return classes.context[classes.of(this.#text.codePointAt(at) as number)] as number
  }
}

/** Returns whether a position is inside a surrogate pair. */
export function splitsPair(text: string, at: number): boolean {
  return at > 0 && (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800
}

/** Returns the number of code units of a code point; 1 at the end. */
export function widthAt(text: string, at: number): number {
  return splitsPair(text, at + 1) ? 2 : 1
}
