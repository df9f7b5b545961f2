import { z } from 'zod'
import { ATTACK_SEVERITIES } from './words.ts'

const count = z.int().min(0)

/** Result of one proof in front of and behind the guard. Only `blocked` is a success. */
export const PROOF_STATUSES = ['blocked', 'open', 'not_reproduced', 'not_replayed', 'inconclusive'] as const
const ProofStatus = z
  .enum(PROOF_STATUSES)
  .describe(
    '`blocked`: succeeds without the guard, and the guard blocks it. `open`: succeeds behind the guard. `not_reproduced`: the ' +
      'target defends without the guard. `not_replayed`: could not be sent. `inconclusive`: no verdict.',
  )
export type ProofStatus = z.infer<typeof ProofStatus>

export const HardenedProof = z.object({
  attackId: z.string(),
  status: ProofStatus,
  guards: z.array(z.string()).describe('Guards that blocked or redacted.'),
})
export type HardenedProof = z.infer<typeof HardenedProof>

export const HardenedFinding = z.object({
  id: z.string(),
  title: z.string(),
  severity: z.enum(ATTACK_SEVERITIES),
  status: ProofStatus.describe('`blocked` only if every reproduced proof is blocked.'),
  proofs: z.array(HardenedProof),
})
export type HardenedFinding = z.infer<typeof HardenedFinding>

export const RULE_SECTIONS = ['input_guardrails', 'output_guardrails', 'agentic_guardrails', 'tool_policies'] as const
export type RuleSection = (typeof RULE_SECTIONS)[number]

/** One entry of a draft policy. */
export const GuardRule = z.object({
  id: z.string().describe('`output_guardrails.pii_leakage`'),
  section: z.enum(RULE_SECTIONS),
  name: z.string().describe('Guard, or pattern of tool names.'),
  entry: z.record(z.string(), z.unknown()),
})
export type GuardRule = z.infer<typeof GuardRule>

export const DraftedRule = GuardRule.extend({
  findings: z.array(z.string()).describe('Findings whose proofs this rule alone blocks.'),
  proofsBlocked: count,
  falsePositives: count,
  isHarmful: z.boolean().describe('Whether the rule causes more false positives than it blocks proofs.'),
})
export type DraftedRule = z.infer<typeof DraftedRule>

export const FalsePositive = z.object({ text: z.string(), guards: z.array(z.string()) })
export type FalsePositive = z.infer<typeof FalsePositive>

/** Draft policy, proven by a replay of the proofs behind the guard. Decision 0117. */
export const HardenResult = z.object({
  target: z.string(),
  before: z.object({ proofs: count, succeeded: count }).describe('Without the guard.'),
  after: z.object({ succeeded: count, blocked: count }).describe('Behind the guard.'),
  findings: z.array(HardenedFinding),
  rules: z.array(DraftedRule),
  dropped: z.array(z.string()).describe('Candidate rules that block no proof in the replay.'),
  benign: z.object({ sent: count, blocked: z.array(FalsePositive) }).describe('Benign controls behind the guard.'),
  traffic: z
    .object({ checked: count, blocked: z.array(FalsePositive) })
    .nullable()
    .describe('Recorded requests; null: none were supplied.'),
  policy: z.record(z.string(), z.unknown()).describe('Policy in force with the rules of the draft.'),
})
export type HardenResult = z.infer<typeof HardenResult>
