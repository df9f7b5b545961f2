import { z } from 'zod'
import { ToolPattern } from './tool-name.ts'
import { ACTION_ALIASES, ON_ERROR } from './policy.ts'
import { DATA_RULE_ACTIONS, MODES, SEVERITIES } from './verdict.ts'

/** Own limits of one data policy. Every instance caches the policies of active tenants. */
export const DATA_RULES_MAX = 200
export const ROLE_POLICIES_MAX = 200
export const PLAIN_RULES_MAX = 50
const PLAIN_RULE_CHARS_MAX = 500
const INTENT_CHARS_MAX = 4_000
const PATTERN_ID_CHARS_MAX = 100
const DESCRIPTION_CHARS_MAX = 500
const REPLACEMENT_CHARS_MAX = 200
/** Maximum pattern length of the engine. */
const REGEX_CHARS_MAX = 4_096
const MIN_COUNT_MAX = 10_000
const ROLE_CHARS_MAX = 128

const SANITIZATION_MODES = ['regex', 'ai', 'both'] as const

export const ROLE_POLICY_ACTIONS = ['allow', 'redact', 'block', 'mask'] as const

const RuleAction = z.preprocess(
  (word) => (typeof word === 'string' && Object.hasOwn(ACTION_ALIASES, word) ? ACTION_ALIASES[word] : word),
  z.enum(DATA_RULE_ACTIONS),
)

/** Pattern and its action. docs/spec/guard.md §2 "Data policy per tool", "Agents". */
export const DataRule = z.object({
  pattern_id: z
    .string()
    .trim()
    .min(1)
    .max(PATTERN_ID_CHARS_MAX)
    .regex(/^[\p{L}\p{N}_.: -]+$/u, 'may contain only letters, digits, spaces and "_", ".", ":", "-"'),
  description: z.string().max(DESCRIPTION_CHARS_MAX).default(''),
  regex: z.string().min(1).max(REGEX_CHARS_MAX).describe('Regular expression without lookaround or backreferences.'),
  replacement: z
    .string()
    .max(REPLACEMENT_CHARS_MAX)
    .optional()
    .describe('Literal replacement for each match. Default: `[PATTERN_ID]`.'),
  severity: z.enum(SEVERITIES).default('medium'),
  action: RuleAction.optional().describe('Default: `redact` for tool output, `detect` for arguments.'),
  enabled: z.boolean().default(true),
  min_count: z.int().min(1).max(MIN_COUNT_MAX).default(1).describe('Number of matches required for the rule to apply.'),
})
export type DataRule = z.infer<typeof DataRule>

const PlainRules = z.array(z.string().trim().min(1).max(PLAIN_RULE_CHARS_MAX)).max(PLAIN_RULES_MAX).default([])

/** Data that a role may see, in natural language. */
export const RolePolicy = z.object({
  role: z
    .string()
    .trim()
    .min(1)
    .max(ROLE_CHARS_MAX)
    .describe('A role, or `*` for all callers except roles allowed by their own entry.'),
  action: z.enum(ROLE_POLICY_ACTIONS).default('redact'),
  input_rules: PlainRules,
  output_rules: PlainRules,
})
export type RolePolicy = z.infer<typeof RolePolicy>

/** Common fields of tool-specific and tenant-wide policies. */
export const DataPolicy = z.object({
  enabled: z.boolean().default(true),
  mode: z.enum(MODES).default('enforce'),
  on_error: z
    .enum(ON_ERROR)
    .default('closed')
    .describe('Behavior if the policy cannot decide, e.g. because a model fails: `closed` blocks, `open` warns.'),
  sanitization_mode: z.enum(SANITIZATION_MODES).default('regex'),
  sanitization_rules: z.array(DataRule).max(DATA_RULES_MAX).default([]),
  sanitization_intent: z.string().trim().max(INTENT_CHARS_MAX).optional(),
  role_policies: z.array(RolePolicy).max(ROLE_POLICIES_MAX).default([]),
  screen_for_injection: z
    .boolean()
    .default(true)
    .describe('Whether adversarial_detection also screens the tool output.'),
})
export type DataPolicy = z.infer<typeof DataPolicy>

/** As stored and shown for a tool. */
export const ToolDataPolicy = z.object({ tool_name: ToolPattern, ...DataPolicy.shape })
export type ToolDataPolicy = z.infer<typeof ToolDataPolicy>

/** Method for a natural-language rule. */
export const RuleBackend = z.object({
  path: z.string(),
  rule: z.string(),
  backend: z.enum(['builtin', 'llm']),
  /** Local detectors to use. */
  entities: z.array(z.string()).optional(),
})
export type RuleBackend = z.infer<typeof RuleBackend>
