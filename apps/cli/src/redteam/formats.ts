import type { ReportFormat } from '@gatehouse/contracts/redteam'
import type { Report } from '@gatehouse/contracts/reports'
import { reportCsv, reportHtml, reportJunit, reportMarkdown, reportSarif } from '@gatehouse/attacks/reports'
import { VERSION } from '../version.ts'

/** Report metadata beyond its content. */
export interface FormatAbout {
  /** Repository file that represents the agent. Some SARIF readers require a file. */
  readonly path?: string
}

type Writer = (report: Report, about: FormatAbout) => string

const WRITERS: Readonly<Record<ReportFormat, Writer>> = {
  json: (report) => `${JSON.stringify(report, null, 2)}\n`,
  csv: (report) => [...reportCsv(report)].join(''),
  junit: (report) => reportJunit(report),
  sarif: (report, about) =>
    `${JSON.stringify(reportSarif(report, { tool: { name: 'Gatehouse', version: VERSION }, ...about }), null, 2)}\n`,
  html: (report) => [...reportHtml(report)].join(''),
  md: (report) => [...reportMarkdown(report)].join(''),
}

/** Formats a report like the service. */
export function inFormat(format: ReportFormat, report: Report, about: FormatAbout = {}): string {
  return WRITERS[format](report, about)
}
