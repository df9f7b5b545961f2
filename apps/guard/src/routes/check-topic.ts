import type { CheckVerdict } from '@gatehouse/contracts'
import { runPolicy } from '@gatehouse/guards'
import { verdictEntry } from '../audit-entry.ts'
import { runContext, tokensOf } from '../screen.ts'
import type { GuardHandler } from './handler.ts'

/** `POST /v1/shield/topic/check`: topic_restriction alone, and audited like any verdict. */
export const checkTopic: GuardHandler<'checkTopic'> =
  (ports) =>
  async ({ body, context }): Promise<CheckVerdict> => {
    const tenant = await ports.tenants.snapshot(context.tenantId)
    await ports.usage.admit(tenant.tenantId, tenant.quota, tokensOf(body.message))
    const policy = ports.policies.alone('input', tenant, 'topic_restriction', { system_purpose: body.system_purpose })
    const subject = { text: body.message }
    const run = runContext('input', { body, prompt: undefined, contextDocs: [] }, context, ports.clock)
    const verdict = await runPolicy(policy, subject, run)
    ports.meter.count('input', verdict)
    if (!verdict.safe) ports.usage.blocked(tenant.tenantId)
    await ports.audit.append(verdictEntry(verdict, policy, tenant, subject, run, context))
    const message = verdict.results.find(({ passed }) => !passed)?.message
    return {
      allowed: verdict.safe,
      safe: verdict.safe,
      action: verdict.action,
      guardrail_results: [...verdict.results],
      ...(message === undefined ? {} : { message }),
      ...(verdict.would === undefined ? {} : { would_action: verdict.would.action, would_block: verdict.would.block }),
    }
  }
