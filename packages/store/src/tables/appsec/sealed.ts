import { sql } from 'kysely'
import type { Store } from '../../connect.ts'

/** Columns with encrypted texts of organizations, by purpose. */
const PLACES = {
  organization_signing_key: { table: 'signing_keys', id: 'id', of: 'id', column: 'private_key' },
  organization_model_key: { table: 'model_settings', id: 'organization_id', of: 'organization_id', column: 'api_key' },
  project_webhook_secret: { table: 'projects', id: 'id', of: 'id', column: 'webhook_secret' },
  host_link_secret: { table: 'host_links', id: 'project_id', of: 'project_id', column: 'secret' },
  integration_secrets: { table: 'integrations', id: 'id', of: 'id', column: 'secrets' },
  // A rescan uses the secret of its scan, so that it is bound to the project.
  scan_source_secret: { table: 'scans', id: 'id', of: 'project_id', column: 'source_secret' },
} as const

export type SealedPurpose = keyof typeof PLACES
export const SEALED_PURPOSES = Object.keys(PLACES) as readonly SealedPurpose[]

export interface OrganizationSecret {
  readonly organizationId: string
  /** Id of its row. */
  readonly id: string
  /** Row that the encryption is bound to: the row itself, or its parent. */
  readonly of: string
  readonly sealed: Buffer
}

const FIRST = '00000000-0000-0000-0000-000000000000'

/** Returns texts of all organizations that were sealed with an older key than `keyId`, by row id. */
export async function listStaleOrganizationSecrets(
  store: Store,
  purpose: SealedPurpose,
  keyId: string,
  { after = FIRST, limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<readonly OrganizationSecret[]> {
  const { table, id, of, column } = PLACES[purpose]
  // Bytes 2 to 9 of a sealed text identify its key.
  const { rows } = await sql<{ organization_id: string; row: string; of: string; sealed: Buffer }>`
    SELECT organization_id, ${sql.ref(id)} AS row, ${sql.ref(of)} AS of, ${sql.ref(column)} AS sealed FROM ${sql.table(table)}
     WHERE ${sql.ref(id)} > ${after}::uuid AND substring(${sql.ref(column)} FROM 2 FOR 8) <> decode(${keyId}, 'hex')
     ORDER BY ${sql.ref(id)} LIMIT ${limit}`.execute(store.db)
  return rows.map(({ organization_id, row, of: whose, sealed }) => ({
    organizationId: organization_id,
    id: row,
    of: whose,
    sealed,
  }))
}

/**
 * Replaces an encrypted text by its re-encrypted form. Concurrent changes have priority.
 * @returns whether it was replaced
 */
export async function resealOrganizationSecret(
  store: Store,
  purpose: SealedPurpose,
  { organizationId, id, sealed }: Pick<OrganizationSecret, 'organizationId' | 'id' | 'sealed'>,
  after: Buffer,
): Promise<boolean> {
  const place = PLACES[purpose]
  const { numAffectedRows = 0n } = await sql`
    UPDATE ${sql.table(place.table)} SET ${sql.ref(place.column)} = ${after}
     WHERE organization_id = ${organizationId} AND ${sql.ref(place.id)} = ${id}
       AND ${sql.ref(place.column)} = ${sealed}`.execute(store.db)
  return numAffectedRows > 0n
}
