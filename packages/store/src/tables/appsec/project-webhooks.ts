import { sql } from 'kysely'
import type { Store } from '../../connect.ts'
import { repositoryKey } from './repository-key.ts'

/** @param sealed  null removes the secret */
export async function setWebhookSecret(
  store: Store,
  organizationId: string,
  id: string,
  sealed: Buffer | null,
): Promise<void> {
  await store.db
    .updateTable('projects')
    .set({ webhook_secret: sealed, updated_at: sql<Date>`now()` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Returns the encrypted secret; null for a project without one. */
export async function readWebhookSecret(store: Store, organizationId: string, id: string): Promise<Buffer | null> {
  const row = await store.db
    .selectFrom('projects')
    .select('webhook_secret')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.webhook_secret ?? null
}

/** Project that may receive events of a git host. */
export interface WebhookProject {
  readonly id: string
  readonly organizationId: string
  readonly repoUrl: string
  readonly defaultBranch: string
  readonly webhookPaths: readonly string[]
  /** Encrypted; null: the project rejects all events. */
  readonly webhookSecret: Buffer | null
}

/** Own limit of projects with one repository that receive an event. */
const WEBHOOK_PROJECTS_MAX = 100

/**
 * Returns the projects of all organizations with this repository, oldest first, those with a webhook secret before the others. The caller
 * must verify the event with the secret of each project before using the project.
 * @param addresses spellings of the address
 */
export async function findWebhookProjects(
  store: Store,
  addresses: readonly string[],
): Promise<readonly WebhookProject[]> {
  const keys = new Set(addresses.map(repositoryKey).filter((key) => key !== null))
  if (keys.size === 0) return []
  const rows = await store.db
    .selectFrom('projects')
    .select(['id', 'organization_id', 'repo_url', 'default_branch', 'webhook_secret', 'webhook_paths'])
    .where('repo_key', 'in', [...keys])
    .orderBy(sql`webhook_secret IS NULL`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(WEBHOOK_PROJECTS_MAX)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    organizationId: row.organization_id,
    repoUrl: row.repo_url!,
    defaultBranch: row.default_branch,
    // Only the table of projects writes the column.
    webhookPaths: row.webhook_paths as readonly string[],
    webhookSecret: row.webhook_secret,
  }))
}
