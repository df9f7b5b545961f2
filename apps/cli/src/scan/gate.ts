import { writeFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { BUILD_GATE_DEFAULT, BuildGate, type GateDecisionRecord } from '@gatehouse/contracts/scans'
import { Failure } from '@gatehouse/kernel'
import {
  coverageOf,
  gateRecordOf,
  type GateSuppressions,
  gateTraitsOf,
  gateUnanalysed,
} from '@gatehouse/scan-engine/gate'
import type { Io } from '../command.ts'
import { readJsonFile } from '../json-file.ts'
import type { Known } from './baseline.ts'
import type { ScanOptions } from './options.ts'
import { type ScanReport, suppressionMarker } from './report.ts'

type GateOptions = Pick<ScanOptions, 'gate' | 'gateFile' | 'decision' | 'baseline' | 'branch'>

/**
 * Returns the requested gate. `0,5,20,-1` limits findings of severity CRITICAL, HIGH, MEDIUM, and LOW; -1 is unlimited. A file contains a
 * gate in the service's format, and missing fields have defaults.
 * @returns undefined if none was requested
 * @throws {Failure} `invalid_request`
 */
export function gateOf({ gate, gateFile, decision }: GateOptions, io: Pick<Io, 'cwd'>): BuildGate | undefined {
  if (gate !== undefined && gateFile !== undefined) {
    throw new Failure('invalid_request', 'Pass either --gate or --gate-file, not both.')
  }
  if (gateFile !== undefined) {
    const jsonFile = readJsonFile(resolve(io.cwd, gateFile), 'build gate', BuildGate.partial())
    return BuildGate.parse({ ...BUILD_GATE_DEFAULT, ...jsonFile })
  }
  if (gate !== undefined) return parsedGate(gate)
  return decision === undefined ? undefined : BUILD_GATE_DEFAULT
}

function parsedGate(text: string): BuildGate {
  const limits = text.split(',').map((word) => word.trim())
  if (limits.length === 4 && limits.every((limit) => /^(?:-1|\d{1,7})$/.test(limit))) {
    const [maxCritical, maxHigh, maxMedium, maxLow] = limits.map(Number)
    const read = BuildGate.safeParse({ ...BUILD_GATE_DEFAULT, maxCritical, maxHigh, maxMedium, maxLow })
    if (read.success) return read.data
  }
  throw new Failure(
    'invalid_request',
    `Invalid build gate "${text}". Expected limits for CRITICAL, HIGH, MEDIUM and LOW, such as 0,5,20,-1.`,
  )
}

/** Returns the suppressions of a source for its gate. All are valid, because users decide about their own files. */
export function suppressionsOf({
  findings,
  ignoreLines,
}: Pick<ScanReport, 'findings' | 'ignoreLines'>): GateSuppressions {
  const byMarker: Record<string, number> = {}
  for (const { metadata } of findings) {
    const marker = suppressionMarker(metadata)
    if (marker !== undefined) byMarker[marker] = (byMarker[marker] ?? 0) + 1
  }
  return { byMarker, ignoreLines, notCounted: 0 }
}

/** Evaluates the gate like the service, and writes the record if requested. */
export async function decide(
  gate: BuildGate,
  report: ScanReport,
  known: Known,
  options: GateOptions,
  io: Pick<Io, 'cwd'>,
): Promise<GateDecisionRecord> {
  const { findings, gaps, failed, endedAt, commit, advisories } = report
  const there = new Set(findings.map(({ fingerprint }) => fingerprint))
  const record = gateRecordOf({
    scanId: null,
    projectId: null,
    branch: options.branch ?? null,
    commitSha: commit ?? null,
    decidedAt: endedAt,
    gate,
    scanStatus: failed.length === 0 ? 'COMPLETED' : 'FAILED',
    baselineScanId: options.baseline === undefined ? null : basename(options.baseline),
    ...(options.baseline !== undefined && {
      goneCount: [...known.baseline].filter((item) => !there.has(item)).length,
    }),
    advisories: advisories ?? null,
    ...coverageOf(gaps),
    suppressions: suppressionsOf(report),
    unanalysed: gateUnanalysed(gaps, commit !== undefined),
    findings: findings.map((finding) => ({
      ...finding,
      isNew: finding.isNew === true,
      ...gateTraitsOf(finding.metadata),
    })),
  })
  if (options.decision !== undefined) {
    await writeFile(resolve(io.cwd, options.decision), `${JSON.stringify(record, null, 2)}\n`)
  }
  return record
}
