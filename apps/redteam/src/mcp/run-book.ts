import { setTimeout as wait } from 'node:timers/promises'
import {
  type AttemptRecord,
  conductRun,
  type HttpPort,
  listeningHost,
  maskSecrets,
  prepareRun,
  type PreparedRun,
  type RunModels,
  type RunPhase,
  type SocketPort,
} from '@gatehouse/attacks'
import type { RunRequest, RunStatus, Verdict } from '@gatehouse/contracts/redteam'
import { Report } from '@gatehouse/contracts/reports'
import { type Clock, Failure, messageOf } from '@gatehouse/kernel'
import type { ReportShelf } from './reports.ts'
import { type AllowedTargets, checkTargets, confinedHttp, confinedSocket } from './targets.ts'

/** Maximum number of concurrent runs: an assistant that starts more is in a loop. Own limit. */
const RUNNING_MAX = 2
/** Maximum number of runs in the memory of one process: the oldest ended runs are dropped, and their reports stay. */
const KEPT_MAX = 100
/** Maximum number of requests of a run whose configuration sets none: enough for a run of default size. Own limit. */
const REQUESTS_DEFAULT = 5_000
/** Shorter values occur in any text by chance. */
const SECRET_UNITS_MIN = 4

/** Outbound ports of the runs of this process. */
export interface RunEgress {
  readonly http: HttpPort
  readonly socket: SocketPort
  readonly clock: Clock
  readonly models?: RunModels
  /** Maximum number of requests of a run, regardless of its configuration. */
  readonly maxRequests?: number
}

/** Current state of a run. */
export interface RunView {
  readonly runId: string
  readonly status: RunStatus
  readonly phase: RunPhase | null
  readonly targetUrl: string
  readonly estimatedTotal: number
  readonly startedAt: string
  readonly finishedAt: string | null
  /** Number of ended attacks, without benign controls. */
  readonly progressTotal: number
  readonly verdicts: Readonly<Record<Verdict, number>>
  readonly reportFile: string | null
  readonly error: string | null
}

export interface RunBook {
  /** @throws {Failure} naming the invalid field, or `limit_reached` */
  readonly start: (request: RunRequest, secrets: readonly string[]) => RunView
  /** Undefined: this process did not start the run. */
  readonly find: (runId: string) => RunView | undefined
  /** @throws {Failure} `not_found` */
  readonly view: (runId: string) => RunView
  /** Resolves when the run is over, or sooner. */
  readonly wait: (runId: string, ms: number, signal: AbortSignal) => Promise<void>
  readonly cancel: (runId: string) => Promise<RunView>
  /** Ends all runs; their reports contain the attacks that had ended. */
  readonly close: () => Promise<void>
}

interface Entry {
  view: RunView
  readonly stop: AbortController
  over: Promise<void>
}

/** The runs of this process: their reports are files, so that they are there when it is gone. */
export function createRunBook(ways: RunEgress, allowed: AllowedTargets, shelf: ReportShelf): RunBook {
  const entries = new Map<string, Entry>()
  const entryOf = (runId: string): Entry => {
    const entry = entries.get(runId)
    if (entry === undefined) {
      throw new Failure(
        'not_found',
        `Run ${runId.slice(0, 100)} was not started by this server. read_prior_reports lists earlier runs.`,
      )
    }
    return entry
  }
  const book: RunBook = {
    start(request, secrets) {
      const running = [...entries.values()].filter(({ view }) => view.finishedAt === null).length
      if (running >= RUNNING_MAX)
        throw new Failure('limit_reached', `${running} runs are on their way: wait for one, or cancel it.`)
      const { target, attackConfig } = request
      checkTargets(target, allowed)
      const maxRequests = attackConfig.budget?.maxRequests ?? REQUESTS_DEFAULT
      const budget = { ...attackConfig.budget, maxRequests: Math.min(maxRequests, ways.maxRequests ?? maxRequests) }
      const prepared = prepareRun(
        { ...request, attackConfig: { ...attackConfig, budget } },
        { hasContentHost: isOnThisMachine(target.baseUrl) },
      )
      const entry: Entry = {
        view: begunView(prepared, ways.clock),
        stop: new AbortController(),
        over: Promise.resolve(),
      }
      entries.set(prepared.runId, entry)
      forget(entries)
      entry.over = conduct(prepared, entry, ways, allowed, shelf, secrets)
      return entry.view
    },
    find: (runId) => entries.get(runId)?.view,
    view: (runId) => entryOf(runId).view,
    async wait(runId, ms, signal) {
      const { over } = entryOf(runId)
      await Promise.race([over, wait(ms, undefined, { signal }).catch(() => undefined)])
    },
    async cancel(runId) {
      const entry = entryOf(runId)
      entry.stop.abort(new Failure('unavailable', 'The run was cancelled.'))
      await entry.over
      return entry.view
    },
    async close() {
      for (const { stop } of entries.values()) stop.abort(new Failure('unavailable', 'The server was ended.'))
      await Promise.all([...entries.values()].map(({ over }) => over))
    },
  }
  return book
}

