import type { Handlers, OrganizationAuditEntry, organizationAuditEndpoints } from '@gatehouse/contracts'
import { memberOf, type RequestContext } from '@gatehouse/http'
import { type AuditEntry, queryAudit, type SealReport, sealsOf, verifyChain } from '@gatehouse/store'
import { chainOf } from '../audited.ts'
import type { AppsecPorts } from './handler.ts'

/** What was done in an organization. */
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
    async verifyAuditLog({ context }) {
      const { valid, checked, first_broken, seal } = await verifyChain(
        store,
        chainOf(memberOf(context).organizationId),
        sealsOf(audit),
      )
      return {
        valid,
        checked,
        ...(first_broken === undefined ? {} : { firstBroken: first_broken }),
        ...(seal === undefined ? {} : { seal: sealView(seal) }),
      }
    },
  }
}

/** As `memberEntry` has written it; what somebody has changed since may lack anything. */
function shown(entry: AuditEntry): OrganizationAuditEntry {
  const { id, action, actor, timestamp, request_id, hash, details } = entry
  const { resource, resourceId, email, ipAddress, keyId, details: more } = details
  return {
    id,
    action,
    resource: textOf(resource),
    resourceId: textOf(resourceId),
    user: { id: actor.slice(actor.indexOf(':') + 1), email: textOf(email) },
    ipAddress: typeof ipAddress === 'string' ? ipAddress : null,
    details: typeof more === 'object' && more !== null ? { ...more } : {},
    createdAt: timestamp,
    ...(typeof keyId === 'string' ? { keyId } : {}),
    requestId: request_id,
    hash,
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function sealView({ state, key_id: keyId, unsealed_before: unsealedBefore }: SealReport) {
  return {
    state,
    ...(keyId === undefined ? {} : { keyId }),
    ...(unsealedBefore === undefined ? {} : { unsealedBefore }),
  }
}
