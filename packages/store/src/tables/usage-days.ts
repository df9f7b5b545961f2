import { sql } from 'kysely'
import type { Store } from '../connect.ts'

/** Usage of a tenant in one day. */
export interface DayUsage {
  readonly requests: number
  readonly tokens: number
  readonly blocked: number
}

/** Usage to add to a tenant's day. */
export interface UsageDelta extends DayUsage {
  readonly tenantId: string
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string
}

/**
 * Adds to the days of tenants, each completely or not at all. Deleted tenants are skipped.
 * @returns the new totals, by tenant and day as `tenant\nday`
 */
export async function addUsage(store: Store, deltas: readonly UsageDelta[]): Promise<ReadonlyMap<string, DayUsage>> {
  if (deltas.length === 0) return new Map()
  const rows = deltas.map(({ tenantId, day, requests, tokens, blocked }) => ({
    tenant_id: tenantId,
    day,
    requests,
    tokens,
    blocked,
  }))
  const done = await sql<{ tenant_id: string; day: string; requests: number; tokens: number; blocked: number }>`
    INSERT INTO usage_days AS known (tenant_id, day, requests, tokens, blocked)
    SELECT n.tenant_id, n.day, n.requests, n.tokens, n.blocked
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
           AS n (tenant_id text, day date, requests bigint, tokens bigint, blocked bigint)
     WHERE EXISTS (SELECT FROM tenants WHERE id = n.tenant_id)
     ORDER BY n.tenant_id, n.day
    ON CONFLICT (tenant_id, day) DO UPDATE SET
      requests = known.requests + excluded.requests,
      tokens = known.tokens + excluded.tokens,
      blocked = known.blocked + excluded.blocked
    RETURNING tenant_id, to_char(day, 'YYYY-MM-DD') AS day, requests, tokens, blocked`.execute(store.db)
  return new Map(
    done.rows.map(({ tenant_id, day, requests, tokens, blocked }) => [
      `${tenant_id}\n${day}`,
      { requests, tokens, blocked },
    ]),
  )
}

/** Returns a tenant's usage of a day; zeros without usage. */
export async function readUsage(store: Store, tenantId: string, day: string): Promise<DayUsage> {
  const row = await store.db
    .selectFrom('usage_days')
    .select(['requests', 'tokens', 'blocked'])
    .where('tenant_id', '=', tenantId)
    .where('day', '=', day)
    .executeTakeFirst()
  return row ?? { requests: 0, tokens: 0, blocked: 0 }
}

/** Returns a tenant's days from a date on, oldest first; days without usage are missing. @param from  `YYYY-MM-DD`, UTC */
export async function readUsageDays(
  store: Store,
  tenantId: string,
  from: string,
): Promise<readonly (DayUsage & { readonly day: string })[]> {
  return store.db
    .selectFrom('usage_days')
    .select(['requests', 'tokens', 'blocked', sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day')])
    .where('tenant_id', '=', tenantId)
    .where('day', '>=', from)
    .orderBy('usage_days.day')
    .execute()
}
