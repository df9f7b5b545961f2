import type { Settings } from '@gatehouse/settings'
import type { ScanQuota } from '@gatehouse/store/scans'

const MB = 1_000_000

/** Returns the resource limits of one organization. */
export function organizationLimitsOf({ activeScansMax, storedMbMax }: Settings): ScanQuota {
  return { active_max: activeScansMax, stored_bytes_max: storedMbMax * MB }
}
