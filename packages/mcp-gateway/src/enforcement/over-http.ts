import { ContentVerdict } from '@gatehouse/contracts/verdicts'
import type { ToolCall } from '@gatehouse/guards/tools'
import { Failure, type Secret } from '@gatehouse/kernel'
import { type Egress } from '@gatehouse/kernel/egress'
import { z } from 'zod'
import type { McpPorts } from '../ports.ts'
import { tokensOf } from '@gatehouse/screening'
import type { McpExchange } from '../exchange.ts'
import { isFields } from '../screening/envelope.ts'
import { wordsIn } from '../screening/words.ts'
import { screeningEntry } from './audit-entry.ts'
import { type CallDecision, type Enforcement, isRequest, type TextDecision, type UntrustedKind } from './enforcement.ts'

/** Connection to another Gatehouse. */
export interface Shield {
  readonly url: string
  readonly key: Secret
  readonly egress: Egress
}

/** Own limit: total time of the slow guards. */
const TIMEOUT_MS = 30_000
/** Own limit: a verdict including the payload. */
const ANSWER_BYTES_MAX = 8 * 1_024 * 1_024

const Verdict = z.object({
  allowed: z.boolean(),
  action: z.string(),
  message: z.string().optional(),
  guardrail_results: z.array(z.object({ guardrail: z.string(), action: z.string() })).default([]),
  request_id: z.string().optional(),
  expires_at: z.string().optional(),
  required_approvals: z.number().optional(),
  confirmation_token: z.string().optional(),
})

/** Used fields of a verdict on a text. */
const TextVerdict = ContentVerdict.pick({ safe: true, action: true, sanitized_output: true }).extend({
  guardrail_results: z.array(z.object({ guardrail: z.string(), action: z.string(), message: z.string() })),
})

/** Delegates decisions to another Gatehouse with a tenant key. A missing or invalid response is a denial. */
export function enforceElsewhere(exchange: McpExchange, shield: Shield, ports: McpPorts): Enforcement {
  const { tenant, caller } = exchange
  const toolContext = (tool: string, args: object) => ({
    tool_name: tool,
    user_role: caller.userRole,
    agent_id: caller.agentKey,
    stage: 'output',
    tool_input: args,
  })
  const judged = (kind: UntrustedKind | 'tool_result', decision: TextDecision, chars: number) =>
    audited(kind, decision, chars, exchange, ports)

  return {
    async checkCall(call) {
      const decision = await requestCallDecision(call, exchange, shield)
      await auditedCall(call, decision, exchange, ports)
      return decision
    },
    async screenResult(json, { call }) {
      ports.usage.spend(tenant.tenantId, tokensOf(json))
      const answered = await requestTextDecision(
        '/guardrails/output',
        { output: json, context: toolContext(call.tool, call.args) },
        json,
        exchange,
        shield,
      )
      const decision = await orders(answered, exchange, shield)
      await judged('tool_result', decision, json.length)
      return decision
    },
    async screenUntrusted(json, kind) {
      ports.usage.spend(tenant.tenantId, tokensOf(json))
      const answered = await requestTextDecision('/guardrails/output', { output: json }, json, exchange, shield)
      const decision = await orders(answered, exchange, shield)
      await judged(kind, decision, json.length)
      return decision
    },
    async screenLeaving(json, kind) {
      ports.usage.spend(tenant.tenantId, tokensOf(json))
      const answered = await requestTextDecision('/guardrails/output', { output: json }, json, exchange, shield)
      const decision = isRequest(kind) ? await orders(answered, exchange, shield) : answered
      await judged(kind, decision, json.length)
      return decision
    },
  }

  /** Incoming content and client texts are also screened by the input guards, as texts without field names. */
  async function orders(decision: TextDecision, of: McpExchange, at: Shield): Promise<TextDecision> {
    const words = decision.kind === 'blocked' ? '' : wordsIn(decision.text)
    if (words.trim() === '') return decision
    const verdict = await requestTextDecision('/guardrails/input', { message: words }, words, of, at)
    // Redactions of input guards are for a model's own prompts.
    return verdict.kind === 'blocked' ? verdict : decision
  }
}

async function requestCallDecision(call: ToolCall, exchange: McpExchange, shield: Shield): Promise<CallDecision> {
  const answer = await requestDecision('/v1/shield/tool/check', bodyOf(call), exchange, shield)
  const verdict = Verdict.safeParse(answer)
  if (!verdict.success) throw unreadable()
  const { allowed, action, message = 'The call is not allowed.', guardrail_results: results, ...extra } = verdict.data
  if (allowed && action !== 'block' && action !== 'require_approval') return { kind: 'allowed' }
  const guardrail = results.find((result) => result.action === action)?.guardrail ?? 'shield'
  if (action !== 'require_approval') return { kind: 'blocked', guardrail, message }
  const data = Object.fromEntries(Object.entries(extra).filter(([, value]) => value !== undefined))
  return { kind: 'approval', guardrail, message, data }
}

