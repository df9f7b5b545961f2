import type { Handlers } from '@gatehouse/contracts'
import type {
  ActionCheck,
  AgentBudget,
  agentCheckEndpoints,
  BudgetRemaining,
  BudgetUsage,
} from '@gatehouse/contracts/agents'
import {
  accessChain,
  type ActionCall,
  actionChain,
  type BudgetCall,
  budgetChain,
  microUsd,
  RISK_WORDS,
} from '@gatehouse/guards/agentic'
import type { RequestContext } from '@gatehouse/http'
import { canonicalHash, canonicalJson } from '@gatehouse/kernel'
import { callerOf, type CheckAnswer, runCheck } from '@gatehouse/screening'
import { withoutNulls } from './without-nulls.ts'
import type { GuardHandler, GuardPorts } from './handler.ts'

/** `POST /v1/shield/agent/check`. */
const checkAgent: GuardHandler<'checkAgent'> =
  (ports) =>
  ({ body: value, context }) => {
    const body = withoutNulls(value)
    const { action, resource, source_agent: sourceAgent, data_classification: classification } = body
    const call = { ...callerOf(body, context), action, resource, sourceAgent, classification }
    return runCheck(
      {
        name: 'agent',
        path: '/v1/shield/agent/check',
        guards: accessChain,
        call,
        tokens: 0,
        details: { action, source_agent: sourceAgent },
      },
      context,
      ports,
    )
  }

/** `POST /v1/shield/action/check`. */
const checkAction: GuardHandler<'checkAction'> =
  (ports) =>
  ({ body, context }) =>
    runCheck(
      {
        name: 'action',
        path: '/v1/shield/action/check',
        guards: actionChain,
        call: actionCall(body, context),
        tokens: 0,
        details: { action: body.action },
      },
      context,
      ports,
    )

function actionCall(actionCheck: ActionCheck, context: RequestContext): ActionCall {
  const body = withoutNulls(actionCheck)
  const { action, resource, risk } = body
  const params = body.params ?? body.action_params ?? body.tool_params ?? body.arguments ?? {}
  return {
    ...callerOf(body, context),
    action,
    resource,
    params,
    risk: typeof risk === 'string' ? RISK_WORDS[risk] : risk,
    tool: action,
    args: resource === undefined ? params : { ...params, action_resource: resource },
    argumentsHash: canonicalHash({ resource: resource ?? null, params }),
    grantId: body.grant_id ?? body.execution_grant_id ?? body.approval_grant,
    approvalRequestId: body.approval_request_id,
    confirmationToken: body.confirmation_token,
  }
}

/** `POST /v1/shield/agent/budget`. */
const checkAgentBudget: GuardHandler<'checkAgentBudget'> =
  (ports) =>
  async ({ body, context }) => {
    const call = budgetCall(body, context)
    const answer = await runCheck(
      {
        name: 'budget',
        path: '/v1/shield/agent/budget',
        guards: budgetChain,
        call,
        tokens: 0,
        details: { tokens: call.tokens, cost_usd: body.cost_usd, tool_calls: call.toolCalls },
      },
      context,
      ports,
    )
    return { ...answer, ...shownUsage(answer) }
  }

/** Monitored steps do not affect the verdict, and usage is not included in their result. */
function shownUsage({ guardrail_results }: CheckAnswer) {
  const details = guardrail_results.find(({ guardrail }) => guardrail === 'agent_budget')?.details
  const usage = details?.['usage'] as BudgetUsage | undefined
  const remaining = details?.['remaining'] as BudgetRemaining | undefined
  return { ...(usage === undefined ? {} : { usage }), ...(remaining === undefined ? {} : { remaining }) }
}

function budgetCall(agentBudget: AgentBudget, context: RequestContext): BudgetCall {
  const body = withoutNulls(agentBudget)
  const { tokens = 0, cost_usd = 0, tool_calls } = body
  const listed = Array.isArray(tool_calls) ? tool_calls : undefined
  const signatures = listed?.map(signatureOf) ?? ownSignature(body)
  return {
    ...callerOf(body, context),
    tokens,
    microUsd: microUsd(cost_usd),
    toolCalls: listed?.length ?? (typeof tool_calls === 'number' ? tool_calls : 0),
    signatures,
  }
}

function ownSignature(body: Omit<AgentBudget, 'tool_calls'>): readonly string[] {
  if (typeof body.call_signature === 'string') return [body.call_signature]
  if (typeof body.tool_name !== 'string') return []
  const args = body.tool_params ?? body.tool_args ?? body.arguments ?? body.tool_input ?? {}
  return [canonicalJson([body.tool_name, args])]
}

/** Equal calls have the same name and arguments; their ids differ. */
function signatureOf(call: Exclude<NonNullable<AgentBudget['tool_calls']>, number>[number]): string {
  const name = call.tool_name ?? call.function?.name ?? call.name ?? ''
  const args =
    call.function?.arguments ?? call['tool_params'] ?? call['tool_args'] ?? call['arguments'] ?? call['tool_input']
  return canonicalJson([name, args ?? null])
}

/** Handlers of agent checks. */
export function agentCheckHandlers(ports: GuardPorts): Handlers<typeof agentCheckEndpoints, RequestContext> {
  return {
    checkAgent: checkAgent(ports),
    checkAction: checkAction(ports),
    checkAgentBudget: checkAgentBudget(ports),
  }
}
