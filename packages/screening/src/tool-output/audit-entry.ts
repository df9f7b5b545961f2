import type { RequestContext } from '@gatehouse/http'
import { stops } from '@gatehouse/guards/agentic'
import { actorOf, findingOf, keyIdOf } from '../audit-entry.ts'
import type { TenantSnapshot } from '../policies.ts'
import type { AuditEntryInput } from '../ports.ts'
import type { ToolOutput, ToolOutputDecision } from './screen-tool-output.ts'

/** Returns the audit entry of a tool payload: names, counts and actions; no part of the payload, and no model text. */
export function toolOutputEntry(
  { call, tool, stage, output, name }: ToolOutput,
  decision: ToolOutputDecision,
  { tenantId, version }: TenantSnapshot,
  context: RequestContext,
): AuditEntryInput {
  const { action, results, sanitization, would, role } = decision
  const decisive = results.find((result) => result.action === action)
  return {
    tenant_id: tenantId,
    actor: actorOf(context),
    action: `guard.${name}`,
    guardrail: action === 'pass' ? null : (decisive?.guardrail ?? null),
    verdict: action,
    request_id: context.requestId,
    details: {
      tool,
      stage,
      allowed: !stops(action),
      mode: decision.policy.mode,
      policy: { source: decision.policy.source, version },
      chars: output.length,
      passed: results.filter(({ passed }) => passed).map(({ guardrail }) => guardrail),
      findings: results.filter(({ passed }) => !passed).map(findingOf),
      sanitization: {
        mode: sanitization.mode,
        violations: sanitization.regex_violations.map(({ pattern_id, severity, count, action: own, source }) => ({
          pattern_id,
          severity,
          count,
          action: own,
          source,
        })),
        ai: sanitization.ai && { verdict: sanitization.ai.verdict, redactions: sanitization.ai.redactions.length },
        output_modified: sanitization.output_modified,
      },
      would_action: would?.action,
      key_id: keyIdOf(context),
      agent_key: call.agentKey,
      user_role: role,
      session_id: call.sessionId,
      latency_ms: Math.round(decision.latency_ms * 1_000) / 1_000,
      trace_id: context.traceId,
    },
  }
}
