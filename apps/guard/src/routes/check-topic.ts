import type { GuardEntry } from '@gatehouse/contracts/policies'
import type { CheckVerdict } from '@gatehouse/contracts/verdicts'
import { runPolicy, type StageVerdict } from '@gatehouse/guards'
import { runContext, type TenantSnapshot, tokensOf, verdictEntry } from '@gatehouse/screening'
import type { GuardHandler } from './handler.ts'

const GUARD = 'topic_restriction'

/**
 * `POST /v1/shield/topic/check`: topic_restriction alone, audited like any verdict.
 * The tenant's configuration applies: its purpose and its allowed topics override those of the request, and a disabled
 * guard does not run.
 */
export const checkTopic: GuardHandler<'checkTopic'> =
  (ports) =>
  async ({ body, context }): Promise<CheckVerdict> => {
    const tenant = await ports.tenants.snapshot(context.tenantId)
    await ports.usage.admit(tenant.tenantId, tenant.quota, tokensOf(body.message))
    const { guards, source } = ports.policies.resolved('input', tenant)
    const own = guards[GUARD]
    const isOff = own?.enabled === false
    const isTenants = hasPurpose(own)
    const policy = isOff
      ? { stage: 'input' as const, mode: tenant.mode, source, tiers: [] }
      : ports.policies.alone('input', tenant, GUARD, isTenants ? {} : { system_purpose: body.system_purpose })
    const subject = { text: body.message }
    const run = runContext('input', { body, prompt: undefined, contextDocs: [] }, context, ports.clock)
    const verdict = isOff ? switchedOff(tenant) : await runPolicy(policy, subject, run)
    ports.meter.count('input', verdict)
    if (!verdict.safe) ports.usage.blocked(tenant.tenantId)
    await ports.audit.append(verdictEntry(verdict, policy, tenant, subject, run, context))
    const message = isOff ? OFF : verdict.results.find(({ passed }) => !passed)?.message
    const purpose = isTenants ? 'tenant' : 'request'
    return {
      allowed: verdict.safe,
      safe: verdict.safe,
      action: verdict.action,
      guardrail_results: verdict.results.map((result) => ({ ...result, details: { ...result.details, purpose } })),
      ...(message === undefined ? {} : { message }),
      ...(verdict.would === undefined ? {} : { would_action: verdict.would.action, would_block: verdict.would.block }),
    }
  }

/** Returns whether the tenant or the server defaults define allowed topics. A purpose in the request must not extend them. */
function hasPurpose(entry: GuardEntry | undefined): boolean {
  const { system_purpose: purpose, allowed_topics: topics } = entry?.settings ?? {}
  return (typeof purpose === 'string' && purpose.trim() !== '') || (Array.isArray(topics) && topics.length > 0)
}

const OFF = 'topic_restriction is disabled for this tenant, so nothing was evaluated.'

/** Returns the verdict for a disabled guard: it did not run. */
function switchedOff({ mode }: TenantSnapshot): StageVerdict {
  const result = {
    guardrail: GUARD,
    passed: true,
    action: 'pass' as const,
    message: '',
    details: { enabled: false },
    latency_ms: 0,
  }
  return { safe: true, action: 'pass', mode, results: [result], redactions: [], skipped: [], latency_ms: 0 }
}
