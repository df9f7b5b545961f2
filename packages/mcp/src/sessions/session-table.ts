import type { Clock } from '@gatehouse/kernel'

import type { GatewayLimits } from '../server/limits.ts'
import { EventBudget } from './event-budget.ts'
import type { Session } from './session.ts'

interface Entry {
  readonly session: Session
  used_ms: number
}

/** All sessions of this process. Only its owner can access a session. */
export class SessionTable {
  /** Event budget of all sessions. */
  readonly budget: EventBudget
  readonly #clock: Clock
  readonly #limits: GatewayLimits
  readonly #entries = new Map<string, Entry>()
  /** Sessions of each owner, the most recently used last. */
  readonly #owners = new Map<string, Set<string>>()
  /** Number of sessions by group. */
  readonly #groups = new Map<string, number>()

  constructor(clock: Clock, limits: GatewayLimits) {
    this.#clock = clock
    this.#limits = limits
    this.budget = new EventBudget(limits)
  }

  get size(): number {
    return this.#entries.size
  }

  find(id: string, owner: string): Session | undefined {
    const entry = this.#entries.get(id)
    if (entry === undefined || entry.session.about.owner !== owner) return undefined
    if (this.#isIdle(entry)) {
      this.remove(entry.session)
      return undefined
    }
    entry.used_ms = this.#clock.now()
    const ids = this.#owners.get(owner)!
    ids.delete(id)
    ids.add(id)
    return entry.session
  }

  /** Makes room for another session of this owner by ending an idle one. Returns false if there is none. */
  makeRoom(owner: string, group: string): boolean {
    this.sweep()
    const { sessionsPerOwner, sessionsPerGroup, sessionsInAll } = this.#limits
    const ids = this.#owners.get(owner)
    const isFull = (ids?.size ?? 0) >= sessionsPerOwner || (this.#groups.get(group) ?? 0) >= sessionsPerGroup
    if (!isFull && this.#entries.size < sessionsInAll) return true
    for (const id of ids ?? []) {
      const { session } = this.#entries.get(id)!
      if (session.isBusy) continue
      this.remove(session)
      return true
    }
    return false
  }

  add(session: Session): void {
    const { id, owner, group } = session.about
    this.#groups.set(group, (this.#groups.get(group) ?? 0) + 1)
    this.#entries.set(id, { session, used_ms: this.#clock.now() })
    const ids = this.#owners.get(owner)
    if (ids === undefined) this.#owners.set(owner, new Set([id]))
    else ids.add(id)
  }

  /** Ends a session; further requests of its owner get 404. */
  remove(session: Session, reason = 'The session ended.'): void {
    const { id, owner, group } = session.about
    if (!this.#entries.delete(id)) return
    const left = (this.#groups.get(group) ?? 1) - 1
    if (left > 0) this.#groups.set(group, left)
    else this.#groups.delete(group)
    const ids = this.#owners.get(owner)
    ids?.delete(id)
    if (ids?.size === 0) this.#owners.delete(owner)
    void session.end(reason)
  }

  /** Ends idle sessions. */
  sweep(): void {
    for (const entry of this.#entries.values()) if (this.#isIdle(entry)) this.remove(entry.session)
  }

  /** Ends the sessions of matching owners. */
  removeOwners(matches: (owner: string) => boolean): void {
    for (const { session } of this.#entries.values()) if (matches(session.about.owner)) this.remove(session)
  }

  #isIdle({ session, used_ms }: Entry): boolean {
    return !session.isBusy && this.#clock.now() - used_ms > this.#limits.sessionIdle_ms
  }
}
