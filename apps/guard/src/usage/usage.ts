import type { UsagePort } from '@gatehouse/screening'
import type { Quota } from '@gatehouse/contracts/guard'
import type { SlidingWindow } from '@gatehouse/guards'
import { type Clock, Failure } from '@gatehouse/kernel'
import type { DayUsage, UsageDelta } from '@gatehouse/store/tenants'

/** Storage of daily usage; implemented by the store and by tests. */
export interface UsageStore {
  add(deltas: readonly UsageDelta[]): Promise<ReadonlyMap<string, DayUsage>>
  read(tenantId: string, day: string): Promise<DayUsage>
}

/** Usage of tenants, and enforcement of quotas. */
export interface Usage extends UsagePort {
  /** Returns the tenant's usage, including unwritten counts. */
  read(tenantId: string): Promise<DayUsage & { readonly requestsThisMinute: number }>
  /** Writes the counts and stops the timer. */
  close(): Promise<void>
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Maximum delay before a count is written. A crash loses unwritten counts. */
const FLUSH_MS = 1_000

/** Maximum number of days in memory: one per active tenant. */
const DAYS_MAX = 20_000

/**
 * Own limit of auxiliary requests per request: a client that reconnects every time sends a handshake and list requests first. A tenant
 * without a minute limit gets the allowance of this many requests.
 */
export const ASIDE_PER_REQUEST = 4
const REQUESTS_PER_MINUTE_DEFAULT = 6_000

interface Day {
  readonly tenantId: string
  readonly day: string
  /** Stored usage, as last read; unknown until needed. */
  stored: DayUsage | undefined
  requests: number
  tokens: number
  blocked: number
}

/** Counts in memory, writes every second, and shares the minute's count through the cache. */
export function createUsage(store: UsageStore, windows: SlidingWindow, clock: Clock): Usage {
  return new Ledger(store, windows, clock)
}

class Ledger implements Usage {
  readonly #store: UsageStore
  readonly #windows: SlidingWindow
  readonly #clock: Clock
  readonly #days = new Map<string, Day>()
  readonly #dirty = new Set<Day>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(store: UsageStore, windows: SlidingWindow, clock: Clock) {
    this.#store = store
    this.#windows = windows
    this.#clock = clock
  }

  admit(tenantId: string, quota: Quota | undefined, tokens: number): Promise<void> | undefined {
    if (quota !== undefined) return this.#admitLimited(tenantId, quota, tokens)
    this.#countRequest(this.#dayOf(tenantId), tokens)
    // Not awaited: the count is for display only.
    const counted = this.#windows.hit(minuteKey(tenantId), MINUTE_MS, Number.MAX_SAFE_INTEGER)
    if (counted instanceof Promise) counted.catch(() => undefined)
    return undefined
  }

  admitAside(tenantId: string, quota: Quota | undefined): Promise<void> | undefined {
    return quota === undefined ? undefined : this.#admitAsideLimited(tenantId, quota)
  }

