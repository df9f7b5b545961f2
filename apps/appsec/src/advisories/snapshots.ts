import { type Clock, Failure } from '@gatehouse/kernel'
import { type AdvisoryDatabase, currentSnapshot, openAdvisories } from '@gatehouse/sca/advisories'
import type { OpenAdvisories } from './open.ts'

/** Ours: an import is used by the scans that begin so much later, and looking costs one read of a short file. */
export const SNAPSHOT_CHECK_MS = 2_000

/** The newest snapshot of a folder, open once for all who use it. */
export interface Snapshots {
  /**
   * The newest one; what cannot be opened is told as a gap, beside the one that was open before.
   * @param wanted the id of another one that is given instead while it is there
   */
  readonly use: (wanted?: string) => OpenSnapshot
  /** Has the next user get what is newest then, however short ago somebody looked. */
  readonly lookAgain: () => void
  /** The id of the newest one, whether it can be opened or not. */
  readonly newest: () => string | undefined
  /** Takes it away from those who come later; those who use it keep it until they release it. */
  readonly close: () => void
}

export interface OpenSnapshot extends OpenAdvisories {
  readonly port?: AdvisoryDatabase
}

interface Held {
  readonly database: AdvisoryDatabase
  users: number
  isNewest: boolean
}

/** Opens snapshots of a folder as they come. */
export function createSnapshots(folder: string, clock: Clock): Snapshots {
  let newest: Held | undefined
  /** Others that somebody uses, by id. */
  const older = new Map<string, Held>()
  let failure: string | undefined
  let checked_ms = Number.NEGATIVE_INFINITY

  const drop = (held: Held | undefined): void => {
    if (held === undefined) return
    held.isNewest = false
    if (held.users === 0) held.database.close()
    else older.set(held.database.manifest.id, held)
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
      // Files of the machine are no business of those who read a finding.
      failure = thrown instanceof Failure ? thrown.message : 'The advisories could not be read.'
    }
  }
  return {
    use: (wanted) => {
      const now_ms = clock.now()
      // A clock that was set back must not keep old ones.
      if (now_ms - checked_ms >= SNAPSHOT_CHECK_MS || now_ms < checked_ms) look()
      const gap = failure === undefined ? {} : { gap: failure }
      const isOther = wanted !== undefined && wanted !== newest?.database.manifest.id
      const held = (isOther ? openOlder(folder, wanted, older) : undefined) ?? newest
      return held === undefined ? { ...gap, release: () => undefined } : { ...useOf(held, older), ...gap }
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

/** Undefined where it is there no more. */
function openOlder(folder: string, id: string, older: Map<string, Held>): Held | undefined {
  const open = older.get(id)
  if (open !== undefined) return open
  try {
    const database = openAdvisories({ folder, snapshot: id })
    const held = database && { database, users: 0, isNewest: false }
    if (held !== undefined) older.set(id, held)
    return held
  } catch {
    return undefined
  }
}

/** Lets one more use it. The last one closes it, unless it is the newest. */
function useOf(held: Held, older: Map<string, Held>): OpenSnapshot {
  const { database } = held
  held.users += 1
  let isReleased = false
  return {
    port: database,
    snapshot: database.manifest.id,
    release: () => {
      if (isReleased) return
      isReleased = true
      held.users -= 1
      if (held.users > 0 || held.isNewest) return
      older.delete(database.manifest.id)
      database.close()
    },
  }
}
