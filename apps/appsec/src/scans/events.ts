import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { SCAN_ENDS, type Scan } from '@gatehouse/contracts'
import { encodeSse } from '@gatehouse/formats'
import { Failure } from '@gatehouse/kernel'
import { findScan, type ScanRow, type Store } from '@gatehouse/store'
import { shownScan } from './shown.ts'

/** How often the state is looked at: as often as workers write it down. */
const LOOK_MS = 500
/** Proxies end lines that are silent for a minute. */
const COMMENT_MS = 15_000
/** A client that wants more connects again. */
const STREAM_MS_MAX = 60 * 60_000
const ID_CHARS = 16
/** How often it is asked whether the client would still be let in. */
const ASK_MS = 2_000
/** Streams of one member on one instance at once, each of which looks at the database twice a second. Ours. */
export const STREAMS_MAX = 20

interface EventPorts {
  readonly store: Store
  /** Whether who asked would be let in now. */
  readonly isAllowed: () => Promise<boolean>
}

/** Counts the streams of members. */
export class StreamCount {
  readonly #open = new Map<string, number>()

  /** @throws {Failure} `rate_limited` for a member who has {@link STREAMS_MAX} already */
  check(memberId: string): void {
    if ((this.#open.get(memberId) ?? 0) < STREAMS_MAX) return
    throw new Failure('rate_limited', `You follow ${STREAMS_MAX} scans already: end one of these streams first.`)
  }

  /** Counts a stream from its first piece to its last: one that nobody reads never ends. */
  async *counted(memberId: string, stream: AsyncIterable<string>): AsyncGenerator<string> {
    this.#open.set(memberId, (this.#open.get(memberId) ?? 0) + 1)
    try {
      yield* stream
    } finally {
      const left = this.#open.get(memberId)! - 1
      if (left === 0) this.#open.delete(memberId)
      else this.#open.set(memberId, left)
    }
  }
}

/**
 * The events of a scan until it is over. The id of an event is a digest of the state that it tells, so that any instance knows
 * whether a client that comes back has missed something.
 */
export async function* scanEventsOf(
  first: ScanRow,
  lastEventId: string | undefined,
  { store, isAllowed }: EventPorts,
  signal: AbortSignal,
): AsyncGenerator<string> {
  let asked_at = performance.now()
  const ends_at = performance.now() + STREAM_MS_MAX
  let scan: ScanRow | undefined = first
  let told = lastEventId
  let status: string | undefined
  let spoke_at = performance.now()
  // Something at once, so that the client sees that it is connected.
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
    if (id !== told || isOver) {
      yield encodeSse({ event, id, data })
      spoke_at = performance.now()
    } else if (performance.now() - spoke_at > COMMENT_MS) {
      yield ': still there\n\n'
      spoke_at = performance.now()
    }
    if (isOver) return
    ;[told, status] = [id, scan.status]
    try {
      await wait(LOOK_MS, undefined, { signal })
    } catch {
      return
    }
    if (performance.now() - asked_at > ASK_MS) {
      if (!(await isAllowed())) return
      asked_at = performance.now()
    }
    scan = await findScan(store, first.id)
  }
}

function stateOf(scan: Scan) {
  const { id, status, scannerProgress, gateResult, criticalCount, highCount, mediumCount, lowCount, infoCount } = scan
  return { scanId: id, status, scannerProgress, gateResult, criticalCount, highCount, mediumCount, lowCount, infoCount }
}
