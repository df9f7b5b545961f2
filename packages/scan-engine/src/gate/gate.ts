import {
  type BuildGate,
  FINDING_SEVERITIES,
  type FindingSeverity,
  type FindingStatus,
  NOT_COUNTED_REASONS,
  type NotCountedReason,
  type ScannerName,
  UNLIMITED,
} from '@gatehouse/contracts/scans'
import type { CoverageGap, GapReason } from '../observation.ts'

/** Gate-relevant properties of a finding. */
export interface GateFinding {
  readonly fingerprint: string
  readonly severity: FindingSeverity
  readonly status: FindingStatus
  /** Whether the compared scan lacks it; false without a compared scan. */
  readonly isNew: boolean
  /** False: in a test, an example or documentation; see `pathClassOf`. */
  readonly isProduction?: boolean
  /** A valid comment in the source suppresses it. */
  readonly isSuppressed?: boolean
}

/** Comments and lines of ignore files that suppress findings. */
export interface GateSuppressions {
  /** Number of findings that comments suppress, by marker such as `nosemgrep`. */
  readonly byMarker: Readonly<Record<string, number>>
  /** Number of lines in ignore files that exclude files. */
  readonly ignoreLines: number
  /** Number of all these that are not accepted: absent on the base branch, and not accepted by an approver. */
  readonly notCounted: number
}

/** Source code that was not analysed. */
export interface GateUnanalysed {
  readonly files: number
  /** The first paths. */
  readonly examples: readonly string[]
}

export const NO_SUPPRESSIONS: GateSuppressions = { byMarker: {}, ignoreLines: 0, notCounted: 0 }
export const ALL_ANALYSED: GateUnanalysed = { files: 0, examples: [] }

export interface GateInput {
  readonly gate: BuildGate
  readonly findings: readonly GateFinding[]
  /** `FAILED`: the scan did not complete, and its findings are incomplete. */
  readonly scanStatus: 'COMPLETED' | 'FAILED'
  /** Parts of the source that were not scanned in full. */
  readonly gaps: number
  /** Scanners of the scan type that this version does not contain. */
  readonly notRun?: readonly ScannerName[]
  /** Reasons for impossible checks, one sentence each: {@link blindnessIn}. */
  readonly blind: readonly string[]
  readonly suppressions: GateSuppressions
  readonly unanalysed: GateUnanalysed
}

