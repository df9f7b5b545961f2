import type { Handlers } from '@gatehouse/contracts'
import type { redteamAuditEndpoints, RedteamAuditEntry } from '@gatehouse/contracts/redteam'
import { type RequestContext, testerOf } from '@gatehouse/http'
import { type AuditEntry, shownEntry, sliceAudit, verifiedChain } from '@gatehouse/store/audit'
import { chainOf } from '../audited.ts'
import type { RedteamPorts } from './handler.ts'

/** Handlers for the audit log of the caller's tenant. */
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
    verifyRedteamAuditLog: ({ context }) => verifiedChain(store, chainOf(testerOf(context).tenantId), audit),
  }
}

/** As `entryFor` has written it. */
function shown(entry: AuditEntry): RedteamAuditEntry {
  const { timestamp, actor, seq } = entry
  const { common, text } = shownEntry(entry)
  return { ...common, timestamp, actor, seq, name: text('name'), role: text('role') }
}
