import { INTEGRATION_EVENTS, type IntegrationEvent } from '@gatehouse/contracts/appsec'
import { FINDING_SEVERITIES, type FindingSeverity } from '@gatehouse/contracts/scans'
import { uuidv7 } from '@gatehouse/kernel'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../schema.gen.ts'
import { integrationQueue } from './integrations.ts'
import { storable } from './jsonb.ts'

/** Body of a delivery about an ended scan. Contains numbers and names, but no code. */
export interface ScanNotice {
  readonly event: IntegrationEvent | 'test'
  readonly scanId: string
  readonly projectId: string
  readonly project: string
  readonly branch: string | null
  readonly commitSha: string | null
  readonly status: string
  readonly gateResult: string
  readonly gateReasons: readonly string[]
  /** Open findings. */
  readonly counts: Readonly<Record<FindingSeverity, number>>
  /** Open findings that the previous scans did not have. */
  readonly newCounts: Readonly<Record<FindingSeverity, number>>
  readonly createdAt: string
}

interface Ended {
  readonly findings: readonly {
    readonly severity: FindingSeverity
    readonly status: string
    readonly isNew: boolean
    readonly isGap: boolean
    readonly scanner: string
  }[]
  readonly status: string
  readonly gateResult: string
  readonly gateReasons: readonly string[]
}

/** Actor of scans after advisory changes. */
const REMATCHER = 'advisories'

/**
 * Queues at most one delivery per integration about an ended scan, in the transaction that ends the scan.
 * @param isFirst no earlier scan to compare with: all open findings are new to the receiver
 */
export async function queueScanNotices(
  db: Kysely<DB>,
  scan: { readonly id: string; readonly organizationId: string; readonly projectId: string },
  ended: Ended,
  isFirst: boolean,
): Promise<void> {
  const { rows } = await sql<Wanted>`
    SELECT i.id, i.events, p.name AS project, s.branch, s.commit_sha, s.triggered_by
      FROM integrations i JOIN scans s ON s.organization_id = i.organization_id JOIN projects p ON p.id = s.project_id
     WHERE i.organization_id = ${scan.organizationId} AND i.enabled AND s.id = ${scan.id}`.execute(db)
  const [first] = rows
  if (first === undefined) return
  const open = ended.findings.filter(({ status, isGap }) => !isGap && (status === 'OPEN' || status === 'IN_PROGRESS'))
  const added = isFirst ? open : open.filter(({ isNew }) => isNew)
  const happened = new Set<IntegrationEvent>(['scan_complete'])
  if (ended.gateResult === 'FAILED') happened.add('gate_failed')
  if (added.some(({ severity }) => severity === 'CRITICAL')) happened.add('critical_finding')
  if (first.triggered_by === REMATCHER && added.some(({ scanner }) => scanner === 'SCA')) happened.add('new_advisory')
  const now = new Date()
  const deliveries = rows.flatMap(({ id, events }) => {
    const event = INTEGRATION_EVENTS.find((name) => happened.has(name) && events.includes(name))
    if (event === undefined) return []
    const notice: ScanNotice = {
      event,
      scanId: scan.id,
      projectId: scan.projectId,
      project: first.project,
      branch: first.branch,
      commitSha: first.commit_sha,
      status: ended.status,
      gateResult: ended.gateResult,
      gateReasons: ended.gateReasons,
      counts: countsOf(open),
      newCounts: countsOf(added),
      createdAt: now.toISOString(),
    }
    const body = storable(JSON.stringify(notice))
    return [{ id: uuidv7(now.getTime()), tenantId: scan.organizationId, receiverId: id, event, body }]
  })
  if (deliveries.length > 0) await integrationQueue.queue({ db }, deliveries, now)
}

interface Wanted {
  readonly id: string
  readonly events: readonly string[]
  readonly project: string
  readonly branch: string | null
  readonly commit_sha: string | null
  readonly triggered_by: string
}

function countsOf(findings: readonly { readonly severity: FindingSeverity }[]): Record<FindingSeverity, number> {
  const counts = Object.fromEntries(FINDING_SEVERITIES.map((severity) => [severity, 0])) as Record<
    FindingSeverity,
    number
  >
  for (const { severity } of findings) counts[severity] += 1
  return counts
}
