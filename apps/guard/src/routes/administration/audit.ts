import { AuditEntry } from '@gatehouse/contracts'
import { type AuditPage, type AuditQuery, queryAudit } from '@gatehouse/store'
import type { GuardHandler, GuardPorts } from '../handler.ts'
import { checkedId } from './tenants.ts'

/** The log of one tenant. It outlives the tenant, so a deleted one has a log too. */
export const tenantAudit: GuardHandler<'tenantAudit'> =
  (ports) =>
  ({ params: { tenant_id: id }, query }) =>
    page({ tenantId: checkedId(id), ...query }, ports)

export const allAudit: GuardHandler<'allAudit'> =
  (ports) =>
  ({ query }) =>
    page(query, ports)

type Asked = { readonly [Name in keyof AuditQuery]: AuditQuery[Name] | undefined }

async function page({ tenantId, limit, cursor, action, actor }: Asked, { store }: GuardPorts) {
  const found: AuditPage = await queryAudit(store, {
    ...(tenantId === undefined ? {} : { tenantId }),
    ...(limit === undefined ? {} : { limit }),
    ...(cursor === undefined ? {} : { cursor }),
    ...(action === undefined ? {} : { action }),
    ...(actor === undefined ? {} : { actor }),
  })
  return { entries: found.entries.map((entry) => AuditEntry.parse(entry)), next_cursor: found.next_cursor }
}
