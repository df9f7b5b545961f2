import { AuditEntry } from '@gatehouse/contracts'
import { queryAudit } from '@gatehouse/store'
import type { GuardHandler } from './handler.ts'

/** A page of the calling tenant's own audit log, newest first. */
export const listAudit: GuardHandler<'listAudit'> =
  ({ store }) =>
  async ({ query: { limit, cursor, action, actor }, context }) => {
    const { entries, next_cursor } = await queryAudit(store, {
      tenantId: context.tenantId,
      limit,
      ...(cursor === undefined ? {} : { cursor }),
      ...(action === undefined ? {} : { action }),
      ...(actor === undefined ? {} : { actor }),
    })
    return { entries: entries.map((entry) => AuditEntry.parse(entry)), next_cursor }
  }
