import type { Handlers } from '@gatehouse/contracts'
import type { OrganizationAuditEntry, organizationAuditEndpoints } from '@gatehouse/contracts/appsec'
import { memberOf, type RequestContext } from '@gatehouse/http'
import { type AuditEntry, queryAudit, shownEntry, verifiedChain } from '@gatehouse/store/audit'
import { chainOf } from '../audited.ts'
import type { AppsecPorts } from './handler.ts'

/** Handlers of the organization's audit log. */
export function auditLogHandlers({
  store,
  audit,
}: AppsecPorts): Handlers<typeof organizationAuditEndpoints, RequestContext> {
  return {
    async readAuditLog({ query: { action, userId, limit, cursor }, context }) {
      const { entries, next_cursor } = await queryAudit(store, {
        tenantId: chainOf(memberOf(context).organizationId),
        limit,
        ...(action === undefined ? {} : { action }),
        ...(userId === undefined ? {} : { actor: `user:${userId}` }),
        ...(cursor === undefined ? {} : { cursor }),
      })
      return { entries: entries.map(shown), nextCursor: next_cursor }
    },
    verifyAuditLog: ({ context }) => verifiedChain(store, chainOf(memberOf(context).organizationId), audit),
  }
}

/** Inverse of `memberEntry`. */
function shown(entry: AuditEntry): OrganizationAuditEntry {
  const { actor, timestamp, details } = entry
  const { keyId } = details
  const { common, text } = shownEntry(entry)
  return {
    ...common,
    user: { id: actor.slice(actor.indexOf(':') + 1), email: text('email') },
    createdAt: timestamp,
    ...(typeof keyId === 'string' ? { keyId } : {}),
  }
}
