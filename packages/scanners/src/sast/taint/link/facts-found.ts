import { type Flow, PATH_MAX } from '../facts.ts'
import { Pairs, Triples } from './pairs.ts'
import { type Paths, WHOLE } from './paths.ts'
import type { OriginNode } from './program.ts'

/** How something came to be known. */
export interface Step {
  readonly how: 'begin' | 'call' | 'back' | 'library' | 'variable' | 'member'
  /** What it follows from, in the function that goes on; undefined where the function that is called began it. */
  readonly before: Fact | undefined
  /** The flow of `before` that was gone. */
  readonly flow: Flow | undefined
  /** The number of the call, over all files; -1 for none. */
  readonly call: number
  /** Whether nothing but a name says that the call runs what it went into or came out of. */
  readonly isGuess?: boolean | undefined
  /** What left a function that was called, and by which flow. */
  readonly inner?: Fact | undefined
  readonly innerFlow?: Flow | undefined
}

/** Something is said of a part of a value, under the way in which the function was entered. */
export interface Fact extends Step {
  readonly node: OriginNode
  readonly entry: number
  readonly path: number
  readonly tag: number
}

/** Ours: parts of one value that are told apart; of more, shorter paths stand for all that is below them, and then all of it. */
const LONG_MAX = 3
const SHORT_MAX = 6
const KEYS_MAX = 16

/** Facts in the order in which they were found, each once. */
export class Facts {
  readonly #paths: Paths
  readonly #max: number
  readonly #states = new Triples()
  /** Values with what is said of a part of them. */
  readonly #said = new Pairs()
  /** By the place there: 1 where it was found. */
  readonly #seen: number[] = []
  /** By the place of what is said of all of a value: of how many parts of it the same is said. */
  readonly #parts: number[] = []
  readonly #counts = new Map<number, number>()
  readonly #found: Fact[] = []
  #at = 0
  isFull = false

  constructor(paths: Paths, max: number) {
    this.#paths = paths
    this.#max = max
  }

  /** @param most how many facts there may be of one value */
  add(node: OriginNode, entry: number, given: number, tag: number, step: Step, most: number): void {
    const count = most === Infinity ? 0 : (this.#counts.get(node.id) ?? 0)
    if (count >= most) return
    const whole = this.#place(node, entry, WHOLE, tag)
    // What is said of all of a value is said of its parts.
    if (this.#seen[whole] === 1) return
    if (given !== WHOLE) {
      const known = this.#said.find(node.id, this.#states.find(entry, given, tag))
      if (known !== -1 && this.#seen[known] === 1) return
    }
    const parts = this.#parts[whole]!
    const path = this.#paths.start(
      given,
      parts < LONG_MAX ? PATH_MAX : parts < SHORT_MAX ? 2 : parts < KEYS_MAX ? 1 : 0,
    )
    const place = path === WHOLE ? whole : this.#place(node, entry, path, tag)
    if (this.#seen[place] === 1) return
    if (path !== WHOLE) this.#parts[whole] = parts + 1
    if (this.#found.length >= this.#max) {
      this.isFull = true
      return
    }
    this.#seen[place] = 1
    if (most !== Infinity) this.#counts.set(node.id, count + 1)
    const { how, before, flow, call, inner, innerFlow, isGuess } = step
    this.#found.push({ node, entry, path, tag, how, before, flow, call, isGuess, inner, innerFlow })
  }

  /** The next one that nobody has looked at. */
  take(): Fact | undefined {
    const fact = this.#found[this.#at]
    if (fact !== undefined) this.#at += 1
    return fact
  }

  #place(node: OriginNode, entry: number, path: number, tag: number): number {
    const place = this.#said.number(node.id, this.#states.number(entry, path, tag))
    if (place === this.#seen.length) {
      this.#seen.push(0)
      this.#parts.push(0)
    }
    return place
  }
}
