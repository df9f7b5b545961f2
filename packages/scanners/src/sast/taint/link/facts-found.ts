import { type Flow, PATH_MAX } from '../facts.ts'
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
  readonly isGuess?: boolean
  /** What left a function that was called, and by which flow. */
  readonly inner?: Fact
  readonly innerFlow?: Flow
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
  /** How many parts of a value something is said of. */
  readonly #parts = new Map<number, number>()
  readonly #states = new Map<number, number>()
  readonly #counts = new Map<number, number>()
  readonly #seen = new Set<number>()
  readonly #found: Fact[] = []
  #at = 0
  isFull = false

  constructor(paths: Paths, max: number) {
    this.#paths = paths
    this.#max = max
  }

  /** @param most how many facts there may be of one value */
  add(node: OriginNode, entry: number, given: number, tag: number, step: Step, most: number): void {
    const said = most === Infinity ? 0 : (this.#counts.get(node.id) ?? 0)
    if (said >= most) return
    const whole = this.#key(node, entry, WHOLE, tag)
    // What is said of all of a value is said of its parts.
    if (this.#seen.has(whole)) return
    const parts = this.#parts.get(whole) ?? 0
    const path = this.#paths.start(
      given,
      parts < LONG_MAX ? PATH_MAX : parts < SHORT_MAX ? 2 : parts < KEYS_MAX ? 1 : 0,
    )
    const key = path === WHOLE ? whole : this.#key(node, entry, path, tag)
    if (this.#seen.has(key)) return
    if (path !== WHOLE) this.#parts.set(whole, parts + 1)
    if (this.#found.length >= this.#max) {
      this.isFull = true
      return
    }
    this.#seen.add(key)
    if (most !== Infinity) this.#counts.set(node.id, said + 1)
    const { how, before, flow, call, inner, innerFlow, isGuess } = step
    this.#found.push({
      node,
      entry,
      path,
      tag,
      how,
      before,
      flow,
      call,
      ...(isGuess === true && { isGuess }),
      ...(inner !== undefined && { inner }),
      ...(innerFlow !== undefined && { innerFlow }),
    })
  }

  /** The next one that nobody has looked at. */
  take(): Fact | undefined {
    const fact = this.#found[this.#at]
    if (fact !== undefined) this.#at += 1
    return fact
  }

  /** Entries, paths and tags have fewer numbers than fit in the powers of two here. */
  #key(node: OriginNode, entry: number, path: number, tag: number): number {
    const said = (entry * 2 ** 18 + path) * 2 ** 15 + tag
    let state = this.#states.get(said)
    if (state === undefined) {
      state = this.#states.size
      this.#states.set(said, state)
    }
    return node.id * 2 ** 27 + state
  }
}
