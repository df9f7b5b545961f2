import { z } from 'zod'

/** Actions in ascending severity; the index is the severity. docs/spec/guard.md "Verdicts". */
export const ACTIONS = ['pass', 'detect', 'warn', 'redact', 'require_approval', 'block'] as const
export type Action = (typeof ACTIONS)[number]

export const STAGES = ['input', 'output', 'agentic'] as const
export type Stage = (typeof STAGES)[number]

export const TIERS = ['fast', 'medium', 'slow'] as const
export type Tier = (typeof TIERS)[number]

export const BACKENDS = ['builtin', 'embedded', 'llm'] as const
export type Backend = (typeof BACKENDS)[number]

export const MODES = ['enforce', 'monitor'] as const
export type Mode = (typeof MODES)[number]

export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const
export type Severity = (typeof SEVERITIES)[number]

/** Position of an action in {@link ACTIONS}. */
export function actionRank(action: Action): number {
  return ACTIONS.indexOf(action)
}

/** docs/spec/guard.md §2 "Guardrail result". */
export const GuardrailResult = z.object({
  guardrail: z.string(),
  passed: z.boolean(),
  action: z.enum(ACTIONS),
  message: z.string(),
  details: z.record(z.string(), z.unknown()),
  latency_ms: z.number(),
  score: z.number().optional(),
  category: z.string().optional(),
  severity: z.string().optional(),
  would_action: z.enum(ACTIONS).optional(),
  would_block: z.boolean().optional(),
})
export type GuardrailResult = z.infer<typeof GuardrailResult>

export const DATA_STAGES = ['input', 'output'] as const
export type DataStage = (typeof DATA_STAGES)[number]

export const DATA_RULE_ACTIONS = ['detect', 'redact', 'block'] as const
export type DataRuleAction = (typeof DATA_RULE_ACTIONS)[number]

/** Finding of a rule. docs/spec/guard.md: pattern_id, description, severity, count, action. */
export const RegexViolation = z.object({
  pattern_id: z.string(),
  description: z.string(),
  severity: z.enum(SEVERITIES),
  count: z.int(),
  action: z.enum(DATA_RULE_ACTIONS),
  /** Origin of the rule. */
  source: z.enum(['global', 'tool', 'role_restriction']).optional(),
})
export type RegexViolation = z.infer<typeof RegexViolation>

const AiRedaction = z.object({
  /** Masked, because readers of the verdict may not be authorized to read the redacted value. */
  original: z.string(),
  replacement: z.string(),
  reason: z.string(),
})

export const AiSanitization = z.object({
  verdict: z.enum(['allow', 'redact', 'block', 'error']),
  reasoning: z.string(),
  redactions: z.array(AiRedaction),
  /** Number of redactions proposed by the model for texts that do not occur in the payload. */
  not_found: z.int().optional(),
  error: z.string().optional(),
})
export type AiSanitization = z.infer<typeof AiSanitization>

/** Effect of a tool's data policy on a payload. docs/spec/guard.md "Agents". */
export const Sanitization = z.object({
  applied: z.boolean(),
  stage: z.enum(DATA_STAGES),
  /** `regex`, `ai`, `both`; `none` without a policy. */
  mode: z.string(),
  regex_violations: z.array(RegexViolation),
  ai: AiSanitization.optional(),
  output_modified: z.boolean(),
})
export type Sanitization = z.infer<typeof Sanitization>

/** Response of the check endpoints. docs/spec/guard.md "Details". */
export const CheckVerdict = z.object({
  allowed: z.boolean(),
  safe: z.boolean(),
  action: z.enum(ACTIONS),
  guardrail_results: z.array(GuardrailResult),
  message: z.string().optional(),
  would_action: z.enum(ACTIONS).optional(),
  would_block: z.boolean().optional(),
})
export type CheckVerdict = z.infer<typeof CheckVerdict>

/** docs/spec/guard.md §2 "Content verdict". */
export const ContentVerdict = z.object({
  safe: z.boolean(),
  action: z.enum(ACTIONS),
  mode: z.enum(MODES),
  guardrail_results: z.array(GuardrailResult),
  inference_time_ms: z.number(),
  request_id: z.string(),
  would_action: z.enum(ACTIONS).optional(),
  would_block: z.boolean().optional(),
  sanitized_output: z.string().optional(),
  /** For `messages`: all messages with redactions applied, in the original order. */
  sanitized_messages: z.array(z.unknown()).optional(),
  /** Guards of later tiers that did not run because an earlier tier blocked. */
  skipped_guardrails: z.array(z.string()).optional(),
  /** Non-text parts of `messages` by kind, which were not screened. */
  unscreened_parts: z.record(z.string(), z.number().int()).optional(),
  /** Origin of the deciding configuration: tenant, request, or server. */
  policy_source: z.enum(['tenant', 'request', 'server']),
  /** Guards that the request configures without effect, because the tenant has entries for the stage. */
  ignored_guardrails: z.array(z.string()).optional(),
  sanitization: Sanitization.optional(),
})
export type ContentVerdict = z.infer<typeof ContentVerdict>
