import type { Store } from '../connect.ts'
import { touchTenant } from '../touch-tenant.ts'

/** Stored agent; the guard service defines the format of its record. */
export interface AgentRow {
  readonly id: string
  readonly record: Readonly<Record<string, unknown>>
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Maximum number of agents per tenant. Every instance caches the agents of active tenants. */
export const AGENTS_MAX = 10_000

/** Item that marks a tenant that ever had an agent. Guards read it by name. It remains after the agents are deleted. */
const AGENTS_MARK = { kind: 'document', name: 'agents_registered' } as const

const COLUMNS = ['agent_id', 'record', 'created_at', 'updated_at'] as const

/** Returns all agents of a tenant by id. */
export async function listAgents(store: Store, tenantId: string): Promise<readonly AgentRow[]> {
  const rows = await store.db
    .selectFrom('agents')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .orderBy('agent_id')
    .execute()
  return rows.map(toAgent)
}

/** Returns the ids of a tenant's registered agents. */
export async function agentIds(store: Store, tenantId: string): Promise<readonly string[]> {
  const rows = await store.db.selectFrom('agents').select('agent_id').where('tenant_id', '=', tenantId).execute()
  return rows.map(({ agent_id }) => agent_id)
}

export async function readAgent(store: Store, tenantId: string, id: string): Promise<AgentRow | undefined> {
  const row = await store.db
    .selectFrom('agents')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('agent_id', '=', id)
    .executeTakeFirst()
  return row === undefined ? undefined : toAgent(row)
}

/**
 * Registers an agent, and marks the tenant as having had agents ({@link AGENTS_MARK}).
 * @returns the agent, or the reason of a failure: `taken`, or `full` when the tenant has {@link AGENTS_MAX}
 */
export async function insertAgent(
  store: Store,
  tenantId: string,
  id: string,
  record: object,
): Promise<AgentRow | 'taken' | 'full'> {
  return store.db.transaction().execute(async (transaction) => {
    await touchTenant(transaction, tenantId)
    const { count } = await transaction
      .selectFrom('agents')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('tenant_id', '=', tenantId)
      .executeTakeFirstOrThrow()
    if (count >= AGENTS_MAX) return 'full'
    const row = await transaction
      .insertInto('agents')
      .values({ tenant_id: tenantId, agent_id: id, record: JSON.stringify(record) })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'agent_id']).doNothing())
      .returning(COLUMNS)
      .executeTakeFirst()
    if (row === undefined) return 'taken'
    await transaction
      .insertInto('tenant_items')
      .values({ tenant_id: tenantId, ...AGENTS_MARK, document: '{}', updated_by: 'agents' })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'kind', 'name']).doNothing())
      .execute()
    await transaction
      .deleteFrom('unregistered_agents')
      .where('tenant_id', '=', tenantId)
      .where('agent_id', '=', id)
      .execute()
    return toAgent(row)
  })
}

/**
 * Changes an agent. Concurrent changes are serialized.
 * @returns `undefined` if the tenant has no such agent
 */
export async function changeAgent(
  store: Store,
  tenantId: string,
  id: string,
  change: (agent: AgentRow) => object,
): Promise<AgentRow | undefined> {
  return store.db.transaction().execute(async (transaction) => {
    await touchTenant(transaction, tenantId)
    const row = await transaction
      .selectFrom('agents')
      .select(COLUMNS)
      .where('tenant_id', '=', tenantId)
      .where('agent_id', '=', id)
      .executeTakeFirst()
    if (row === undefined) return undefined
    const changed = await transaction
      .updateTable('agents')
      .set({ record: JSON.stringify(change(toAgent(row))), updated_at: new Date() })
      .where('tenant_id', '=', tenantId)
      .where('agent_id', '=', id)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
    return toAgent(changed)
  })
}

/** @returns false when the tenant has no such agent */
export async function deleteAgent(store: Store, tenantId: string, id: string): Promise<boolean> {
  return store.db.transaction().execute(async (transaction) => {
    await touchTenant(transaction, tenantId)
    const done = await transaction
      .deleteFrom('agents')
      .where('tenant_id', '=', tenantId)
      .where('agent_id', '=', id)
      .executeTakeFirst()
    return done.numDeletedRows > 0n
  })
}

function toAgent(row: { agent_id: string; record: unknown; created_at: Date; updated_at: Date }): AgentRow {
  return {
    id: row.agent_id,
    // Only objects are written to this column.
    record: row.record as Readonly<Record<string, unknown>>,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
