import { listGuards } from '@gatehouse/guards'
import type { GuardHandler } from './handler.ts'

/** The guards of both content stages as they hold for the calling tenant. */
export const listGuardrails: GuardHandler<'listGuardrails'> =
  ({ tenants, policies, registry }) =>
  async ({ context }) => {
    const tenant = await tenants.snapshot(context.tenantId)
    const guardrails = (['input', 'output'] as const).flatMap((stage) =>
      listGuards(stage, registry, policies.resolved(stage, tenant), policies.policyFor(stage, tenant, undefined, [])),
    )
    return { tenant_id: context.tenantId, guardrails, total: guardrails.length }
  }
