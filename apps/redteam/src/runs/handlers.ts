import type { Handlers } from '@gatehouse/contracts'
import type { Run, runEndpoints } from '@gatehouse/contracts/redteam'
import { type RequestContext, StreamCount, testerOf } from '@gatehouse/http'
import { findRedteamRun, listRedteamRuns, readProgress, readReportOfRun } from '@gatehouse/store/redteam'
import { parseReport } from '../reports/packed-report.ts'
import type { RedteamPorts } from '../routes/handler.ts'
import { cancelRun, found, purgeRun } from './cancel-run.ts'
import { runEventsOf } from './events.ts'
import { shownRun } from './shown.ts'
import { startRun } from './start-run.ts'

/** More than any run completes: clients use `since` to read less. */
const PROGRESS_MAX = 200_000
const PURGE: ReadonlySet<string | undefined> = new Set(['1', 'true'])

/** Runs: started, followed, cancelled, deleted. docs/spec/redteam.md §4, "Run", "Status". */
export function runHandlers(ports: RedteamPorts): Handlers<typeof runEndpoints, RequestContext> {
  const { store, isStillLive, room } = ports
  const streams = new StreamCount('runs')
  const own = async (id: string, context: RequestContext) =>
    found(await findRedteamRun(store, testerOf(context).tenantId, id))
  return {
    startRun: ({ body, context }) => startRun(body, ports, context),

    async readRun({ params: { id }, query: { since }, context }): Promise<Run> {
      const run = await own(id, context)
      const [progress, content] = await Promise.all([
        readProgress(store, run.tenantId, run.id, { since, limit: PROGRESS_MAX }),
        run.reportFile === undefined ? undefined : readReportOfRun(store, run.tenantId, run.id),
      ])
      const shown = { ...shownRun(run), progress: [...progress] }
      if (content === undefined) return shown
      const give = room.take(testerOf(context).actor, content, context.signal)
      try {
        return { ...shown, report: await parseReport(content) }
      } finally {
        // It is written at once.
        give()
      }
    },

    async listRuns({ query, context }) {
      return (await listRedteamRuns(store, testerOf(context).tenantId, query)).map(shownRun)
    },

    async cancelRun({ params: { id }, query: { purge }, context }) {
      const end = PURGE.has(purge) ? purgeRun : cancelRun
      const { id: runId, status } = await end(id, ports, context)
      return { id: runId, runId, status }
    },

    async followRun({ params: { id }, headers, context }) {
      const run = await own(id, context)
      const tester = testerOf(context)
      streams.check(tester.actor)
      context.header('cache-control', 'no-cache')
      const last = headers['last-event-id']
      const isAllowed = () => isStillLive(tester)
      const from = typeof last === 'string' ? last : undefined
      return streams.counted(tester.actor, runEventsOf(run, from, { store, isAllowed }, context.signal))
    },
  }
}
