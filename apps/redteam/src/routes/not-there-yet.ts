import type { analysisEndpoints, Handlers, reportEndpoints, runEndpoints } from '@gatehouse/contracts'
import type { RequestContext } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'

type Table = typeof runEndpoints & typeof reportEndpoints & Omit<typeof analysisEndpoints, 'listFrameworks'>

/** Who may not ask learns that first. */
export function notThereYet(): Handlers<Table, RequestContext> {
  return {
    startRun: refuse,
    readRun: refuse,
    cancelRun: refuse,
    listRuns: refuse,
    followRun: refuse,
    listReports: refuse,
    listReportsMeta: refuse,
    readReport: refuse,
    readReportCsv: refuse,
    analyzeOwasp: refuse,
    analyzeRisk: refuse,
  }
}

function refuse(): never {
  throw new Failure('not_implemented', 'This service does not carry out runs yet.')
}
