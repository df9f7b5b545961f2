import type { Handlers } from '@gatehouse/contracts'
import type { slaEndpoints } from '@gatehouse/contracts/scans'
import { memberOf, type RequestContext } from '@gatehouse/http'
import { readSlaPolicy, saveSlaPolicy } from '@gatehouse/store/finding-management'
import { memberEntry } from '../audited.ts'
import type { AppsecPorts } from './handler.ts'

/** Handlers of the due dates of new findings. */
export function slaHandlers({ store, audit }: AppsecPorts): Handlers<typeof slaEndpoints, RequestContext> {
  return {
    readSla: ({ context }) => readSlaPolicy(store, memberOf(context).organizationId),
    async saveSla({ body, context }) {
      const { organizationId } = memberOf(context)
      // Absent severities must not remove stored ones.
      const change = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
      const policy = await saveSlaPolicy(store, organizationId, change)
      const event = { action: 'sla.saved', resource: 'organization', resourceId: organizationId } as const
      await audit.append(memberEntry({ ...event, details: { ...policy } }, context))
      return policy
    },
  }
}
