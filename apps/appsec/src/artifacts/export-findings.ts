import { gunzipSync } from 'node:zlib'
import { FINDING_SEVERITIES, GateDecisionRecord } from '@gatehouse/contracts/scans'
import { findingsCsv, findingsHtml, HTML_FINDINGS_MAX, sarifChunks } from '@gatehouse/formats/artifacts'
import { advisoryLines } from '@gatehouse/sca'
import { reportedOf, sarifResultOf } from '@gatehouse/scan-engine/results'
import type { Store } from '@gatehouse/store'
import { eachFinding, findArtifact, type FindingFilter, listFindings, readArtifact } from '@gatehouse/store/findings'
import type { ScanRow } from '@gatehouse/store/scans'
import { inChunks } from './pack.ts'
import { coverageGapOf, resultFinding } from './result-finding.ts'

export interface ExportPorts {
  readonly store: Store
  readonly version: string
}

/** Own limit of coverage gaps listed individually, the same as for stored gaps. */
const GAPS_MAX = 2_500

/** Exports findings as CSV. At most one batch is in memory. */
export async function* csvExport(
  { id, organizationId }: ScanRow,
  filter: FindingFilter,
  { store }: ExportPorts,
): AsyncGenerator<string> {
  yield [...findingsCsv([])].join('')
  for await (const batch of eachFinding(store, organizationId, id, filter)) {
    const [, ...lines] = findingsCsv(batch.map((row) => reportedOf(resultFinding(row, true))))
    yield lines.join('')
  }
}

/** Exports findings as SARIF. At most one batch and the rules are in memory. */
export async function* sarifExport(
  scan: ScanRow,
  filter: FindingFilter,
  { store, version }: ExportPorts,
): AsyncGenerator<string> {
  const { id, organizationId, status, startedAt, completedAt } = scan
  const compared = await wasCompared(scan, store)
  const gaps: ReturnType<typeof coverageGapOf>[] = []
  async function* results() {
    for await (const batch of eachFinding(store, organizationId, id, filter)) {
      for (const row of batch) if (row.isGap && gaps.length < GAPS_MAX) gaps.push(coverageGapOf(row))
      yield batch.filter(({ isGap }) => !isGap).map((row) => sarifResultOf(resultFinding(row, compared)))
    }
  }
  const end = () => ({
    tool: { name: 'Gatehouse', version },
    gaps,
    successful: status === 'COMPLETED',
    ...(startedAt !== null && { startedAt }),
    ...(completedAt !== null && { endedAt: completedAt }),
  })
  yield* sarifChunks({ results: results(), end })
}

/** Exports one HTML page with the first findings of each severity. */
export async function* htmlExport(
  scan: ScanRow,
  filter: FindingFilter,
  { store }: ExportPorts,
): AsyncGenerator<string> {
  const wanted = FINDING_SEVERITIES.filter((item) => filter.severity?.includes(item) ?? true)
  const pages = []
  for (const severity of wanted) {
    const query = { ...filter, severity: [severity], page: 1, limit: HTML_FINDINGS_MAX }
    pages.push({ severity, ...(await listFindings(store, scan.organizationId, scan.id, query)) })
  }
  const rows = pages.flatMap(({ findings }) => findings)
  const compared = await wasCompared(scan, store)
  yield* inChunks(
    findingsHtml({
      title: `${scan.projectName}: ${scan.scanType} scan`,
      facts: factsOf(scan),
      findings: rows.filter(({ isGap }) => !isGap).map((row) => reportedOf(resultFinding(row, compared))),
      totals: Object.fromEntries(
        pages.map(({ severity, total, findings }) => [severity, total - findings.filter(({ isGap }) => isGap).length]),
      ),
      gaps: rows.filter(({ isGap }) => isGap).map(coverageGapOf),
      ...(scan.gateResult !== 'PENDING' && { gate: { result: scan.gateResult, reasons: scan.gateReasons } }),
      ...(scan.status !== 'COMPLETED' && { warning: `The scan is ${scan.status}; its results are incomplete.` }),
    }),
  )
}

/** Returns whether there was a baseline scan. Without a baseline, findings are neither new nor known. */
async function wasCompared({ id, organizationId }: ScanRow, store: Store): Promise<boolean> {
  const record = await findArtifact(store, organizationId, id, 'gate-decision')
  if (record === undefined) return false
  const packed = Buffer.concat(await Array.fromAsync(readArtifact(store, organizationId, id, record)))
  return GateDecisionRecord.parse(JSON.parse(gunzipSync(packed).toString())).baselineScanId !== null
}

function factsOf(scan: ScanRow) {
  const { id, branch, commitSha, completedAt, filesScanned, depsScanned, advisoryCoverage } = scan
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Scan', id],
    ['Branch', branch ?? undefined],
    ['Commit', commitSha ?? undefined],
    ['Ended', completedAt?.toISOString()],
    ['Files', String(filesScanned)],
    ['Packages', String(depsScanned)],
    ['Advisories', advisoryCoverage === null ? undefined : advisoryLines(advisoryCoverage).join('; ') || undefined],
  ]
  return facts.flatMap(([name, value]): (readonly [string, string])[] => (value === undefined ? [] : [[name, value]]))
}
