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
      'Includes the current triage decisions. CSV and SARIF contain all findings that match the query. HTML contains ' +
      'the first findings of each severity and the number of remaining ones. Cells that a spreadsheet would evaluate ' +
      'as formulas start with an apostrophe.',
    tags: ['Findings'],
    query: FindingExportQuery,
    produces: 'text/csv; charset=utf-8',
  }),
}