export interface GateDecision {
  readonly gateResult: 'PASSED' | 'FAILED'
  /** One sentence for each violated rule, and for important notes on a pass. */
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
const GATED = FINDING_SEVERITIES.filter((item) => item !== 'INFO')
/** Statuses of findings that still have to be dealt with. docs/spec/appsec.md: the others do not count. */
const COUNTING: ReadonlySet<FindingStatus> = new Set(['OPEN', 'IN_PROGRESS'])

/** Sentences that a decision names. */
const BLIND_MAX = 20

/** Reasons of gaps that concern a whole check. */
const BLIND: ReadonlySet<GapReason> = new Set<GapReason>(['no_advisories', 'nothing_analysed', 'not_run'])

/** Returns the checks that a scan could not make at all: no advisories, no file to analyse, a requested scanner that did not run. */
export function blindnessIn(gaps: readonly Pick<CoverageGap, 'reason' | 'detail' | 'isOptional'>[]): readonly string[] {
  const sentences = gaps.flatMap(({ reason, detail, isOptional }) =>
    BLIND.has(reason) && isOptional !== true ? [detail] : [],
  )
  return [...new Set(sentences)].slice(0, BLIND_MAX)
}

/** Counts coverage gaps for a gate: each is a part of the source, a skipped check, or a scanner that did not run. */
export function coverageOf(gaps: readonly Pick<CoverageGap, 'scanner' | 'reason' | 'detail' | 'isOptional'>[]): {
  gaps: number
  notRun: ScannerName[]
  blind: string[]
} {
  const optional = gaps.filter(({ reason, isOptional }) => reason === 'not_run' && isOptional === true)
  return {
    gaps: gaps.filter(({ reason }) => !BLIND.has(reason) && reason !== 'few_advisories').length,
    notRun: [...new Set(optional.map(({ scanner }) => scanner))],
    blind: [...blindnessIn(gaps)],
  }
}

/**
 * Decides whether a build may proceed. Pure: the same input produces the same decision, so that it can be reproduced from its record. INFO
 * never counts; a failed or blind scan never passes.
 */
export function decideGate(input: GateInput): GateDecision {
  const { gate, findings, scanStatus, blind } = input
  const counting = findings.filter((finding) => notCountedReason(finding, gate) === undefined)
  const counted = { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0 }
  for (const { severity } of counting) counted[severity as GatedSeverity] += 1
  const fresh = gate.failOnNew ? counting.filter(({ isNew }) => isNew) : []
  const broken = [
    ...(scanStatus === 'FAILED' ? ['The scan failed; its findings are incomplete.'] : []),
    ...blind,
    ...GATED.flatMap((severity) => overLimit(severity, counted[severity], gate[LIMIT_OF[severity]])),
    ...(fresh.length === 0
      ? []
      : [`${fresh.length} new ${noun(fresh.length)} since the compared scan; the gate allows none.`]),
    ...(gate.failOnUnanalysed ? unanalysedReason(input.unanalysed) : []),
    ...forbiddenReason(input),
  ]
  return {
    gateResult: broken.length === 0 ? 'PASSED' : 'FAILED',
    gateReasons: [...broken, ...notesOf(input)],
    counted,
    newFingerprints: fresh.map(({ fingerprint }) => fingerprint).sort(),
  }
}

/** Returns why a finding does not count, or undefined. */
export function notCountedReason(gateFinding: GateFinding, gate: BuildGate): NotCountedReason | undefined {
  if (gateFinding.isSuppressed === true) return 'SUPPRESSED'
  // Triage takes precedence over severity.
  if (!COUNTING.has(gateFinding.status)) return NOT_COUNTED_REASONS.find((reason) => reason === gateFinding.status)
  if (gateFinding.severity === 'INFO') return 'INFO'
  return gate.productionOnly && gateFinding.isProduction === false ? 'NON_PRODUCTION' : undefined
}

/** Returns the number of suppressions in a source, valid or not. */
export function suppressionCount({ byMarker, ignoreLines }: GateSuppressions): number {
  return Object.values(byMarker).reduce((sum, count) => sum + count, ignoreLines)
}

function unanalysedReason({ files, examples }: GateUnanalysed): string[] {
  if (files === 0) return []
  const more = files > examples.length ? ', …' : ''
  const paths = examples.length === 0 ? '' : `: ${examples.map(shortPath).join(', ')}${more}`
  return [`${files} ${files === 1 ? 'source file was' : 'source files were'} not analyzed${paths}.`]
}

function forbiddenReason({ gate, suppressions }: GateInput): string[] {
  const count = suppressionCount(suppressions)
  if (gate.allowSuppressions || count === 0) return []
  return [`The source has ${count} ${count === 1 ? 'suppression' : 'suppressions'}; this gate allows none.`]
}

/** Returns notes in addition to the limits. */
function notesOf({ gate, gaps, notRun = [], findings, suppressions, unanalysed }: GateInput): string[] {
  const { byMarker, ignoreLines, notCounted } = suppressions
  const kinds = Object.entries(byMarker)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([marker, count]) => `${marker} ${count}`)
  if (ignoreLines > 0) kinds.push(`ignore-file lines ${ignoreLines}`)
  const count = suppressionCount(suppressions)
  const outside = findings.filter((finding) => notCountedReason(finding, gate) === 'NON_PRODUCTION').length
  return [
    ...(count === 0
      ? []
      : [`${count} ${count === 1 ? 'suppression' : 'suppressions'} in the source: ${kinds.join(', ')}.`]),
    ...(notCounted === 0 || !gate.allowSuppressions
      ? []
      : [
          `${notCounted} of these ${notCounted === 1 ? 'is' : 'are'} ignored: neither on the base branch nor accepted.`,
        ]),
    ...(outside === 0
      ? []
      : [`${outside} ${noun(outside)} outside production code ${outside === 1 ? 'is' : 'are'} not counted.`]),
    ...(gate.failOnUnanalysed ? [] : unanalysedReason(unanalysed)),
    ...(gaps === 0 ? [] : [`${gaps} ${gaps === 1 ? 'input was' : 'inputs were'} not scanned in full.`]),
    ...(notRun.length === 0 ? [] : [notRunSentence(notRun)]),
  ]
}

/** Names scanners that did not run and fail no gate. */
export function notRunSentence(scanners: readonly ScannerName[]): string {
  const count = scanners.length === 1 ? '1 scanner' : `${scanners.length} scanners`
  return `${count} did not run: ${scanners.join(', ')}. This version does not include ${scanners.length === 1 ? 'it' : 'them'}.`
}

const PATH_UNITS_MAX = 120

function shortPath(path: string): string {
  return path.length <= PATH_UNITS_MAX ? path : `…${path.slice(1 - PATH_UNITS_MAX).toWellFormed()}`
}

function overLimit(severity: GatedSeverity, count: number, limit: number): string[] {
  if (limit === UNLIMITED || count <= limit) return []
  return [`${count} ${severity} ${noun(count)}; the limit is ${limit}.`]
}

function noun(count: number): string {
  return count === 1 ? 'finding' : 'findings'
}
