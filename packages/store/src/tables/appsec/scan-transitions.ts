import { ACTIVE_SCAN_STATUSES, type ScanStatus } from '@gatehouse/contracts/scans'
import { sql, type Transaction } from 'kysely'
import type { Store } from '../../connect.ts'
import type { DB } from '../../schema.gen.ts'
import { checkScanQuota, lockScanQuota, type ScanQuota } from './scan-room.ts'

/** User actions on a scan. */
export type ScanMove = 'pause' | 'resume' | 'stop' | 'cancel'

/** Allowed status transitions of each action. docs/spec/appsec.md "Status". */
export const SCAN_MOVES: Readonly<Record<ScanMove, Readonly<Partial<Record<ScanStatus, ScanStatus>>>>> = {
  pause: { RUNNING: 'PAUSED' },
  resume: { PAUSED: 'RUNNING', STOPPED: 'QUEUED' },
  stop: { QUEUED: 'STOPPED', RUNNING: 'STOPPED', PAUSED: 'STOPPED' },
  cancel: { QUEUED: 'CANCELLED', RUNNING: 'CANCELLED', PAUSED: 'CANCELLED', STOPPED: 'CANCELLED' },
}

export interface Moved {
  readonly isMoved: boolean
  /** Current status: the new status, or the status that prevented the action. Undefined if the scan was deleted. */
  readonly status: ScanStatus | undefined
}

/**
 * Applies an action to a scan if its status allows it. Concurrent actions are serialized, and a later worker result sees the new status.
 * @param scanQuota quota of the organization, for a requeued scan
 * @throws {Failure} like `checkRoom`
 */
export function moveScan(
  store: Store,
  organizationId: string,
  id: string,
  move: ScanMove,
  scanQuota?: ScanQuota,
): Promise<Moved> {
  return store.db.transaction().execute(async (transaction) => {
    if (scanQuota !== undefined && move === 'resume') await lockScanQuota(transaction, organizationId)
    const from = await lockedStatus(transaction, organizationId, id)
    if (from === undefined) return { isMoved: false, status: undefined }
    const to = SCAN_MOVES[move][from]
    if (to === undefined) return { isMoved: false, status: from }
    if (scanQuota !== undefined && to === 'QUEUED') {
      await checkScanQuota(transaction, organizationId, scanQuota, { source_bytes: 0, isUpload: false })
    }
    await transaction
      .updateTable('scans')
      .set({
        status: to,
        worker: null,
        lease_until: null,
        attempts: 0,
        settled: to === 'CANCELLED',
        ...(to === 'CANCELLED' ? { ...NOTHING, completed_at: sql<Date>`now()` } : {}),
      })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute()
    // Running shards start again after the last completed one. This does not count as a worker crash.
    const shards = transaction.updateTable('scan_shards').set({ status: 'QUEUED', worker: null, lease_until: null })
    await shards
      .set({ files_done: 0, attempts: sql<number>`attempts - 1` })
      .where('scan_id', '=', id)
      .where('status', '=', 'RUNNING')
      .execute()
    if (to === 'CANCELLED') {
      for (const table of [
        'scan_shards',
        'findings',
        'finding_counts',
        'scan_artifacts',
        'scan_inventories',
      ] as const) {
        await transaction
          .deleteFrom(table)
          .where('organization_id', '=', organizationId)
          .where('scan_id', '=', id)
          .execute()
      }
    }
    return { isMoved: true, status: to }
  })
}

const NOTHING = {
  critical_count: 0,
  high_count: 0,
  medium_count: 0,
  low_count: 0,
  info_count: 0,
  deps_scanned: 0,
  result_bytes: 0,
  progress: '{}',
}

/** Deletes a scan with its findings. @returns its status, if it is active and therefore kept */
export function deleteScan(store: Store, organizationId: string, id: string): Promise<ScanStatus | undefined> {
  return store.db.transaction().execute(async (transaction) => {
    const status = await lockedStatus(transaction, organizationId, id)
    if (status === undefined || ACTIVE_SCAN_STATUSES.has(status)) return status
    await transaction.deleteFrom('scans').where('organization_id', '=', organizationId).where('id', '=', id).execute()
    return undefined
  })
}

/** Returns the status of a scan and locks it until the transaction ends; undefined for an unknown scan. */
async function lockedStatus(
  transaction: Transaction<DB>,
  organizationId: string,
  id: string,
): Promise<ScanStatus | undefined> {
  const row = await transaction
    .selectFrom('scans')
    .select('status')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.status as ScanStatus | undefined
}
