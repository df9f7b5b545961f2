import { z } from 'zod'
import { ComplianceLine } from './report.ts'
import { ATTACK_SEVERITIES, VERDICTS } from './words.ts'

const count = z.int().min(0)
const NAME_CHARS_MAX = 200
const TEXT_CHARS_MAX = 50_000
const ATTACKS_MAX = 20_000
const FRAMEWORKS_MAX = 100

/** A line of `/api/compliance-frameworks`. docs/spec/redteam.md "Analyses". */
export const RedteamFramework = z.object({ id: z.string(), name: z.string(), controlCount: count })
export type RedteamFramework = z.infer<typeof RedteamFramework>

/** The body of `POST /api/owasp-analyze`. */
export const OwaspAnalyze = z.object({
  reportFilename: z.string().max(NAME_CHARS_MAX).optional(),
  /** Alternative name of the field above. */
  reportFile: z.string().max(NAME_CHARS_MAX).optional(),
  frameworkIds: z.array(z.string().max(NAME_CHARS_MAX)).max(FRAMEWORKS_MAX).optional(),
})
export type OwaspAnalyze = z.infer<typeof OwaspAnalyze>

/** Answer line: one for each control. */
export const OwaspLine = ComplianceLine.extend({
  summary: z.string(),
  details: z.string(),
  recommendations: z.array(z.string()),
  relevantFindings: z.array(
    z.object({ id: z.string(), title: z.string(), category: z.string(), severity: z.enum(ATTACK_SEVERITIES) }),
  ),
})
export type OwaspLine = z.infer<typeof OwaspLine>

/** Attack of a caller without a report. */
export const RiskAttack = z.object({
  id: z.string().max(NAME_CHARS_MAX).optional(),
  category: z.string().min(1).max(NAME_CHARS_MAX),
  severity: z.enum(ATTACK_SEVERITIES).optional(),
  verdict: z.enum(VERDICTS).optional(),
  description: z.string().max(TEXT_CHARS_MAX).optional(),
})
export type RiskAttack = z.infer<typeof RiskAttack>

/** The body of `POST /api/risk-analyze`. */
export const RiskAnalyze = z.object({
  reportFilename: z.string().max(NAME_CHARS_MAX).optional(),
  reportFile: z.string().max(NAME_CHARS_MAX).optional(),
  attacks: z.array(RiskAttack).max(ATTACKS_MAX).optional(),
  /** Cost of one incident for the operator, by severity: from the caller. Without it no amounts are reported. */
  lossPerIncident: z
    .partialRecord(
      z.enum(ATTACK_SEVERITIES),
      z.object({ low: z.number().min(0), high: z.number().min(0), currency: z.string().min(1).max(10) }),
    )
    .optional(),
})
export type RiskAnalyze = z.infer<typeof RiskAnalyze>

export const RISK_LEVELS = ['critical', 'high', 'medium', 'low', 'none', 'unknown'] as const
export type RiskLevel = (typeof RISK_LEVELS)[number]

/** Answer line: one for each attack. Sentences explain the origin of each figure. */
export const RiskLine = z.object({
  attack: z.string(),
  category: z.string(),
  severity: z.enum(ATTACK_SEVERITIES),
  impactLevel: z.enum(RISK_LEVELS),
  businessImpact: z.string(),
  financialExposure: z.string(),
  complianceRisk: z.string(),
  remediationEstimate: z.string(),
  likelihood: z.enum(RISK_LEVELS),
  likelihoodBasis: z.string(),
})
export type RiskLine = z.infer<typeof RiskLine>
