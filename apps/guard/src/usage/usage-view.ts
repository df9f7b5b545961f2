import type { UsageView } from '@gatehouse/contracts/guard'
import type { Clock } from '@gatehouse/kernel'
import type { Store } from '@gatehouse/store'
import { type DayUsage, readUsageDays, type TenantRecord } from '@gatehouse/store/tenants'
import { planOf, quotaOf } from '../administration/tenant-view.ts'
import type { Usage } from './usage.ts'

const DAY_MS = 86_400_000

interface UsagePorts {
  readonly store: Store
  readonly usage: Usage
  readonly clock: Clock
}

/**
 * Returns a tenant's usage and its quotas.
 * @param days number of days up to today that are listed; undefined: none
 */
export async function usageView(
  record: TenantRecord,
  { store, usage, clock }: UsagePorts,
  days: number | undefined,
): Promise<UsageView> {
  const quota = quotaOf(record)
  const used = await usage.read(record.id)
  return {
    tenant_id: record.id,
    plan: planOf(record),
    usage: {
      requests_this_minute: used.requestsThisMinute,
      requests_today: used.requests,
      tokens_today: used.tokens,
      blocked_today: used.blocked,
    },
    quota,
    pct_of_minute_limit: percentOf(used.requestsThisMinute, quota.requests_per_minute),
    pct_of_daily_limit: percentOf(used.requests, quota.requests_per_day),
    ...(days === undefined ? {} : { days: await daysOf(store, record.id, datesUpTo(clock.now(), days), used) }),
  }
}

/** Returns the usage of each date, with zeros for missing dates. For today, the live counter replaces the stored one. */
async function daysOf(
  store: Store,
  tenantId: string,
  dates: readonly string[],
  { requests, tokens, blocked }: DayUsage,
): Promise<NonNullable<UsageView['days']>> {
  const stored = new Map((await readUsageDays(store, tenantId, dates[0]!)).map(({ day, ...used }) => [day, used]))
  stored.set(dates.at(-1)!, { requests, tokens, blocked })
  return dates.map((date) => ({ date, ...(stored.get(date) ?? { requests: 0, tokens: 0, blocked: 0 }) }))
}

function datesUpTo(now: number, days: number): string[] {
  return Array.from({ length: days }, (_, at) => new Date(now - (days - 1 - at) * DAY_MS).toISOString().slice(0, 10))
}

/** Returns the percentage; null without a limit. */
function percentOf(used: number, limit: number | null): number | null {
  if (limit === null) return null
  return limit === 0 ? 100 : Math.round((1_000 * used) / limit) / 10
}
