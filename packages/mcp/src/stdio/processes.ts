import type { Clock } from '@gatehouse/kernel'

import type { UpstreamEvents } from '../upstream/trouble.ts'
import { Offspring } from './offspring.ts'
import type { ProcessEnd } from './process.ts'
import type { SharedServer } from './shared-server.ts'

/** Processes per route; each session has one unless they share it. */
const PROCESSES_PER_ROUTE_MAX = 32
/** Processes of all routes of one group, so that no group exhausts shared resources. */
const PROCESSES_PER_GROUP_MAX = 64
/** Processes of all routes: the capacity of an average machine. */
const PROCESSES_MAX = 128

export interface ProcessesOptions {
  readonly clock: Clock
  readonly perRoute?: number
  readonly perGroup?: number
  readonly inAll?: number
  /** Called for each ended process, with the name of its server. */
  readonly onExit?: (name: string, end: ProcessEnd) => void
}

/** Tracks the gateway's processes, their routes, and shared processes. */
export class Processes {
  readonly clock: Clock
  readonly onExit: (name: string, end: ProcessEnd) => void
  readonly shared = new Map<string, SharedServer>()
  readonly offspring = new Offspring()
  readonly #perRoute: number
  readonly #perGroup: number
  readonly #inAll: number
  /** By route, and by group. */
  readonly #running = new Map<string, number>()
  readonly #closers = new Set<() => Promise<void>>()
  #count = 0

  constructor({
    clock,
    perRoute = PROCESSES_PER_ROUTE_MAX,
    perGroup = PROCESSES_PER_GROUP_MAX,
    inAll = PROCESSES_MAX,
    onExit,
  }: ProcessesOptions) {
    this.clock = clock
    this.onExit = onExit ?? (() => undefined)
    this.#perRoute = perRoute
    this.#perGroup = perGroup
    this.#inAll = inAll
  }

  get size(): number {
    return this.#count
  }

  /**
   * Reserves a process slot of a route. Returns the function that releases it.
   * @param group group of the route
   * @throws {Failure} `unavailable` when too many processes run
   */
  take(route: string, group: string, trouble: UpstreamEvents): () => void {
    const places = [`route ${route}`, `group ${group}`] as const
    const [ofRoute, ofGroup] = places.map((place) => this.#running.get(place) ?? 0)
    if (ofRoute! >= this.#perRoute || ofGroup! >= this.#perGroup || this.#count >= this.#inAll) {
      throw trouble.failure('already runs in too many processes')
    }
    for (const place of places) this.#add(place, 1)
    let isTaken = true
    return () => {
      if (isTaken) for (const place of places) this.#add(place, -1)
      isTaken = false
    }
  }

  #add(place: string, processes: 1 | -1): void {
    if (place.startsWith('route ')) this.#count += processes
    const now = (this.#running.get(place) ?? 0) + processes
    if (now > 0) this.#running.set(place, now)
    else this.#running.delete(place)
  }

  /** Registers the end function of a running process. Returns the function that unregisters it. */
  add(close: () => Promise<void>): () => void {
    this.#closers.add(close)
    return () => void this.#closers.delete(close)
  }

  /** Ends all processes. */
  async close(): Promise<void> {
    await Promise.all([...this.#closers].map((close) => close()))
  }
}
