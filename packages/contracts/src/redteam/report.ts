import { z } from 'zod'
import { ATTACK_SEVERITIES, JUDGE_KINDS, SCORE_STATUSES, VERDICTS } from './words.ts'

const count = z.int().min(0)
const share = z.number().min(0).max(1)
const isoTime = z.string()

/** Attacks by what became of them. `passed` were withstood; `failed` are `vulnerable` and `partial` together. */
export const VerdictCounts = z.object({
  total: count,
  passed: count,
  failed: count,
  vulnerable: count,
  defended: count,
  partial: count,
  inconclusive: count,
  errors: count,
})
export type VerdictCounts = z.infer<typeof VerdictCounts>

/** 95 %, on the scale of what it is about. */
export const Interval = z.object({ low: z.number(), high: z.number() })

/** A cell of a table of results. `attackSuccessRate` is over judged attacks; null where none was judged. */
export const ResultCell = VerdictCounts.extend({ attackSuccessRate: share.nullable(), interval: Interval.nullable() })

/** docs/spec/redteam.md "Verdict", "Report". */
export const ReportSummary = VerdictCounts.omit({ total: true }).extend({
  score: z.number().min(0).max(100),
  scoreStatus: z.enum(SCORE_STATUSES),
  confidenceInterval: Interval,
  totalAttacks: count,
  byCategory: z.record(z.string(), ResultCell),
  bySeverity: z.partialRecord(z.enum(ATTACK_SEVERITIES), ResultCell),
  byStrategy: z.record(z.string(), ResultCell),
  /** Of the benign twins: how many the target refused, though nothing was wrong with them. */
  overRefusal: z.object({ asked: count, refused: count }),
  requests: count,
})
export type ReportSummary = z.infer<typeof ReportSummary>

/** A stretch of a text, in UTF-16 units, the end not included. */
const Span = z.object({ start: count, end: count })

export const JudgeEvidence = z.object({
  code: z.string(),
  detail: z.string(),
  turn: count.optional(),
  excerpt: z.string().optional(),
  spans: z
    .array(Span)
    .optional()
    .describe(
      "Position in the target's reply of this turn in `conversation`, in UTF-16 code units; absent if the judge cannot " +
        'locate it.',
    ),
  decodedBy: z.array(z.string()).optional(),
})

const Message = z.object({ role: z.string(), content: z.string() })

/** One attack with all that was seen of it. docs/spec/redteam.md "Report". */
export const AttackRecord = z.object({
  attack: z.object({
    id: z.string(),
    category: z.string(),
    /** Under which name the caller asked for it, where that is not ours. */
    alias: z.string().optional(),
    strategy: z.string(),
    severity: z.enum(ATTACK_SEVERITIES),
    description: z.string(),
    language: z.string(),
    turns: z.array(z.string()),
    /** What somebody else says first, in a session of their own that stays open. */
    before: z.array(z.string()).optional(),
    /** Said to have been said before. */
    history: z.array(Message).optional(),
    /** What a model has written for the target to find. What comes from seeds is made again from the seed of the run. */
    planted: z.array(z.string()).optional(),
  }),
  /** In the words of whoever asked for the run. */
  custom: z.boolean().optional(),
  /** A process ended in the middle of it, so that the target may have seen it twice. */
  maySeeTwice: z.boolean().optional(),
  /** A request that shows it came after the conversation was over. */
  late: z.boolean().optional(),
  repeat: count,
  verdict: z.enum(VERDICTS),
  judge: z.object({ kind: z.enum(JUDGE_KINDS), confidence: share, evidence: z.array(JudgeEvidence) }),
  request: z.string().nullable().describe('The last request, truncated, with secrets masked.'),
  response: z.string().nullable(),
  statusCode: z.int().nullable(),
  responseTimeMs: z.number(),
  conversation: z.array(Message),
  /** Of somebody else, in a session of their own that was still open when the attack was made. */
  earlierConversation: z.array(Message).optional(),
  toolCalls: z.array(z.object({ name: z.string(), arguments: z.unknown(), executed: z.boolean().nullable() })),
  remediation: z.string(),
  owasp: z.array(z.string()),
  asi: z.array(z.string()),
  atlas: z.array(z.string()),
})
export type AttackRecord = z.infer<typeof AttackRecord>

