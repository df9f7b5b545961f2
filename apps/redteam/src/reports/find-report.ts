import { type Report, ReportFilename } from '@gatehouse/contracts/reports'
import { type RequestContext, testerOf } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import { readRedteamReport } from '@gatehouse/store/redteam'
import type { RedteamPorts } from '../routes/handler.ts'
import { parseReport } from './packed-report.ts'

/**
 * A report of the caller's tenant, packed.
 * @throws {Failure} `invalid_request` for a name that no report has; `not_found`
 */
export async function findReport(
  filename: string,
  { store }: Pick<RedteamPorts, 'store'>,
  context: RequestContext,
): Promise<Buffer> {
  if (!ReportFilename.safeParse(filename).success) {
    const message = 'must be the name of a report file'
    const violations = [{ path: ['body', 'reportFilename'], message, type: 'invalid' }]
    throw new Failure('invalid_request', `The name of a report ${message}.`, { violations })
  }
  const content = await readRedteamReport(store, testerOf(context).tenantId, filename)
  if (content === undefined) throw new Failure('not_found', 'Report not found.')
  return content
}

/** Report in memory with the function that releases its memory. */
export interface OpenReport {
  readonly report: Report
  readonly give: () => void
}

/** @throws {Failure} as {@link findReport}; `rate_limited` when the caller reads too many reports at once */
export async function openReport(
  filename: string,
  ports: Pick<RedteamPorts, 'store' | 'room'>,
  context: RequestContext,
): Promise<OpenReport> {
  const content = await findReport(filename, ports, context)
  const give = ports.room.take(testerOf(context).actor, content, context.signal)
  try {
    return { report: await parseReport(content), give }
  } catch (error) {
    give()
    throw error
  }
}
