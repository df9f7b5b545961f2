import type { Action, GuardrailResult } from '@gatehouse/contracts/verdicts'
import { type ChainVerdict, stops, toolChain } from '@gatehouse/guards/agentic'
import { openPayload } from '@gatehouse/guards/data-policy'
import { effectiveRole, type ToolCall } from '@gatehouse/guards/tools'
import { Failure } from '@gatehouse/kernel'
import {
  actorOf,
  applyPolicies,
  decideCheck,
  keyIdOf,
  modelPorts,
  type PartVerdict,
  screenPayload,
  toolCallOf,
} from '@gatehouse/screening'
import { chargeCalls } from './budget.ts'
import type { ProposedCall, RefusedCall } from './dialect.ts'
import type { ChatExchange } from './exchange.ts'

/** Decision about the calls of one answer. */
export interface CallsDecision {
  /** By key. */
  readonly refused: ReadonlyMap<string, RefusedCall>
  /** Calls that enforcement mode would deny. */
  readonly would: readonly RefusedCall[]
}

const NONE: CallsDecision = { refused: new Map(), would: [] }

/** Result name for invalid arguments. */
const VALIDATION = 'tool_call_validation'

/**
 * Runs the output guards on names and decoded arguments of calls. Arguments are never changed: redactions are only reported.
 * docs/spec/guard.md "Details".
 */
export async function screenArguments(exchange: ChatExchange, calls: readonly ProposedCall[]): Promise<PartVerdict[]> {
  const { output, outputRun } = exchange
  const verdicts: PartVerdict[] = []
  for (const call of calls) {
    // oxlint-disable-next-line no-await-in-loop -- none after a block
    const payload = await openPayload(call.arguments, outputRun.tenantId, exchange.ports.agentic.worker)
    const run = { ...outputRun, sessionId: undefined }
    // oxlint-disable-next-line no-await-in-loop -- none after a block
    const verdict = await screenPayload(output, payload, run, `${call.tool}\n`)
    const { action, would, results, skipped } = verdict
    verdicts.push({
      action: reported(action),
      results: results.map(reportedResult),
      skipped,
      ...(would === undefined ? {} : { would: { ...would, action: reported(would.action) } }),
    })
    if (stops(action)) break
  }
  return verdicts
}

/** Runs the tool chain for every call, in the model's order, and audits each. */
export async function checkCalls(exchange: ChatExchange, calls: readonly ProposedCall[]): Promise<CallsDecision> {
  if (calls.length === 0) return NONE
  const refused = new Map<string, RefusedCall>()
  const would: RefusedCall[] = []
  const charged = await chargeCalls(exchange, calls)
  for (const call of calls) {
    // oxlint-disable-next-line no-await-in-loop -- calls count for each other: rates, workflows, sessions
    const verdict = charged?.allowed === false ? charged : await checkCall(exchange, call)
    const found = refusalOf(call, verdict)
    if (found === undefined) continue
    if (verdict.allowed) would.push(found)
    else refused.set(call.key, found)
  }
  return { refused, would }
}

type CallVerdict = Pick<ChainVerdict, 'allowed' | 'action' | 'results' | 'message' | 'extra' | 'retryAfter_s' | 'would'>

async function checkCall(exchange: ChatExchange, proposed: ProposedCall): Promise<CallVerdict> {
  const { tenant, context, ports, path } = exchange
  let call: ToolCall
  try {
    call = read(proposed, exchange)
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown
    return audited(exchange, proposed, unreadable(thrown, tenant.mode === 'monitor'))
  }
  const policies = await checkDataPolicies(exchange, call, proposed)
  if (policies !== undefined && stops(policies.action)) return audited(exchange, proposed, policies)
  const verdict = await decideCheck(
    {
      name: 'tool',
      path,
      guards: toolChain,
      call,
      details: { tool_name: call.tool, arguments_hash: call.argumentsHash, tool_call_id: call.toolCallId, path },
    },
    tenant,
    context,
    ports,
  )
  if (policies?.would === undefined || verdict.would?.block === true) return verdict
  return { ...verdict, would: policies.would, results: [...policies.results, ...verdict.results] }
}

