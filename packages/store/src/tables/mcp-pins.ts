import { type Selectable, sql } from 'kysely'
import type { Store } from '../connect.ts'
import type { DB } from '../schema.gen.ts'
import { touchTenant } from '../touch-tenant.ts'

/** State of a tool's definition compared with the accepted one. */
export const PIN_STATES = ['pinned', 'changed', 'renamed', 'shadowed', 'poisoned'] as const
export type PinState = (typeof PIN_STATES)[number]

/** Definition with its hashes. */
export interface PinnedDefinition {
  /** Includes the name. */
  readonly hash: string
  /** Excludes the name. */
  readonly bodyHash: string
  readonly definition: Readonly<Record<string, unknown>>
}

/** Stored tool of a route. */
export interface PinRow {
  readonly id: string
  readonly route: string
  readonly tool: string
  /** Last accepted definition, or the first definition. */
  readonly accepted: PinnedDefinition
  readonly state: PinState
  readonly reason: string
  /** Current definition of the server, if it differs. */
  readonly seen: PinnedDefinition | undefined
  readonly firstSeen: Date
  readonly lastSeen: Date
  readonly acceptedAt: Date | null
  readonly acceptedBy: string | null
}

/** A tool seen for the first time. */
export interface NewPin extends PinnedDefinition {
  readonly id: string
  readonly tool: string
  /** Normalized name for detecting confusable names. */
  readonly likeness: string
  readonly state: PinState
  readonly reason: string
}

/** Change of a known tool in a listing. */
export interface PinChange {
  readonly tool: string
  /** Hash of the compared definition. A newer accepted definition is not overwritten. */
  readonly acceptedHash: string
  readonly state: PinState
  readonly reason: string
  readonly seen: PinnedDefinition | undefined
}

/** Maximum number of pins per route: several times the tools of the largest servers. */
export const PINS_PER_ROUTE_MAX = 2_000
/** Maximum number of pins per tenant. */
const PINS_PER_TENANT_MAX = 20_000

const COLUMNS = [
  'id',
  'route',
  'tool',
  'hash',
  'body_hash',
  'definition',
  'state',
  'reason',
  'seen_hash',
  'seen_body_hash',
  'seen_definition',
  'first_seen',
  'last_seen',
  'accepted_at',
  'accepted_by',
] as const

/** Returns a tenant's pins, optionally of one route, by route and tool. */
export async function listPins(store: Store, tenantId: string, route?: string): Promise<readonly PinRow[]> {
  let select = store.db.selectFrom('mcp_pins').select(COLUMNS).where('tenant_id', '=', tenantId)
  if (route !== undefined) select = select.where('route', '=', route)
  return (await select.orderBy('route').orderBy('tool').limit(PINS_PER_TENANT_MAX).execute()).map(toPin)
}

export async function readPin(
  store: Store,
  tenantId: string,
  by: { readonly id: string } | { readonly route: string; readonly tool: string },
): Promise<PinRow | undefined> {
  const select = store.db.selectFrom('mcp_pins').select(COLUMNS).where('tenant_id', '=', tenantId)
  const row = await (
    'id' in by ? select.where('id', '=', by.id) : select.where('route', '=', by.route).where('tool', '=', by.tool)
  ).executeTakeFirst()
  return row === undefined ? undefined : toPin(row)
}

/** Returns other routes' tools with similar names that are not marked as confusable, oldest first. */
export async function pinsElsewhere(
  store: Store,
  tenantId: string,
  route: string,
  likenesses: readonly string[],
): Promise<readonly { readonly route: string; readonly likeness: string; readonly firstSeen: Date }[]> {
  if (likenesses.length === 0) return []
  const rows = await store.db
    .selectFrom('mcp_pins')
    .select(['route', 'likeness', 'first_seen'])
    .where('tenant_id', '=', tenantId)
    .where('route', '<>', route)
    .where('likeness', 'in', [...likenesses])
    .where('state', '<>', 'shadowed')
    .orderBy('first_seen')
    .orderBy('route')
    .execute()
  return rows.map(({ route: other, likeness, first_seen: firstSeen }) => ({ route: other, likeness, firstSeen }))
}

/**
 * Pins new tools. Of several instances with the same new tool one pins it; the others compare with that pin.
 * @returns false when the route was deleted, or is full
 */
