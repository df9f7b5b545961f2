import { type Flow, PATH_MAX } from '../facts.ts'
import { Pairs, Triples } from './pairs.ts'
import { type Paths, WHOLE } from './paths.ts'
import type { OriginNode } from './program.ts'

/** Derivation of a fact. */
export interface Step {
  readonly how: 'begin' | 'call' | 'back' | 'library' | 'variable' | 'member'
  /** Previous fact in the same function; undefined where a called function is the origin. */
  readonly before: Fact | undefined
  /** The flow of `before` that was gone. */
  readonly flow: Flow | undefined
  /** The number of the call, over all files; -1 for none. */
  readonly call: number
  /** Whether the callee of the call is resolved by name only. */
  readonly isGuess?: boolean | undefined
  /** Fact that left a called function, and the flow by which it left. */
  readonly inner?: Fact | undefined
  readonly innerFlow?: Flow | undefined
}

/** A label on a part of a value, for one entry of the function. */
export interface Fact extends Step {
  readonly node: OriginNode
  readonly entry: number
  readonly path: number
  readonly tag: number
  /** Bit set of the rules of the fact. */
  readonly rules: number
  /** Other derivations, for some of the rules. */
  readonly others?: readonly OtherStep[]
}

interface OtherStep {
  readonly rules: number
  readonly step: Step
}

/** Returns the derivation of a fact for one rule. @param rule its bit */
export function stepFor(fact: Fact, rule: number): Step {
  return fact.others?.find(({ rules }) => (rules & rule) !== 0)?.step ?? fact
}

type MutableFact = { -readonly [Key in keyof Fact]: Fact[Key] }

/** Bits of a number. */
const BITS = 32

/** Own limit: distinct parts of one value; with more, shorter paths cover everything below them, and finally the whole value. */
const LONG_MAX = 3
const SHORT_MAX = 6
const KEYS_MAX = 16

/** Facts in the order in which they were found, each once for each rule. */
export class Facts {
  readonly #paths: Paths
  readonly #max: number
  readonly #states = new Triples()
  /** Values with labels of a part. */
  readonly #said = new Pairs()
  /** By that index: the rules with the label. */
  readonly #seen: number[] = []
  /** By that index: index of the latest fact. */
  readonly #last: number[] = []
  /** By index of a whole value: number of its parts with the same label. */
  readonly #parts: number[] = []
  readonly #values: number
  /** By value number: the number of facts, where it is limited. */
  #counts: Int32Array | undefined
  /** By rule: how many were found. */
  readonly #ofRule = new Int32Array(BITS)
  readonly #found: MutableFact[] = []
  #at = 0
  /** Cache of the last state, and of the state of the whole value. */
  #known = -1
  #entry = -1
  #path = -1
  #tag = -1
  #knownWhole = -1
  #wholeEntry = -1
  #wholeTag = -1
  /** Bit set of rules without further facts: they exceeded the limit. */
  full = 0

  /** @param max maximum number of facts per rule @param values number of values */
  constructor(paths: Paths, max: number, values: number) {
    this.#paths = paths
    this.#values = values
    this.#max = max
  }

  /** @param most maximum number of facts per value */
  add(node: OriginNode, entry: number, value: number, tag: number, rules: number, step: Step, most: number): void {
    const count = most === Infinity ? 0 : this.#counted()[node.id]!
    if (count >= most) return
    let left = rules & ~this.full
    if (value !== WHOLE) {
      const known = this.#said.find(node.id, this.#state(entry, value, tag))
      if (known !== -1) left &= ~this.#seen[known]!
    }
    if (left === 0) return
    const whole = this.#place(node, this.#wholeState(entry, tag))
    // A label of the whole value applies to its parts.
    left &= ~this.#seen[whole]!
    if (left === 0) return
    const parts = this.#parts[whole]!
    // With few labels per value, each of its parts can have its own.
    const keys = parts < LONG_MAX || most !== Infinity ? PATH_MAX : parts < SHORT_MAX ? 2 : parts < KEYS_MAX ? 1 : 0
    const path = this.#paths.start(value, keys)
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

  /** Merges rules into a queued fact that is not processed yet, regardless of their derivations. */
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

  /** Returns the rules that are below their limit. */
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

  /** Returns the next unprocessed fact. */
  take(): Fact | undefined {
    const fact = this.#found[this.#at]
    if (fact !== undefined) this.#at += 1
    return fact
  }

  /** Returns the number of a state. Consecutive facts usually share the state: they come from the flows of one fact. */
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
