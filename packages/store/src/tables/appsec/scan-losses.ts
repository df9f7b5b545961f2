import { sql } from 'kysely'
import type { Store } from '../../connect.ts'
import type { ScanWork } from './scan-work.ts'

/** Range of worker crashes as a filter for work items. */
export interface Losses {
  readonly min: number
  readonly max: number
}

export const FRESH: Losses = { min: 0, max: 0 }
/** Maximum value of the column. */
export const SUSPECT: Losses = { min: 1, max: 2_147_483_647 }

/** Returns whether this task has crashed a worker. */
export function isSuspect({ attempts }: Pick<ScanWork, 'attempts'>): boolean {
  return attempts > 1
}

/** Returns whether a task that has crashed a worker is waiting. */
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

/** Returns a work item after a defect. It counts as a worker crash, and is available before the lease ends. */
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
