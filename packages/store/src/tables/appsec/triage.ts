import type { FindingStatus } from '@gatehouse/contracts/scans'
import { sql } from 'kysely'
import type { Store } from '../../connect.ts'
import { isUuid } from './owned.ts'
import { applyTriage } from './apply-triage.ts'
import { applyPlan, type FindingPlan } from './finding-plans.ts'

/** Returns the organizations of finding ids: for the caller's authorization check. */
export async function findingOwners(
  store: Store,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly organizationId: string }[]> {
  const { rows } = await sql<{ id: string; organizationId: string }>`
    SELECT id, organization_id AS "organizationId" FROM findings WHERE id = ANY (${ids.filter(isUuid)})`.execute(
    store.db,
  )
  return rows
}

/**
 * Sets the triage of findings. It applies to their fingerprints: all scans of the project show it, including later ones. Updates the
 * counts of those scans, but not gate decisions.
 * @param note absent: kept; null: removed
 * @param plan further changes
 * @returns number of existing findings
 */
export function triage(
  store: Store,
  organizationId: string,
  ids: readonly string[],
  status: FindingStatus,
  note: string | null | undefined,
  plan?: FindingPlan,
): Promise<number> {
  return store.db.transaction().execute(async (transaction) => {
    const { rows: about } = await sql<{ projectId: string; fingerprint: string }>`
      SELECT project_id AS "projectId", fingerprint FROM findings
       WHERE organization_id = ${organizationId} AND id = ANY (${[...ids]})`.execute(transaction)
    const groups = Map.groupBy(about, (item) => item.projectId)
    // A fixed order prevents deadlocks between concurrent changes of the same findings.
    for (const [projectId, group] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
      // A concurrently ending scan either sees this change or is updated by it.
      await sql`SELECT pg_advisory_xact_lock(hashtextextended(${projectId}, 0))`.execute(transaction)
      const fingerprints = group.map(({ fingerprint }) => fingerprint)
      await applyTriage(transaction, { organizationId, projectId, fingerprints, status, note })
      if (plan !== undefined) await applyPlan(transaction, { organizationId, projectId, fingerprints, status, plan })
    }
    return about.length
  })
}
