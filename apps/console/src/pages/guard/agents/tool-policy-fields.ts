import type { FormSection, Value } from '../parts/form/field-spec.ts'
import { boundsByName, numbersByName, objects, pairs, textsByName, valuesByName } from '../parts/form/rows.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/guard/agents.ts'

const ARGUMENT = {
  key: 'name',
  label: messages.toolPolicyFields.argument,
  placeholder: messages.toolPolicyFields.orderAmount,
}
const OPERATORS = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'not_in', 'contains', 'matches', 'exists']
const ORDER = [
  { key: 'from', label: messages.toolPolicyFields.after, placeholder: messages.toolPolicyFields.sessionStart },
  { key: 'to', label: common.tool, placeholder: common.refund },
]

const requiresApproval = (value: Value): boolean => value['approval'] !== undefined

/** Form sections of a tool policy. */
export const TOOL_POLICY_SECTIONS: readonly FormSection[] = [
  {
    title: common.general,
    fields: [
      {
        path: ['enabled'],
        kind: 'truth',
        label: common.enabled,
        standard: true,
        help: messages.toolPolicyFields.aDisabledPolicyIsKeptButNot,
      },
      { path: ['description'], kind: 'long', label: common.description },
    ],
  },
  {
    title: messages.toolPolicyFields.approval,
    fields: [
      {
        path: ['approval', 'required'],
        kind: 'truth',
        label: messages.toolPolicyFields.requireApproval,
        standard: requiresApproval,
      },
      {
        path: ['approval', 'min_approvals'],
        kind: 'number',
        label: messages.toolPolicyFields.numberOfApprovals,
        placeholder: '1',
      },
      {
        path: ['approval', 'ttl_seconds'],
        kind: 'number',
        label: messages.toolPolicyFields.approvalTimeoutS,
        placeholder: '3600',
      },
      {
        path: ['approval', 'when'],
        kind: 'rows',
        label: messages.toolPolicyFields.conditions,
        help: messages.toolPolicyFields.approvalIsRequiredIfAll,
        shape: objects({ path: 'text', op: 'text', value: 'simple' }, 'path'),
        columns: [
          { key: 'path', label: messages.toolPolicyFields.argument, placeholder: messages.toolPolicyFields.amount },
          { key: 'op', label: messages.toolPolicyFields.operator, options: OPERATORS },
          { key: 'value', label: common.value },
        ],
        add: messages.toolPolicyFields.addCondition,
      },
    ],
  },
  {
    title: common.arguments,
    fields: [
      {
        path: ['parameter_policy', 'required_fields'],
        kind: 'lines',
        label: messages.toolPolicyFields.requiredArguments,
      },
      {
        path: ['parameter_policy', 'forbidden_fields'],
        kind: 'lines',
        label: messages.toolPolicyFields.forbiddenArguments,
      },
      {
        path: ['parameter_policy', 'numeric_limits'],
        kind: 'rows',
        label: messages.toolPolicyFields.numericLimits,
        shape: boundsByName,
        columns: [
          ARGUMENT,
          { key: 'min', label: messages.toolPolicyFields.minimum },
          { key: 'max', label: messages.toolPolicyFields.maximum },
        ],
        add: messages.toolPolicyFields.addLimit,
      },
      {
        path: ['parameter_policy', 'allowed_values'],
        kind: 'rows',
        label: messages.toolPolicyFields.allowedValues,
        help: messages.toolPolicyFields.separateValuesWithCommas,
        shape: valuesByName,
        columns: [
          ARGUMENT,
          { key: 'value', label: messages.toolPolicyFields.values, placeholder: messages.toolPolicyFields.eurUsd },
        ],
        add: messages.toolPolicyFields.addValues,
      },
      {
        path: ['parameter_policy', 'regex_rules'],
        kind: 'rows',
        label: common.patterns,
        help: messages.toolPolicyFields.aRegularExpressionThatMust,
        shape: textsByName,
        columns: [
          ARGUMENT,
          { key: 'value', label: messages.toolPolicyFields.pattern, placeholder: messages.toolPolicyFields.aZD },
        ],
        add: messages.toolPolicyFields.addPattern,
      },
      {
        path: ['parameter_policy', 'max_string_lengths'],
        kind: 'rows',
        label: messages.toolPolicyFields.maximumLength,
        shape: numbersByName,
        columns: [ARGUMENT, { key: 'value', label: messages.toolPolicyFields.characters }],
        add: messages.toolPolicyFields.addLengthLimit,
      },
      { path: ['argument_schema'], kind: 'text-only', label: messages.toolPolicyFields.jsonSchemaOfTheArguments },
    ],
  },
  {
    title: common.limits,
    fields: [
      {
        path: ['rate_limit', 'limit'],
        kind: 'number',
        label: messages.toolPolicyFields.callsPerAgent,
        placeholder: '100',
      },
      {
        path: ['rate_limit', 'window_seconds'],
        kind: 'number',
        label: messages.toolPolicyFields.timeWindowS,
        placeholder: '60',
      },
      { path: ['session_limit'], kind: 'number', label: messages.toolPolicyFields.callsPerSession, placeholder: '50' },
    ],
  },
  {
    title: common.roles,
    fields: [
      {
        path: ['role_restrictions'],
        kind: 'rows',
        label: messages.toolPolicyFields.actionByRole,
        shape: textsByName,
        columns: [
          { key: 'name', label: common.role },
          { key: 'value', label: common.action, options: ['allow', 'redact', 'block'] },
        ],
        add: common.addRole,
      },
    ],
  },
  {
    title: messages.toolPolicyFields.callOrder,
    fields: [
      {
        path: ['workflow', 'require_before'],
        kind: 'lines',
        label: messages.toolPolicyFields.requiredEarlierCalls,
        placeholder: messages.toolPolicyFields.verifyCustomer,
      },
      {
        path: ['workflow', 'allowed_transitions'],
        kind: 'rows',
        label: messages.toolPolicyFields.allowedPredecessors,
        shape: pairs,
        columns: ORDER,
        add: messages.toolPolicyFields.addPredecessor,
      },
      {
        path: ['workflow', 'forbidden_transitions'],
        kind: 'rows',
        label: messages.toolPolicyFields.forbiddenPredecessors,
        shape: pairs,
        columns: ORDER,
        add: messages.toolPolicyFields.addPredecessor,
      },
      { path: ['workflow', 'max_tool_calls'], kind: 'number', label: messages.toolPolicyFields.maximumToolCalls },
      { path: ['workflow', 'max_cost_usd'], kind: 'number', label: messages.toolPolicyFields.maximumCostUsd },
      { path: ['workflow', 'max_tokens'], kind: 'number', label: messages.toolPolicyFields.maximumTokens },
    ],
  },
  {
    title: messages.toolPolicyFields.advanced,
    fields: [
      {
        path: ['data_sanitization'],
        kind: 'truth',
        label: messages.toolPolicyFields.applyTheDataPolicyToArguments,
        standard: false,
      },
      {
        path: ['issue_capability'],
        kind: 'truth',
        label: messages.toolPolicyFields.issueACapabilityTokenFor,
        standard: false,
      },
      {
        path: ['llm_validation'],
        kind: 'truth',
        label: messages.toolPolicyFields.evaluateArgumentsWithThe,
        standard: false,
      },
    ],
  },
]
