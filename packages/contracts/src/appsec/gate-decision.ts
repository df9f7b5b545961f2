import { z } from 'zod'
import { StoredBuildGate } from './build-gate.ts'
import { FINDING_SEVERITIES, SCANNER_NAMES } from './words.ts'

/** Own limit of findings in a record, highest severity first. The counts include all findings. */
export const GATE_RECORD_FINDINGS_MAX = 1_000
/** Maximum length of a finding's text in a record, in UTF-16 units. */
export const GATE_RECORD_UNITS_MAX = 500

const count = z.int().min(0)
const SeverityCounts = z.object({ CRITICAL: count, HIGH: count, MEDIUM: count, LOW: count })

/** Why a finding is not counted: its suppression, status, severity, or path. */
export const NOT_COUNTED_REASONS = [
  'SUPPRESSED',
  'INFO',
  'RESOLVED',
  'FALSE_POSITIVE',
  'ACCEPTED_RISK',
  'NON_PRODUCTION',
] as const
export type NotCountedReason = (typeof NOT_COUNTED_REASONS)[number]

/** Complete input and decision of a gate: the artifact `gate-decision` of a scan, and the input of `gatehouse gate explain`. */
export const GateDecisionRecord = z.object({
  version: z.literal(1),
  scanId: z.string().max(100).nullable().describe('Null: decided outside the service.'),
  projectId: z.string().max(100).nullable(),
  branch: z.string().max(300).nullable(),
  commitSha: z.string().max(100).nullable(),
  decidedAt: z.iso.datetime(),
  gate: StoredBuildGate,
  scanStatus: z.enum(['COMPLETED', 'FAILED']),
  counts: SeverityCounts.describe('Findings that count against the limits.'),
  newCounts: SeverityCounts.describe('Counted findings that are not in the compared scan.'),
  baselineScanId: z.string().max(300).nullable().describe('The compared scan or baseline file; null: no comparison.'),
  goneCount: count.optional().describe('Findings of the compared scan that no longer occur.'),
  countedFingerprints: z
    .array(
      z.object({
        fingerprint: z.string().max(200),
        severity: z.enum(FINDING_SEVERITIES),
        isNew: z.boolean(),
        ruleId: z.string().max(GATE_RECORD_UNITS_MAX),
        title: z.string().max(GATE_RECORD_UNITS_MAX),
        filePath: z.string().max(GATE_RECORD_UNITS_MAX),
      }),
    )
    .max(GATE_RECORD_FINDINGS_MAX)
    .describe('Counted findings, most severe first, new ones before known ones.'),
  notCounted: z.partialRecord(z.enum(NOT_COUNTED_REASONS), count),
  gaps: count.describe('Parts of the source that were not fully scanned.'),
  notRun: z
    .array(z.enum(SCANNER_NAMES))
    .default([])
    .describe('Scanners of the scan type that this version does not include.'),
  unanalysed: count.default(0).describe('Source files in supported languages and lock files that were not analyzed.'),
  suppressions: count.default(0).describe('Suppressing comments and ignore file lines, valid or not.'),
  blind: z.array(z.string().max(1_000)).max(20).describe('Checks that could not be run; such a build never passes.'),
  advisories: z.string().max(300).nullable().describe('Advisory snapshot used for package lookups.'),
  gateResult: z.enum(['PASSED', 'FAILED']),
  gateReasons: z.array(z.string().max(1_000)).max(100),
})
export type GateDecisionRecord = z.infer<typeof GateDecisionRecord>
