import { z } from 'zod'
import { ToolPattern } from './tool-name.ts'

/** Own limits of one tool policy. Every instance caches the policies of active tenants. */
const RULES_MAX = 200
const VALUES_MAX = 500
const PATH_CHARS_MAX = 200
const PATTERN_CHARS_MAX = 4_096
const ROLES_MAX = 200
const TRANSITIONS_MAX = 500
const WINDOW_S_MAX = 86_400
const APPROVALS_MIN_MAX = 10
const APPROVAL_TTL_S_MAX = 30 * 86_400
/** Own limit: higher values are unintended. */
const COUNT_MAX = 1_000_000_000

/** Dotted path in the arguments, such as `order.items.price`. A step into a list selects each of its elements. */
const ArgumentPath = z.string().min(1).max(PATH_CHARS_MAX)

function byPath<Rule extends z.ZodType>(rule: Rule) {
  return z
    .record(ArgumentPath, rule)
    .refine((rules) => Object.keys(rules).length <= RULES_MAX, `at most ${RULES_MAX} paths`)
    .default({})
}

const Scalar = z.union([z.string().max(PATTERN_CHARS_MAX), z.number(), z.boolean(), z.null()])

/** Rules on single arguments. docs/spec/guard.md "Details". */
export const ParameterPolicy = z
  .object({
    required_fields: z.array(ArgumentPath).max(RULES_MAX).default([]),
    forbidden_fields: z.array(ArgumentPath).max(RULES_MAX).default([]),
    allowed_values: byPath(z.array(Scalar).max(VALUES_MAX)),
    numeric_limits: byPath(
      z
        .object({ min: z.number().optional(), max: z.number().optional() })
        .strict()
        .refine(({ min, max }) => min === undefined || max === undefined || min <= max, 'min must not exceed max'),
    ),
    /** Pattern that must occur in the argument, like `pattern` of JSON Schema. Use `^` and `$` to match all of it. */
    regex_rules: byPath(z.string().max(PATTERN_CHARS_MAX)),
    max_string_lengths: byPath(z.number().int().min(0).max(COUNT_MAX)),
  })
  .strict()
export type ParameterPolicy = z.infer<typeof ParameterPolicy>

/** `[from, to]`. `from` is empty for the start of a session. Either may be a prefix with `*`. */
const Transition = z.tuple([z.union([z.literal(''), ToolPattern]), ToolPattern])

/** Order and limits of calls within one session. */
export const ToolWorkflow = z
  .object({
    allowed_transitions: z.array(Transition).max(TRANSITIONS_MAX).default([]),
    forbidden_transitions: z.array(Transition).max(TRANSITIONS_MAX).default([]),
    /** Tools that the session must have called earlier. */
    require_before: z.array(ToolPattern).max(RULES_MAX).default([]),
    max_tool_calls: z.number().int().min(1).max(COUNT_MAX).optional(),
    max_cost_usd: z.number().min(0).max(COUNT_MAX).optional(),
    max_tokens: z.number().int().min(1).max(COUNT_MAX).optional(),
  })
  .strict()
export type ToolWorkflow = z.infer<typeof ToolWorkflow>

export const CONDITION_OPERATORS = [
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'not_in',
  'contains',
  'matches',
  'exists',
] as const

/** Condition on an argument. */
export const ApprovalCondition = z
  .object({
    path: ArgumentPath,
    op: z.enum(CONDITION_OPERATORS),
    value: z.union([Scalar, z.array(Scalar).max(VALUES_MAX)]).optional(),
  })
  .strict()
export type ApprovalCondition = z.infer<typeof ApprovalCondition>

/** Approval requirement. docs/spec/guard.md "Agents", "Details". */
export const ToolApproval = z
  .object({
    required: z.boolean().default(true),
    /** All conditions must match for an approval to be required; empty: always. */
    when: z.array(ApprovalCondition).max(RULES_MAX).default([]),
    min_approvals: z.number().int().min(1).max(APPROVALS_MIN_MAX).default(1),
    ttl_seconds: z.number().int().min(1).max(APPROVAL_TTL_S_MAX).default(3_600),
  })
  .strict()
export type ToolApproval = z.infer<typeof ToolApproval>

export const ROLE_RESTRICTIONS = ['allow', 'redact', 'block'] as const

/** docs/spec/guard.md "Agents": maximum number of calls of a tool per window and agent. */
export const TOOL_RATE_LIMIT = { limit: 100, window_seconds: 60 } as const
/** docs/spec/guard.md "Agents": maximum number of calls of a tool in one session. */
export const TOOL_SESSION_LIMIT = 50

/** Policy of a tenant for a tool, or for all tools with a prefix. */
export const ToolPolicy = z.object({
  tool_name: ToolPattern,
  /** False: stored without effect. Use the kill switch to stop a tool. */
  enabled: z.boolean().default(true),
  description: z.string().max(2_000).optional(),
  /** JSON Schema 2020-12 of the arguments. */
  argument_schema: z.record(z.string(), z.unknown()).optional(),
  parameter_policy: ParameterPolicy.optional(),
  role_restrictions: z
    .record(
      z.string().min(1).max(128),
      z.preprocess((word) => (word === 'mask' ? 'redact' : word), z.enum(ROLE_RESTRICTIONS)),
    )
    .refine((roles) => Object.keys(roles).length <= ROLES_MAX, `at most ${ROLES_MAX} roles`)
    .default({}),
  rate_limit: z
    .object({
      limit: z.number().int().min(0).max(COUNT_MAX).default(TOOL_RATE_LIMIT.limit),
      window_seconds: z.number().int().min(1).max(WINDOW_S_MAX).default(TOOL_RATE_LIMIT.window_seconds),
    })
    .strict()
    .default(TOOL_RATE_LIMIT),
  session_limit: z.number().int().min(0).max(COUNT_MAX).default(TOOL_SESSION_LIMIT),
  workflow: ToolWorkflow.optional(),
  approval: ToolApproval.optional(),
  llm_validation: z.boolean().default(false),
  data_sanitization: z.boolean().default(false),
  issue_capability: z.boolean().default(false),
})
export type ToolPolicy = z.infer<typeof ToolPolicy>
