import { sql } from 'kysely'
import type { Store } from '../connect.ts'

/** Calls of one unregistered agent. */
export interface UnregisteredAgent {
  readonly agentId: string
  readonly firstSeen: Date
  readonly lastSeen: Date
  readonly calls: number
  readonly endpoints: readonly string[]
  readonly roles: readonly string[]
}

/** Maximum number of rows per tenant, and of names per row, because callers choose both. */
export const UNREGISTERED_MAX = 1_000
const NAMES_MAX = 50

/** Adds calls to the record of each agent; above {@link UNREGISTERED_MAX} new agents of a tenant are dropped. */
export async function noteUnregistered(
  store: Store,
  tenantId: string,
  seen: readonly UnregisteredAgent[],
): Promise<void> {
  if (seen.length === 0) return
  await sql`
    INSERT INTO unregistered_agents AS known
           (tenant_id, agent_id, first_seen, last_seen, call_count, endpoints, roles)
    SELECT ${tenantId}, n.agent_id, n.first_seen, n.last_seen, n.calls, n.endpoints, n.roles
      FROM jsonb_to_recordset(${JSON.stringify(seen.map(toJson))}::jsonb)
           AS n (agent_id text, first_seen timestamptz, last_seen timestamptz, calls bigint, endpoints jsonb, roles jsonb)
     WHERE EXISTS (SELECT FROM tenants WHERE id = ${tenantId})
       AND NOT EXISTS (SELECT FROM agents a WHERE a.tenant_id = ${tenantId} AND a.agent_id = n.agent_id)
       AND ((SELECT count(*) FROM unregistered_agents u WHERE u.tenant_id = ${tenantId}) < ${UNREGISTERED_MAX}
            OR EXISTS (SELECT FROM unregistered_agents u WHERE u.tenant_id = ${tenantId} AND u.agent_id = n.agent_id))
    ON CONFLICT (tenant_id, agent_id) DO UPDATE SET
      last_seen = greatest(known.last_seen, excluded.last_seen),
      call_count = known.call_count + excluded.call_count,
      endpoints = ${union('endpoints')},
      roles = ${union('roles')}`.execute(store.db)
}

/** Returns agents by their latest call, newest first. */
export async function listUnregistered(store: Store, tenantId: string): Promise<readonly UnregisteredAgent[]> {
  const rows = await store.db
    .selectFrom('unregistered_agents')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .orderBy('last_seen', 'desc')
    .limit(UNREGISTERED_MAX)
    .execute()
  return rows.map((row) => ({
    agentId: row.agent_id,
    firstSeen: row.first_seen,
    lastSeen: row.last_seen,
    calls: row.call_count,
    endpoints: row.endpoints as string[],
    roles: row.roles as string[],
  }))
}

/** Deletes all records. @returns their number */
export async function forgetUnregistered(store: Store, tenantId: string): Promise<number> {
  const done = await store.db.deleteFrom('unregistered_agents').where('tenant_id', '=', tenantId).executeTakeFirst()
  return Number(done.numDeletedRows)
}

function union(column: 'endpoints' | 'roles') {
  const known = sql.ref(`known.${column}`)
  const added = sql.ref(`excluded.${column}`)
  return sql`(SELECT coalesce(jsonb_agg(name), '[]') FROM (
    SELECT DISTINCT name FROM jsonb_array_elements_text(${known} || ${added}) AS name ORDER BY name LIMIT ${NAMES_MAX}) AS names)`
}

function toJson({ agentId, firstSeen, lastSeen, calls, endpoints, roles }: UnregisteredAgent) {
  return { agent_id: agentId, first_seen: firstSeen, last_seen: lastSeen, calls, endpoints, roles }
}
