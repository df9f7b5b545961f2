import { EDGE, OTHER } from './classes.ts'
import { ascending, keyOf } from './key.ts'
import { DFA_CACHE_BYTES_MAX, DFA_STATE_OVERHEAD_BYTES, DFA_UNITS_PER_STATE_MIN } from './limits.ts'
import { count, type StepMeter } from './meter.ts'
import { CHAR, MATCH, PLACE, SPLIT } from './opcodes.ts'
import { isAssertionMet, type Program } from './program.ts'

/** Instructions that wait at a position, before the following text is known. */
interface Waiting {
  readonly at: Uint16Array
  /** Context before the position. */
  readonly before: number
}

interface State extends Waiting {
  /** Patterns that matched on the way into the state. */
  readonly matched: readonly number[]
}

/**
 * Reads a text once, from left to right, and determines which patterns match anywhere. States are sets of instructions, created lazily and
 * cached with a limit. Without an effective cache, the sets are simulated.
 */
export class ForwardSearch {
  readonly #program: Program
  readonly #width: number
  /** Transitions by `state + class`; 0: unknown; negative: `-state`, with additional actions. */
  #next: Int32Array
  #states: (State | undefined)[] = [undefined]
  #numbers = new Map<string, number>()
  #start = 0
  #flushes = 0
  /** Size of the cache, and number of states dropped by the latest flush. */
  #bytes = 0
  #dropped = 0
  // Round in which an instruction was last visited. A new round resets all marks.
  readonly #visited: Int32Array
  readonly #kept: Int32Array
  readonly #stack: Int32Array
  readonly #targets: Uint16Array
  #round = 0

  constructor(program: Program) {
    this.#program = program
    this.#width = program.classes.count + 1
    // Row 0 is unused, because 0 means "unknown".
    this.#next = new Int32Array(this.#width * 8)
    this.#visited = new Int32Array(program.size)
    this.#kept = new Int32Array(program.size)
    this.#stack = new Int32Array(2 * program.size + 2)
    this.#targets = new Uint16Array(program.size + program.starts.length)
  }

  /** @param onMatch receives matching patterns, perhaps repeatedly; returning true ends the search */
  run(text: string, onMatch: (patterns: readonly number[]) => boolean, meter: StepMeter): void {
    const { classes } = this.#program
    const { ascii } = classes
    const length = text.length
    if (this.#start === 0) this.#start = this.#number(this.#initial())
    let state = this.#start
    let next = this.#next
    let flushes = this.#flushes
    let flushedAt = 0
    for (let i = 0; i <= length; i++) {
      const from = i
      let kind = classes.count
      if (i < length) {
        const unit = text.charCodeAt(i)
        if (unit < 128) kind = ascii[unit] as number
        else {
          const codePoint = text.codePointAt(i) as number
          kind = classes.of(codePoint)
          if (codePoint > 0xffff) i++
        }
      }
      let to = next[state + kind] as number
      if (to <= 0) {
        if (to === 0) {
          to = this.#grow(state, kind, meter)
          next = this.#next
        }
        if (to < 0) {
          to = -to
          const { matched, at } = this.#state(to)
          if ((matched.length > 0 && onMatch(matched)) || at.length === 0) {
            count(meter, i)
            return
          }
        }
        if (this.#flushes !== flushes) {
          if (from - flushedAt < this.#dropped * DFA_UNITS_PER_STATE_MIN) {
            count(meter, i)
            this.#runUncached(text, i + 1, this.#state(to), onMatch, meter)
            return
          }
          flushes = this.#flushes
          flushedAt = from
        }
      }
      state = to
    }
    count(meter, length)
  }

  #runUncached(
    text: string,
    from: number,
    state: State,
    onMatch: (patterns: readonly number[]) => boolean,
    meter: StepMeter,
  ): void {
    const { classes } = this.#program
    let now = state
    for (let i = from; i <= text.length; i++) {
      const codePoint = i < text.length ? (text.codePointAt(i) as number) : -1
      now = this.#successor(now, codePoint === -1 ? classes.count : classes.of(codePoint), meter)
      if (codePoint > 0xffff) i++
      if ((now.matched.length > 0 && onMatch(now.matched)) || now.at.length === 0) return
    }
  }

  #initial(): State {
    return { at: Uint16Array.from(this.#program.starts).sort(), before: EDGE, matched: [] }
  }

  #state(offset: number): State {
    return this.#states[offset / this.#width] as State
  }

  #grow(from: number, kind: number, meter: StepMeter): number {
    const flushes = this.#flushes
    const state = this.#successor(this.#state(from), kind, meter)
    const offset = this.#number(state)
    const to = state.matched.length > 0 || state.at.length === 0 ? -offset : offset
    if (this.#flushes === flushes) this.#next[from + kind] = to
    return to
  }

  /** Returns the row of a state, created on demand. Flushes a full cache first. */
  #number(state: State): number {
    const key = keyOf(state.at, `${state.before}:${state.matched.join()}:`)
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    if (this.#bytes > DFA_CACHE_BYTES_MAX) this.#flush()
    // The instructions are stored twice, in the state and in its key.
    this.#bytes += 4 * this.#width + 4 * state.at.length + DFA_STATE_OVERHEAD_BYTES
    const offset = this.#states.length * this.#width
    this.#states.push(state)
    if (offset + this.#width > this.#next.length) {
      const wider = new Int32Array(this.#next.length * 2)
      wider.set(this.#next)
      this.#next = wider
    }
    this.#numbers.set(key, offset)
    return offset
  }

  #flush(): void {
    this.#flushes++
    this.#dropped = this.#states.length
    this.#bytes = 0
    this.#states = [undefined]
    this.#numbers = new Map()
    this.#next.fill(0)
    this.#start = 0
  }

  /** Returns the state after a code point of the class, and the patterns that match before it. */
  #successor(from: Waiting, kind: number, meter: StepMeter): State {
    const { op, out, arg, classes, starts, anchored, usesContext } = this.#program
    const { context, members } = classes
    const after = context[kind] as number
    const kinds = classes.count
    const round = ++this.#round
    const matched: number[] = []
    const targets = this.#targets
    let remaining = 0
    let steps = this.#width
    for (const first of from.at) {
      let top = 0
      this.#stack[top++] = first
      while (top > 0) {
        const pc = this.#stack[--top] as number
        if (this.#visited[pc] === round) continue
        this.#visited[pc] = round
        steps++
        const code = op[pc] as number
        if (code === MATCH) matched.push(arg[pc] as number)
        else if (code === CHAR) {
          const to = out[pc] as number
          if (after === EDGE || members[(arg[pc] as number) * kinds + kind] === 0 || this.#kept[to] === round) continue
          this.#kept[to] = round
          targets[remaining++] = to
        } else if (code !== PLACE || isAssertionMet(arg[pc] as number, from.before, after)) {
          if (code === SPLIT) this.#stack[top++] = arg[pc] as number
          this.#stack[top++] = out[pc] as number
        }
      }
    }
    count(meter, steps)
    if (after !== EDGE) {
      for (const [i, start] of starts.entries()) {
        if (anchored[i] === true || this.#kept[start] === round) continue
        this.#kept[start] = round
        targets[remaining++] = start
      }
    }
    return { at: ascending(targets, remaining, this.#kept, round), before: usesContext ? after : OTHER, matched }
  }
}
