import type { FindingSeverity } from '@gatehouse/contracts/scans'
import type { Logger } from '@gatehouse/http'
import { type Clock, Failure, isoTime, messageOf, uuidv7 } from '@gatehouse/kernel'
import { type AdvisoryPort, type LicencePolicy, scanInventory } from '@gatehouse/sca'
import { identityOf, mergeObservations, type MergedObservation } from '@gatehouse/scan-engine'
import type { Store } from '@gatehouse/store'
import type { AuditLog } from '@gatehouse/store/audit'
import {
  countInventoryScans,
  type FoundBefore,
  matchVersion,
  type NewerAdvisories,
  organizationsWithPackages,
  rematchInventory,
  staleInventories,
  type StalePackages,
} from '@gatehouse/store/findings'
import { type NewScan, readScanUsage, type ScanQuota, type ScanRow } from '@gatehouse/store/scans'
import type { Advisories } from '../advisories/open.ts'
import { chainOf } from '../audited.ts'
import { readLicenceRules } from './licence-policies.ts'
import { unpackInventory } from './shard-results.ts'

/** Actor of these scans, in scan records and the audit log. */
export const REMATCHER = 'advisories'

/** How often to check for packages that missed new advisories because their scan was running or no process was. */
const LOOK_MS = 5 * 60_000
/** Own limit of the wait while too many scans are queued. */
const AGAIN_MS = 30_000
/** Own limit of inventories per organization and query. */
const BATCH = 25
/** Own limit of queued or running inventory scans, so that other scans do not wait for them. */
const QUEUED_MAX = 100
/** Own limit per organization, so that it does not delay the others. */
const QUEUED_OF_ONE_MAX = 25
/** Own limit of one organization's turn: its advisory service may be slow, even deliberately. */
const TURN_MS_MAX = 60_000
/** Own limit: a non-default branch without a scan for this long is inactive. */
const BRANCH_DAYS = 90
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

export interface RematchPorts {
  readonly store: Store
  readonly audit: AuditLog
  readonly advisories: Pick<Advisories, 'of' | 'onNewSnapshot'>
  readonly clock: Clock
  readonly logger: Logger
  readonly wake: () => void
  readonly room: ScanQuota
  /** Time limit of one organization's turn. */
  readonly turn_ms?: number
}

export interface Rematched {
  readonly queued: readonly string[]
  /** False if some are left because too many scans are queued. */
  readonly isDone: boolean
}

/**
 * Looks up the packages of the last scans in the newest advisories of their organizations, and queues a scan if the result has changed.
 * Fetches no sources.
 * @throws the signal's reason when it fires
 */
export async function rematch(
  ports: RematchPorts,
  signal: AbortSignal = new AbortController().signal,
): Promise<Rematched> {
  const queued: string[] = []
  let isDone = true
  for (const organizationId of await organizationsWithPackages(ports.store)) {
    const open = await ports.advisories.of(organizationId)
    try {
      const { port, snapshot: id } = open
      if (port === undefined || id === undefined) continue
      // An organization without free result storage is skipped until it has some.
      const { stored_bytes } = await readScanUsage(ports.store.db, organizationId)
      if (stored_bytes >= ports.room.stored_bytes_max) continue
      const since = new Date(ports.clock.now() - BRANCH_DAYS * DAY_MS)
      const newer: NewerAdvisories = { organizationId, mark: advisoryVersionOf(port, id, ports.clock), since }
      const { policies: licences } = await readLicenceRules(ports.store, organizationId)
      if (!(await rematchAll(newer, { port, snapshot: id, licences }, ports, queued, signal))) isDone = false
    } finally {
      open.release()
    }
  }
  return { queued, isDone }
}

/** An online service has no snapshots to compare, so it is queried once an hour: new advisories must alert within an hour. */
function advisoryVersionOf({ manifest }: AdvisoryPort, id: string, clock: Clock): string {
  if (manifest?.createdAt !== undefined) return matchVersion({ importedAt: manifest.createdAt, id })
  return matchVersion({ importedAt: isoTime(Math.floor(clock.now() / HOUR_MS) * HOUR_MS), id: 'service' })
}

interface Opened {
  readonly port: AdvisoryPort
  readonly snapshot: string
  readonly licences: readonly LicencePolicy[]
}

async function rematchAll(
  newer: NewerAdvisories,
  open: Opened,
  ports: RematchPorts,
  queued: string[],
  signal: AbortSignal,
): Promise<boolean> {
  const { store, logger, wake } = ports
  const tried = new Set<string>()
  const until = performance.now() + (ports.turn_ms ?? TURN_MS_MAX)
  for (;;) {
    // Inventories claimed by another process stay on the list until it is done.
    const ids = (await staleInventories(store, newer, BATCH + tried.size)).filter((id) => !tried.has(id))
    if (ids.length === 0) return true
    const { all, own } = await countInventoryScans(store, newer.organizationId)
    if (all > QUEUED_MAX || own > QUEUED_OF_ONE_MAX) return false
    for (const id of ids) {
      signal.throwIfAborted()
      if (performance.now() > until) return false
      tried.add(id)
      try {
        const scan = await rematchInventory(store, id, newer, (stale) => scanOf(stale, open, signal))
        if (scan === undefined) continue
        queued.push(scan.id)
        await noteQueued(scan, id, ports)
        wake()
      } catch (error) {
        signal.throwIfAborted()
        // A failed inventory must not block the others.
        logger.warn({ error: messageOf(error), scanId: id }, 'package rematch failed')
        // An unreachable service fails for the other inventories too.
        if (error instanceof Failure && error.code === 'unavailable') return true
      }
    }
  }
}

