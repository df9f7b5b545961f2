import type { CapabilityDecision } from '@gatehouse/contracts/agents'
import { type ChainVerdict, runChain } from '@gatehouse/guards/agentic'
import { mintChain } from '@gatehouse/guards/capability'
import type { ToolCall } from '@gatehouse/guards/tools'
import type { RequestContext } from '@gatehouse/http'
import { agenticEntries, type CheckPorts, countAttempt, type TenantSnapshot } from '@gatehouse/screening'

/** A token request for the steps of a check. */
export interface CapabilityRequest {
  readonly call: ToolCall
  /** Whether the arguments are those of the call; without them no approval is possible. */
  readonly hasArguments: boolean
}

/**
 * Runs the check steps for a token, on the call with its arguments, or on the tool if they are unknown. The steps consume the same
 * resources as a check: rate limits, a grant, a breaker probe.
 * @returns the decision with the results of the steps
 */
export async function checkCapabilityRequest(
  decision: CapabilityDecision,
  { call, hasArguments }: CapabilityRequest,
  { agentic: config }: TenantSnapshot,
  context: RequestContext,
  ports: CheckPorts,
): Promise<CapabilityDecision> {
  const { approvals, ...others } = ports.agentic
  const verdict = await runChain(
    mintChain,
    agenticEntries(config),
    call,
    {
      config,
      // An approval without arguments would apply to all arguments.
      ports: hasArguments && approvals !== undefined ? { ...others, approvals } : others,
      clock: ports.clock,
      requestId: context.requestId,
    },
    (guard, thrown) => context.log.error({ guard, err: thrown }, 'a guard failed'),
  )
  ports.meter.count('capability', verdict)
  await countAttempt(config, call, verdict.results, context, ports)
  return { ...decision, ...wouldOf(decision, verdict), ...refusalOf(verdict) }
}

function refusalOf(verdict: ChainVerdict): Partial<CapabilityDecision> {
  const { allowed, action, results, message = 'The call was denied.', extra, retryAfter_s } = verdict
  if (allowed) return {}
  const guardrail = results.find((result) => result.action === action)?.guardrail
  const { request_id, required_approvals, confirmation_token, expires_at } = extra
  return {
    allowed,
    reason: message,
    action,
    ...(guardrail === undefined ? {} : { guardrail }),
    ...(typeof request_id === 'string' ? { request_id } : {}),
    ...(typeof required_approvals === 'number' ? { required_approvals } : {}),
    ...(typeof confirmation_token === 'string' ? { confirmation_token } : {}),
    ...(typeof expires_at === 'string' ? { expires_at } : {}),
    ...(retryAfter_s === undefined ? {} : { retry_after_seconds: Math.max(1, Math.ceil(retryAfter_s)) }),
  }
}

/** Returns the decision in enforcement mode. Decision record 0005. */
function wouldOf(decision: CapabilityDecision, { would, results }: ChainVerdict): Partial<CapabilityDecision> {
  if (would === undefined || decision.would_block === true) return {}
  const first = would.block ? results.find((result) => result.would_block === true) : undefined
  const reason = first === undefined ? {} : { reason: first.message, guardrail: first.guardrail }
  return { would_action: would.action, would_block: would.block, ...reason }
}
