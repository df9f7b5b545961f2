import type { ScannerName, ScanType } from '@gatehouse/contracts/scans'
import { memberOf } from '@gatehouse/http'
import { Failure, uuidv7 } from '@gatehouse/kernel'
import { insertRetest } from '@gatehouse/store/finding-management'
import type { FindingRow } from '@gatehouse/store/findings'
import { findScan, type NewScan, type ScanRow } from '@gatehouse/store/scans'
import { memberEntry } from '../audited.ts'
import type { AppsecHandler } from '../routes/handler.ts'
import { ownFinding } from './own-finding.ts'

/** Scan types that run one scanner; others need a full scan. */
const TYPES: Readonly<Partial<Record<ScannerName, ScanType>>> = {
  SAST_PATTERN: 'SAST_ONLY',
  SECRETS_PATTERN: 'SECRETS_ONLY',
  SCA: 'SCA_ONLY',
  IAC: 'IAC_ONLY',
  K8S: 'K8S_ONLY',
}

export const retestFinding: AppsecHandler<'retestFinding'> =
  (ports) =>
  async ({ params: { findingId }, context }) => {
    const { store, scanners, audit, room, wake } = ports
    const finding = await ownFinding(findingId, ports, context)
    if (finding.isGap) throw new Failure('conflict', 'A coverage gap cannot be retested. Scan again.')
    const scan = await findScan(store, finding.scanId)
    if (scan === undefined) throw new Failure('not_found', 'Finding not found.')
    const retest = retestOf(scan, finding, memberOf(context).email)
    scanners.check(retest.scanType)
    const packagesOf = retest.source.kind === 'inventory' ? scan.id : undefined
    await insertRetest(store, retest, { fingerprint: finding.fingerprint, packagesOf }, room)
    const details = { scanId: retest.id, scanType: retest.scanType, fingerprint: finding.fingerprint }
    await audit.append(
      memberEntry({ action: 'finding.retested', resource: 'finding', resourceId: finding.id, details }, context),
    )
    wake()
    return { scanId: retest.id, projectId: retest.projectId, status: 'QUEUED' }
  }

/** @throws {Failure} `conflict` if the service cannot fetch a newer source */
function retestOf(scan: ScanRow, { scanner }: FindingRow, triggeredBy: string): NewScan {
  const { organizationId, projectId, branch, sourceRef, sourceSecret } = scan
  const scanType = TYPES[scanner] ?? 'FULL'
  const of = { id: uuidv7(), organizationId, projectId, branch, sourceRef, triggeredBy }
  const { source } = scan
  if (source.kind === 'git') {
    const { url, branch: wanted = branch ?? undefined } = source
    const head = { kind: 'git', url, ...(wanted === undefined ? {} : { branch: wanted }), atHead: true } as const
    return { ...of, scanType, sourceType: 'GIT_CLONE', source: head }
  }
  if (source.kind === 'svn') {
    const { revision: _revision, ...head } = source
    return { ...of, scanType, sourceType: 'SVN_CHECKOUT', source: head, sourceSecret }
  }
  // The packages are the same; the advisories may have changed.
  if (source.kind === 'inventory') return { ...of, scanType: 'SCA_ONLY', sourceType: scan.sourceType, source }
  const detail =
    source.kind === 'import'
      ? 'The finding was imported. Import a new report of the tool.'
      : 'The source of the finding was uploaded. Upload the fixed source as a new scan.'
  throw new Failure('conflict', detail, { extra: { reason: 'source_required' } })
}
