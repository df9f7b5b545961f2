import { enrichOwasp, enrichRisk, listFrameworks, owaspAnalyze, riskAnalyze } from '@gatehouse/attacks'
import type { analysisEndpoints, Handlers } from '@gatehouse/contracts'
import type { RequestContext } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import { testerEntry } from '../audited.ts'
import { findParsedReport } from '../reports/find-report.ts'
import type { RedteamPorts } from '../routes/handler.ts'
import { jsonLines } from './lines.ts'

type Rows = Omit<typeof analysisEndpoints, 'listFrameworks'>

/** What reports say of frameworks and of risk, line by line. Document 3 §6, decisions §3 "owasp-analyze" and "risk-analyze". */
export function analysisHandlers(ports: RedteamPorts): Handlers<Rows, RequestContext> {
  const { audit, model } = ports
  const note = async (of: string, kind: string, context: RequestContext): Promise<void> => {
    const event = { action: 'report.analyzed', resource: 'report', resourceId: of, details: { kind } } as const
    await audit.append(testerEntry(event, context))
  }
  return {
    async analyzeOwasp({ body, context }) {
      const filename = nameOf(body)
      if (filename === undefined) throw missing('reportFilename', 'Name a report in reportFilename.')
      const report = await findParsedReport(filename, ports, context)
      const { frameworkIds = [] } = body
      const wanted = frameworkIds.length > 0 ? frameworkIds : [...listFrameworks()].map(({ id }) => id)
      // What is wrong with the request is said before the first line.
      const lines = owaspAnalyze(report, wanted)
      await note(filename, 'owasp', context)
      const { signal } = context
      return jsonLines(model === undefined ? lines : enrichOwasp(lines, { model, signal }), signal)
    },

    async analyzeRisk({ body, context }) {
      const { attacks, lossPerIncident } = body
      const filename = nameOf(body)
      if (filename === undefined && attacks === undefined) {
        throw missing('reportFilename', 'Name a report in reportFilename, or tell of attacks in attacks.')
      }
      const of = filename === undefined ? attacks! : await findParsedReport(filename, ports, context)
      const lines = riskAnalyze(of, { lossPerIncident })
      await note(filename ?? 'attacks', 'risk', context)
      const { signal } = context
      return jsonLines(model === undefined ? lines : enrichRisk(lines, { model, signal }), signal)
    },
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
