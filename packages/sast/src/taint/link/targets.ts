import { Triples } from './pairs.ts'
import { type Fn, push } from './program.ts'

/** A function that a call may run. */
export interface Target {
  readonly fn: Fn
  /** `make`: a constructor; `callback`: a function argument of the call. */
  readonly mode: 'call' | 'make' | 'callback'
  /** Whether the receiver of the call is that of the function. */
  readonly hasReceiver: boolean
  /** Of a callback: which argument it is. */
  readonly index: number
  /** Entry of the calling function through which the called function arrived as a value. */
  readonly entry: number
  /** Whether the callee is resolved by name only. */
  readonly isGuess?: boolean
}

export interface Site {
  readonly call: number
  readonly target: Target
}

/** Own limit: a call with more targets is unresolved. */
const TARGETS_MAX = 40

const NONE: readonly Target[] = []
const MODES = ['call', 'make', 'callback'] as const

/** Targets of calls, by global call number. */
export class Targets {
  readonly #targets = new Map<number, Target[]>()
  readonly #callbacks = new Map<number, Target[]>()
  readonly #sites = new Map<Fn, Site[]>()
  readonly #ways = new Triples()
  readonly #seen = new Triples()

  of(call: number): readonly Target[] {
    return this.#targets.get(call) ?? NONE
  }

  /** Returns the functions that a call receives as arguments. */
  callbacks(call: number): readonly Target[] {
    return this.#callbacks.get(call) ?? NONE
  }

  /** The calls that may run a function. */
  sites(fn: Fn): readonly Site[] {
    return this.#sites.get(fn) ?? []
  }

  /** @returns false for a known target */
  add(call: number, target: Target): boolean {
    const kind = this.#ways.number(MODES.indexOf(target.mode), target.index, target.entry)
    if (this.#seen.find(call, target.fn.id, kind) !== -1) return false
    const lists = target.mode === 'callback' ? this.#callbacks : this.#targets
    if ((lists.get(call)?.length ?? 0) >= TARGETS_MAX) return false
    this.#seen.add(call, target.fn.id, kind)
    push(lists, call, target)
    push(this.#sites, target.fn, { call, target })
    return true
  }
}
