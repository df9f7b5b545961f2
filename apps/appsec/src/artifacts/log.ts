import type { NewArtifact } from '@gatehouse/store/findings'
import type { Facts } from './facts.ts'
import type { SignerStory } from './signer.ts'

/** Own limit of gaps listed individually; their total is included too. */
const GAPS_MAX = 2_000
/** Maximum length of a message, in UTF-16 units. */
const DETAIL_UNITS_MAX = 1_000

export interface LogInput {
  readonly facts: Facts
  readonly artifacts: readonly Pick<NewArtifact, 'kind' | 'size_bytes' | 'sha256'>[]
  /** How artifacts are signed, or the reason why they cannot be. */
  readonly signed: SignerStory | string
}

/** Yields the events of a scan as JSON lines. Contains no source code, only file names. */
export function* logLines({ facts, artifacts, signed }: LogInput): Generator<string> {
  const {
    scan,
    progress,
    findings,
    status,
    gateResult,
    gateReasons,
    errorMessage,
    advisories,
    advisoryCoverage,
    inventory,
    at,
  } = facts
  const now = at.toISOString()
  yield line({
    at: scan.createdAt.toISOString(),
    event: 'scan.queued',
    scanId: scan.id,
    projectId: scan.projectId,
    scanType: scan.scanType,
    sourceType: scan.sourceType,
    sourceRef: scan.sourceRef,
    by: scan.triggeredBy,
  })
  if (scan.startedAt !== null) {
    const { branch, commitSha, filesScanned } = scan
    yield line({ at: scan.startedAt.toISOString(), event: 'scan.started', branch, commitSha, filesScanned })
  }
  for (const [scanner, state] of Object.entries(progress))
    yield line({ at: now, event: 'scanner.ended', scanner, ...state })
  yield* coverageGapLines(facts, now)
  if (inventory !== undefined) {
    const { components, files } = inventory
    const counts = { packages: components.length, files: files.length }
    const coverage = advisoryCoverage === null ? {} : { advisoryCoverage }
    yield line({ at: now, event: 'packages.read', ...counts, advisories, ...coverage })
  }
  yield line({ at: now, event: 'findings.settled', ...countsOf(findings) })
  if (status !== 'STOPPED') yield line({ at: now, event: 'gate.decided', gateResult, gateReasons })
  for (const { kind, size_bytes, sha256 } of artifacts) {
    yield line({ at: now, event: 'artifact.made', kind, size: size_bytes, sha256 })
  }
  if (typeof signed === 'string') yield line({ at: now, event: 'artifacts.not_signed', detail: signed })
  else yield line({ at: now, event: 'artifacts.signed', ...signed })
  yield line({ at: now, event: status === 'STOPPED' ? 'scan.stopped' : 'scan.ended', status, errorMessage })
}

function* coverageGapLines({ gaps }: Facts, at: string): Generator<string> {
  for (const { scanner, reason, filePath, detail } of gaps.slice(0, GAPS_MAX)) {
    const path = filePath === undefined ? {} : { filePath: cut(filePath) }
    yield line({ at, event: 'gap', scanner, reason, ...path, detail: cut(detail) })
  }
  if (gaps.length > GAPS_MAX) yield line({ at, event: 'gaps.cut', told: GAPS_MAX, all: gaps.length })
}

function countsOf(findings: Facts['findings']) {
  const counts = { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0, INFO: 0 }
  for (const { severity } of findings) counts[severity] += 1
  return { findings: findings.length, new: findings.filter(({ isNew }) => isNew).length, ...counts }
}

function cut(text: string): string {
  return text.length <= DETAIL_UNITS_MAX ? text : `${text.slice(0, DETAIL_UNITS_MAX - 1).toWellFormed()}…`
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`
}
