import type { FindingStatus } from '@gatehouse/contracts/scans'
import { type Kysely, sql } from 'kysely'
import type { Store } from '../../connect.ts'
import type { DB } from '../../schema.gen.ts'
import { applyTriage } from './apply-triage.ts'
import { isUuid } from './owned.ts'

/** Changes of a finding beside its status. Absent: kept; null: removed. */
export interface FindingPlan {
  /** User id of a member. */
  readonly assigneeId?: string | null | undefined
  readonly dueAt?: Date | null | undefined
  /** End of a risk acceptance. */
  readonly acceptedUntil?: Date | null | undefined
  /** Email address of the member who makes the change. */
  readonly by: string
}

/** Plan of a finding as stored. */
export interface FindingPlanRow {
  readonly fingerprint: string
  readonly assigneeId: string | null
  readonly dueAt: Date | null
  readonly acceptedUntil: Date | null
  readonly acceptedBy: string | null
}

/** Stores the plan of fingerprints. The caller holds the advisory lock of the project. */
export async function applyPlan(
  db: Kysely<DB>,
  change: {
    readonly organizationId: string
    readonly projectId: string
    readonly fingerprints: readonly string[]
    readonly status: FindingStatus
    readonly plan: FindingPlan
  },
): Promise<void> {
  const { organizationId, projectId, fingerprints, status, plan } = change
  const { assigneeId, dueAt, acceptedUntil, by } = plan
  const isAccepted = status === 'ACCEPTED_RISK'
  await sql`
    UPDATE known_findings
       SET assignee_id = CASE WHEN ${assigneeId !== undefined} THEN ${assigneeId ?? null}::uuid ELSE assignee_id END,
           due_at = CASE WHEN ${dueAt !== undefined} THEN ${dueAt ?? null}::timestamptz ELSE due_at END,
           accepted_until = CASE WHEN ${isAccepted && acceptedUntil !== undefined} THEN ${acceptedUntil ?? null}::timestamptz
                                 ELSE accepted_until END,
           accepted_by = CASE WHEN ${isAccepted} AND (accepted_by IS NULL OR ${acceptedUntil !== undefined}) THEN ${by}
                              ELSE accepted_by END
     WHERE organization_id = ${organizationId} AND project_id = ${projectId}
       AND fingerprint = ANY (${[...fingerprints]})`.execute(db)
}

/** Returns the plans of fingerprints of a project. The assignee is null after the end of the membership. */
export async function readPlans(
  store: Store,
  organizationId: string,
  projectId: string,
  fingerprints: readonly string[],
): Promise<ReadonlyMap<string, FindingPlanRow>> {
  const { rows } = await sql<FindingPlanRow>`
    SELECT fingerprint, members.user_id AS "assigneeId", due_at AS "dueAt", accepted_until AS "acceptedUntil",
           accepted_by AS "acceptedBy"
      FROM known_findings LEFT JOIN members
           ON members.user_id = known_findings.assignee_id AND members.organization_id = ${organizationId}
     WHERE known_findings.organization_id = ${organizationId} AND project_id = ${projectId}
       AND fingerprint = ANY (${[...fingerprints]})`.execute(store.db)
  return new Map(rows.map((row) => [row.fingerprint, row]))
}

/** Returns the user id of an active member, by the id of the user or of the membership; undefined without one. */
export async function findAssignee(store: Store, organizationId: string, id: string): Promise<string | undefined> {
  if (!isUuid(id)) return undefined
  const { rows } = await sql<{ userId: string }>`
    SELECT user_id AS "userId" FROM members
     WHERE organization_id = ${organizationId} AND (user_id = ${id} OR id = ${id}) AND invited_until IS NULL`.execute(
    store.db,
  )
  return rows[0]?.userId
}

export interface ReopenedFindings {
  readonly organizationId: string
  readonly projectId: string
  readonly fingerprints: readonly string[]
}

/** Own limit per transaction. */
const REOPENED_MAX = 500

/** Opens findings whose risk acceptance has expired. Any number of processes may call it. */
export async function reopenExpired(store: Store, now: Date): Promise<readonly ReopenedFindings[]> {
  const { rows: due } = await sql<{ organizationId: string; projectId: string }>`
    SELECT DISTINCT organization_id AS "organizationId", project_id AS "projectId" FROM known_findings
     WHERE accepted_until <= ${now} AND status = 'ACCEPTED_RISK' LIMIT ${REOPENED_MAX}`.execute(store.db)
  const reopened: ReopenedFindings[] = []
  for (const { organizationId, projectId } of due) {
    const fingerprints = await store.db.transaction().execute(async (transaction) => {
      await sql`SELECT pg_advisory_xact_lock(hashtextextended(${projectId}, 0))`.execute(transaction)
      const { rows } = await sql<{ fingerprint: string; until: Date }>`
        SELECT fingerprint, accepted_until AS until FROM known_findings
         WHERE organization_id = ${organizationId} AND project_id = ${projectId} AND accepted_until <= ${now}
           AND status = 'ACCEPTED_RISK' ORDER BY fingerprint LIMIT ${REOPENED_MAX}`.execute(transaction)
      for (const [day, some] of Map.groupBy(rows, ({ until }) => until.toISOString().slice(0, 10))) {
        const marks = some.map(({ fingerprint }) => fingerprint)
        const note = `The risk acceptance expired on ${day}.`
        await applyTriage(transaction, { organizationId, projectId, fingerprints: marks, status: 'OPEN', note })
      }
      return rows.map(({ fingerprint }) => fingerprint)
    })
    if (fingerprints.length > 0) reopened.push({ organizationId, projectId, fingerprints })
  }
  return reopened
}
