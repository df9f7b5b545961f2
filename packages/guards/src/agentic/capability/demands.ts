import { TOOL_RATE_LIMIT, TOOL_SESSION_LIMIT, type ToolWorkflow } from '@gatehouse/contracts/policies'
import type { AgenticConfig } from '../engine/config.ts'
import approvalWorkflow from '../guards/approval-workflow.ts'
import capabilityIssuance from '../guards/capability-issuance.ts'
import dataFlow from '../guards/data-flow.ts'
import parameterPolicy from '../guards/parameter-policy.ts'
import sensitiveActionConfirmation from '../guards/sensitive-action-confirmation.ts'
import toolCallRateLimiting from '../guards/tool-call-rate-limiting.ts'
import toolCallValidation from '../guards/tool-call-validation.ts'
import toolUseControl from '../guards/tool-use-control.ts'
import { sensitiveAction } from '../sensitive-actions.ts'
import { isOrderRestricted } from '../session/workflow.ts'
import { shown } from '../shown.ts'
import { listedSchemaFor } from '../tenant-tools.ts'
import { banningPoliciesFor, toolPolicyFor } from '../tool-policy.ts'
import type { CapabilityTerms } from './claims.ts'
import { entriesOf } from './entries.ts'
import type { Problem } from './problem.ts'

/** Scope of the passed check: a call with its arguments, a tool without arguments, or none, as for a prefix. */
export type Checked = CapabilityTerms['checked']

/**
 * Returns the tool rules that require a check of a call, which a token without arguments cannot replace. One problem per guard with such a
 * rule.
 */
export function demandsOf(config: AgenticConfig, tool: string, checked: Checked): readonly Problem[] {
  if (checked === 'call') return []
  const found: readonly (readonly [guardrail: string, isAsked: boolean, what: string])[] = [
    ...(checked === undefined ? [[toolCallRateLimiting.name, isLimited(config, tool), 'has limits'] as const] : []),
    [toolCallValidation.name, hasSchema(config, tool), 'has an argument schema'],
    [parameterPolicy.name, policyOf(config, tool)?.parameter_policy !== undefined, 'has argument rules'],
    [toolUseControl.name, isOrdered(config, tool), 'has session rules'],
    [dataFlow.name, true, 'has its arguments compared with tool output'],
    [approvalWorkflow.name, mayNeedApproval(config, tool), 'may require approval'],
    [sensitiveActionConfirmation.name, isSensitive(config, tool), 'requires confirmation'],
    [
      capabilityIssuance.name,
      policyOf(config, tool)?.issue_capability === true,
      'is issued tokens only for verified calls',
    ],
  ]
  return found
    .filter(([guardrail, isAsked]) => isAsked && entriesOf(config).get(guardrail)?.enabled === true)
    .map(([guardrail, , subject]) => ({
      guardrail,
      reason: `Tool "${shown(tool)}" ${subject}. Request a token with the arguments of the call, or use tool/check.`,
    }))
}

function policyOf(config: AgenticConfig, tool: string) {
  return toolPolicyFor(config, tool)?.policy
}

function hasSchema(config: AgenticConfig, tool: string): boolean {
  const schema = toolPolicyFor(config, tool)?.schema ?? listedSchemaFor(config, tool)
  if (schema !== undefined) return true
  const entry = entriesOf(config).get(toolCallValidation.name)
  return entry !== undefined && toolCallValidation.settings.parse(entry.settings).require_schema
}

/** Returns whether a tool has explicit limits. Default limits do not cause a denial. */
function isLimited(config: AgenticConfig, tool: string): boolean {
  const policy = policyOf(config, tool)
  if (policy === undefined) {
    const entry = entriesOf(config).get(toolCallRateLimiting.name)
    return entry !== undefined && toolCallRateLimiting.settings.parse(entry.settings).limit !== undefined
  }
  const { limit, window_seconds } = policy.rate_limit
  return (
    limit !== TOOL_RATE_LIMIT.limit ||
    window_seconds !== TOOL_RATE_LIMIT.window_seconds ||
    policy.session_limit !== TOOL_SESSION_LIMIT
  )
}

function isOrdered(config: AgenticConfig, tool: string): boolean {
  const workflow = policyOf(config, tool)?.workflow
  const entry = entriesOf(config).get(toolUseControl.name)
  const limits = entry === undefined ? {} : toolUseControl.settings.parse(entry.settings)
  return hasTotals(limits) || (workflow !== undefined && hasOrder(workflow)) || isOrderRestricted(config, tool)
}

type Totals = Pick<ToolWorkflow, 'max_tool_calls' | 'max_cost_usd' | 'max_tokens'>

function hasTotals({ max_tool_calls, max_cost_usd, max_tokens }: Partial<Totals>): boolean {
  return (max_tool_calls ?? max_cost_usd ?? max_tokens) !== undefined
}

function hasOrder(workflow: ToolWorkflow): boolean {
  return (
    hasTotals(workflow) ||
    workflow.require_before.length > 0 ||
    workflow.allowed_transitions.length > 0 ||
    workflow.forbidden_transitions.length > 0
  )
}

function mayNeedApproval(config: AgenticConfig, tool: string): boolean {
  return banningPoliciesFor(config, tool).some(
    ({ policy: { approval } }) => approval !== undefined && (approval.required || approval.when.length > 0),
  )
}

function isSensitive(config: AgenticConfig, tool: string): boolean {
  const entry = entriesOf(config).get(sensitiveActionConfirmation.name)
  const actions = entry === undefined ? [] : sensitiveActionConfirmation.settings.parse(entry.settings).actions
  return sensitiveAction({ tool, args: {} }, actions) !== undefined
}
