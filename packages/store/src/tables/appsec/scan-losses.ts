import { sql } from 'kysely'
import type { Store } from '../../connect.ts'
import type { ScanWork } from './scan-work.ts'

/** Filter for work items by the number of workers that crashed with them. */
export interface Losses {
  readonly min: number
  readonly max: number
}

export const FRESH: Losses = { min: 0, max: 0 }
/** Maximum value of the column. */
export const SUSPECT: Losses = { min: 1, max: 2_147_483_647 }

/** Whether a worker was lost with this task before. */
export function isSuspect({ attempts }: Pick<ScanWork, 'attempts'>): boolean {
  return attempts > 1
}

/** Whether a task that a worker was lost with is waiting. */
export async function findSuspect(store: Store): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (
        SELECT FROM scans WHERE NOT settled AND attempts > 0 AND (lease_until IS NULL OR lease_until < now())
           AND (status = 'STOPPED' OR (status = 'RUNNING' AND (NOT planned OR NOT EXISTS (
                 SELECT FROM scan_shards WHERE scan_id = scans.id AND status IN ('QUEUED', 'RUNNING')))))
      ) OR EXISTS (
        SELECT FROM scan_shards AS shard JOIN scans ON scans.id = shard.scan_id
         WHERE scans.status = 'RUNNING' AND scans.planned AND shard.attempts > 0
           AND (shard.status = 'QUEUED' OR (shard.status = 'RUNNING' AND shard.lease_until < now()))
      ) AS found`.execute(store.db)
  return rows[0]?.found === true
}

/** Returns a work item after a defect: it counts as one that crashed a worker, and is available without waiting for the lease. */
export async function abandonScanWork(store: Store, work: ScanWork, worker: string): Promise<void> {
  if (work.kind === 'shard') {
    await sql`
      UPDATE scan_shards SET status = 'QUEUED', worker = NULL, lease_until = NULL
       WHERE scan_id = ${work.scan.id} AND scanner = ${work.scanner} AND shard_id = ${work.shardId}
         AND worker = ${worker} AND status = 'RUNNING'`.execute(store.db)
    return
  }
  await sql`
    UPDATE scans SET worker = NULL, lease_until = NULL WHERE id = ${work.scan.id} AND worker = ${worker}`.execute(
    store.db,
  )
}
