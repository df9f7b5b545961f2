import { z } from 'zod'

/** Actions in rising severity; the position is the severity. Decisions §1 "Verdicts". */
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

/** Document 1 §2 "Guardrail result". */
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

/** What a tool's data policy did to a payload. Decisions §1 "Agents, tools, data". */
export const Sanitization = z.object({
  applied: z.boolean(),
  stage: z.enum(['input', 'output']),
  mode: z.string(),
  regex_violations: z.array(z.unknown()),
  output_modified: z.boolean(),
})

/** What the check endpoints answer. Decisions §1 "Finer points". */
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

/** Document 1 §2 "Content verdict". */
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
  /** With `messages`: the messages with every redaction applied, in the order sent. */
  sanitized_messages: z.array(z.unknown()).optional(),
  /** Guards of later tiers that did not run because an earlier tier blocked. */
  skipped_guardrails: z.array(z.string()).optional(),
  /** Parts of `messages` that hold no text, by kind: nothing of them was screened. */
  unscreened_parts: z.record(z.string(), z.number().int()).optional(),
  /** Whose configuration decided: the tenant's, the request's, or the server's. */
  policy_source: z.enum(['tenant', 'request', 'server']),
  sanitization: Sanitization.optional(),
})
export type ContentVerdict = z.infer<typeof ContentVerdict>
