import { z } from 'zod'
import { get } from '../endpoint.ts'
import { FindingListQuery } from './findings.ts'

/** docs/spec/appsec.md §4. */
export const EXPORT_FORMATS = ['csv', 'html', 'sarif'] as const

export const FindingExportQuery = FindingListQuery.pick({
  severity: true,
  status: true,
  scanner: true,
  filePath: true,
  search: true,
}).extend({
  format: z
    .preprocess((word) => (typeof word === 'string' ? word.toLowerCase() : word), z.enum(EXPORT_FORMATS))
    .default('csv'),
})

/** docs/spec/appsec.md §4, "Lists". */
export const exportEndpoints = {
  exportFindings: get('/api/scans/{scanId}/findings/export', {
    auth: 'member',
    summary: 'Export the findings of a scan as CSV, HTML or SARIF',
    description:
      'With what people say of the findings now. CSV and SARIF hold all findings that the query takes, however many; the page shows ' +
      'the first of each severity and says how many more there are. Cells that a spreadsheet would run stand behind an apostrophe.',
    tags: ['Findings'],
    query: FindingExportQuery,
    produces: 'text/csv; charset=utf-8',
  }),
}
