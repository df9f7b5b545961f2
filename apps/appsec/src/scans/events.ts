import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { SCAN_ENDS, type Scan } from '@gatehouse/contracts/scans'
import { encodeSse } from '@gatehouse/formats'
import { withCachedPermission } from '@gatehouse/http'
import type { Store } from '@gatehouse/store'
import { findScan, type ScanRow } from '@gatehouse/store/scans'
import { shownScan } from './shown.ts'

/** Interval of state checks, the same as of the workers' updates. */
const LOOK_MS = 500
/** Own limit of the keep-alive interval: proxies close connections that are idle for a minute. */
const COMMENT_MS = 15_000
/** Clients reconnect after this time. */
const STREAM_MS_MAX = 60 * 60_000
const ID_CHARS = 16

interface EventPorts {
  readonly store: Store
  /** Returns whether the caller still has access. */
  readonly isAllowed: () => Promise<boolean>
}

/**
 * Yields the events of a scan until it ends. The event id is a digest of the state, so that any instance can detect missed events when a
 * client reconnects.
 */
export async function* scanEventsOf(
  first: ScanRow,
  lastEventId: string | undefined,
  { store, isAllowed }: EventPorts,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const mayGoOn = withCachedPermission(isAllowed)
  const ends_at = performance.now() + STREAM_MS_MAX
  let scan: ScanRow | undefined = first
  let message = lastEventId
  let status: string | undefined
  let spoke_at = performance.now()
  // Sent immediately to confirm the connection.
  yield ': scan events\n\n'
  while (scan !== undefined && performance.now() < ends_at) {
    const state = stateOf(shownScan(scan, []))
    const isOver = SCAN_ENDS.includes(scan.status) && scan.settled
    const event = isOver ? 'end' : scan.status === status ? 'progress' : 'status'
    const data = JSON.stringify(state)
    const id = createHash('sha256')
      .update(event === 'end' ? `end ${data}` : data)
      .digest('hex')
      .slice(0, ID_CHARS)
    if (id !== message || isOver) {
      yield encodeSse({ event, id, data })
      spoke_at = performance.now()
    } else if (performance.now() - spoke_at > COMMENT_MS) {
      yield ': still there\n\n'
      spoke_at = performance.now()
    }
    if (isOver) return
    ;[message, status] = [id, scan.status]
    try {
      await wait(LOOK_MS, undefined, { signal })
    } catch {
      return
    }
    if (!(await mayGoOn())) return
    scan = await findScan(store, first.id)
  }
}

function stateOf(scan: Scan) {
  const { id, status, scannerProgress, gateResult, criticalCount, highCount, mediumCount, lowCount, infoCount } = scan
  return { scanId: id, status, scannerProgress, gateResult, criticalCount, highCount, mediumCount, lowCount, infoCount }
}
