import type { Clock } from '@gatehouse/kernel'
import { createSnapshots, type Snapshots } from './snapshots.ts'

/** Folders with open snapshots. */
const OPEN_MAX = 100

/** Open snapshots of several folders. */
export interface OpenFolders {
  readonly of: (folder: string) => Snapshots
  readonly close: () => void
}

/** Keeps the snapshots of recently used folders open. */
export function createOpenFolders(clock: Clock): OpenFolders {
  const open = new Map<string, Snapshots>()
  return {
    of(folder) {
      const snapshots = open.get(folder) ?? createSnapshots(folder, clock)
      open.delete(folder)
      open.set(folder, snapshots)
      const [oldest] = open
      if (open.size > OPEN_MAX && oldest !== undefined) {
        open.delete(oldest[0])
        oldest[1].close()
      }
      return snapshots
    },
    close() {
      for (const snapshots of open.values()) snapshots.close()
      open.clear()
    },
  }
}