/** Audits decisions before the chain like those of the chain. */
async function audited(
  { tenant, context, ports, caller, path }: ChatExchange,
  { tool, id }: ProposedCall,
  verdict: CallVerdict,
): Promise<CallVerdict> {
  const { action, allowed, results } = verdict
  ports.meter.count('tool', verdict)
  if (!allowed) ports.usage.blocked(tenant.tenantId)
  await ports.audit.append({
    tenant_id: tenant.tenantId,
    actor: actorOf(context),
    action: 'guard.tool',
    guardrail: action === 'pass' ? null : (results[0]?.guardrail ?? null),
    verdict: action,
    request_id: context.requestId,
    details: {
      tool_name: tool.slice(0, TOOL_CHARS_MAX),
      tool_call_id: id?.slice(0, ID_CHARS_MAX),
      allowed,
      path,
      policy: { version: tenant.version },
      key_id: keyIdOf(context),
      agent_key: caller.agentKey,
      session_id: caller.sessionId,
      would_action: verdict.would?.action,
      trace_id: context.traceId,
    },
  })
  return verdict
}

function read({ id, tool, arguments: text, isFreeText = false }: ProposedCall, exchange: ChatExchange): ToolCall {
  const { caller, context, grants } = exchange
  if (tool === '') throw new Failure('invalid_request', 'The call does not name a tool.')
  const args = isFreeText ? { input: text } : text
  return toolCallOf(
    {
      tool_name: tool,
      arguments: args,
      agent_key: caller.agentKey,
      user_role: caller.userRole,
      session_id: caller.sessionId,
      user_id: caller.userId,
      tool_call_id: id?.slice(0, ID_CHARS_MAX),
      grant_id: grants.grantId,
      approval_request_id: grants.approvalRequestId,
      confirmation_token: grants.confirmationToken,
    },
    context,
  )
}

/** Same limit as for checks. */
const TOOL_CHARS_MAX = 256
const ID_CHARS_MAX = 200

/** Applies the tool's data policies to arguments of a call. They deny or report, but change nothing. */
async function checkDataPolicies(
  { tenant, context, ports }: ChatExchange,
  call: ToolCall,
  proposed: ProposedCall,
): Promise<CallVerdict | undefined> {
  const role = effectiveRole(tenant.agentic, call)
  const about = { tool: call.tool, stage: 'input' } as const
  const verdict = await applyPolicies(
    about,
    proposed.arguments,
    { role, redact: false },
    tenant,
    modelPorts(context, ports),
    ports,
  )
  const { result, action, would } = verdict
  if (result === undefined) return undefined
  return {
    allowed: !stops(action),
    action,
    results: [result],
    message: result.message,
    extra: {},
    ...(would === undefined ? {} : { would }),
  }
}

function unreadable({ message }: Failure, isMonitored: boolean): CallVerdict {
  const action: Action = isMonitored ? 'pass' : 'block'
  const result: GuardrailResult = {
    guardrail: VALIDATION,
    passed: false,
    action,
    message,
    details: {},
    latency_ms: 0,
    category: 'malformed_arguments',
    ...(isMonitored ? { would_action: 'block', would_block: true } : {}),
  }
  return {
    allowed: isMonitored,
    action,
    results: [result],
    message,
    extra: {},
    ...(isMonitored ? { would: { action: 'block', block: true } } : {}),
  }
}

/** Returns the note about a call that is denied, or would be denied in enforcement mode. */
function refusalOf({ id, tool }: ProposedCall, verdict: CallVerdict): RefusedCall | undefined {
  const isMonitored = verdict.allowed
  if (isMonitored && verdict.would?.block !== true) return undefined
  const action = isMonitored ? verdict.would!.action : verdict.action
  const result = verdict.results.find((item) => (isMonitored ? item.would_action : item.action) === action)
  const request_id = verdict.extra['request_id']
  const expires_at = verdict.extra['expires_at']
  const confirmation_token = verdict.extra['confirmation_token']
  return {
    ...(id === undefined ? {} : { id }),
    name: tool,
    action,
    guardrail: result?.guardrail ?? VALIDATION,
    message: result?.message ?? verdict.message ?? '',
    ...(typeof request_id === 'string' ? { request_id } : {}),
    ...(typeof expires_at === 'string' ? { expires_at } : {}),
    ...(typeof confirmation_token === 'string' ? { confirmation_token } : {}),
    ...(verdict.retryAfter_s === undefined ? {} : { retry_after: Math.max(1, Math.ceil(verdict.retryAfter_s)) }),
  }
}

function reported(action: Action): Action {
  return action === 'redact' ? 'detect' : action
}

function reportedResult(result: GuardrailResult): GuardrailResult {
  const { would_action: would } = result
  return {
    ...result,
    action: reported(result.action),
    ...(would === undefined ? {} : { would_action: reported(would) }),
  }
}
