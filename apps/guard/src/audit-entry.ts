import type { CompiledPolicy, RunContext, StageVerdict, Subject } from '@gatehouse/guards'
import type { RequestContext } from '@gatehouse/http'
import type { AuditEntryInput } from '@gatehouse/store'
import type { TenantSnapshot } from './policies.ts'

/**
 * The audit entry of a content verdict: who asked, what each guard found, what was decided. It holds no content and no
 * message of a guard, since a message may name a word of the text.
 */
export function verdictEntry(
  verdict: StageVerdict,
  policy: CompiledPolicy,
  tenant: TenantSnapshot,
  subject: Subject,
  run: RunContext,
  context: RequestContext,
): AuditEntryInput {
  const findings = verdict.results
    .filter(({ passed }) => !passed)
    .map(({ guardrail, action, category, severity, score, would_action, details }) => ({
      guardrail,
      action,
      ...(category === undefined ? {} : { category }),
      ...(severity === undefined ? {} : { severity }),
      ...(score === undefined ? {} : { score }),
      ...(would_action === undefined ? {} : { would_action }),
      ...(details.error === undefined ? {} : { error: details.error }),
    }))
  return {
    tenant_id: tenant.tenantId,
    actor: actorOf(context),
    action: `guard.${policy.stage}`,
    guardrail: decisive(verdict),
    verdict: verdict.action,
    request_id: context.requestId,
    details: {
      safe: verdict.safe,
      mode: verdict.mode,
      policy: { source: policy.source, version: tenant.version },
      chars: subject.text.length,
      passed: verdict.results.filter(({ passed }) => passed).map(({ guardrail }) => guardrail),
      latency_ms: Math.round(verdict.latency_ms * 1_000) / 1_000,
      ...(findings.length === 0 ? {} : { findings }),
      ...(verdict.redactions.length === 0 ? {} : { redactions: verdict.redactions.length }),
      ...(verdict.skipped.length === 0 ? {} : { skipped: verdict.skipped }),
      ...(verdict.would === undefined ? {} : { would_action: verdict.would.action }),
      ...(run.agentKey === undefined ? {} : { agent_key: run.agentKey }),
      ...(run.userRole === undefined ? {} : { user_role: run.userRole }),
      ...(run.sessionId === undefined ? {} : { session_id: run.sessionId }),
      ...(context.traceId === undefined ? {} : { trace_id: context.traceId }),
    },
  }
}

/** The guard whose action became the verdict's. */
function decisive(verdict: StageVerdict): string | null {
  if (verdict.action === 'pass') return null
  return verdict.results.find(({ action }) => action === verdict.action)?.guardrail ?? null
}

function actorOf({ caller, tenantId }: RequestContext): string {
  const keyId = caller.kind === 'tenant' ? caller.keyId : undefined
  return `tenant:${keyId ?? tenantId}`
}
