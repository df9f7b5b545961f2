import type { WebhookProvider } from '@gatehouse/contracts/hosts'
import { sql } from 'kysely'
import type { Store } from '../../connect.ts'

export interface HostLinkFields {
  readonly kind: WebhookProvider
  readonly baseUrl: string
  readonly owner: string
  readonly repo: string
  /** Null: the secret is a token. */
  readonly appId: string | null
  readonly installationId: string | null
  /** Sealed token or private key. */
  readonly secret: Buffer
}

/** Repository of a project at a git host. */
export interface HostLinkRow extends HostLinkFields {
  readonly organizationId: string
  readonly projectId: string
  readonly updatedAt: Date
  /** Start of the failure period of reports; null after a successful one. */
  readonly failingSince: Date | null
  /** Set if the service disabled the reports after failures. */
  readonly disabledReason: string | null
}

const COLUMNS = sql`organization_id AS "organizationId", project_id AS "projectId", kind, base_url AS "baseUrl", owner,
  repo, app_id AS "appId", installation_id AS "installationId", secret, updated_at AS "updatedAt",
  failing_since AS "failingSince", disabled_reason AS "disabledReason"`

export async function findHostLink(
  store: Store,
  organizationId: string,
  projectId: string,
): Promise<HostLinkRow | undefined> {
  const { rows } = await sql<HostLinkRow>`
    SELECT ${COLUMNS} FROM host_links
     WHERE organization_id = ${organizationId} AND project_id = ${projectId}`.execute(store.db)
  return rows[0]
}

/** Creates or replaces the link of a project. */
export async function saveHostLink(
  store: Store,
  organizationId: string,
  projectId: string,
  { kind, baseUrl, owner, repo, appId, installationId, secret }: HostLinkFields,
): Promise<HostLinkRow> {
  const { rows } = await sql<HostLinkRow>`
    INSERT INTO host_links (project_id, organization_id, kind, base_url, owner, repo, app_id, installation_id, secret)
    VALUES (${projectId}, ${organizationId}, ${kind}, ${baseUrl}, ${owner}, ${repo}, ${appId}, ${installationId}, ${secret})
    ON CONFLICT (organization_id, project_id) DO UPDATE SET kind = excluded.kind, base_url = excluded.base_url,
           owner = excluded.owner, repo = excluded.repo, app_id = excluded.app_id,
           installation_id = excluded.installation_id, secret = excluded.secret, updated_at = clock_timestamp(),
           enabled = true, failing_since = NULL, disabled_reason = NULL
    RETURNING ${COLUMNS}`.execute(store.db)
  return rows[0]!
}

/** @returns false if there was no link */
export async function deleteHostLink(store: Store, organizationId: string, projectId: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM host_links WHERE organization_id = ${organizationId} AND project_id = ${projectId}`.execute(store.db)
  return numAffectedRows > 0n
}
