import type { GuardrailResult } from '@gatehouse/contracts/verdicts'
import type { CompiledPolicy, FileReading, RunContext, StageVerdict, Subject } from '@gatehouse/guards'
import type { RequestContext } from '@gatehouse/http'
import type { TenantSnapshot } from './policies.ts'
import type { AuditEntryInput } from './ports.ts'

/**
 * Returns the audit entry of a content verdict: caller, findings of each guard, and decision. Contains neither content nor guard messages,
 * which may quote the text.
 */
export function verdictEntry(
  verdict: StageVerdict,
  policy: CompiledPolicy,
  tenant: TenantSnapshot,
  subject: Subject,
  run: RunContext,
  context: RequestContext,
): AuditEntryInput {
  return {
    tenant_id: tenant.tenantId,
    actor: actorOf(context),
    action: `guard.${policy.stage}`,
    guardrail: decisive(verdict),
    verdict: verdict.action,
    request_id: context.requestId,
    details: detailsOf(verdict, policy, tenant, subject, run, context),
  }
}

/** Optional fields are added individually, because a spread would create an additional object per request. */
function detailsOf(
  verdict: StageVerdict,
  policy: CompiledPolicy,
  tenant: TenantSnapshot,
  subject: Subject,
  run: RunContext,
  context: RequestContext,
): Record<string, unknown> {
  const passed: string[] = []
  const findings: Record<string, unknown>[] = []
  for (const result of verdict.results) {
    if (result.passed) passed.push(result.guardrail)
    else findings.push(findingOf(result))
  }
  const details: Record<string, unknown> = {
    safe: verdict.safe,
    mode: verdict.mode,
    policy: { source: policy.source, version: tenant.version },
    chars: subject.text.length,
    passed,
    latency_ms: Math.round(verdict.latency_ms * 1_000) / 1_000,
  }
  if (findings.length > 0) details['findings'] = findings
  if (verdict.redactions.length > 0) details['redactions'] = verdict.redactions.length
  if (verdict.skipped.length > 0) details['skipped'] = verdict.skipped
  // JSON omits undefined values.
  details['would_action'] = verdict.would?.action
  details['key_id'] = keyIdOf(context)
  details['agent_key'] = run.agentKey
  details['user_role'] = run.userRole
  details['session_id'] = run.sessionId
  details['file'] = run.file === undefined ? undefined : fileOf(run.file)
  details['trace_id'] = context.traceId
  return details
}

/** Names of files and their parts are content, and are omitted. */
function fileOf({ sha256, size_bytes, mime_type, problems }: FileReading): Record<string, unknown> {
  return { sha256, size_bytes, mime_type, problems: [...new Set(problems.map(({ code }) => code))] }
}

/** Returns a guard's finding without its message, which may quote the text. */
export function findingOf(result: GuardrailResult): Record<string, unknown> {
  const { guardrail, action, category, severity, score, would_action, details } = result
  return { guardrail, action, category, severity, score, would_action, error: details.error }
}

/** Returns the guard whose action is the verdict's action. */
function decisive(verdict: StageVerdict): string | null {
  if (verdict.action === 'pass') return null
  return verdict.results.find(({ action }) => action === verdict.action)?.guardrail ?? null
}

/** Returns the caller as an audit log actor. docs/spec/guard.md §5 rule 6. */
export function actorOf({ tenantId }: RequestContext): string {
  return `tenant:${tenantId}`
}

/** Returns the id of the tenant's key for the details of an entry. */
export function keyIdOf({ caller }: RequestContext): string | undefined {
  return caller.kind === 'tenant' ? caller.keyId : undefined
}
