import {
  FINDING_SEVERITIES,
  type GateDecisionRecord,
  NOT_COUNTED_REASONS,
  type NotCountedReason,
  UNLIMITED,
} from '@gatehouse/contracts/scans'
import { counted, shown } from '../terminal.ts'

const GATED = FINDING_SEVERITIES.filter((item) => item !== 'INFO')
type Gated = (typeof GATED)[number]

const LIMIT_OF = {
  CRITICAL: 'maxCritical',
  HIGH: 'maxHigh',
  MEDIUM: 'maxMedium',
  LOW: 'maxLow',
} as const satisfies Record<Gated, keyof GateDecisionRecord['gate']>

const SAID_OF: Readonly<Record<NotCountedReason, string>> = {
  INFO: 'with severity INFO, which never counts',
  RESOLVED: 'marked as resolved',
  FALSE_POSITIVE: 'marked as a false positive',
  ACCEPTED_RISK: 'marked as an accepted risk',
  SUPPRESSED: 'suppressed by a source comment',
  NON_PRODUCTION: 'in tests, examples or documentation',
}

/** Own limit of individually printed findings. */
const FINDINGS_SHOWN = 50

/**
 * Explains a gate's decision: each limit with its count, counted and ignored findings, new findings, and coverage gaps. Removes terminal
 * control characters.
 */
export function explained(record: GateDecisionRecord): string {
  const sections = [about(record), limits(record), why(record), counting(record), notCounting(record), since(record)]
  return `${[...sections, coverage(record)]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

/**
 * Returns an inconsistency in a record: a pass despite an exceeded limit, or wrong counts.
 * @returns undefined if it is consistent
 */
export function contradictionIn(record: GateDecisionRecord): string | undefined {
  const { gate, gateResult, scanStatus, counts, newCounts, countedFingerprints, baselineScanId, blind } = record
  const more = GATED.find((severity) => newCounts[severity] > counts[severity])
  if (more !== undefined) return `the number of new ${more} findings exceeds the number of ${more} findings.`
  const listed = GATED.find(
    (severity) =>
      countedFingerprints.filter((countedFingerprint) => countedFingerprint.severity === severity).length >
      counts[severity],
  )
  if (listed !== undefined) return `the record lists more ${listed} findings than it counts.`
  if (baselineScanId === null && sumOf(newCounts) > 0) return 'the record lists new findings without a baseline.'
  const broken = [
    ...GATED.filter((severity) => isOver(record, severity)),
    ...(gate.failOnNew && sumOf(newCounts) > 0 ? ['new findings'] : []),
    ...(scanStatus === 'FAILED' ? ['a failed scan'] : []),
    ...(blind.length > 0 ? ['incomplete checks'] : []),
    ...(gate.failOnUnanalysed && record.unanalysed > 0 ? ['source code that was not analyzed'] : []),
    ...(!gate.allowSuppressions && record.suppressions > 0 ? ['suppressions'] : []),
  ]
  if (gateResult === 'PASSED' && broken.length > 0) return `the result is PASSED despite ${broken.join(', ')}.`
  if (gateResult === 'FAILED' && broken.length === 0) return 'the result is FAILED, but no limit is exceeded.'
  return undefined
}

function about({ gateResult, branch, commitSha, scanId, projectId, decidedAt }: GateDecisionRecord): string[] {
  const facts = [
    ['branch', branch],
    ['commit', commitSha],
    ['scan', scanId ?? 'without a service'],
    ['project', projectId],
    ['decided', decidedAt],
  ] as const
  return [
    `Gate ${gateResult}.`,
    ...facts.flatMap(([name, value]) => (value === null ? [] : [`  ${name.padEnd(9)}${shown(value)}`])),
  ]
}

function limits(record: GateDecisionRecord): string[] {
  const { gate, counts, newCounts } = record
  const rows = GATED.map((severity) => {
    const limit = gate[LIMIT_OF[severity]]
    const verdict = limit === UNLIMITED ? 'no limit' : isOver(record, severity) ? 'BROKEN' : 'kept'
    return row(severity, counts[severity], limit === UNLIMITED ? 'any' : String(limit), verdict)
  })
  const fresh = sumOf(newCounts)
  const verdict = gate.failOnNew ? (fresh > 0 ? 'BROKEN' : 'kept') : 'no limit'
  return [row('', 'found', 'allowed', ''), ...rows, row('new', fresh, gate.failOnNew ? '0' : 'any', verdict)]
}

function row(name: string, found: number | string, allowed: string, verdict: string): string {
  return `  ${name.padEnd(10)}${String(found).padStart(8)}${allowed.padStart(9)}  ${verdict}`.trimEnd()
}

function why({ gateReasons, gateResult }: GateDecisionRecord): string[] {
  return gateReasons.length === 0
    ? []
    : [gateResult === 'PASSED' ? 'Notes:' : 'Why:', ...gateReasons.map((gateReason) => `  ${shown(gateReason)}`)]
}

function counting({ countedFingerprints: all, counts }: GateDecisionRecord): string[] {
  if (sumOf(counts) === 0) return ['No findings count.']
  const lines = all
    .slice(0, FINDINGS_SHOWN)
    .flatMap(({ severity, isNew, title, ruleId, filePath, fingerprint }) => [
      `  ${severity.padEnd(9)}${shown(title)}  [${shown(ruleId)}${isNew ? ' new' : ''}]`,
      `           ${filePath === '' ? '' : `${shown(filePath)}  `}${shown(fingerprint)}`,
    ])
  const left = sumOf(counts) - Math.min(all.length, FINDINGS_SHOWN)
  return ['Counted findings:', ...lines, ...(left > 0 ? [`  … and ${left} more`] : [])]
}

function notCounting({ notCounted }: GateDecisionRecord): string[] {
  const lines = NOT_COUNTED_REASONS.flatMap((reason) => {
    const count = notCounted[reason] ?? 0
    return count === 0 ? [] : [`  ${counted(count, 'finding')} ${SAID_OF[reason]}`]
  })
  return lines.length === 0 ? [] : ['Findings not counted:', ...lines]
}

function since({ baselineScanId, newCounts, goneCount }: GateDecisionRecord): string[] {
  if (baselineScanId === null) return ['No baseline: no finding is new.']
  const some = GATED.filter((severity) => newCounts[severity] > 0)
  const fresh = some.map((severity) => `${newCounts[severity]} ${severity.toLowerCase()}`).join(', ')
  return [
    `Since ${shown(baselineScanId)}:`,
    `  ${counted(sumOf(newCounts), 'new finding')}${fresh === '' ? '' : `: ${fresh}`}`,
    ...(goneCount === undefined ? [] : [`  ${counted(goneCount, 'finding')} gone`]),
  ]
}

function coverage({ gaps, scanStatus, advisories }: GateDecisionRecord): string[] {
  return [
    ...(scanStatus === 'FAILED' ? ['The scan FAILED; the findings are incomplete.'] : []),
    gaps === 0 ? 'All source files were scanned.' : `${counted(gaps, 'part')} of the source could not be scanned.`,
    advisories === null
      ? 'Packages were not checked: no advisories are imported.'
      : `Packages were checked against the advisories ${shown(advisories)}.`,
  ]
}

function isOver({ gate, counts }: GateDecisionRecord, severity: Gated): boolean {
  const limit = gate[LIMIT_OF[severity]]
  return limit !== UNLIMITED && counts[severity] > limit
}

function sumOf(counts: Readonly<Record<Gated, number>>): number {
  return GATED.reduce((sum, severity) => sum + counts[severity], 0)
}
