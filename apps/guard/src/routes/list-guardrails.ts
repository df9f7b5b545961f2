import { listGuards } from '@gatehouse/guards'
import { allAgenticGuards, listAgenticGuards } from '@gatehouse/guards/agentic'
import { agenticEntries } from '@gatehouse/screening'
import type { GuardHandler } from './handler.ts'

/** The effective guards of all stages for the calling tenant. */
export const listGuardrails: GuardHandler<'listGuardrails'> =
  ({ tenants, policies, registry }) =>
  async ({ context }) => {
    const tenant = await tenants.snapshot(context.tenantId)
    const content = (['input', 'output'] as const).flatMap((stage) =>
      listGuards(stage, registry, policies.resolved(stage, tenant), policies.policyFor(stage, tenant, undefined, [])),
    )
    const guardrails = [...content, ...listAgenticGuards(allAgenticGuards, agenticEntries(tenant.agentic))]
    return { tenant_id: context.tenantId, guardrails, total: guardrails.length }
  }
