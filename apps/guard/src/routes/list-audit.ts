import { queryAudit } from '@gatehouse/store'
import type { GuardHandler } from './handler.ts'

/** A page of the calling tenant's own audit log, newest first. */
export const listAudit: GuardHandler<'listAudit'> =
  ({ store }) =>
  async ({ query, context }) => {
    const { entries, next_cursor } = await queryAudit(store, { ...query, tenantId: context.tenantId })
    return { entries, next_cursor: next_cursor ?? null }
  }
