import { type Clock, Failure } from '@gatehouse/kernel'
import { type AdvisoryDatabase, currentSnapshot, openAdvisories } from '@gatehouse/sca/advisories'
import type { OpenAdvisories } from './open.ts'

/** Own limit of the check interval: scans use an import after this delay at most, and a check reads one short file. */
export const SNAPSHOT_CHECK_MS = 2_000

/** Newest snapshot of a folder, opened once for all users. */
export interface Snapshots {
  /**
   * Opens the newest snapshot. If it is unreadable, returns the previous snapshot and a gap.
   * @param wanted the id of another snapshot to use if it still exists
   */
  readonly use: (wanted?: string) => OpenSnapshot
  /** Makes the next user check for the newest snapshot, regardless of the interval. */
  readonly lookAgain: () => void
  /** Returns the id of the newest snapshot, readable or not. */
  readonly newest: () => string | undefined
  /** Stops new use; current users keep it until they release it. */
  readonly close: () => void
}

export interface OpenSnapshot extends OpenAdvisories {
  readonly port?: AdvisoryDatabase
}

interface SnapshotUse {
  readonly database: AdvisoryDatabase
  users: number
  isNewest: boolean
}

/** Opens snapshots of a folder as they appear. */
export function createSnapshots(folder: string, clock: Clock): Snapshots {
  let newest: SnapshotUse | undefined
  /** Other snapshots in use, by id. */
  const older = new Map<string, SnapshotUse>()
  let failure: string | undefined
  let checked_ms = Number.NEGATIVE_INFINITY

  const drop = (snapshotUse: SnapshotUse | undefined): void => {
    if (snapshotUse === undefined) return
    snapshotUse.isNewest = false
    if (snapshotUse.users === 0) snapshotUse.database.close()
    else older.set(snapshotUse.database.manifest.id, snapshotUse)
  }
  const look = (): void => {
    checked_ms = clock.now()
    const id = currentSnapshot(folder)
    if (id === newest?.database.manifest.id) {
      failure = undefined
      return
    }
    try {
      const database = openAdvisories({ folder })
      const before = newest
      newest = database && { database, users: 0, isNewest: true }
      failure = undefined
      drop(before)
    } catch (thrown) {
      // Findings must not contain file paths of the machine.
      failure = thrown instanceof Failure ? thrown.message : 'Reading the advisories failed.'
    }
  }
  return {
    use: (wanted) => {
      const now_ms = clock.now()
      // After the clock was set back, an old snapshot must not stay in use.
      if (now_ms - checked_ms >= SNAPSHOT_CHECK_MS || now_ms < checked_ms) look()
      const gap = failure === undefined ? {} : { gap: failure }
      const isOther = wanted !== undefined && wanted !== newest?.database.manifest.id
      const snapshotUse = (isOther ? openOlder(folder, wanted, older) : undefined) ?? newest
      return snapshotUse === undefined ? { ...gap, release: () => undefined } : { ...useOf(snapshotUse, older), ...gap }
    },
    lookAgain: () => {
      checked_ms = Number.NEGATIVE_INFINITY
    },
    newest: () => currentSnapshot(folder),
    close: () => {
      drop(newest)
      newest = undefined
      checked_ms = Number.NEGATIVE_INFINITY
    },
  }
}

/** Returns undefined if the snapshot no longer exists. */
function openOlder(folder: string, id: string, older: Map<string, SnapshotUse>): SnapshotUse | undefined {
  const open = older.get(id)
  if (open !== undefined) return open
  try {
    const database = openAdvisories({ folder, snapshot: id })
    const current = database && { database, users: 0, isNewest: false }
    if (current !== undefined) older.set(id, current)
    return current
  } catch {
    return undefined
  }
}

/** Adds a user. The last release closes the snapshot unless it is the newest. */
function useOf(snapshotUse: SnapshotUse, older: Map<string, SnapshotUse>): OpenSnapshot {
  const { database } = snapshotUse
  snapshotUse.users += 1
  let isReleased = false
  return {
    port: database,
    snapshot: database.manifest.id,
    release: () => {
      if (isReleased) return
      isReleased = true
      snapshotUse.users -= 1
      if (snapshotUse.users > 0 || snapshotUse.isNewest) return
      older.delete(database.manifest.id)
      database.close()
    },
  }
}
