import type { Handlers } from '@gatehouse/contracts'
import type { ReportFormat } from '@gatehouse/contracts/redteam'
import type { reportEndpoints, ReportMeta, TrendPoint } from '@gatehouse/contracts/reports'
import { type RequestContext, testerOf } from '@gatehouse/http'
import { listRedteamReportNames, pageRedteamReports } from '@gatehouse/store/redteam'
import { testerEntry } from '../audited.ts'
import type { RedteamPorts } from '../routes/handler.ts'
import { findReport } from './find-report.ts'
import { type FormattedReport, inFormat } from './in-format.ts'

/** The page of a report runs no script and loads nothing, regardless of the agent's output. */
const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"

function trendPoint({ filename, timestamp, targetUrl, score, scoreStatus, grade }: ReportMeta): TrendPoint {
  return { filename, timestamp, targetUrl, score, scoreStatus, grade }
}

/** Reports: listed, searched, read in every format. docs/spec/redteam.md §4, "Report". */
export function reportHandlers(ports: RedteamPorts): Handlers<typeof reportEndpoints, RequestContext> {
  const { store, audit, version, room } = ports
  /** In memory until it is sent; JSON is streamed and never in memory completely. */
  const formatted = async (
    content: Buffer,
    format: ReportFormat,
    context: RequestContext,
  ): Promise<FormattedReport> => {
    if (format === 'json') return inFormat(content, format, version)
    const give = room.take(testerOf(context).actor, content, context.signal)
    try {
      const made = await inFormat(content, format, version)
      if (typeof made.answer !== 'string' && !(made.answer instanceof Uint8Array)) {
        return { ...made, answer: room.until(give, made.answer) }
      }
      give()
      return made
    } catch (error) {
      give()
      throw error
    }
  }
  const read = async (filename: string, format: ReportFormat, context: RequestContext) => {
    const content = await findReport(filename, ports, context)
    const details = { format }
    await audit.append(
      testerEntry({ action: 'report.read', resource: 'report', resourceId: filename, details }, context),
    )
    const { mediaType, extension, answer } = await formatted(content, format, context)
    context.header('content-type', mediaType)
    const name = `${filename.replace(/\.json$/, '')}.${extension}`
    context.header(
      'content-disposition',
      `${format === 'json' || format === 'html' ? 'inline' : 'attachment'}; filename="${name}"`,
    )
    if (format === 'html') context.header('content-security-policy', PAGE_POLICY)
    return answer
  }
  return {
    async listReports({ context }) {
      return [...(await listRedteamReportNames(store, testerOf(context).tenantId))]
    },

    async listReportsMeta({ query, context }) {
      const { limit, page } = query
      const { reports, total } = await pageRedteamReports(store, testerOf(context).tenantId, query)
      const trend = reports.map(trendPoint).toReversed()
      const items = [...reports]
      return { reports: items, items, total, page, totalPages: Math.ceil(total / limit), limit, trend }
    },

    readReport: ({ params: { filename }, query: { format }, context }) => read(filename, format, context),

    readReportCsv: ({ params: { filename }, context }) => read(filename, 'csv', context),
  }
}
