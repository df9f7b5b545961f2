import { AuditEntry, type AuditQuery as Asked } from '@gatehouse/contracts/guard'
import type { Store } from '@gatehouse/store'
import { type AuditQuery, queryAudit } from '@gatehouse/store/audit'

/** Converts a request to a store query. @param tenantId  default: all tenants */
export function storeQuery(tenantId: string | undefined, request: Omit<Asked, 'limit'>): AuditQuery {
  const { cursor, action, actor, guardrail, verdict, request_id: requestId, agent, since, until } = request
  return {
    ...(tenantId === undefined ? {} : { tenantId }),
    ...(cursor === undefined ? {} : { cursor }),
    ...(action === undefined ? {} : { action }),
    ...(actor === undefined ? {} : { actor }),
    ...(guardrail === undefined ? {} : { guardrail }),
    ...(verdict === undefined ? {} : { verdict }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(agent === undefined ? {} : { agent }),
    ...(since === undefined ? {} : { since: new Date(since) }),
    ...(until === undefined ? {} : { until: new Date(until) }),
  }
}

/** Returns one page of the log, newest first. */
export async function auditPage(store: Store, tenantId: string | undefined, request: Asked) {
  const found = await queryAudit(store, { ...storeQuery(tenantId, request), limit: request.limit })
  return { entries: found.entries.map((entry) => AuditEntry.parse(entry)), next_cursor: found.next_cursor }
}
