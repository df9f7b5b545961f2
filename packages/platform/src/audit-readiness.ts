import { statfs } from 'node:fs/promises'
import type { ReadinessProbe } from '@gatehouse/http'
import type { AuditLog } from '@gatehouse/store/audit'

/** Own limit: PostgreSQL's log grows by 16 MiB at a time, and the next write may fail with only a few left. */
export const DISK_FREE_BYTES_MIN = 64 * 1024 * 1024

/** Tenant of the chain for probe entries. */
const DEPLOYMENT = '$deployment'

/**
 * Returns whether audit entries can be written durably, which verdicts require. After a failed write each probe writes an entry, so that
 * the state recovers without traffic.
 */
export function auditProbe(audit: Pick<AuditLog, 'append' | 'failure'>): ReadinessProbe {
  let trying: Promise<unknown> | undefined
  return {
    required: true,
    async check() {
      if (audit.failure() !== undefined) {
        trying ??= audit
          .append({ tenant_id: DEPLOYMENT, actor: 'system', action: 'audit.recover' })
          .catch(() => undefined)
          .finally(() => {
            trying = undefined
          })
        await trying
      }
      return audit.failure() === undefined
        ? { state: 'up', detail: 'audit entries are written durably' }
        : { state: 'down', detail: 'audit entries cannot be written: requests that require an audit entry return 503' }
    },
  }
}

/** Checks the free space on the disk of the embedded database. */
export function diskProbe(folder: string, freeOf: (folder: string) => Promise<number> = freeBytes): ReadinessProbe {
  return {
    required: true,
    async check() {
      const free_bytes = await freeOf(folder)
      const free = `${Math.floor(free_bytes / 1024 / 1024)} MiB free in the data folder`
      return free_bytes >= DISK_FREE_BYTES_MIN ? { state: 'up', detail: free } : { state: 'down', detail: free }
    },
  }
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
