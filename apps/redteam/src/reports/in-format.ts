import { createGunzip } from 'node:zlib'
import { Readable } from 'node:stream'
import { reportCsv, reportHtml, reportJunit, reportMarkdown, reportSarif } from '@gatehouse/attacks/reports'
import type { RawAnswer } from '@gatehouse/contracts'
import type { ReportFormat } from '@gatehouse/contracts/redteam'
import { parseReport } from './packed-report.ts'

/** Report in an output format, ready to be sent. */
export interface FormattedReport {
  readonly mediaType: string
  readonly extension: string
  readonly answer: RawAnswer
}

/** Converts a packed report to the requested format. docs/spec/redteam.md "Report": one format for each kind of reader. */
export async function inFormat(content: Buffer, format: ReportFormat, version: string): Promise<FormattedReport> {
  switch (format) {
    case 'json':
      return { mediaType: 'application/json; charset=utf-8', extension: 'json', answer: unpacked(content) }
    case 'csv':
      return {
        mediaType: 'text/csv; charset=utf-8',
        extension: 'csv',
        answer: chunks(reportCsv(await parseReport(content))),
      }
    case 'junit':
      return {
        mediaType: 'application/xml; charset=utf-8',
        extension: 'xml',
        answer: reportJunit(await parseReport(content)),
      }
    case 'sarif': {
      const tool = { name: 'Gatehouse redteam', version }
      const answer = JSON.stringify(reportSarif(await parseReport(content), { tool }))
      return { mediaType: 'application/sarif+json', extension: 'sarif', answer }
    }
    case 'html':
      return {
        mediaType: 'text/html; charset=utf-8',
        extension: 'html',
        answer: chunks(reportHtml(await parseReport(content))),
      }
    case 'md':
      return {
        mediaType: 'text/markdown; charset=utf-8',
        extension: 'md',
        answer: chunks(reportMarkdown(await parseReport(content))),
      }
    default:
      return format satisfies never
  }
}

/** Streamed: the report is never in memory completely. */
function unpacked(content: Buffer): AsyncIterable<Uint8Array> {
  return Readable.from([content]).pipe(createGunzip())
}

/** Yields pieces at the pace of the reader. */
async function* chunks(made: Iterable<string>): AsyncGenerator<string> {
  yield* made
}
