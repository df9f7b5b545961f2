import type { Settings } from '@gatehouse/settings'
import type { ScanRoom } from '@gatehouse/store'

const MB = 1_000_000

/** Returns the resource limits of one organization. */
export function roomOf({ activeScansMax, storedMbMax }: Settings): ScanRoom {
  return { active_max: activeScansMax, stored_bytes_max: storedMbMax * MB }
}
