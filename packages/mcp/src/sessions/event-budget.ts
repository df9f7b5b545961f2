import type { GatewayLimits } from '../server/limits.ts'

type BudgetLimits = Pick<
  GatewayLimits,
  'eventCharsKeptPerOwner' | 'eventCharsKeptInAll' | 'eventCharsWaitingPerOwner' | 'eventCharsWaitingInAll'
>

/** Why event characters are in memory: for resumption, or for a connected reader. */
export type EventPurpose = 'kept' | 'waiting'

/** Budget for the events of all sessions, by owner and in total, so that no number of sessions exhausts the memory. */
export class EventBudget {
  readonly #most: Readonly<Record<EventPurpose, { readonly owner: number; readonly all: number }>>
  readonly #all: Record<EventPurpose, number> = { kept: 0, waiting: 0 }
  readonly #owners = new Map<string, Record<EventPurpose, number>>()

  constructor(limits: BudgetLimits) {
    this.#most = {
      kept: { owner: limits.eventCharsKeptPerOwner, all: limits.eventCharsKeptInAll },
      waiting: { owner: limits.eventCharsWaitingPerOwner, all: limits.eventCharsWaitingInAll },
    }
  }

  /** Returns the number of stored characters, of one owner or in total. */
  held(reason: EventPurpose, owner?: string): number {
    return owner === undefined ? this.#all[reason] : (this.#owners.get(owner)?.[reason] ?? 0)
  }

  fits(owner: string, reason: EventPurpose, chars: number): boolean {
    const most = this.#most[reason]
    return this.held(reason, owner) + chars <= most.owner && this.#all[reason] + chars <= most.all
  }

  hold(owner: string, reason: EventPurpose, chars: number): void {
    const own = this.#owners.get(owner) ?? { kept: 0, waiting: 0 }
    own[reason] += chars
    this.#all[reason] += chars
    if (own.kept + own.waiting > 0) this.#owners.set(owner, own)
    else this.#owners.delete(owner)
  }

  free(owner: string, reason: EventPurpose, chars: number): void {
    this.hold(owner, reason, -chars)
  }
}
