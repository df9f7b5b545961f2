import type { Action, GuardrailResult } from '@gatehouse/contracts/verdicts'
import { Failure } from '@gatehouse/kernel'
import { authorizeTool } from '../authorize.ts'
import type { AgenticConfig } from '../engine/config.ts'
import type { AgentCall } from '../engine/guard.ts'
import { toolPolicyFor } from '../tool-policy.ts'
import { checkIntendedUse } from './intended-use.ts'
import type { SanitizePorts } from './sanitize.ts'

/** The name of the result; docs/spec/guard.md "Verdicts". */
export const TOOL_AUTHORIZATION_RESULT = 'tool_authorization'

/** Whether a tool result may be used, and by which role. */
export interface OutputAuthorization {
  /** Resulting action; a monitored denial passes. */
  readonly action: Action
  readonly would?: { readonly action: Action; readonly block: boolean }
  readonly result: GuardrailResult
  /** The role in effect. */
  readonly role: string | undefined
  /** Whether the tool's own policy requires redacted output for the role. */
  readonly redact: boolean
}

export interface OutputUse extends AgentCall {
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>> | undefined
  readonly prompt: string | undefined
}

interface Refusal {
  readonly reason: string
  readonly category: string
  readonly details?: Readonly<Record<string, unknown>>
}

/**
 * Checks agent, toolset, role and the tool's own restrictions. If the tool's policy requires it and there is a model, also checks whether
 * the use matches the purpose of agent and tool. docs/spec/guard.md §4 rules 3 and 6.
 */
export async function authorizeToolOutput(
  config: AgenticConfig,
  use: OutputUse,
  ports: SanitizePorts,
): Promise<OutputAuthorization> {
  const started = performance.now()
  const authorization = authorizeTool(config, use)
  const { role } = authorization
  const redact = authorization.allowed && authorization.redact
  const validated: Record<string, unknown> = {}
  let refusal: Refusal | undefined = impersonation(use)
  if (refusal === undefined && !authorization.allowed) {
    refusal = { reason: authorization.reason, category: authorization.guardrail }
  }
  if (refusal === undefined) {
    try {
      refusal = await unintendedUse(config, { ...use, role }, validated, ports)
    } catch (thrown) {
      ports.onError?.(thrown)
      const error = thrown instanceof Failure ? thrown.message : 'internal error'
      refusal = { reason: 'The guard could not decide.', category: 'error', details: { error, on_error: 'closed' } }
    }
  }
  const latency_ms = Math.round((performance.now() - started) * 1_000) / 1_000
  if (refusal === undefined) {
    const result = {
      guardrail: TOOL_AUTHORIZATION_RESULT,
      passed: true,
      action: 'pass',
      message: '',
      latency_ms,
    } as const
    return { action: 'pass', role, redact, result: { ...result, details: validated } }
  }
  const isMonitored = config.mode === 'monitor'
  const action: Action = isMonitored ? 'pass' : 'block'
  return {
    action,
    role,
    redact,
    ...(isMonitored ? { would: { action: 'block', block: true } as const } : {}),
    result: {
      guardrail: TOOL_AUTHORIZATION_RESULT,
      passed: false,
      action,
      message: refusal.reason,
      details: { ...validated, ...refusal.details },
      category: refusal.category,
      severity: 'high',
      latency_ms,
      ...(isMonitored ? { would_action: 'block', would_block: true } : {}),
    },
  }
}

/** docs/spec/guard.md §4 rule 6. */
function impersonation({ agentKey, headerAgentKey }: OutputUse): Refusal | undefined {
  if (agentKey === undefined || headerAgentKey === undefined || agentKey === headerAgentKey) return undefined
  return { reason: 'X-Agent-Key and the body specify different agents.', category: 'impersonation' }
}

async function unintendedUse(
  config: AgenticConfig,
  use: OutputUse & { readonly role: string | undefined },
  validated: Record<string, unknown>,
  { model, signal }: SanitizePorts,
): Promise<Refusal | undefined> {
  if (toolPolicyFor(config, use.tool)?.policy.llm_validation !== true) return undefined
  if (model === undefined) {
    validated['llm_validation'] = 'No model is configured.'
    return undefined
  }
  const judged = await checkIntendedUse(config, use, model, signal)
  validated['llm_validation'] = judged.judged ? { model: model.name, ...judged } : judged.reason
  if (!judged.judged || judged.intended) return undefined
  return {
    reason: 'A model judged the use to be outside the purpose of the agent or the tool.',
    category: 'unintended_use',
  }
}
