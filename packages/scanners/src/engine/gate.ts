import {
  type BuildGate,
  FINDING_SEVERITIES,
  type FindingSeverity,
  type FindingStatus,
  UNLIMITED,
} from '@gatehouse/contracts'
import type { CoverageGap } from './observation.ts'

/** What the gate looks at in a finding. */
export interface GateFinding {
  readonly fingerprint: string
  readonly severity: FindingSeverity
  readonly status: FindingStatus
  /** Whether the scan that it is compared with did not have it; false where there is none to compare with. */
  readonly isNew: boolean
}

export interface GateInput {
  readonly gate: BuildGate
  readonly findings: readonly GateFinding[]
  /** `FAILED`: the scan did not end as it should, and what it would have found nobody knows. */
  readonly scanStatus: 'COMPLETED' | 'FAILED'
  /** Parts of the source that nobody could judge. */
  readonly gaps: number
  /** Checks that could not be made at all, a sentence each: {@link blindnessIn}. */
  readonly blind: readonly string[]
}

export interface GateDecision {
  readonly gateResult: 'PASSED' | 'FAILED'
  /** A sentence for each rule that was broken, and for what a reader of a pass must know. */
  readonly gateReasons: readonly string[]
  /** Findings that count, by severity. */
  readonly counted: Readonly<Record<GatedSeverity, number>>
  /** Fingerprints of the new findings that count, sorted. */
  readonly newFingerprints: readonly string[]
}

export type GatedSeverity = Exclude<FindingSeverity, 'INFO'>

const LIMIT_OF: Readonly<Record<GatedSeverity, keyof BuildGate & `max${string}`>> = {
  CRITICAL: 'maxCritical',
  HIGH: 'maxHigh',
  MEDIUM: 'maxMedium',
  LOW: 'maxLow',
}
const GATED = FINDING_SEVERITIES.filter((one) => one !== 'INFO')
/** Statuses of findings that still have to be dealt with. docs/spec/appsec.md: the others do not count. */
const COUNTING: ReadonlySet<FindingStatus> = new Set(['OPEN', 'IN_PROGRESS'])

/** Sentences that a decision names. */
const BLIND_MAX = 20

/**
 * What a scan was blind to because nobody has set up what it looks things up in. "No vulnerable package" is then no answer, and
 * a check that could not be made is never a pass; other gaps are parts of a source, and are told.
 */
export function blindnessIn(gaps: readonly Pick<CoverageGap, 'reason' | 'detail'>[]): readonly string[] {
  const sentences = gaps.flatMap(({ reason, detail }) => (reason === 'no_advisories' ? [detail] : []))
  return [...new Set(sentences)].slice(0, BLIND_MAX)
}

/**
 * Whether a build may go on. Pure: the same input gives the same decision, so that anybody can repeat it from its record.
 * INFO never counts; a scan that failed, or was blind, never passes.
 */
export function decideGate({ gate, findings, scanStatus, gaps, blind }: GateInput): GateDecision {
  const counting = findings.filter(({ severity, status }) => severity !== 'INFO' && COUNTING.has(status))
  const counted = { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0 }
  for (const { severity } of counting) counted[severity as GatedSeverity] += 1
  const fresh = gate.failOnNew ? counting.filter(({ isNew }) => isNew) : []
  const broken = [
    ...(scanStatus === 'FAILED' ? ['The scan failed, so nobody knows what it would have found.'] : []),
    ...blind,
    ...GATED.flatMap((severity) => overLimit(severity, counted[severity], gate[LIMIT_OF[severity]])),
    ...(fresh.length === 0 ? [] : [`${findingsOf(fresh.length)} new since the scan compared with; none may be.`]),
  ]
  const notes = gaps === 0 ? [] : [`${gaps} ${gaps === 1 ? 'input was' : 'inputs were'} not scanned in full.`]
  return {
    gateResult: broken.length === 0 ? 'PASSED' : 'FAILED',
    gateReasons: [...broken, ...notes],
    counted,
    newFingerprints: fresh.map(({ fingerprint }) => fingerprint).sort(),
  }
}

function overLimit(severity: GatedSeverity, count: number, limit: number): string[] {
  if (limit === UNLIMITED || count <= limit) return []
  return [`${findingsOf(count)} of severity ${severity}; at most ${limit} may be.`]
}

function findingsOf(count: number): string {
  return count === 1 ? '1 finding is' : `${count} findings are`
}
