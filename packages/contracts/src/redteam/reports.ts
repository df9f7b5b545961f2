import { z } from 'zod'
import { get } from '../endpoint.ts'
import { Interval, ReportGrade } from './report.ts'
import { REPORT_FORMATS, SCORE_STATUSES } from './words.ts'

const REPORTS = ['Reports']
const count = z.int().min(0)
/** docs/spec/redteam.md "Report". */
const LIMIT = 50
const LIMIT_MAX = 200
const PAGE_MAX = 1_000_000
const SEARCH_CHARS_MAX = 200
/** Own limit: file systems allow 255 bytes. */
const FILENAME_CHARS_MAX = 200

/** docs/spec/redteam.md: valid report names. Others are rejected with 400. */
export const ReportFilename = z
  .string()
  .max(FILENAME_CHARS_MAX)
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*$/, 'must be a report file name')

/** Report metadata in lists. */
export const ReportMeta = z.object({
  filename: z.string(),
  /** Same value as in runs. */
  reportFile: z.string(),
  runId: z.string(),
  timestamp: z.string(),
  targetUrl: z.string(),
  score: z.number(),
  scoreStatus: z.enum(SCORE_STATUSES),
  grade: ReportGrade,
  confidenceInterval: Interval,
  totalAttacks: count,
  passed: count,
  failed: count,
  errors: count,
  findings: count,
})
export type ReportMeta = z.infer<typeof ReportMeta>

/** Score of a report over time. */
export const TrendPoint = ReportMeta.pick({
  filename: true,
  timestamp: true,
  targetUrl: true,
  score: true,
  scoreStatus: true,
  grade: true,
})
export type TrendPoint = z.infer<typeof TrendPoint>

/** One page of reports, newest first. `items` and `reports` are equal. */
export const ReportsPage = z.object({
  reports: z.array(ReportMeta),
  items: z.array(ReportMeta),
  total: count,
  page: z.int(),
  totalPages: count,
  limit: z.int(),
  trend: z.array(TrendPoint).describe('Scores of the reports on this page, oldest first.'),
})
export type ReportsPage = z.infer<typeof ReportsPage>

const params = z.object({ filename: ReportFilename })

/** docs/spec/redteam.md §4, "Report". */
export const reportEndpoints = {
  listReports: get('/api/reports', {
    auth: 'tester',
    summary: 'List report file names, newest first',
    tags: REPORTS,
    response: z.array(z.string()),
  }),
  listReportsMeta: get('/api/reports-meta', {
    auth: 'tester',
    summary: 'List reports with summaries',
    tags: REPORTS,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(LIMIT_MAX).default(LIMIT),
      page: z.coerce.number().int().min(1).max(PAGE_MAX).default(1),
      search: z.string().max(SEARCH_CHARS_MAX).optional().describe('Substring of the target or file name.'),
    }),
    response: ReportsPage,
  }),
  readReport: get('/api/report/{filename}', {
    auth: 'tester',
    summary: 'Get a report',
    description: 'As JSON, CSV, JUnit XML, SARIF, HTML or Markdown.',
    tags: REPORTS,
    params,
    query: z.object({ format: z.enum(REPORT_FORMATS).default('json') }),
    produces: 'application/json; charset=utf-8',
  }),
  readReportCsv: get('/api/report-csv/{filename}', {
    auth: 'tester',
    summary: 'Get a report as CSV',
    description: 'Cells that a spreadsheet would evaluate as formulas are neutralized.',
    tags: REPORTS,
    params,
    produces: 'text/csv; charset=utf-8',
  }),
}