const NO_VERDICTS = { defended: 0, vulnerable: 0, partial: 0, inconclusive: 0, error: 0 }

function begunView({ runId, targetUrl, estimatedTotal }: PreparedRun, clock: Clock): RunView {
  return {
    runId,
    status: 'running',
    phase: null,
    targetUrl,
    estimatedTotal,
    startedAt: new Date(clock.now()).toISOString(),
    finishedAt: null,
    progressTotal: 0,
    verdicts: NO_VERDICTS,
    reportFile: null,
    error: null,
  }
}

async function conduct(
  prepared: PreparedRun,
  entry: Entry,
  { http, socket, clock, models }: RunEgress,
  allowed: AllowedTargets,
  shelf: ReportShelf,
  secrets: readonly string[],
): Promise<void> {
  const change = (more: Partial<RunView>): void => void (entry.view = { ...entry.view, ...more })
  const record = ({ attempt, judgement }: AttemptRecord): void => {
    if (attempt.kind === 'benign') return
    const { progressTotal, verdicts } = entry.view
    const { verdict } = judgement
    change({ progressTotal: progressTotal + 1, verdicts: { ...verdicts, [verdict]: verdicts[verdict] + 1 } })
  }
  try {
    const { report, end } = await conductRun(prepared, {
      http: confinedHttp(http, allowed),
      socket: confinedSocket(socket, allowed),
      clock,
      signal: entry.stop.signal,
      ...(models === undefined ? {} : { models }),
      ...(isOnThisMachine(prepared.request.target.baseUrl) ? { contentHost: listeningHost() } : {}),
      onRecord: record,
      onPhase: (phase) => change({ phase }),
    })
    const reportFile = await shelf.write(masked(report, secrets))
    change({ status: end === 'cancelled' ? 'cancelled' : 'done', reportFile })
  } catch (thrown) {
    const isCancelled = entry.stop.signal.aborted
    const error =
      thrown instanceof Failure ? thrown.message : `Something broke within: ${messageOf(thrown).slice(0, 300)}`
    change({ status: isCancelled ? 'cancelled' : 'error', error: maskSecrets(error, secrets) })
  } finally {
    change({ finishedAt: new Date(clock.now()).toISOString(), phase: null })
  }
}

/** Returns whether a target can reach the content that a run serves on loopback. */
function isOnThisMachine(address: string): boolean {
  const host = URL.parse(address)?.hostname ?? ''
  return host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

function masked(report: Report, secrets: readonly string[]): Report {
  const some = secrets.filter(({ length }) => length >= SECRET_UNITS_MIN).toSorted((a, b) => b.length - a.length)
  if (some.length === 0) return report
  const written = some.flatMap((item) => [JSON.stringify(item).slice(1, -1), item])
  return Report.parse(JSON.parse(maskSecrets(JSON.stringify(report), written)))
}

function forget(entries: Map<string, Entry>): void {
  for (const [runId, { view }] of entries) {
    if (entries.size <= KEPT_MAX) return
    if (view.finishedAt !== null) entries.delete(runId)
  }
}
