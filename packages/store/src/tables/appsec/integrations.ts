import type { IntegrationKind } from '@gatehouse/contracts/appsec'
import { Failure, uuidv7 } from '@gatehouse/kernel'
import { sql } from 'kysely'
import type { Store } from '../../connect.ts'
import { deliveryQueue } from '../delivery-queue.ts'
import { jsonb } from './jsonb.ts'
import { isUuid } from './owned.ts'

/** Own limit of integrations per organization; every scan is matched against them. */
export const INTEGRATIONS_MAX = 50

/** User-defined fields of an integration. */
export interface IntegrationFields {
  readonly name: string
  readonly enabled: boolean
  /** Settings without secrets. */
  readonly config: Readonly<Record<string, unknown>>
  /** Sealed JSON object of the secret settings; null: none. */
  readonly secrets: Buffer | null
  /** Events that create a delivery. */
  readonly events: readonly string[]
}

export interface IntegrationRow extends IntegrationFields {
  readonly id: string
  readonly organizationId: string
  readonly kind: IntegrationKind
  readonly failingSince: Date | null
  readonly disabledReason: string | null
  readonly dropped: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Receiver of a claimed delivery. */
export interface IntegrationReceiver {
  readonly kind: string
  readonly config: Readonly<Record<string, unknown>>
  readonly secrets: Buffer | null
  readonly enabled: boolean
}

/** Queue of the events of organizations. */
export const integrationQueue = deliveryQueue<IntegrationReceiver>({
  deliveries: 'integration_deliveries',
  receivers: 'integrations',
  tenant: 'organization_id',
  tenantType: 'uuid',
  receiver: 'integration_id',
  key: 'id',
  claimed: sql`w.kind, w.config, w.secrets, w.enabled`,
})

const COLUMNS = sql`id, organization_id AS "organizationId", kind, name, enabled, config, secrets, events,
  failing_since AS "failingSince", disabled_reason AS "disabledReason", dropped::int AS dropped,
  created_at AS "createdAt", updated_at AS "updatedAt"`

/** Returns the integrations of an organization, oldest first. */
export async function listIntegrations(store: Store, organizationId: string): Promise<readonly IntegrationRow[]> {
  const { rows } = await sql<IntegrationRow>`
    SELECT ${COLUMNS} FROM integrations WHERE organization_id = ${organizationId} ORDER BY id`.execute(store.db)
  return rows
}

/** Returns an integration of any organization; callers compare its organization. */
export async function findIntegration(store: Store, id: string): Promise<IntegrationRow | undefined> {
  if (!isUuid(id)) return undefined
  const { rows } = await sql<IntegrationRow>`SELECT ${COLUMNS} FROM integrations WHERE id = ${id}`.execute(store.db)
  return rows[0]
}

/**
 * Creates or updates an integration: the one with this id, or else with this kind and name. Changes of one organization are serialized.
 * Enabling an integration clears its failures.
 * @param fieldsOf an exception leaves everything unchanged
 * @throws {Failure} `not_found`, `conflict`, `limit_reached`
 */
export function saveIntegration(
  store: Store,
  organizationId: string,
  which: { readonly id?: string | undefined; readonly kind: IntegrationKind; readonly name: string },
  fieldsOf: (id: string, stored: IntegrationRow | undefined) => IntegrationFields,
): Promise<IntegrationRow> {
  return store.db.transaction().execute(async (transaction) => {
    await sql`SELECT FROM organizations WHERE id = ${organizationId} FOR NO KEY UPDATE`.execute(transaction)
    const { rows } = await sql<IntegrationRow>`
      SELECT ${COLUMNS} FROM integrations WHERE organization_id = ${organizationId}`.execute(transaction)
    const named = rows.find(({ kind, name }) => kind === which.kind && name === which.name)
    const stored = which.id === undefined ? named : rows.find(({ id }) => id === which.id)
    if (which.id !== undefined && stored === undefined) throw new Failure('not_found', 'Integration not found.')
    if (stored !== undefined && stored.kind !== which.kind) {
      throw new Failure('conflict', `The kind of an integration cannot change. This integration is ${stored.kind}.`)
    }
    if (named !== undefined && named.id !== stored?.id) {
      throw new Failure('conflict', 'Another integration of this kind has this name.')
    }
    if (stored === undefined && rows.length >= INTEGRATIONS_MAX) {
      throw new Failure('limit_reached', `An organization can have at most ${INTEGRATIONS_MAX} integrations.`)
    }
    const id = stored?.id ?? uuidv7()
    const { name, enabled, config, secrets, events } = fieldsOf(id, stored)
    const saved = await sql<IntegrationRow>`
      INSERT INTO integrations AS i (id, organization_id, kind, name, enabled, config, secrets, events)
      VALUES (${id}, ${organizationId}, ${which.kind}, ${name}, ${enabled}, ${jsonb(config)}::jsonb, ${secrets},
              ${jsonb(events)}::jsonb)
      ON CONFLICT (id) DO UPDATE SET name = excluded.name, config = excluded.config, secrets = excluded.secrets,
             events = excluded.events, enabled = excluded.enabled, updated_at = now(),
             failing_since = CASE WHEN excluded.enabled AND NOT i.enabled THEN NULL ELSE i.failing_since END,
             disabled_reason = CASE WHEN excluded.enabled THEN NULL ELSE i.disabled_reason END
      RETURNING ${COLUMNS}`.execute(transaction)
    return saved.rows[0]!
  })
}

/** Deletes an integration with its deliveries. @returns false if the organization has no such integration */
export async function deleteIntegration(store: Store, organizationId: string, id: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM integrations WHERE organization_id = ${organizationId} AND id = ${id}`.execute(store.db)
  return numAffectedRows > 0n
}

/** Disables an integration that has failed for too long. @returns false if it was already disabled or deleted */
export async function disableIntegration(
  store: Store,
  organizationId: string,
  id: string,
  reason: string,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE integrations SET enabled = false, disabled_reason = ${reason}, updated_at = now()
     WHERE organization_id = ${organizationId} AND id = ${id} AND enabled`.execute(store.db)
  return numAffectedRows > 0n
}
