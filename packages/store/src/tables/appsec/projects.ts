import { type BuildGate, StoredBuildGate } from '@gatehouse/contracts/scans'
import { Failure, uuidv7 } from '@gatehouse/kernel'
import { type Kysely, sql } from 'kysely'
import type { Store } from '../../connect.ts'
import type { DB } from '../../schema.gen.ts'
import { isUuid } from './owned.ts'
import { repositoryKey } from './repository-key.ts'
import { type ScheduleRow, toSchedule } from './schedules.ts'

/** Own limit: many times the repositories of one organization. */
export const PROJECTS_MAX = 50_000

export interface ProjectRow {
  readonly id: string
  readonly organizationId: string
  readonly name: string
  readonly description: string
  readonly repoUrl: string | null
  readonly defaultBranch: string
  readonly dastTargetUrl: string | null
  readonly primaryLanguage: string | null
  /** Whether findings in tests, examples and documentation have a lower severity. */
  readonly reduceNonProduction: boolean
  /** Null: the default gate. */
  readonly buildGate: BuildGate | null
  readonly hasWebhookSecret: boolean
  /** Folders without whose changes webhook events are ignored; empty: no filter. */
  readonly webhookPaths: readonly string[]
  readonly schedule: ScheduleRow | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Editable fields of a project; missing ones are kept, or get their default. */
export interface ProjectFields {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly repoUrl?: string | null | undefined
  readonly defaultBranch?: string | undefined
  readonly dastTargetUrl?: string | null | undefined
  readonly reduceNonProduction?: boolean | undefined
  readonly webhookPaths?: readonly string[] | undefined
}

/** @throws {Failure} `limit_reached` */
export function insertProject(
  store: Store,
  organizationId: string,
  fields: ProjectFields & { readonly name: string },
): Promise<ProjectRow> {
  return store.db.transaction().execute(async (transaction) => {
    const { count } = await transaction
      .selectFrom('projects')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow()
    if (count >= PROJECTS_MAX) {
      throw new Failure('limit_reached', `An organization can have at most ${PROJECTS_MAX} projects.`)
    }
    const id = uuidv7()
    await transaction
      .insertInto('projects')
      .values({ id, organization_id: organizationId, name: fields.name, ...columnsOf(fields) })
      .execute()
    return (await read(transaction, id))!
  })
}

/**
 * Returns a page of an organization's projects, newest first.
 * @param search substring of the name or the repository address, case-insensitive
 */
export async function listProjects(
  store: Store,
  organizationId: string,
  { page, limit, search }: { readonly page: number; readonly limit: number; readonly search?: string | undefined },
): Promise<{ readonly projects: readonly ProjectRow[]; readonly total: number }> {
  const pattern = search === undefined ? undefined : `%${search.replace(/[\\%_]/g, String.raw`\$&`)}%`
  const matching = <Query extends { where: (condition: ReturnType<typeof sql<boolean>>) => Query }>(query: Query) =>
    pattern === undefined
      ? query
      : query.where(sql<boolean>`(projects.name ILIKE ${pattern} OR projects.repo_url ILIKE ${pattern})`)
  const [rows, { total }] = await Promise.all([
    matching(projects(store.db).where('projects.organization_id', '=', organizationId))
      .orderBy('projects.created_at', 'desc')
      .orderBy('projects.id', 'desc')
      .offset((page - 1) * limit)
      .limit(limit)
      .execute(),
    matching(store.db.selectFrom('projects').where('organization_id', '=', organizationId))
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { projects: rows.map(toProject), total }
}

/** Returns a project of any organization: the caller must check {@link owned} before using it. */
export async function findProject(store: Store, id: string): Promise<ProjectRow | undefined> {
  return isUuid(id) ? read(store.db, id) : undefined
}

/** @returns undefined when it was deleted meanwhile */
export async function changeProject(
  store: Store,
  organizationId: string,
  id: string,
  fields: ProjectFields,
): Promise<ProjectRow | undefined> {
  await store.db
    .updateTable('projects')
    .set({ ...columnsOf(fields), updated_at: sql<Date>`now()` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
  return read(store.db, id)
}

/**
 * Deletes a project with all its data. Its scans cannot be queued meanwhile.
 * @returns upload files without a remaining reference
 * @throws {Failure} `conflict` while one of its scans is in progress
 */
export function deleteProject(store: Store, organizationId: string, id: string): Promise<readonly string[]> {
  return store.db.transaction().execute(async (transaction) => {
    await transaction
      .selectFrom('projects')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .forUpdate()
      .execute()
    const { rows } = await sql<{ isActive: boolean; files: readonly string[] | null }>`
      SELECT bool_or(status IN ('QUEUED', 'RUNNING', 'PAUSED')) AS "isActive",
             array_agg(DISTINCT source_file::text) FILTER (WHERE source_file IS NOT NULL) AS files
        FROM scans WHERE organization_id = ${organizationId} AND project_id = ${id}`.execute(transaction)
    if (rows[0]?.isActive === true) {
      throw new Failure('conflict', 'A scan of the project has not finished. Wait for it, or cancel it.')
    }
    await transaction
      .deleteFrom('projects')
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute()
    // Uploads are only shared within a project.
    return rows[0]?.files ?? []
  })
}

/**
 * Sets the gate of a project; concurrent changes are serialized.
 * @param decide returns the new gate for the stored one
 */
export function changeBuildGate(
  store: Store,
  organizationId: string,
  id: string,
  decide: (stored: BuildGate | null) => BuildGate,
): Promise<BuildGate> {
  return store.db.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('projects')
      .select('build_gate')
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) throw new Failure('not_found', 'Project not found.')
    const gate = decide(storedGate(row.build_gate))
    await transaction
      .updateTable('projects')
      .set({ build_gate: JSON.stringify(gate), updated_at: sql<Date>`now()` })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute()
    return gate
  })
}

/** Adds defaults for fields that older stored gates lack. */
function storedGate(stored: unknown): BuildGate | null {
  return stored === null ? null : StoredBuildGate.parse(stored)
}

function columnsOf({
  name,
  description,
  repoUrl,
  defaultBranch,
  dastTargetUrl,
  reduceNonProduction,
  webhookPaths,
}: ProjectFields) {
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(repoUrl === undefined ? {} : { repo_url: repoUrl, repo_key: repoUrl === null ? null : repositoryKey(repoUrl) }),
    ...(defaultBranch === undefined ? {} : { default_branch: defaultBranch }),
    ...(dastTargetUrl === undefined ? {} : { dast_target_url: dastTargetUrl }),
    ...(reduceNonProduction === undefined ? {} : { reduce_non_production: reduceNonProduction }),
    ...(webhookPaths === undefined ? {} : { webhook_paths: JSON.stringify(webhookPaths) }),
  }
}

async function read(db: Kysely<DB>, id: string): Promise<ProjectRow | undefined> {
  const row = await projects(db).where('projects.id', '=', id).executeTakeFirst()
  return row === undefined ? undefined : toProject(row)
}

function projects(db: Kysely<DB>) {
  return db
    .selectFrom('projects')
    .leftJoin('schedules', 'schedules.project_id', 'projects.id')
    .select([
      'projects.id',
      'projects.organization_id',
      'projects.name',
      'projects.description',
      'projects.repo_url',
      'projects.default_branch',
      'projects.dast_target_url',
      'projects.primary_language',
      'projects.reduce_non_production',
      'projects.webhook_paths',
      'projects.build_gate',
      'projects.created_at',
      'projects.updated_at',
      sql<boolean>`projects.webhook_secret IS NOT NULL`.as('has_webhook_secret'),
      'schedules.project_id',
      'schedules.enabled',
      'schedules.frequency',
      'schedules.cron_expr',
      'schedules.timezone',
      'schedules.scan_type',
      'schedules.branch',
      'schedules.next_run_at',
      'schedules.last_run_at',
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof projects>['execute']>>[number]

function toProject(row: Row): ProjectRow {
  return {
    id: row.id,
    organizationId: row.organization_id,
    name: row.name,
    description: row.description,
    repoUrl: row.repo_url,
    defaultBranch: row.default_branch,
    dastTargetUrl: row.dast_target_url,
    primaryLanguage: row.primary_language,
    reduceNonProduction: row.reduce_non_production,
    // Only this module writes the column.
    webhookPaths: row.webhook_paths as readonly string[],
    buildGate: storedGate(row.build_gate),
    hasWebhookSecret: row.has_webhook_secret,
    schedule: toSchedule(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** Returns the project of an organization with this repository; the oldest of several. */
export async function findProjectByRepository(
  store: Store,
  organizationId: string,
  address: string,
): Promise<string | undefined> {
  const key = repositoryKey(address)
  if (key === null) return undefined
  const row = await store.db
    .selectFrom('projects')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('repo_key', '=', key)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}