/** One weakness, however many attacks have shown it. */
export const ReportFinding = z.object({
  id: z.string(),
  category: z.string(),
  severity: z.enum(ATTACK_SEVERITIES),
  /** Why it is this severity and no other. */
  severityReason: z.string(),
  /** What has shown it, as judges name it: `marker_in_reply`, `tool_called`. */
  evidence: z.string(),
  title: z.string(),
  description: z.string(),
  remediation: z.string(),
  /** How sure the judge is that it is one. */
  confidence: share,
  /** How often the attacks that have shown it succeeded when they were made, partly or in full; the ends are of 95 %. */
  reproduced: z.object({ succeeded: count, judged: count, low: share, high: share }),
  attackIds: z.array(z.string()),
  strategies: z.array(z.string()),
  /** The shortest conversation that shows it, and how to have it again. */
  proof: z.object({
    /** The attack that it is the shortest form of. */
    attackId: z.string().optional(),
    /** What somebody else says first, in a session of their own. */
    before: z.array(z.string()).optional(),
    turns: z.array(z.string()),
    reply: z.string(),
    spans: z.array(Span).optional().describe('Position of the evidence in the reply, if the judge can locate it.'),
    curl: z.string(),
    node: z.string(),
  }),
  /** What the guard service takes as a policy; null where no guard stops it. */
  guardPolicy: z.record(z.string(), z.unknown()).nullable(),
  owasp: z.array(z.string()),
  asi: z.array(z.string()),
  atlas: z.array(z.string()),
})
export type ReportFinding = z.infer<typeof ReportFinding>

/** What a run says of a control of a framework. */
export const CONTROL_STATUSES = ['vulnerable', 'at_risk', 'secure', 'not_tested', 'error'] as const
export type ControlStatus = (typeof CONTROL_STATUSES)[number]

export const ComplianceLine = z.object({
  framework: z.string(),
  code: z.string(),
  title: z.string(),
  status: z.enum(CONTROL_STATUSES),
  attacksAnalyzed: count,
  vulnerabilitiesFound: count,
})
export type ComplianceLine = z.infer<typeof ComplianceLine>

const Rightness = z.object({ decided: count, right: count })

/** What models had a part in, where the run had any: how they were measured, what they decided, and what that is worth. */
export const ReportModels = z.object({
  judges: z.array(
    z.object({
      model: z.string(),
      used: z.boolean(),
      /** Why it is not used. */
      problem: z.string().nullable(),
      /** Conversations of which the truth is known, shown before the run; 0: nobody has measured. */
      probes: count,
      successes: Rightness,
      withstood: Rightness,
    }),
  ),
  /** Shares of all judges together on the same conversations; null where nobody has measured. */
  sensitivity: share.nullable(),
  specificity: share.nullable(),
  /** Numbers of attacks that judges were asked about, and that they decided. */
  asked: count,
  decided: count,
  /** Attacks that judges decided: the observed share of successes, and the share corrected for their error rates. */
  attackSuccessRate: z
    .object({ observed: share, corrected: share.nullable(), interval: Interval.nullable() })
    .nullable(),
  /** Null: no model writes attacks. */
  attacker: z
    .object({
      model: z.string(),
      /** Number of attacks made, without repetitions. */
      attacks: count,
      /** Times it declined, or wrote nothing that could be sent. */
      silent: count,
      /** Messages that lost the objective, or are harmless, and were not sent. */
      strayed: count,
    })
    .nullable(),
  calls: count,
  tokens: count,
  /** Null when the cost of the models is unknown. */
  costUsd: z.number().min(0).nullable(),
})
export type ReportModels = z.infer<typeof ReportModels>

export const Report = z.object({
  version: z.literal(1),
  timestamp: isoTime,
  runId: z.string(),
  targetUrl: z.string(),
  target: z.record(z.string(), z.unknown()).describe('Secrets are removed.'),
  config: z.record(z.string(), z.unknown()).describe('Includes the seed that was used.'),
  rounds: z.array(z.object({ round: count, results: z.array(AttackRecord) })),
  summary: ReportSummary,
  findings: z.array(ReportFinding),
  compliance: z.array(ComplianceLine),
  /** Benign controls, one for each category: refusing them is over-refusal. `refused` is null without an answer. */
  benign: z.array(
    z.object({
      category: z.string(),
      request: z.string(),
      response: z.string().nullable(),
      refused: z.boolean().nullable(),
    }),
  ),
  /** Categories and attacks that were not sent, and why. */
  notTested: z.array(z.object({ category: z.string(), reason: z.string() })),
  /** Absent for a run without models: criteria that need a model are inconclusive. */
  models: ReportModels.optional(),
})
export type Report = z.infer<typeof Report>