async function noteQueued({ id, organizationId, scanType }: NewScan, from: string, ports: RematchPorts): Promise<void> {
  const details = { scanType, trigger: REMATCHER, packagesOf: from }
  await ports.audit.append({
    tenant_id: chainOf(organizationId),
    actor: REMATCHER,
    action: 'scan.queued',
    request_id: id,
    details: { resource: 'scan', resourceId: id, email: REMATCHER, details },
  })
}

/** Checks for new advisories until it is closed. */
export function startRematcher(ports: RematchPorts): { close(): Promise<void> } {
  const closing = new AbortController()
  let running = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const look = async (): Promise<void> => {
    if (closing.signal.aborted) return
    clearTimeout(timer)
    let isDone = true
    try {
      ;({ isDone } = await rematch(ports, closing.signal))
    } catch (error) {
      if (!closing.signal.aborted) ports.logger.warn({ error: messageOf(error) }, 'package rematch failed')
    }
    if (!closing.signal.aborted) timer = setTimeout(begin, isDone ? LOOK_MS : AGAIN_MS).unref()
  }
  const begin = (): void => {
    running = running.then(look)
  }
  const unlisten = ports.advisories.onNewSnapshot(begin)
  begin()
  return {
    async close() {
      closing.abort(new Error('the service ends'))
      clearTimeout(timer)
      unlisten()
      await running
    },
  }
}

async function scanOf(
  { scan, inventory, found }: StalePackages,
  { port, snapshot, licences }: Opened,
  signal: AbortSignal,
): Promise<NewScan | undefined> {
  const { observations, gaps } = await scanInventory(
    { ...unpackInventory(inventory), gaps: [] },
    { advisories: port, licences },
    signal,
  )
  const unanswered = gaps.find(({ reason }) => reason === 'no_advisories')
  if (port.manifest === undefined && unanswered !== undefined) throw new Failure('unavailable', unanswered.detail)
  const merged = mergeObservations(observations)
  // A scan without a lookup has a gap for its packages. The next scan closes it.
  if (scan.advisories !== null && isSame(merged, found)) return undefined
  // A scan of changed files has no comparison. Findings of the changes would not count as new once advisories arrive.
  const scanType = scan.scanType === 'INCREMENTAL' ? 'INCREMENTAL' : 'SCA_ONLY'
  return { ...ofScan(scan), id: uuidv7(), scanType, advisories: snapshot, triggeredBy: REMATCHER }
}

function ofScan(scan: ScanRow) {
  const { organizationId, projectId, sourceType, sourceRef, branch, commitSha, prNumber, source } = scan
  const scannedAt = source.kind === 'inventory' ? source.scannedAt : scan.completedAt!.toISOString()
  const stored = { kind: 'inventory', scanId: scan.id, scannedAt } as const
  return { organizationId, projectId, sourceType, sourceRef, branch, commitSha, prNumber, source: stored }
}

interface KnownMatch {
  count: number
  /** Severity of all findings with this identity, or undefined if another scanner may have reported it. */
  readonly severity: FindingSeverity | undefined
  kev: boolean
}

/**
 * Returns whether the packages have the same vulnerabilities, with the same severity and exploitation state. Daily score changes and new
 * fixes do not cause a scan.
 */
function isSame(merged: readonly MergedObservation[], found: readonly FoundBefore[]): boolean {
  const now = knownMatches(
    merged.map((item) => ({
      identity: identityOf(item),
      severity: item.severity,
      kev: item.metadata.kev === true,
      isShared: false,
    })),
  )
  const before = knownMatches(found)
  if (now.size !== before.size) return false
  return [...before].every(([identity, { count, severity, kev }]) => {
    const knownMatch = now.get(identity)
    if (knownMatch === undefined || knownMatch.count !== count || knownMatch.kev !== kev) return false
    return severity === undefined || knownMatch.severity === severity
  })
}

function knownMatches(all: readonly FoundBefore[]): ReadonlyMap<string, KnownMatch> {
  const reported = new Map<string, KnownMatch>()
  for (const { identity, severity, kev, isShared } of all) {
    const knownMatch = reported.get(identity)
    if (knownMatch === undefined) reported.set(identity, { count: 1, severity: isShared ? undefined : severity, kev })
    else
      reported.set(identity, {
        count: knownMatch.count + 1,
        severity: isShared ? undefined : knownMatch.severity,
        kev: kev || knownMatch.kev,
      })
  }
  return reported
}
