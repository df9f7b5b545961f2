import type { Handlers } from '@gatehouse/contracts'
import { paginationOf } from '@gatehouse/contracts/appsec'
import { ACTIVE_SCAN_STATUSES, type Scan, type scanEndpoints } from '@gatehouse/contracts/scans'
import { memberOf, type RequestContext, StreamCount } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import { isSessionActive, owned } from '@gatehouse/store/organizations'
import {
  deleteScan as removeScan,
  findScan,
  listScans as readScans,
  moveScan,
  type ScanMove,
  type ScanRow,
} from '@gatehouse/store/scans'
import { renewVex } from '../artifacts/renew.ts'
import { type AppsecAction, memberEntry } from '../audited.ts'
import { ownProject } from '../projects/own-project.ts'
import { createScan as queueScan, rescan as queueAgain } from '../scans/create.ts'
import { scanEventsOf } from '../scans/events.ts'
import { dropUnusedSource } from '../scans/retention.ts'
import { shownScans } from '../scans/shown.ts'
import type { AppsecHandler, AppsecPorts } from './handler.ts'

const createScan: AppsecHandler<'createScan'> =
  (ports) =>
  async ({ body, context }) =>
    queuedOf(await queueScan(body, ports, context))

const listScans: AppsecHandler<'listScans'> =
  (ports) =>
  async ({ query, context }) => {
    // A foreign project must not look like an empty list.
    if (query.projectId !== undefined) await ownProject(query.projectId, ports, context)
    const { scans, total } = await readScans(ports.store, memberOf(context).organizationId, query)
    return { scans: await shownScans(scans, ports.store), pagination: paginationOf(query, total) }
  }

const readScan: AppsecHandler<'readScan'> =
  (ports) =>
  async ({ params: { scanId }, context }) => {
    const scan = await ownScan(scanId, ports, context)
    await renewVex(scan, ports).catch((error: unknown) => {
      // The scan exists. Requests for the document report the signing error.
      if (!(error instanceof Failure)) throw error
      context.log.warn({ scanId, detail: error.message }, 'document update failed')
    })
    return shownScan(scan, ports)
  }

const scanEvents: AppsecHandler<'scanEvents'> = (ports) => {
  const streams = new StreamCount('scans')
  return async ({ params: { scanId }, headers, context }) => {
    const scan = await ownScan(scanId, ports, context)
    const member = memberOf(context)
    streams.check(member.memberId)
    context.header('cache-control', 'no-cache')
    const last = headers['last-event-id']
    const isAllowed = () => isSessionActive(ports.store, member, new Date(ports.clock.now()))
    const from = typeof last === 'string' ? last : undefined
    const events = scanEventsOf(scan, from, { store: ports.store, isAllowed }, context.signal)
    return streams.counted(member.memberId, events)
  }
}

const rescan: AppsecHandler<'rescan'> =
  (ports) =>
  async ({ params: { scanId }, context }) => {
    const scan = await ownScan(scanId, ports, context)
    if (ACTIVE_SCAN_STATUSES.has(scan.status)) throw wrongStatus('scanned again', scan.status)
    return queuedOf(await queueAgain(scan, ports, context))
  }

const deleteScan: AppsecHandler<'deleteScan'> =
  (ports) =>
  async ({ params: { scanId }, context }) => {
    const { store, audit } = ports
    const scan = await ownScan(scanId, ports, context)
    const active = await removeScan(store, scan.organizationId, scan.id)
    if (active !== undefined) throw wrongStatus('deleted', active)
    await dropUnusedSource(scan.sourceFile, ports)
    const event = { action: 'scan.deleted', resource: 'scan', resourceId: scan.id } as const
    await audit.append(memberEntry({ ...event, details: { project: scan.projectName } }, context))
  }

const MOVES: Readonly<Record<ScanMove, { readonly done: string; readonly action: AppsecAction }>> = {
  pause: { done: 'paused', action: 'scan.paused' },
  resume: { done: 'resumed', action: 'scan.resumed' },
  stop: { done: 'stopped', action: 'scan.stopped' },
  cancel: { done: 'cancelled', action: 'scan.cancelled' },
}

const move =
  (which: ScanMove): AppsecHandler<'pauseScan'> =>
  (ports) =>
  async ({ params: { scanId }, context }) => {
    const { store, audit, wake, room } = ports
    const before = await ownScan(scanId, ports, context)
    const { isMoved, status } = await moveScan(store, before.organizationId, before.id, which, room)
    const { done, action } = MOVES[which]
    if (status === undefined) throw new Failure('not_found', 'Scan not found.')
    if (!isMoved) throw wrongStatus(done, status)
    await audit.append(memberEntry({ action, resource: 'scan', resourceId: before.id }, context))
    // A notified worker may have changed the state already.
    const moved = await shownScan(await ownScan(scanId, ports, context), ports)
    wake()
    return moved
  }

export function scanHandlers(ports: AppsecPorts): Handlers<typeof scanEndpoints, RequestContext> {
  return {
    createScan: createScan(ports),
    listScans: listScans(ports),
    readScan: readScan(ports),
    scanEvents: scanEvents(ports),
    pauseScan: move('pause')(ports),
    resumeScan: move('resume')(ports),
    stopScan: move('stop')(ports),
    cancelScan: move('cancel')(ports),
    rescan: rescan(ports),
    deleteScan: deleteScan(ports),
  }
}

/**
 * Returns the scan if it belongs to the caller's organization.
 * @throws {Failure} `not_found`, `not_a_member`
 */
export async function ownScan(
  id: string,
  { store }: Pick<AppsecPorts, 'store'>,
  context: RequestContext,
): Promise<ScanRow> {
  return owned(await findScan(store, id), memberOf(context).organizationId, 'scan')
}

async function shownScan(scan: ScanRow, { store }: Pick<AppsecPorts, 'store'>): Promise<Scan> {
  const [shown] = await shownScans([scan], store)
  return shown!
}

function queuedOf({ id, projectId }: ScanRow) {
  // A worker may have claimed it already, but the response describes the queued scan.
  return { scanId: id, projectId, status: 'QUEUED' as const }
}

function wrongStatus(done: string, status: string): Failure {
  return new Failure('conflict', `The scan is ${status} and cannot be ${done} now.`, { extra: { status } })
}
