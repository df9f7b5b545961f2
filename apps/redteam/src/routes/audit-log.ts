import type { Handlers, redteamAuditEndpoints, RedteamAuditEntry } from '@gatehouse/contracts'
import { type RequestContext, testerOf } from '@gatehouse/http'
import { type AuditEntry, sliceAudit, type SealReport, sealsOf, verifyChain } from '@gatehouse/store'
import { chainOf } from '../audited.ts'
import type { RedteamPorts } from './handler.ts'

/** What was done for the caller's tenant. */
export function auditLogHandlers({
  store,
  audit,
}: Pick<RedteamPorts, 'store' | 'audit'>): Handlers<typeof redteamAuditEndpoints, RequestContext> {
  return {
    async readRedteamAuditLog({ query: { limit, offset, action, since }, context }) {
      const filters = action === undefined ? {} : { action }
      const { entries, total } = await sliceAudit(
        store,
        {
          tenantId: chainOf(testerOf(context).tenantId),
          ...filters,
          ...(since === undefined ? {} : { since: new Date(since) }),
        },
        { limit, offset },
      )
      return {
        entries: entries.map(shown),
        total,
        limit,
        offset,
        ...filters,
        ...(since === undefined ? {} : { since }),
      }
    },
    async verifyRedteamAuditLog({ context }) {
      const { valid, checked, first_broken, seal } = await verifyChain(
        store,
        chainOf(testerOf(context).tenantId),
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

/** As `entryFor` has written it; what somebody has changed since may lack anything. */
function shown({ id, timestamp, action, actor, request_id, seq, hash, details }: AuditEntry): RedteamAuditEntry {
  const { resource, resourceId, name, role, ipAddress, details: more } = details
  return {
    id,
    timestamp,
    action,
    actor,
    name: textOf(name),
    role: textOf(role),
    resource: textOf(resource),
    resourceId: textOf(resourceId),
    ipAddress: typeof ipAddress === 'string' ? ipAddress : null,
    requestId: request_id,
    details: typeof more === 'object' && more !== null ? { ...more } : {},
    seq,
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
