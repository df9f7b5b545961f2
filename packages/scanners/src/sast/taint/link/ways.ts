import type { Flow } from '../facts.ts'
import type { Fact } from './facts-found.ts'
import { Pairs, Triples } from './pairs.ts'
import { type Fn, type Program, push } from './program.ts'
import { ANYWHERE } from './tags.ts'
import type { Target } from './targets.ts'

/** A value for a function that came by a call by which the value did not. */
export interface Refused {
  readonly fact: Fact
  readonly flow: Flow
  readonly call: number
  readonly index: number
  readonly path: number
  readonly tag: number
  readonly target: Target
}

const MODES = ['call', 'make', 'callback'] as const

/** Ports that are no parameters. */
export const RESULT = -2
export const THROWN = -3

/** Something that a function gives out: its result, what it throws, or what a parameter holds (-1: the receiver). */
export interface Exit {
  readonly fact: Fact
  readonly flow: Flow
  readonly port: number
  readonly path: number
  readonly tag: number
}

/** By which way something came into a function. */
export interface Incoming {
  readonly fact: Fact
  /** The one that calls, or that the variable is of. */
  readonly fn: Fn
  readonly flow: Flow
  /** -1: by a variable of the function around. */
  readonly call: number
  readonly entry: number
  readonly target: Target | undefined
}

/** By which ways functions were entered and left. */
export class Ways {
  readonly #incoming = new Map<number, Incoming[]>()
  readonly #ways = new Triples()
  readonly #knownWays = new Pairs()
  readonly #exits = new Map<number, Exit[]>()
  /** What functions give out whoever calls them. */
  readonly #open = new Map<Fn, Exit[]>()
  readonly #leaving = new Triples()
  readonly #knownExits = new Pairs()
  readonly #calls = new Map<number, ReadonlySet<number>>()
  readonly #refused = new Map<number, Refused[]>()
  /** Those of a walk whose entries are gone out by too. */
  readonly #base: Ways | undefined

  constructor(base: Ways | undefined) {
    this.#base = base
  }

  /** @returns false where it is known */
  addIncoming(entry: number, one: Incoming): boolean {
    // By a variable any function may be meant; by a call it is the same one each time.
    const by = one.call === -1 ? -1 - one.fn.id : one.call
    const way = this.#ways.number(by, one.entry, one.target === undefined ? -1 : MODES.indexOf(one.target.mode))
    const { size } = this.#knownWays
    if (this.#knownWays.number(entry, way) < size) return false
    push(this.#incoming, entry, one)
    return true
  }

  /** @returns false where it is known */
  addExit(exit: Exit): boolean {
    const { fact, port, path, tag } = exit
    const at = fact.entry === ANYWHERE ? -1 - fact.node.fn.id : fact.entry
    const { size } = this.#knownExits
    if (this.#knownExits.number(at, this.#leaving.number(port, path, tag)) < size) return false
    if (fact.entry === ANYWHERE) push(this.#open, fact.node.fn, exit)
    else push(this.#exits, fact.entry, exit)
    return true
  }

  /** Those that are added meanwhile may be seen or not: they see what left by themselves. */
  forEachIncoming(entry: number, each: (one: Incoming) => void): void {
    this.#base?.forEachIncoming(entry, each)
    const own = this.#incoming.get(entry)
    if (own !== undefined) for (const one of own) each(one)
  }

  /** By which ways the function around was entered, where something of an inner one gets into one of its variables. */
  entriesOf(around: Fn, { node, entry }: Fact, program: Program): readonly number[] {
    if (node.fn === around || entry === ANYWHERE) return [entry]
    const found = new Set<number>()
    this.forEachIncoming(entry, (one) => {
      const caller = one.call === -1 ? one.fn : program.ownerOf(one.call)
      if (caller === around) found.add(one.entry)
    })
    return found.size === 0 ? [ANYWHERE] : [...found]
  }

  exits(entry: number): readonly Exit[] {
    return [...(this.#exits.get(entry) ?? [])]
  }

  open(fn: Fn): readonly Exit[] {
    return [...(this.#open.get(fn) ?? [])]
  }

  refuse(one: Refused): void {
    push(this.#refused, one.fact.entry, one)
  }

  /** What was refused to those who entered so, to be tried again. */
  refused(entry: number): readonly Refused[] {
    const list = this.#refused.get(entry) ?? []
    this.#refused.delete(entry)
    return list
  }

  /** Whether there is a call by which both what is followed and the function that it is given to came in. */
  comeTogether(entry: number, targetEntry: number): boolean {
    if (this.#base === undefined || entry === ANYWHERE || targetEntry === ANYWHERE || entry === targetEntry) return true
    const calls = this.#base.#callsInto(targetEntry)
    if (calls.size === 0 || calls.has(-1)) return true
    let isTogether = false
    this.forEachIncoming(entry, ({ call }) => {
      isTogether ||= call === -1 || calls.has(call)
    })
    return isTogether
  }

  /** The calls by which something came in so; not asked before all of them are known. */
  #callsInto(entry: number): ReadonlySet<number> {
    let calls = this.#calls.get(entry)
    if (calls === undefined) {
      calls = new Set((this.#incoming.get(entry) ?? []).map(({ call }) => call))
      this.#calls.set(entry, calls)
    }
    return calls
  }
}
