import { z } from 'zod'
import { post } from '../endpoint.ts'
import { PolicyFile, ToolPolicyEntry } from '../guard/policy-file.ts'
import { ToolPattern } from '../guard/tool-name.ts'
import { ReportFilename } from './reports.ts'
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
  benign: z
    .object({
      sent: count,
      blocked: z.array(FalsePositive).describe('False positives.'),
      disclosing: count.describe('Benign controls whose reply contains a canary: blocking them is correct.'),
    })
    .describe('Benign controls behind the guard.'),
  traffic: z
    .object({ checked: count, blocked: z.array(FalsePositive) })
    .nullable()
    .describe('Recorded requests; null: none were supplied.'),
  policy: z.record(z.string(), z.unknown()).describe('Policy in force with the rules of the draft.'),
})
export type HardenResult = z.infer<typeof HardenResult>

/** Own limits of the secrets of one target. */
const SECRETS_MAX = 200
const SECRET_CHARS_MAX = 16_384
const PATH_CHARS_MAX = 500
const FINDING_CHARS_MAX = 200

/** Policy in force, as far as a replay evaluates it. A value `***` is hidden and has no effect in the replay. */
const PolicyInForce = z.strictObject({
  ...PolicyFile.pick({ mode: true, input_guardrails: true, output_guardrails: true, agentic_guardrails: true }).shape,
  tool_policies: z.record(ToolPattern, ToolPolicyEntry.strip()).optional(),
})

export const DraftRequest = z.object({
  finding: z.string().min(1).max(FINDING_CHARS_MAX).optional().describe('Id of a finding; default: all findings.'),
  policy: PolicyInForce.optional().describe(
    'Policy in force, from the guard service. The draft is added to it. Default: none.',
  ),
  secrets: z
    .record(z.string().max(PATH_CHARS_MAX), z.string().min(1).max(SECRET_CHARS_MAX))
    .refine((secrets) => Object.keys(secrets).length <= SECRETS_MAX, `at most ${SECRETS_MAX} values`)
    .optional()
    .describe('Values that reports do not contain, by path: `target.auth.token`, `target.canaries.0.value`.'),
})
export type DraftRequest = z.infer<typeof DraftRequest>

export const HARDEN_STEPS = ['without_guard', 'behind_guard'] as const
export type HardenStep = (typeof HARDEN_STEPS)[number]

/** One line of the answer. The last line is the result. */
export const DraftLine = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('progress'),
    step: z.enum(HARDEN_STEPS),
    sent: count.describe('Proofs and benign controls sent in this step.'),
  }),
  HardenResult.extend({
    type: z.literal('result'),
    notChecked: z.string().nullable().describe('Why the proofs could not be replayed; null: they were.'),
    missing: z.array(z.string()).describe('Paths of values that `secrets` must contain for a replay.'),
    undeclared: z.array(z.string()).describe('Paths of canaries that were not supplied.'),
  }),
])
export type DraftLine = z.infer<typeof DraftLine>

/** Decision 0117. */
export const hardeningEndpoints = {
  draftGuardPolicy: post('/api/report/{filename}/guard-policy', {
    auth: 'tester',
    testerRole: 'admin',
    summary: 'Draft a guard policy for the findings of a report, as JSON Lines',
    description:
      'Replays the proofs without a guard, drafts the smallest policy that blocks them, and replays the proofs and ' +
      'benign controls behind it. Sends `progress` lines and one `result` line. Only proofs that were blocked in the ' +
      'replay are `blocked`. The draft is neither stored nor published; it contains canaries and disclosed secrets. ' +
      'The egress policy applies as for runs.',
    tags: ['Reports'],
    params: z.object({ filename: ReportFilename }),
    body: DraftRequest,
    produces: 'application/x-ndjson',
    examples: {
      request: { finding: { value: { finding: 'e26e46056a24cdfd', secrets: { 'target.auth.token': '…' } } } },
    },
  }),
}
