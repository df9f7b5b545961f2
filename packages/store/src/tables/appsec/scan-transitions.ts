import { ACTIVE_SCAN_STATUSES, type ScanStatus } from '@gatehouse/contracts'
import { sql, type Transaction } from 'kysely'
import type { Store } from '../../connect.ts'
import type { DB } from '../../schema.gen.ts'
import { checkRoom, holdRoom, type ScanRoom } from './scan-room.ts'

/** What people may do to a scan. */
export type ScanMove = 'pause' | 'resume' | 'stop' | 'cancel'

/** Where each may be done, and what becomes of it. docs/spec/appsec.md "Status". */
export const SCAN_MOVES: Readonly<Record<ScanMove, Readonly<Partial<Record<ScanStatus, ScanStatus>>>>> = {
  pause: { RUNNING: 'PAUSED' },
  resume: { PAUSED: 'RUNNING', STOPPED: 'QUEUED' },
  stop: { QUEUED: 'STOPPED', RUNNING: 'STOPPED', PAUSED: 'STOPPED' },
  cancel: { QUEUED: 'CANCELLED', RUNNING: 'CANCELLED', PAUSED: 'CANCELLED', STOPPED: 'CANCELLED' },
}

export interface Moved {
  readonly isMoved: boolean
  /** The status now: the new one, or the one that stood in the way. Undefined: the scan is gone. */
  readonly status: ScanStatus | undefined
}

/**
 * Moves a scan where its status allows it. Of two moves at once the second is judged by what the first has left, and a worker's
 * result that comes later finds the new status.
 * @param room  of the organization; a scan that is to wait again needs some
 * @throws {Failure} as `checkRoom`
 */
export function moveScan(
  store: Store,
  organizationId: string,
  id: string,
  move: ScanMove,
  room?: ScanRoom,
): Promise<Moved> {
  return store.db.transaction().execute(async (transaction) => {
    if (room !== undefined && move === 'resume') await holdRoom(transaction, organizationId)
    const from = await lockedStatus(transaction, organizationId, id)
    if (from === undefined) return { isMoved: false, status: undefined }
    const to = SCAN_MOVES[move][from]
    if (to === undefined) return { isMoved: false, status: from }
    if (room !== undefined && to === 'QUEUED') {
      await checkRoom(transaction, organizationId, room, { source_bytes: 0, isUpload: false })
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
    // What ran begins again, from the last shard that was done whole. No worker was lost by it.
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

/** Deletes a scan with its findings. @returns its status, where it is active and therefore stays */
export function deleteScan(store: Store, organizationId: string, id: string): Promise<ScanStatus | undefined> {
  return store.db.transaction().execute(async (transaction) => {
    const status = await lockedStatus(transaction, organizationId, id)
    if (status === undefined || ACTIVE_SCAN_STATUSES.has(status)) return status
    await transaction.deleteFrom('scans').where('organization_id', '=', organizationId).where('id', '=', id).execute()
    return undefined
  })
}

/** The status of a scan that nobody changes until the transaction ends; undefined where there is no such scan. */
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
