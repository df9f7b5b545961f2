import { enrichOwasp, enrichRisk, listFrameworks, owaspAnalyze, riskAnalyze } from '@gatehouse/attacks/reports'
import type { Handlers } from '@gatehouse/contracts'
import type { analysisEndpoints } from '@gatehouse/contracts/reports'
import type { RequestContext } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import { testerEntry } from '../audited.ts'
import { openReport } from '../reports/find-report.ts'
import type { RedteamPorts } from '../routes/handler.ts'
import { jsonLines } from './lines.ts'

type Rows = Omit<typeof analysisEndpoints, 'listFrameworks'>

/** Handlers that analyze reports by framework and by risk; answers are lines of JSON. docs/spec/redteam.md §6, "Analyses". */
export function analysisHandlers(ports: RedteamPorts): Handlers<Rows, RequestContext> {
  const { audit, model, room } = ports
  const note = async (of: string, kind: string, context: RequestContext): Promise<void> => {
    const event = { action: 'report.analyzed', resource: 'report', resourceId: of, details: { kind } } as const
    await audit.append(testerEntry(event, context))
  }
  return {
    async analyzeOwasp({ body, context }) {
      const filename = nameOf(body)
      if (filename === undefined) throw missing('reportFilename', 'Name a report in reportFilename.')
      const { frameworkIds = [] } = body
      const wanted = frameworkIds.length > 0 ? frameworkIds : [...listFrameworks()].map(({ id }) => id)
      const { signal } = context
      const { report, give } = await openReport(filename, ports, context)
      return releaseOnFailure(give, async () => {
        // Request errors are reported before the first line.
        const lines = owaspAnalyze(report, wanted)
        await note(filename, 'owasp', context)
        return room.until(give, jsonLines(model === undefined ? lines : enrichOwasp(lines, { model, signal }), signal))
      })
    },

    async analyzeRisk({ body, context }) {
      const { attacks, lossPerIncident } = body
      const filename = nameOf(body)
      if (filename === undefined && attacks === undefined) {
        throw missing('reportFilename', 'Set reportFilename, or list attacks in attacks.')
      }
      const { signal } = context
      const open = filename === undefined ? undefined : await openReport(filename, ports, context)
      const give = open?.give ?? (() => {})
      return releaseOnFailure(give, async () => {
        const lines = riskAnalyze(open?.report ?? attacks!, { lossPerIncident })
        await note(filename ?? 'attacks', 'risk', context)
        return room.until(give, jsonLines(model === undefined ? lines : enrichRisk(lines, { model, signal }), signal))
      })
    },
  }
}

/** Returns the result of `make`; releases the memory of the report when `make` fails. */
async function releaseOnFailure<Made>(give: () => void, make: () => Promise<Made>): Promise<Made> {
  try {
    return await make()
  } catch (error) {
    give()
    throw error
  }
}

function nameOf(body: { readonly reportFilename?: string | undefined; readonly reportFile?: string | undefined }) {
  return body.reportFilename ?? body.reportFile
}

function missing(field: string, detail: string): Failure {
  return new Failure('invalid_request', detail, {
    violations: [{ path: ['body', field], message: detail, type: 'missing' }],
  })
}
