import { PLAN_QUOTAS, PLANS, type Quota, StoredRoles, type TenantView } from '@gatehouse/contracts/guard'
import type { Registry } from '@gatehouse/guards'
import { DEFAULT_TENANT_ID } from '@gatehouse/http'
import type { ApiKey, TenantRecord } from '@gatehouse/store/tenants'
import { keyRecord } from './keys.ts'
import { policyPart, policyView } from './policy-document.ts'

const UNLIMITED: Quota = { requests_per_minute: null, requests_per_day: null, tokens_per_day: null }

/** Returns a tenant's quota: its own limits over those of its plan. The tenant of unauthenticated calls is unlimited. */
export function quotaOf(record: Pick<TenantRecord, 'id' | 'plan' | 'quota'>): Quota {
  const base = record.id === DEFAULT_TENANT_ID ? UNLIMITED : PLAN_QUOTAS[planOf(record)]
  return { ...base, ...record.quota }
}

export function planOf({ plan }: Pick<TenantRecord, 'plan'>): (typeof PLANS)[number] {
  // A database constraint ensures that the plan is known.
  return PLANS.find((known) => known === plan) ?? 'basic'
}

/** Returns a tenant for administrators. Newly created keys include their text. */
export function tenantView(
  record: TenantRecord,
  keys: readonly ApiKey[],
  registry: Registry,
  created: ReadonlyMap<string, string> = new Map(),
): TenantView {
  const { rbac, unregistered_agents } = StoredRoles.parse(record.config)
  const { mode, input_guardrails, output_guardrails, agentic_guardrails } = policyView(
    record.id,
    record.policyVersion,
    policyPart(record.config),
    registry,
  )
  return {
    tenant_id: record.id,
    name: record.name,
    plan: planOf(record),
    mode,
    input_guardrails,
    output_guardrails,
    agentic_guardrails,
    rbac: rbac ?? { roles: {}, agents: {} },
    quota: quotaOf(record),
    ...(unregistered_agents === undefined ? {} : { unregistered_agents }),
    policy_version: record.policyVersion,
    api_keys: keys.map((key) => {
      const text = created.get(key.id)
      return text === undefined ? keyRecord(key) : { ...keyRecord(key), api_key: text }
    }),
    created_at: record.createdAt.toISOString(),
    updated_at: record.updatedAt.toISOString(),
    deleted_at: record.deletedAt?.toISOString() ?? null,
  }
}
