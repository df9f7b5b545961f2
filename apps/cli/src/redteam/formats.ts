import type { Report, ReportFormat } from '@gatehouse/contracts'
import { reportCsv, reportHtml, reportJunit, reportMarkdown, reportSarif } from '@gatehouse/attacks'
import { VERSION } from '../version.ts'

/** What a report is about beside what it says. */
export interface FormatAbout {
  /** A file of the repository that stands for the agent; some readers of SARIF show no result without one. */
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

/** A report in one of the forms of the service. */
export function inFormat(format: ReportFormat, report: Report, about: FormatAbout = {}): string {
  return WRITERS[format](report, about)
}
