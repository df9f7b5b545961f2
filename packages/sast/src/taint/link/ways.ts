import type { Flow } from '../facts.ts'
import type { Fact } from './facts-found.ts'
import { ALL_RULES } from './guide.ts'
import { Pairs, Triples } from './pairs.ts'
import { type Fn, type Program, push } from './program.ts'
import { ANYWHERE } from './tags.ts'
import type { Target } from './targets.ts'

/** A label of a value, with the bit set of its rules. */
export interface LabelRules {
  readonly tag: number
  readonly rules: number
}

/** A value rejected for a function because they came by different calls. */
export interface Refused {
  readonly fact: Fact
  readonly flow: Flow
  readonly call: number
  readonly index: number
  readonly path: number
  readonly said: LabelRules
  readonly target: Target
}

const MODES = ['call', 'make', 'callback'] as const

/** Ports that are no parameters. */
export const RESULT = -2
export const THROWN = -3

/** An exit of a function: its result, its exception, or the final content of a parameter (-1: the receiver). */
export interface Exit {
  readonly fact: Fact
  readonly flow: Flow
  readonly port: number
  readonly path: number
  readonly said: LabelRules
}

/** A call or variable through which a value entered a function. */
export interface Incoming {
  readonly fact: Fact
  /** The calling function, or the owner of the variable. */
  readonly fn: Fn
  readonly flow: Flow
  /** -1: by a variable of the function around. */
  readonly call: number
  readonly entry: number
  readonly target: Target | undefined
  readonly rules: number
}

/** By which ways functions were entered and left. */
export class CallContexts {
  readonly #incoming = new Map<number, Incoming[]>()
  readonly #ways = new Triples()
  readonly #knownWays = new Pairs()
  /** By the number there: the rules. */
  readonly #waysOf: number[] = []
  readonly #exits = new Map<number, Exit[]>()
  /** Exits of functions that apply to every caller. */
  readonly #open = new Map<Fn, Exit[]>()
  readonly #leaving = new Triples()
  readonly #knownExits = new Pairs()
  readonly #exitsOf: number[] = []
  readonly #calls = new Map<number, ReadonlySet<number>>()
  readonly #refused = new Map<number, Refused[]>()
  /** Entries of another walk that are also valid exits. */
  readonly #base: CallContexts | undefined

  constructor(base: CallContexts | undefined) {
    this.#base = base
  }

  /** @returns the call for the rules that are new; undefined for none */
  addIncoming(entry: number, incoming: Incoming): Incoming | undefined {
    // A variable may lead to any function; a call leads to the same one each time.
    const by = incoming.call === -1 ? -1 - incoming.fn.id : incoming.call
    const kind = this.#ways.number(
      by,
      incoming.entry,
      incoming.target === undefined ? -1 : MODES.indexOf(incoming.target.mode),
    )
    const rules = fresh(this.#waysOf, this.#knownWays.number(entry, kind), incoming.rules)
    if (rules === 0) return undefined
    const added = rules === incoming.rules ? incoming : { ...incoming, rules }
    push(this.#incoming, entry, added)
    return added
  }

  /** @returns the exit for the rules that are new; undefined for none */
  addExit(exit: Exit): Exit | undefined {
    const { fact, port, path, said } = exit
    const at = fact.entry === ANYWHERE ? -1 - fact.node.fn.id : fact.entry
    const number = this.#knownExits.number(at, this.#leaving.number(port, path, said.tag))
    const rules = fresh(this.#exitsOf, number, said.rules)
    if (rules === 0) return undefined
    const added = rules === said.rules ? exit : { ...exit, said: { tag: said.tag, rules } }
    if (fact.entry === ANYWHERE) push(this.#open, fact.node.fn, added)
    else push(this.#exits, fact.entry, added)
    return added
  }

  /** Entries that are added during the iteration may be skipped: they process past exits themselves. */
  forEachIncoming(entry: number, each: (incoming: Incoming) => void): void {
    this.#base?.forEachIncoming(entry, each)
    const own = this.#incoming.get(entry)
    if (own !== undefined) for (const item of own) each(item)
  }

  /** Returns the entries of the enclosing function when an inner function writes one of its variables, each with its rules. */
  entriesOf(around: Fn, { node, entry }: Fact, program: Program): ReadonlyMap<number, number> {
    if (node.fn === around || entry === ANYWHERE) return new Map([[entry, ALL_RULES]])
    const found = new Map<number, number>()
    this.forEachIncoming(entry, (incoming) => {
      const caller = incoming.call === -1 ? incoming.fn : program.ownerOf(incoming.call)
      if (caller === around) found.set(incoming.entry, (found.get(incoming.entry) ?? 0) | incoming.rules)
    })
    return found.size === 0 ? new Map([[ANYWHERE, ALL_RULES]]) : found
  }

  exits(entry: number): readonly Exit[] {
    return [...(this.#exits.get(entry) ?? [])]
  }

  open(fn: Fn): readonly Exit[] {
    return [...(this.#open.get(fn) ?? [])]
  }

  refuse(refused: Refused): void {
    push(this.#refused, refused.fact.entry, refused)
  }

  /** Returns the rejected values of an entry, to be tried again. */
  refused(entry: number): readonly Refused[] {
    const list = this.#refused.get(entry) ?? []
    this.#refused.delete(entry)
    return list
  }

  /** Returns the rules with a call through which both the value and its callee entered. */
  comeTogether(entry: number, targetEntry: number): number {
    const base = this.#base
    if (base === undefined || entry === ANYWHERE || targetEntry === ANYWHERE || entry === targetEntry) return ALL_RULES
    const calls = base.#callsInto(targetEntry)
    if (calls.size === 0 || calls.has(-1)) return ALL_RULES
    let together = 0
    this.forEachIncoming(entry, ({ call, rules }) => {
      if (call === -1 || calls.has(call)) together |= rules
    })
    return together
  }

  /** Returns the calls of an entry; only used after all of them are known. */
  #callsInto(entry: number): ReadonlySet<number> {
    let calls = this.#calls.get(entry)
    if (calls === undefined) {
      calls = new Set((this.#incoming.get(entry) ?? []).map(({ call }) => call))
      this.#calls.set(entry, calls)
    }
    return calls
  }
}

/** Marks rules as known. @returns the rules that are new */
function fresh(known: number[], at: number, rules: number): number {
  const before = known[at] ?? 0
  known[at] = before | rules
  return rules & ~before
}
