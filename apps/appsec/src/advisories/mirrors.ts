import { join } from 'node:path'
import type { Logger } from '@gatehouse/http'
import { type Clock, Failure, isoTime, messageOf } from '@gatehouse/kernel'
import { type Egress } from '@gatehouse/kernel/egress'
import {
  importFromSources,
  type ImportResult,
  checkAdvisoryAddress,
  type ImportProgress,
  mirrorSources,
  readSources,
} from '@gatehouse/sca/advisories'
import { isUuid } from '@gatehouse/store/organizations'
import { type MirrorState, readMirrorState, writeMirrorState } from './mirror-state.ts'
import type { NewSnapshot, OpenAdvisories } from './open.ts'
import { createOpenFolders } from './open-folders.ts'
import type { OpenSnapshot } from './snapshots.ts'
import { MIRRORS } from './unused-copies.ts'

/** Own limit of the data's age before the mirror is queried again. */
export const MIRROR_FRESH_MS = 24 * 60 * 60_000
/** Own limit of the wait before a failed mirror is queried again. */
export const MIRROR_RETRY_MS = 60 * 60_000
/** Own limit of a scan's wait for an update; it continues with existing data, and later data is compared with its packages. */
const WAIT_MS = 30_000
/** Own limit: a longer update must not delay others. */
const UPDATE_MS_MAX = 30 * 60_000
/** Own limit of parallel updates: each takes some hundred MB, and a slow mirror must not delay all others. */
const LANES = 2
/** Own limit of one update: the compressed size of all OSV data. */
const DOWNLOAD_BYTES_MAX = 1_024 ** 3
/** Own limit: enough for 220,000 records, and for an update of the same size. With 192 MB an update takes twice as long. */
const MEMORY_MB = 256

export interface MirrorPorts {
  readonly dataDir: string
  readonly egress: Egress
  readonly clock: Clock
  readonly logger: Logger
  /** Called with the result of an update. */
  readonly tell: (snapshot: NewSnapshot) => void
  /** How long a scan waits for an update. */
  readonly wait_ms?: number
}

export interface Mirrors {
  readonly of: (organizationId: string, address: string, wanted?: string) => Promise<OpenAdvisories>
  /**
   * Reads the mirror now, regardless of the copy's age.
   * @throws {Failure} if the mirror is invalid or unreachable
   */
  readonly refresh: (
    organizationId: string,
    address: string,
    report: (progress: ImportProgress) => void,
  ) => Promise<void>
  /** Returns the current copy without reading the mirror. */
  readonly present: (organizationId: string) => OpenSnapshot
  readonly close: () => Promise<void>
}

/** Creates mirror copies, isolated by organization. */
export function createMirrors(ports: MirrorPorts): Mirrors {
  const { dataDir, clock, wait_ms = WAIT_MS } = ports
  const closing = new AbortController()
  const folders = createOpenFolders(clock)
  const running = new Map<string, Promise<void>>()
  const lanes = Array.from({ length: LANES }, () => Promise.resolve())
  let turn = 0

  const update = (organizationId: string, folder: string, url: string, request?: RequestedUpdate): Promise<void> => {
    const known = running.get(folder)
    if (known !== undefined) return known
    const next = runAfter(lanes[turn], async () => {
      await updateMirror(organizationId, folder, url, ports, closing.signal, request)
      running.delete(folder)
    })
    running.set(folder, next)
    lanes[turn] = next
    turn = (turn + 1) % LANES
    return next
  }
  return {
    async of(organizationId, address, wanted) {
      if (!isUuid(organizationId) || address === '') {
        return { gap: 'The settings do not name an advisory mirror.', release: () => undefined }
      }
      const folder = join(dataDir, MIRRORS, organizationId)
      const before = await readMirrorState(folder)
      if (isDue(before, address, clock.now())) {
        await settledWithin(update(organizationId, folder, address), wait_ms)
        folders.of(folder).lookAgain()
      }
      const state = await readMirrorState(folder)
      if (state?.address !== address) return { gap: `${STILL}.`, release: () => undefined }
      const { failure, fresh_ms } = state
      if (fresh_ms === undefined)
        return { gap: `${failure === undefined ? STILL : unread(failure)}.`, release: () => undefined }
      const used = folders.of(folder).use(wanted)
      const gap =
        used.gap ?? (failure === undefined ? undefined : `${unread(failure)}. ${ageOf(fresh_ms, clock.now())}.`)
      return { ...used, ...(gap !== undefined && { gap }) }
    },
    present: (organizationId) => folders.of(join(dataDir, MIRRORS, organizationId)).use(),
    async refresh(organizationId, address, report) {
      if (address === '') throw new Failure('invalid_request', 'The settings do not name an advisory mirror.')
      const folder = join(dataDir, MIRRORS, organizationId)
      await update(organizationId, folder, address, { report })
      folders.of(folder).lookAgain()
      const state = await readMirrorState(folder)
      if (state?.failure !== undefined) throw new Failure('unavailable', `${unread(state.failure)}.`)
    },
    async close() {
      closing.abort(new Failure('unavailable', 'The service was stopped.'))
      await Promise.allSettled(running.values())
      folders.close()
    },
  }
}

