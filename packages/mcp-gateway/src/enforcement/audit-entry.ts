import type { Action, GuardrailResult } from '@gatehouse/contracts/verdicts'
import { stops } from '@gatehouse/guards/agentic'
import { actorOf, type AuditEntryInput, findingOf, keyIdOf } from '@gatehouse/screening'
import type { McpExchange } from '../exchange.ts'
import type { Stop } from './enforcement.ts'

/** Decision about a text. */
interface Screened {
  readonly action: Action
  readonly would?: { readonly action: Action }
  readonly results: readonly GuardrailResult[]
}

/** Returns the audit entry of a screening other than a tool call: names, counts and actions; no text. */
export function screeningEntry(
  kind: string,
  { action, would, results }: Screened,
  chars: number,
  { tenant, route, caller, context }: McpExchange,
): AuditEntryInput {
  const decisive = results.find((result) => result.action === action && !result.passed)
  return {
    tenant_id: tenant.tenantId,
    actor: actorOf(context),
    action: 'guard.mcp',
    guardrail: action === 'pass' ? null : (decisive?.guardrail ?? null),
    verdict: action,
    request_id: context.requestId,
    details: {
      route,
      screened: kind,
      allowed: !stops(action),
      policy: { version: tenant.version },
      chars,
      passed: results.filter(({ passed }) => passed).map(({ guardrail }) => guardrail),
      findings: results.filter(({ passed }) => !passed).map(findingOf),
      would_action: would?.action,
      key_id: keyIdOf(context),
      agent_key: caller.agentKey,
      user_role: caller.userRole,
      trace_id: context.traceId,
    },
  }
}

/** Returns the audit entry of a single request: a list, a handshake, a subscription, or a request that was rejected immediately. */
export function requestEntry(method: string, exchange: McpExchange, stop?: Stop): AuditEntryInput {
  const action = stop === undefined ? 'pass' : 'block'
  const results = stop === undefined ? [] : [{ ...stop, passed: false, action, details: {}, latency_ms: 0 } as const]
  const entry = screeningEntry('request', { action, results }, 0, exchange)
  return { ...entry, details: { ...entry.details, method: method.slice(0, METHOD_CHARS_MAX) } }
}

/** Own limit, far above real method names. */
const METHOD_CHARS_MAX = 64
