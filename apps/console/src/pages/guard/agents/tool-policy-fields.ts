import type { FormSection, Value } from '../parts/form/field-spec.ts'
import { boundsByName, numbersByName, objects, pairs, textsByName, valuesByName } from '../parts/form/rows.ts'

const ARGUMENT = { key: 'name', label: 'Argument', placeholder: 'order.amount' }
const OPERATORS = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'not_in', 'contains', 'matches', 'exists']
const ORDER = [
  { key: 'from', label: 'After', placeholder: 'beginning of the session' },
  { key: 'to', label: 'This one', placeholder: 'refund' },
]

const asksPeople = (value: Value): boolean => value['approval'] !== undefined

/** What calls of a tool are held to, as a form. */
export const TOOL_POLICY_SECTIONS: readonly FormSection[] = [
  {
    title: 'About it',
    fields: [
      {
        path: ['enabled'],
        kind: 'truth',
        label: 'It holds',
        standard: true,
        help: 'Off: kept, and without effect. To stop a tool there is the kill switch.',
      },
      { path: ['description'], kind: 'long', label: 'What it is for' },
    ],
  },
  {
    title: 'Approval',
    fields: [
      { path: ['approval', 'required'], kind: 'truth', label: 'People must agree first', standard: asksPeople },
      { path: ['approval', 'min_approvals'], kind: 'number', label: 'How many people', placeholder: '1' },
      { path: ['approval', 'ttl_seconds'], kind: 'number', label: 'Seconds until it is too late', placeholder: '3600' },
      {
        path: ['approval', 'when'],
        kind: 'rows',
        label: 'Only when all of these hold',
        help: 'None: always. Several values stand with commas between them.',
        shape: objects({ path: 'text', op: 'text', value: 'simple' }, 'path'),
        columns: [
          { key: 'path', label: 'Argument', placeholder: 'amount' },
          { key: 'op', label: 'Is', options: OPERATORS },
          { key: 'value', label: 'Value' },
        ],
        add: 'Add a condition',
      },
    ],
  },
  {
    title: 'Arguments',
    fields: [
      { path: ['parameter_policy', 'required_fields'], kind: 'lines', label: 'Must be there' },
      { path: ['parameter_policy', 'forbidden_fields'], kind: 'lines', label: 'Must not be there' },
      {
        path: ['parameter_policy', 'numeric_limits'],
        kind: 'rows',
        label: 'Bounds of numbers',
        shape: boundsByName,
        columns: [ARGUMENT, { key: 'min', label: 'At least' }, { key: 'max', label: 'At most' }],
        add: 'Add bounds',
      },
      {
        path: ['parameter_policy', 'allowed_values'],
        kind: 'rows',
        label: 'Values that are allowed',
        help: 'With commas between them.',
        shape: valuesByName,
        columns: [ARGUMENT, { key: 'value', label: 'One of', placeholder: 'EUR, USD' }],
        add: 'Add values',
      },
      {
        path: ['parameter_policy', 'regex_rules'],
        kind: 'rows',
        label: 'Patterns',
        help: 'What must be found in the argument; ^ and $ bind all of it.',
        shape: textsByName,
        columns: [ARGUMENT, { key: 'value', label: 'Pattern', placeholder: '^[A-Z]{2}-\\d+$' }],
        add: 'Add a pattern',
      },
      {
        path: ['parameter_policy', 'max_string_lengths'],
        kind: 'rows',
        label: 'Longest texts',
        shape: numbersByName,
        columns: [ARGUMENT, { key: 'value', label: 'Characters' }],
        add: 'Add a length',
      },
      { path: ['argument_schema'], kind: 'text-only', label: 'JSON Schema of all arguments' },
    ],
  },
  {
    title: 'How often',
    fields: [
      { path: ['rate_limit', 'limit'], kind: 'number', label: 'Calls of each agent', placeholder: '100' },
      { path: ['rate_limit', 'window_seconds'], kind: 'number', label: 'Within seconds', placeholder: '60' },
      { path: ['session_limit'], kind: 'number', label: 'Calls of a session', placeholder: '50' },
    ],
  },
  {
    title: 'Roles',
    fields: [
      {
        path: ['role_restrictions'],
        kind: 'rows',
        label: 'What roles get',
        shape: textsByName,
        columns: [
          { key: 'name', label: 'Role' },
          { key: 'value', label: 'Its calls', options: ['allow', 'redact', 'block'] },
        ],
        add: 'Add a role',
      },
    ],
  },
  {
    title: 'Order in a session',
    fields: [
      {
        path: ['workflow', 'require_before'],
        kind: 'lines',
        label: 'Must have been called before',
        placeholder: 'verify_customer',
      },
      {
        path: ['workflow', 'allowed_transitions'],
        kind: 'rows',
        label: 'Only after these',
        shape: pairs,
        columns: ORDER,
        add: 'Add an order',
      },
      {
        path: ['workflow', 'forbidden_transitions'],
        kind: 'rows',
        label: 'Never after these',
        shape: pairs,
        columns: ORDER,
        add: 'Add an order',
      },
      { path: ['workflow', 'max_tool_calls'], kind: 'number', label: 'Most calls of tools' },
      { path: ['workflow', 'max_cost_usd'], kind: 'number', label: 'Most cost in USD' },
      { path: ['workflow', 'max_tokens'], kind: 'number', label: 'Most tokens' },
    ],
  },
  {
    title: 'More',
    fields: [
      {
        path: ['data_sanitization'],
        kind: 'truth',
        label: 'What goes in is held to its data policy',
        standard: false,
      },
      {
        path: ['issue_capability'],
        kind: 'truth',
        label: 'A check that passes gives a capability token',
        standard: false,
      },
      {
        path: ['llm_validation'],
        kind: 'truth',
        label: 'The configured model judges the arguments too',
        standard: false,
      },
    ],
  },
]
