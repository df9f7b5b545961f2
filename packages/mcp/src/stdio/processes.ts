import type { Clock } from '@gatehouse/kernel'

import type { Trouble } from '../upstream/trouble.ts'
import { Offspring } from './offspring.ts'
import type { ProcessEnd } from './process.ts'
import type { SharedServer } from './shared-server.ts'

/** Processes of one route; each session has one unless they share it. */
const PROCESSES_PER_ROUTE_MAX = 32
/** Processes of all routes: what a machine of ordinary size can hold beside the gateway. */
const PROCESSES_MAX = 128

export interface ProcessesOptions {
  readonly clock: Clock
  readonly perRoute?: number
  readonly inAll?: number
  /** Told of each process that ended, by the name of its server. */
  readonly onExit?: (name: string, end: ProcessEnd) => void
}

/** The processes that the gateway runs: how many, for which routes, and which of them are shared. */
export class Processes {
  readonly clock: Clock
  readonly onExit: (name: string, end: ProcessEnd) => void
  readonly shared = new Map<string, SharedServer>()
  readonly offspring = new Offspring()
  readonly #perRoute: number
  readonly #inAll: number
  readonly #running = new Map<string, number>()
  readonly #closers = new Set<() => Promise<void>>()
  #count = 0

  constructor({ clock, perRoute = PROCESSES_PER_ROUTE_MAX, inAll = PROCESSES_MAX, onExit }: ProcessesOptions) {
    this.clock = clock
    this.onExit = onExit ?? (() => undefined)
    this.#perRoute = perRoute
    this.#inAll = inAll
  }

  get size(): number {
    return this.#count
  }

  /**
   * Makes room for one more process of a route. Returns how to give it back.
   * @throws {Failure} `unavailable` when too many run
   */
  take(route: string, trouble: Trouble): () => void {
    const own = this.#running.get(route) ?? 0
    if (own >= this.#perRoute || this.#count >= this.#inAll) throw trouble.failure('runs in too many processes already')
    this.#running.set(route, own + 1)
    this.#count += 1
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      this.#count -= 1
      const left = (this.#running.get(route) ?? 1) - 1
      if (left > 0) this.#running.set(route, left)
      else this.#running.delete(route)
    }
  }

  /** Remembers how to end a process that runs. Returns how to forget it. */
  add(close: () => Promise<void>): () => void {
    this.#closers.add(close)
    return () => void this.#closers.delete(close)
  }

  /** Ends all processes. */
  async close(): Promise<void> {
    await Promise.all([...this.#closers].map((close) => close()))
  }
}
