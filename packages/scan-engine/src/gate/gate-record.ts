import {
  type BuildGate,
  FINDING_SEVERITIES,
  type FindingSeverity,
  GATE_RECORD_FINDINGS_MAX,
  GATE_RECORD_UNITS_MAX,
  type GateDecisionRecord,
  type NotCountedReason,
} from '@gatehouse/contracts/scans'
import { decideGate, type GateFinding, type GateInput, notCountedReason, suppressionCount } from './gate.ts'

/** A finding as a record of the gate names it. */
export interface RecordedFinding extends GateFinding {
  readonly ruleId: string
  readonly title: string
  readonly filePath: string
}

export interface GateRecordInput extends Pick<
  GateDecisionRecord,
  | 'scanId'
  | 'projectId'
  | 'branch'
  | 'commitSha'
  | 'baselineScanId'
  | 'goneCount'
  | 'advisories'
  | 'scanStatus'
  | 'gaps'
  | 'notRun'
  | 'blind'
> {
  readonly suppressions: GateInput['suppressions']
  readonly unanalysed: GateInput['unanalysed']
  readonly decidedAt: Date
  readonly gate: BuildGate
  /** All findings of the scan, including uncounted ones. Inconclusive parts are only in `gaps`. */
  readonly findings: readonly RecordedFinding[]
}

/** Decides the gate and records all inputs of the decision. Pure: service and command line create the same record. */
export function gateRecordOf({
  findings,
  decidedAt,
  suppressions,
  unanalysed,
  ...input
}: GateRecordInput): GateDecisionRecord {
  const { gateResult, gateReasons, counted } = decideGate({ ...input, findings, suppressions, unanalysed })
  const newCounts = { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0 }
  const notCounted: Partial<Record<NotCountedReason, number>> = {}
  const counting: RecordedFinding[] = []
  for (const finding of findings) {
    const reason = notCountedReason(finding, input.gate)
    if (reason !== undefined) notCounted[reason] = (notCounted[reason] ?? 0) + 1
    else {
      counting.push(finding)
      if (finding.isNew && finding.severity !== 'INFO') newCounts[finding.severity] += 1
    }
  }
  return {
    version: 1,
    ...input,
    decidedAt: decidedAt.toISOString(),
    counts: counted,
    newCounts,
    countedFingerprints: counting.toSorted(byWeight).slice(0, GATE_RECORD_FINDINGS_MAX).map(recorded),
    notCounted,
    suppressions: suppressionCount(suppressions),
    unanalysed: unanalysed.files,
    gateResult,
    gateReasons: [...gateReasons],
  }
}

function byWeight(a: RecordedFinding, b: RecordedFinding): number {
  return rank(a.severity) - rank(b.severity) || Number(b.isNew) - Number(a.isNew)
}

function recorded({ fingerprint, severity, isNew, ruleId, title, filePath }: RecordedFinding) {
  return { fingerprint, severity, isNew, ruleId: cut(ruleId), title: cut(title), filePath: cut(filePath) }
}

function cut(text: string): string {
  if (text.length <= GATE_RECORD_UNITS_MAX) return text
  return `${text.slice(0, GATE_RECORD_UNITS_MAX - 1).toWellFormed()}…`
}

function rank(severity: FindingSeverity): number {
  return FINDING_SEVERITIES.indexOf(severity)
}
