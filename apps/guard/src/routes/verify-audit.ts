import { verifyChain } from '@gatehouse/store'
import type { GuardHandler } from './handler.ts'

/** Recomputes the calling tenant's chain from its first entry. */
export const verifyAudit: GuardHandler<'verifyAudit'> =
  ({ store }) =>
  async ({ context }) => ({ tenant_id: context.tenantId, ...(await verifyChain(store, context.tenantId)) })