const STILL = "The mirror's advisories are being imported for the first time; later scans will use them"

function isDue(state: MirrorState | undefined, address: string, now_ms: number): boolean {
  if (state?.address !== address) return true
  const { tried_ms, fresh_ms } = state
  // A time in the future comes from a wrong clock.
  if (fresh_ms !== undefined && fresh_ms <= now_ms && now_ms - fresh_ms < MIRROR_FRESH_MS) return false
  return tried_ms > now_ms || now_ms - tried_ms >= MIRROR_RETRY_MS
}

function unread(failure: string): string {
  return `Reading the advisory mirror failed: ${failure}`
}

function ageOf(fresh_ms: number, now_ms: number): string {
  return `Used the advisories from ${isoTime(fresh_ms)}, which are ${Math.floor((now_ms - fresh_ms) / 3_600_000)} hours old`
}

async function runAfter(before: Promise<void> | undefined, work: () => Promise<void>): Promise<void> {
  await before
  await work()
}

/** Update requested by a member: due immediately. */
interface RequestedUpdate {
  readonly report: (progress: ImportProgress) => void
}

/** Never fails: errors are stored with the data. */
async function updateMirror(
  organizationId: string,
  folder: string,
  address: string,
  ports: MirrorPorts,
  closing: AbortSignal,
  requestedUpdate: RequestedUpdate | undefined,
): Promise<void> {
  const { clock, logger, tell } = ports
  const before = await readMirrorState(folder)
  // Another process may have updated it in the meantime.
  if (closing.aborted || (requestedUpdate === undefined && !isDue(before, address, clock.now()))) return
  const isSame = before?.address === address
  const state: MirrorState = {
    ...(isSame ? before : { address }),
    tried_ms: clock.now(),
  }
  try {
    await writeMirrorState(folder, state)
    const signal = AbortSignal.any([closing, AbortSignal.timeout(UPDATE_MS_MAX)])
    const { report } = await importAdvisories(folder, state, ports, signal, requestedUpdate?.report)
    await writeMirrorState(folder, { address, tried_ms: state.tried_ms, fresh_ms: clock.now() })
    if (report !== undefined && report.snapshot.id !== report.previous) {
      tell({ id: report.snapshot.id, organizationId })
    }
  } catch (thrown) {
    logger.warn({ error: messageOf(thrown), organizationId }, 'advisory mirror read failed')
    const failure = thrown instanceof Failure ? thrown.message.replace(/\.$/, '') : 'the import timed out'
    // An aborted update is due again immediately.
    const next = closing.aborted ? { ...state, tried_ms: 0 } : { ...state, failure }
    await writeMirrorState(folder, next).catch((error: unknown) => {
      logger.warn({ error: messageOf(error) }, 'mirror state update failed')
    })
  }
}

async function importAdvisories(
  folder: string,
  { address, fresh_ms }: MirrorState,
  { egress, clock }: MirrorPorts,
  signal: AbortSignal,
  progress: RequestedUpdate['report'] = () => undefined,
): Promise<ImportResult> {
  const url = new URL(address)
  await checkAdvisoryAddress(url, egress)
  const named = await mirrorSources(url, egress, signal)
  // Data from another address is replaced, not updated.
  const isFirst = fresh_ms === undefined
  const known = isFirst ? [] : readSources(folder)
  const bounds = { memory_mb: MEMORY_MB, bytes_max: DOWNLOAD_BYTES_MAX }
  const now_ms = clock.now()
  return importFromSources({ folder, named, known, replace: isFirst, ...bounds, egress, now_ms, signal, progress })
}

async function settledWithin(work: Promise<void>, wait_ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, wait_ms)
  })
  await Promise.race([work, late])
  clearTimeout(timer)
}