  async #admitAsideLimited(tenantId: string, quota: Quota): Promise<void> {
    await this.#requireDay(tenantId, quota, 1)
    const limit = (quota.requests_per_minute ?? REQUESTS_PER_MINUTE_DEFAULT) * ASIDE_PER_REQUEST
    const { allowed, retryAfter_ms } = await this.#windows.hit(`${tenantId}:quota:aside`, MINUTE_MS, limit)
    if (!allowed) throw exceeded(tenantId, 'requests_per_minute', retryAfter_ms)
  }

  /** @throws {Failure} `quota_exceeded` if the request would exceed the daily quota */
  async #requireDay(tenantId: string, quota: Quota, tokens: number): Promise<Day> {
    const item = this.#dayOf(tenantId)
    const used = await this.#total(item)
    const rest_ms = DAY_MS - (this.#clock.now() % DAY_MS)
    if (isOver(quota.requests_per_day, used.requests + 1)) throw exceeded(tenantId, 'requests_per_day', rest_ms)
    if (isOver(quota.tokens_per_day, used.tokens + tokens)) throw exceeded(tenantId, 'tokens_per_day', rest_ms)
    return item
  }

  spend(tenantId: string, tokens: number): void {
    if (tokens === 0) return
    const item = this.#dayOf(tenantId)
    // The new day starts without yesterday's excess.
    const counted = item.tokens + (item.stored?.tokens ?? 0)
    this.#count(item, 'tokens', Math.max(tokens, -counted))
  }

  blocked(tenantId: string): void {
    this.#count(this.#dayOf(tenantId), 'blocked', 1)
  }

  async read(tenantId: string): Promise<DayUsage & { readonly requestsThisMinute: number }> {
    // A limit of 0 queries without counting.
    const { used } = await this.#windows.hit(minuteKey(tenantId), MINUTE_MS, 0)
    return { ...(await this.#total(this.#dayOf(tenantId))), requestsThisMinute: used }
  }

  close(): Promise<void> {
    return this.#flush()
  }

  async #admitLimited(tenantId: string, quota: Quota, tokens: number): Promise<void> {
    const item = await this.#requireDay(tenantId, quota, tokens)
    // Usage without a limit is counted too, for display.
    const limit = quota.requests_per_minute ?? Number.MAX_SAFE_INTEGER
    const { allowed, retryAfter_ms } = await this.#windows.hit(minuteKey(tenantId), MINUTE_MS, limit)
    if (!allowed) throw exceeded(tenantId, 'requests_per_minute', retryAfter_ms)
    this.#countRequest(item, tokens)
  }

  #dayOf(tenantId: string): Day {
    const day = new Date(this.#clock.now()).toISOString().slice(0, 10)
    let item = this.#days.get(tenantId)
    if (item?.day !== day) {
      item = { tenantId, day, stored: undefined, requests: 0, tokens: 0, blocked: 0 }
      this.#days.delete(tenantId)
      this.#days.set(tenantId, item)
      if (this.#days.size > DAYS_MAX) this.#days.delete(this.#days.keys().next().value!)
    }
    return item
  }

  #countRequest(item: Day, tokens: number): void {
    this.#count(item, 'requests', 1)
    this.#count(item, 'tokens', tokens)
  }

  #count(item: Day, subject: 'requests' | 'tokens' | 'blocked', by: number): void {
    item[subject] += by
    this.#dirty.add(item)
    this.#timer ??= setTimeout(() => void this.#flush(), FLUSH_MS).unref()
  }

  /** Returns stored plus unwritten usage. */
  async #total(item: Day): Promise<DayUsage> {
    item.stored ??= await this.#store.read(item.tenantId, item.day)
    return {
      requests: item.stored.requests + item.requests,
      tokens: item.stored.tokens + item.tokens,
      blocked: item.stored.blocked + item.blocked,
    }
  }

  #flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  async #write(): Promise<void> {
    const batch = [...this.#dirty].map((item) => {
      const { tenantId, day, requests, tokens, blocked } = item
      return { one: item, delta: { tenantId, day, requests, tokens, blocked } }
    })
    this.#dirty.clear()
    try {
      const totals = await this.#store.add(batch.map(({ delta }) => delta))
      for (const { one, delta } of batch) {
        one.requests -= delta.requests
        one.tokens -= delta.tokens
        one.blocked -= delta.blocked
        one.stored = totals.get(`${one.tenantId}\n${one.day}`) ?? one.stored
      }
    } catch {
      // The database is unavailable. The next flush retries.
      for (const { one } of batch) this.#count(one, 'requests', 0)
    }
  }
}

function minuteKey(tenantId: string): string {
  return `${tenantId}:quota:minute`
}

function isOver(limit: number | null, wanted: number): boolean {
  return limit !== null && wanted > limit
}

function exceeded(tenantId: string, quota: keyof Quota, retryAfter_ms: number): Failure {
  const retry_after = Math.max(1, Math.ceil(retryAfter_ms / 1_000))
  return new Failure('quota_exceeded', `Tenant "${tenantId}" has exceeded its ${quota} quota.`, {
    retryAfter_s: retry_after,
    extra: { tenant_id: tenantId, quota, retry_after },
  })
}