export async function insertPins(
  store: Store,
  tenantId: string,
  route: string,
  pins: readonly NewPin[],
  at: Date,
): Promise<boolean> {
  if (pins.length === 0) return true
  return store.db.transaction().execute(async (transaction) => {
    // Locks the route until the pins are written, so that its deletion includes them.
    const current = await transaction
      .selectFrom('tenant_items')
      .select('name')
      .where('tenant_id', '=', tenantId)
      .where('kind', '=', 'mcp_route')
      .where('name', '=', route)
      .forKeyShare()
      .executeTakeFirst()
    if (current === undefined) return false
    const { count } = await transaction
      .selectFrom('mcp_pins')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('tenant_id', '=', tenantId)
      .where('route', '=', route)
      .executeTakeFirstOrThrow()
    if (count + pins.length > PINS_PER_ROUTE_MAX) return false
    await transaction
      .insertInto('mcp_pins')
      .values(
        pins.map(({ id, tool, likeness, hash, bodyHash, definition, state, reason }) => ({
          tenant_id: tenantId,
          id,
          route,
          tool,
          likeness,
          hash,
          body_hash: bodyHash,
          definition: JSON.stringify(definition),
          state,
          reason,
          first_seen: at,
          last_seen: at,
        })),
      )
      .onConflict((conflict) => conflict.columns(['tenant_id', 'route', 'tool']).doNothing())
      .execute()
    return true
  })
}

/** Stores changes of known tools. */
export async function changePins(
  store: Store,
  tenantId: string,
  route: string,
  changes: readonly PinChange[],
  at: Date,
): Promise<void> {
  for (const { tool, acceptedHash, state, reason, seen } of changes) {
    // oxlint-disable-next-line no-await-in-loop -- few change at a time
    await store.db
      .updateTable('mcp_pins')
      .set({
        state,
        reason,
        seen_hash: seen?.hash ?? null,
        seen_body_hash: seen?.bodyHash ?? null,
        seen_definition: seen === undefined ? null : JSON.stringify(seen.definition),
        last_seen: at,
      })
      .where('tenant_id', '=', tenantId)
      .where('route', '=', route)
      .where('tool', '=', tool)
      .where('hash', '=', acceptedHash)
      .execute()
  }
}

/** Records that tools were seen unchanged. */
export async function notePinsSeen(
  store: Store,
  tenantId: string,
  route: string,
  tools: readonly string[],
  at: Date,
): Promise<void> {
  if (tools.length === 0) return
  await store.db
    .updateTable('mcp_pins')
    .set({ last_seen: at })
    .where('tenant_id', '=', tenantId)
    .where('route', '=', route)
    .where('tool', 'in', [...tools])
    .execute()
}

/**
 * Accepts the current definition of a tool.
 * @param expected hash that the approver has reviewed; another hash is a `conflict`, and an unchanged definition is `unseen`
 * @returns undefined when there is no such pin
 */
export async function acceptPin(
  store: Store,
  tenantId: string,
  id: string,
  { by, at, expected }: { readonly by: string; readonly at: Date; readonly expected: string | undefined },
): Promise<PinRow | 'conflict' | 'unseen' | undefined> {
  // A write invalidates the tenant on every instance. A request for an unknown pin must not.
  if ((await readPin(store, tenantId, { id })) === undefined) return undefined
  return store.db.transaction().execute(async (transaction) => {
    // The tenant is locked first, as in the deletion of the route, which prevents deadlocks.
    await touchTenant(transaction, tenantId)
    const before = await transaction
      .selectFrom('mcp_pins')
      .select(COLUMNS)
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (before === undefined) return undefined
    if (expected === undefined && before.seen_hash !== null) return 'unseen'
    if (expected !== undefined && expected !== (before.seen_hash ?? before.hash)) return 'conflict'
    const row = await transaction
      .updateTable('mcp_pins')
      .set({
        state: 'pinned',
        reason: '',
        hash: before.seen_hash ?? before.hash,
        body_hash: before.seen_body_hash ?? before.body_hash,
        definition: sql`coalesce(seen_definition, definition)`,
        seen_hash: null,
        seen_body_hash: null,
        seen_definition: null,
        accepted_at: at,
        accepted_by: by,
      })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
    return toPin(row)
  })
}

type Row = Pick<Selectable<DB['mcp_pins']>, (typeof COLUMNS)[number]>

function toPin(row: Row): PinRow {
  // Only these functions write the table, and only states and objects.
  const definition = row.definition as PinnedDefinition['definition']
  return {
    id: row.id,
    route: row.route,
    tool: row.tool,
    accepted: { hash: row.hash, bodyHash: row.body_hash, definition },
    state: row.state as PinState,
    reason: row.reason,
    seen:
      row.seen_hash === null
        ? undefined
        : {
            hash: row.seen_hash,
            bodyHash: row.seen_body_hash ?? '',
            definition: row.seen_definition as PinnedDefinition['definition'],
          },
    firstSeen: row.first_seen,
    lastSeen: row.last_seen,
    acceptedAt: row.accepted_at,
    acceptedBy: row.accepted_by,
  }
}
