import { setTimeout as wait } from 'node:timers/promises'
import { type RequestContext, testerOf } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import { cancelRedteamRun, deleteRedteamRun, findRedteamRun, type RedteamRun } from '@gatehouse/store/redteam'
import { type RedteamEvent, testerEntry } from '../audited.ts'
import type { RedteamPorts } from '../routes/handler.ts'

/** Maximum wait of an answer for the report; the report is written in any case. Own limit. */
const REPORT_MS = 3_000
const LOOK_MS = 20

/**
 * Cancels a run: calls in flight are aborted, and the report of the ended attacks exists when this function returns, unless writing takes
 * too long. An ended run stays unchanged. docs/spec/redteam.md "Status".
 * @returns the current status
 * @throws {Failure} `not_found`
 */
export async function cancelRun(
  id: string,
  ports: RedteamPorts,
  context: RequestContext,
): Promise<Pick<RedteamRun, 'id' | 'status'>> {
  const { store, runs } = ports
  const { tenantId } = testerOf(context)
  const run = found(await findRedteamRun(store, tenantId, id))
  if (isFinal(run)) return run
  const before = found(await cancelRedteamRun(store, tenantId, run.id))
  if (before !== 'queued' && before !== 'running') return found(await findRedteamRun(store, tenantId, id))
  runs.stop(run.id)
  runs.wake()
  await note({ action: 'run.cancelled', resource: 'run', resourceId: run.id }, ports, context)
  await untilSettled(run, ports, context.signal)
  return { id: run.id, status: 'cancelled' }
}

/**
 * Deletes a run with its report; a run in progress is cancelled first.
 * @returns the last status of the run
 * @throws {Failure} `not_found`
 */
export async function purgeRun(
  id: string,
  ports: RedteamPorts,
  context: RequestContext,
): Promise<Pick<RedteamRun, 'id' | 'status'>> {
  const { store, runs } = ports
  const { tenantId } = testerOf(context)
  const run = found(await findRedteamRun(store, tenantId, id))
  const isLive = !isFinal(run)
  if (isLive) await cancelRedteamRun(store, tenantId, run.id)
  runs.stop(run.id)
  // A worker that still executes the run finds no row to write to.
  await deleteRedteamRun(store, tenantId, run.id)
  const details = { reportFile: run.reportFile ?? null, status: run.status }
  await note({ action: 'run.deleted', resource: 'run', resourceId: run.id, details }, ports, context)
  return { id: run.id, status: isLive ? 'cancelled' : run.status }
}

async function untilSettled({ id, tenantId }: RedteamRun, { store }: RedteamPorts, signal: AbortSignal): Promise<void> {
  const until = performance.now() + REPORT_MS
  while (performance.now() < until && !signal.aborted) {
    // Until it is there. oxlint-disable-next-line no-await-in-loop
    const run = await findRedteamRun(store, tenantId, id)
    if (run === undefined || run.isSettled) return
    // oxlint-disable-next-line no-await-in-loop
    await wait(LOOK_MS)
  }
}

async function note(event: RedteamEvent, { audit }: RedteamPorts, context: RequestContext): Promise<void> {
  await audit.append(testerEntry(event, context))
}

function isFinal({ status }: RedteamRun): boolean {
  return status !== 'queued' && status !== 'running'
}

/** @throws {Failure} `not_found`: the same for runs of other tenants and for unknown runs */
export function found<One>(run: One | undefined): One {
  if (run === undefined) throw new Failure('not_found', 'Run not found.')
  return run
}
