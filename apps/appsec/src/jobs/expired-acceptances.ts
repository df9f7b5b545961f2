import { type Clock, uuidv7 } from '@gatehouse/kernel'
import type { Store } from '@gatehouse/store'
import type { AuditLog } from '@gatehouse/store/audit'
import { reopenExpired } from '@gatehouse/store/finding-management'
import { chainOf } from '../audited.ts'

/** Own limit of fingerprints in one audit entry. */
const NAMED_MAX = 50

/** Opens findings whose risk acceptance has expired, and writes an audit entry for each project. */
export async function reopenExpiredAcceptances({
  store,
  audit,
  clock,
}: {
  readonly store: Store
  readonly audit: Pick<AuditLog, 'append'>
  readonly clock: Clock
}): Promise<void> {
  for (const { organizationId, projectId, fingerprints } of await reopenExpired(store, new Date(clock.now()))) {
    const details = {
      reason: 'acceptance_expired',
      count: fingerprints.length,
      fingerprints: fingerprints.slice(0, NAMED_MAX),
    }
    await audit.append({
      tenant_id: chainOf(organizationId),
      actor: 'schedule',
      action: 'finding.reopened',
      request_id: uuidv7(),
      details: { resource: 'project', resourceId: projectId, email: 'schedule', details },
    })
  }
}
