import type { Report, ReportFormat } from '@gatehouse/contracts'
import { reportCsv, reportHtml, reportJunit, reportMarkdown, reportSarif } from '@gatehouse/attacks/reports'
import { VERSION } from '../version.ts'

/** Subject of a report, in addition to its content. */
export interface FormatAbout {
  /** File of the repository that represents the agent; some SARIF readers show no result without one. */
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