function bodyOf(call: ToolCall) {
  return {
    tool_name: call.tool,
    agent_key: call.agentKey,
    user_role: call.userRole,
    session_id: call.sessionId,
    tool_params: call.args,
    workflow: call.workflow,
    confirmation_token: call.confirmationToken,
    grant_id: call.grantId,
    approval_request_id: call.approvalRequestId,
  }
}

async function requestTextDecision(
  path: string,
  body: object,
  text: string,
  exchange: McpExchange,
  shield: Shield,
): Promise<TextDecision> {
  const verdict = TextVerdict.safeParse(await requestDecision(path, body, exchange, shield))
  if (!verdict.success) throw unreadable()
  const { safe, action, sanitized_output: sanitized, guardrail_results: results } = verdict.data
  if (safe && action !== 'block' && action !== 'require_approval') return { kind: 'passes', text: sanitized ?? text }
  const decisive = results.find((result) => result.action === action)
  return {
    kind: 'blocked',
    guardrail: decisive?.guardrail ?? 'shield',
    message: decisive?.message ?? 'It is not allowed.',
  }
}

/** @throws {Failure} `unavailable` for any error, so that nothing passes undecided */
async function requestDecision(
  path: string,
  body: object,
  { context, caller }: McpExchange,
  { url, key, egress }: Shield,
): Promise<unknown> {
  const headers: Record<string, string> = { 'content-type': 'application/json', 'x-api-key': key.reveal() }
  if (caller.agentKey !== undefined) headers['x-agent-key'] = caller.agentKey
  headers['x-request-id'] = context.requestId
  let answer: Response
  let refusing: unknown
  try {
    answer = await egress.fetch(url.replace(/\/+$/, '') + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal: context.signal,
      timeout_ms: TIMEOUT_MS,
      maxBytes: ANSWER_BYTES_MAX,
      // The key must only be sent to this address.
      maxRedirects: 0,
    })
    // A response 429 for a reached limit contains a verdict.
    if (answer.ok) return await answer.json()
    if (answer.status === 429) refusing = await answer.json()
  } catch (cause) {
    throw new Failure('unavailable', 'The Gatehouse server that decides for this route does not respond.', { cause })
  }
  if (refuses(refusing)) return refusing
  throw new Failure('unavailable', `The Gatehouse server that decides for this route returned status ${answer.status}.`)
}

/** Returns whether a verdict denies. A reached limit denies, and a contradictory verdict is invalid. */
function refuses(verdict: unknown): boolean {
  const { allowed, safe, action } = isFields(verdict) ? verdict : {}
  return (allowed === false || safe === false) && allowed !== true && safe !== true && action !== 'require_approval'
}

function unreadable(): Failure {
  return new Failure('unavailable', 'The Gatehouse server that decides for this route returned an invalid verdict.')
}

async function audited(
  kind: UntrustedKind | 'tool_result',
  decision: TextDecision,
  chars: number,
  exchange: McpExchange,
  { audit, usage, meter }: McpPorts,
): Promise<void> {
  const blocked = decision.kind === 'blocked'
  const action = blocked ? 'block' : 'pass'
  const results = blocked ? [resultOf(decision)] : []
  if (blocked) usage.blocked(exchange.tenant.tenantId)
  meter.count('mcp', { action, results })
  await audit.append(screeningEntry(kind, { action, results }, chars, exchange))
}

async function auditedCall(
  call: ToolCall,
  decision: CallDecision,
  exchange: McpExchange,
  { audit, usage, meter }: McpPorts,
): Promise<void> {
  const action = decision.kind === 'allowed' ? 'pass' : decision.kind === 'approval' ? 'require_approval' : 'block'
  const results = decision.kind === 'allowed' ? [] : [resultOf(decision, action)]
  if (decision.kind !== 'allowed') usage.blocked(exchange.tenant.tenantId)
  meter.count('tool', { action, results })
  const entry = screeningEntry('tool_call', { action, results }, 0, exchange)
  const details = { ...entry.details, tool_name: call.tool, arguments_hash: call.argumentsHash, decided_by: 'shield' }
  await audit.append({ ...entry, action: 'guard.tool', details })
}

function resultOf(
  { guardrail, message }: { readonly guardrail: string; readonly message: string },
  action: 'block' | 'pass' | 'require_approval' = 'block',
) {
  return { guardrail, passed: false, action, message, details: {}, latency_ms: 0 }
}
