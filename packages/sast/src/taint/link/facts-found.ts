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
  /** The rules of which it is said: a bit each. */
  readonly rules: number
  /** Of some of the rules: how else it came to be known. */
  readonly others?: readonly OtherStep[]
}

interface OtherStep {
  readonly rules: number
  readonly step: Step
}

/** How a fact came to be known of one rule. @param rule its bit */
export function stepFor(fact: Fact, rule: number): Step {
  return fact.others?.find(({ rules }) => (rules & rule) !== 0)?.step ?? fact
}

type Kept = { -readonly [Key in keyof Fact]: Fact[Key] }

/** Bits of a number. */
const BITS = 32

/** Ours: parts of one value that are told apart; of more, shorter paths stand for all that is below them, and then all of it. */
const LONG_MAX = 3
const SHORT_MAX = 6
const KEYS_MAX = 16

/** Facts in the order in which they were found, each once for each rule. */
export class Facts {
  readonly #paths: Paths
  readonly #max: number
  readonly #states = new Triples()
  /** Values with what is said of a part of them. */
  readonly #said = new Pairs()
  /** By the place there: the rules of which it was found. */
  readonly #seen: number[] = []
  /** By the place there: where the last one of it stands. */
  readonly #last: number[] = []
  /** By the place of what is said of all of a value: of how many parts of it the same is said. */
  readonly #parts: number[] = []
  readonly #values: number
  /** By the number of a value: how much is said of it, where that is bounded. */
  #counts: Int32Array | undefined
  /** By rule: how many were found. */
  readonly #ofRule = new Int32Array(BITS)
  readonly #found: Kept[] = []
  #at = 0
  /** The state that was looked up last, and what it is of; the same of all of a value. */
  #known = -1
  #entry = -1
  #path = -1
  #tag = -1
  #knownWhole = -1
  #wholeEntry = -1
  #wholeTag = -1
  /** The rules of which no more is said: there was too much. */
  full = 0

  /** @param max how many facts there may be of one rule @param values how many values there are */
  constructor(paths: Paths, max: number, values: number) {
    this.#paths = paths
    this.#values = values
    this.#max = max
  }

  /** @param most how many facts there may be of one value */
  add(node: OriginNode, entry: number, given: number, tag: number, rules: number, step: Step, most: number): void {
    const count = most === Infinity ? 0 : this.#counted()[node.id]!
    if (count >= most) return
    let left = rules & ~this.full
    if (given !== WHOLE) {
      const known = this.#said.find(node.id, this.#state(entry, given, tag))
      if (known !== -1) left &= ~this.#seen[known]!
    }
    if (left === 0) return
    const whole = this.#place(node, this.#wholeState(entry, tag))
    // What is said of all of a value is said of its parts.
    left &= ~this.#seen[whole]!
    if (left === 0) return
    const parts = this.#parts[whole]!
    // Where few things are said of a value there is room for each of its parts.
    const keys = parts < LONG_MAX || most !== Infinity ? PATH_MAX : parts < SHORT_MAX ? 2 : parts < KEYS_MAX ? 1 : 0
    const path = this.#paths.start(given, keys)
    const place = path === WHOLE ? whole : this.#place(node, this.#state(entry, path, tag))
    const seen = this.#seen[place]!
    left &= ~seen
    if (left === 0) return
    if (path !== WHOLE && seen === 0) this.#parts[whole] = parts + 1
    left = this.#within(left)
    if (left === 0) return
    this.#seen[place] = seen | left
    if (this.#join(place, left, step)) return
    if (most !== Infinity) this.#counted()[node.id] = count + 1
    const { how, before, flow, call, inner, innerFlow, isGuess } = step
    this.#last[place] = this.#found.length
    this.#found.push({ node, entry, path, tag, rules: left, how, before, flow, call, isGuess, inner, innerFlow })
  }

  /** What nobody has looked at yet goes on as one for all rules, however it came to be known of each. */
  #join(place: number, rules: number, step: Step): boolean {
    const at = this.#last[place]!
    const known = at < this.#at ? undefined : this.#found[at]
    if (known === undefined) return false
    known.rules |= rules
    const others = (known.others as OtherStep[] | undefined) ?? []
    others.push({ rules, step })
    known.others = others
    return true
  }

  /** Those of some rules of which more may be said. */
  #within(rules: number): number {
    let left = rules
    for (let rest = rules; rest !== 0; rest &= rest - 1) {
      const bit = BITS - 1 - Math.clz32(rest & -rest)
      if (this.#ofRule[bit]! < this.#max) this.#ofRule[bit]! += 1
      else {
        this.full |= 1 << bit
        left &= ~(1 << bit)
      }
    }
    return left
  }

  #counted(): Int32Array {
    return (this.#counts ??= new Int32Array(this.#values))
  }

  /** All that were found. */
  all(): readonly Fact[] {
    return this.#found
  }

  /** The next one that nobody has looked at. */
  take(): Fact | undefined {
    const fact = this.#found[this.#at]
    if (fact !== undefined) this.#at += 1
    return fact
  }

  /** What is said one after the other is mostly said of the same state: by the flows of one fact. */
  #state(entry: number, path: number, tag: number): number {
    if (entry !== this.#entry || path !== this.#path || tag !== this.#tag) {
      this.#known = this.#states.number(entry, path, tag)
      ;[this.#entry, this.#path, this.#tag] = [entry, path, tag]
    }
    return this.#known
  }

  #wholeState(entry: number, tag: number): number {
    if (entry !== this.#wholeEntry || tag !== this.#wholeTag) {
      this.#knownWhole = this.#states.number(entry, WHOLE, tag)
      ;[this.#wholeEntry, this.#wholeTag] = [entry, tag]
    }
    return this.#knownWhole
  }

  #place(node: OriginNode, state: number): number {
    const place = this.#said.number(node.id, state)
    if (place === this.#seen.length) {
      this.#seen.push(0)
      this.#last.push(-1)
      this.#parts.push(0)
    }
    return place
  }
}
