import { Triples } from './pairs.ts'
import { type Fn, push } from './program.ts'

/** A function that a call may run. */
export interface Target {
  readonly fn: Fn
  /** `make`: a constructor; `callback`: a function that the call is given. */
  readonly mode: 'call' | 'make' | 'callback'
  /** Whether the receiver of the call is that of the function. */
  readonly hasReceiver: boolean
  /** Of a callback: which argument it is. */
  readonly index: number
  /** How the function that calls was entered by the one that is called, where that came as a value. */
  readonly entry: number
  /** Whether nothing but its name says that it is meant. */
  readonly isGuess?: boolean
}

export interface Site {
  readonly call: number
  readonly target: Target
}

/** Ours: a call of which more is said is one of anything. */
const TARGETS_MAX = 40

const NONE: readonly Target[] = []
const MODES = ['call', 'make', 'callback'] as const

/** What calls run, by their numbers over all files. */
export class Targets {
  readonly #targets = new Map<number, Target[]>()
  readonly #callbacks = new Map<number, Target[]>()
  readonly #sites = new Map<Fn, Site[]>()
  readonly #ways = new Triples()
  readonly #seen = new Triples()

  of(call: number): readonly Target[] {
    return this.#targets.get(call) ?? NONE
  }

  /** Functions that a call is given. */
  callbacks(call: number): readonly Target[] {
    return this.#callbacks.get(call) ?? NONE
  }

  /** The calls that may run a function. */
  sites(fn: Fn): readonly Site[] {
    return this.#sites.get(fn) ?? []
  }

  /** @returns false where that is known */
  add(call: number, target: Target): boolean {
    const way = this.#ways.number(MODES.indexOf(target.mode), target.index, target.entry)
    if (this.#seen.find(call, target.fn.id, way) !== -1) return false
    const lists = target.mode === 'callback' ? this.#callbacks : this.#targets
    if ((lists.get(call)?.length ?? 0) >= TARGETS_MAX) return false
    this.#seen.add(call, target.fn.id, way)
    push(lists, call, target)
    push(this.#sites, target.fn, { call, target })
    return true
  }
}
