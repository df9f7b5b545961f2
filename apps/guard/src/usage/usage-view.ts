import type { UsageView } from '@gatehouse/contracts'
import type { TenantRecord } from '@gatehouse/store'
import { planOf, quotaOf } from '../administration/tenant-view.ts'
import type { Usage } from './usage.ts'

/** What a tenant uses, against what it may use. */
export async function usageView(record: TenantRecord, usage: Usage): Promise<UsageView> {
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
  }
}

/** Null where nothing limits: no share of nothing. */
function percentOf(used: number, limit: number | null): number | null {
  if (limit === null) return null
  return limit === 0 ? 100 : Math.round((1_000 * used) / limit) / 10
}
