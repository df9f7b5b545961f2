import type { ArtifactLine, Finding, Scan } from '@gatehouse/contracts/scans'
import type { Store } from '@gatehouse/store'
import { type FindingPlanRow, readPlans } from '@gatehouse/store/finding-management'
import { type ArtifactRow, type FindingRow, listArtifacts } from '@gatehouse/store/findings'
import type { ScanRow } from '@gatehouse/store/scans'
import type { z } from 'zod'

/** Converts scans and their artifacts for the API. */
export async function shownScans(scans: readonly ScanRow[], store: Store): Promise<Scan[]> {
  const artifacts = await listArtifacts(
    store,
    scans.map(({ id }) => id),
  )
  return scans.map((scan) => shownScan(scan, artifacts.get(scan.id) ?? []))
}

/** Converts a scan for the API. */
export function shownScan(scan: ScanRow, artifacts: readonly ArtifactRow[]): Scan {
  const { counts } = scan
  return {
    id: scan.id,
    projectId: scan.projectId,
    organizationId: scan.organizationId,
    status: scan.status,
    scanType: scan.scanType,
    branch: scan.branch,
    commitSha: scan.commitSha,
    baseSha: scan.baseSha,
    prNumber: scan.prNumber,
    sourceType: scan.sourceType,
    sourceRef: scan.sourceRef,
    triggeredBy: scan.triggeredBy,
    createdAt: scan.createdAt.toISOString(),
    startedAt: scan.startedAt?.toISOString() ?? null,
    completedAt: scan.completedAt?.toISOString() ?? null,
    criticalCount: counts.critical,
    highCount: counts.high,
    mediumCount: counts.medium,
    lowCount: counts.low,
    infoCount: counts.info,
    filesScanned: scan.filesScanned,
    depsScanned: scan.depsScanned,
    advisories: scan.advisories,
    advisoryCoverage: scan.advisoryCoverage,
    scannerProgress: scan.progress,
    gateResult: scan.gateResult,
    gateReasons: [...scan.gateReasons],
    errorMessage: scan.errorMessage,
    project: { id: scan.projectId, name: scan.projectName },
    artifacts: artifacts.map((artifact) => shownArtifact(scan.id, artifact)),
  }
}

/** Converts an artifact for lists in the API. */
export function shownArtifact(scanId: string, artifact: ArtifactRow): z.infer<typeof ArtifactLine> {
  const { type, kind, mediaType, size_bytes, sha256 } = artifact
  const downloadPath = `/api/scans/${scanId}/artifacts/${kind}`
  return { type, kind, mediaType, size: size_bytes, sha256, downloadPath }
}

/** Stored details of a finding; only settlements write them. */
type Details = Partial<
  Pick<Finding, 'description' | 'snippet' | 'startColumn' | 'endColumn' | 'cweId' | 'owasp' | 'metadata' | 'seenBy'>
>

/** Converts findings of one project for the API. */
export async function shownFindings(rows: readonly FindingRow[], store: Store): Promise<Finding[]> {
  const [first] = rows
  if (first === undefined) return []
  const fingerprints = rows.map(({ fingerprint }) => fingerprint)
  const plans = await readPlans(store, first.organizationId, first.projectId, fingerprints)
  return rows.map((row) => shownFinding(row, plans.get(row.fingerprint)))
}

function shownFinding(row: FindingRow, plan: FindingPlanRow | undefined): Finding {
  const details: Details = row.details
  return {
    id: row.id,
    scanId: row.scanId,
    projectId: row.projectId,
    scanner: row.scanner,
    severity: row.severity,
    status: row.status,
    statusNote: row.statusNote,
    title: row.title,
    description: details.description ?? '',
    filePath: row.filePath,
    startLine: row.startLine,
    endLine: row.endLine,
    startColumn: details.startColumn ?? null,
    endColumn: details.endColumn ?? null,
    snippet: details.snippet ?? null,
    ruleId: row.ruleId,
    cweId: details.cweId ?? null,
    cveId: row.cveId,
    owasp: details.owasp ?? [],
    confidence: row.confidence,
    fingerprint: row.fingerprint,
    isNew: row.isNew,
    assigneeId: plan?.assigneeId ?? null,
    dueAt: plan?.dueAt?.toISOString() ?? null,
    acceptedUntil: plan?.acceptedUntil?.toISOString() ?? null,
    acceptedBy: plan?.acceptedBy ?? null,
    seenBy: details.seenBy ?? [row.scanner],
    metadata: details.metadata ?? {},
    createdAt: row.createdAt.toISOString(),
  }
}
