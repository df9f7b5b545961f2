import { z } from 'zod'
import { get, patch, post } from '../endpoint.ts'
import { Pagination } from './paging.ts'
import { csvOf, Scan } from './scans.ts'
import { BranchName, line, text } from './text.ts'
import { FINDING_SEVERITIES, FINDING_STATUSES, SCANNER_NAMES } from './words.ts'

const FINDINGS = ['Findings']
const ID_CHARS_MAX = 64
const NOTE_CHARS_MAX = 2_000
const PATH_CHARS_MAX = 4_096
const SEARCH_CHARS = { min: 3, max: 100 } as const
/** docs/spec/appsec.md "Finding". */
const PAGE = { limit: 50, max: 500 } as const
/** docs/spec/appsec.md "Lists". */
const BULK_MAX = 500

const isoTime = z.string()

/** docs/spec/appsec.md §2, "Finding". */
export const Finding = z.object({
  id: z.string(),
  scanId: z.string(),
  projectId: z.string(),
  scanner: z.enum(SCANNER_NAMES),
  severity: z.enum(FINDING_SEVERITIES),
  status: z.enum(FINDING_STATUSES),
  statusNote: z.string().nullable(),
  title: z.string(),
  description: z.string(),
  filePath: z.string().describe('Empty where the finding is about the scan as a whole.'),
  startLine: z.int(),
  endLine: z.int(),
  startColumn: z.int().nullable(),
  endColumn: z.int().nullable(),
  snippet: z.string().nullable().describe('With secrets masked.'),
  ruleId: z.string(),
  cweId: z.string().nullable(),
  cveId: z.string().nullable(),
  owasp: z.array(z.string()),
  confidence: z.number().min(0).max(1),
  fingerprint: z.string().describe('The same when lines move, files are renamed and code is reformatted.'),
  isNew: z.boolean().describe('The scan that this one is compared with did not have it.'),
  seenBy: z.array(z.enum(SCANNER_NAMES)),
  metadata: z.record(z.string(), z.unknown()),
  createdAt: isoTime,
})
export type Finding = z.infer<typeof Finding>

/** docs/spec/appsec.md "Lists". */
export const SuggestedRepair = z.object({
  diff: z.string().describe('Unified; applies to the source as it was scanned.'),
  optionalUnifiedDiff: z.string().describe('The same.'),
  summary: z.string(),
  developerFix: z.string().describe('The code that stands there then.'),
  verificationSteps: z.array(z.string()).describe('What was proved, and what is left to do.'),
  source: z.enum(['rule', 'llm']),
})
export type SuggestedRepair = z.infer<typeof SuggestedRepair>

/** What a list may be sorted by. */
export const FINDING_SORT_WORDS = ['severity', 'filePath', 'title', 'status', 'scanner'] as const
const SORTS = FINDING_SORT_WORDS.flatMap((word) => [word, `-${word}`] as const)

export const FindingListQuery = z.object({
  severity: csvOf(FINDING_SEVERITIES).optional().describe('One or several, between commas.'),
  status: csvOf(FINDING_STATUSES).optional().describe('One or several, between commas.'),
  scanner: csvOf(SCANNER_NAMES).optional().describe('One or several, between commas.'),
  filePath: line(PATH_CHARS_MAX).optional().describe('A path, or a folder with a `/` at the end.'),
  search: line(SEARCH_CHARS.max)
    .refine((said) => said.length >= SEARCH_CHARS.min, `must have at least ${SEARCH_CHARS.min} characters`)
    .optional()
    .describe('Part of title, path, rule or CVE. More than 2,000 hits are counted as so many.'),
  sort: z.enum(SORTS).default('severity').describe('The worst first; a `-` before it turns it round.'),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(PAGE.max).default(PAGE.limit),
})

const Status = z.preprocess((word) => (typeof word === 'string' ? word.toUpperCase() : word), z.enum(FINDING_STATUSES))
const Note = text(NOTE_CHARS_MAX).nullish().describe('Absent: stays. Null: taken away.')

export const FindingChange = z
  .object({ status: Status.optional(), statusNote: Note })
  .refine(
    ({ status, statusNote }) => status !== undefined || statusNote !== undefined,
    'must hold status or statusNote',
  )

const Ids = z.array(line(ID_CHARS_MAX)).min(1).max(BULK_MAX)

export const BulkChange = z
  .object({ ids: Ids.optional(), findingIds: Ids.optional(), status: Status, statusNote: Note })
  .refine(({ ids, findingIds }) => ids !== undefined || findingIds !== undefined, 'must hold ids or findingIds')
  .refine(
    ({ ids = [], findingIds = [] }) => new Set([...ids, ...findingIds]).size <= BULK_MAX,
    `must name at most ${BULK_MAX} findings`,
  )

const BulkAnswer = z.object({ updated: z.int(), status: z.enum(FINDING_STATUSES) })

const DAYS = { min: 7, max: 365, default: 30 } as const

/** docs/spec/appsec.md §4, "Finding", "Lists", "Trends". */
export const findingEndpoints = {
  listFindings: get('/api/scans/{scanId}/findings', {
    auth: 'member',
    summary: 'List the findings of a scan',
    tags: FINDINGS,
    query: FindingListQuery,
    response: z.object({ findings: z.array(Finding), pagination: Pagination }),
  }),
  readFinding: get('/api/findings/{findingId}', {
    auth: 'member',
    summary: 'Read a finding',
    tags: FINDINGS,
    response: Finding,
  }),
  changeFinding: patch('/api/findings/{findingId}', {
    auth: 'member',
    role: 'DEVELOPER',
    summary: 'Say what has become of a finding; later scans remember it',
    tags: FINDINGS,
    body: FindingChange,
    response: Finding,
  }),
  changeFindings: post('/api/findings/bulk', bulk()),
  patchFindings: patch('/api/findings/bulk', bulk()),
  suggestFix: post('/api/scans/{scanId}/findings/{findingId}/suggest-fix', {
    auth: 'member',
    role: 'DEVELOPER',
    summary: 'Ask how a finding is repaired',
    description:
      'What the rule of the finding writes, applied to a copy of the scanned file and analysed again: it is answered where the finding is ' +
      'gone, nothing new is found and the file still parses. Else 409 with `reason`: `no_safe_fix`, or `source_removed` where the source ' +
      'is kept no more.',
    alsoRefuses: [429],
    tags: FINDINGS,
    response: SuggestedRepair,
  }),
  openFixPullRequest: post('/api/scans/{scanId}/findings/{findingId}/open-pr', {
    auth: 'member',
    role: 'DEVELOPER',
    summary: 'Open a pull request that repairs a finding',
    alsoRefuses: [501],
    tags: FINDINGS,
    body: z.object({ branch: BranchName.optional(), baseBranch: BranchName.optional() }).optional(),
    response: z.object({ url: z.string() }),
    status: 201,
  }),
  readTrends: get('/api/dashboard/trends', {
    auth: 'member',
    summary: 'Read how findings and scans went, by day, and how long repairs took',
    description: 'Days are those of UTC, with today; findings are those open in the scans that ended on that day.',
    tags: ['Dashboard'],
    query: z.object({ days: z.coerce.number().int().min(DAYS.min).max(DAYS.max).default(DAYS.default) }),
    response: z.object({
      days: z.int(),
      series: z.array(
        z.object({
          date: z.string(),
          critical: z.int(),
          high: z.int(),
          medium: z.int(),
          low: z.int(),
          scans: z.int(),
          gateFailed: z.int(),
        }),
      ),
      mttr: z.record(z.string(), z.object({ count: z.int(), meanHours: z.number() })),
    }),
  }),
  readIdeFindings: get('/api/ide/findings', {
    auth: 'member',
    summary: 'Read the open findings of the latest completed scan, for an editor',
    tags: ['Editors'],
    query: z.object({
      projectId: line(ID_CHARS_MAX),
      filePath: line(PATH_CHARS_MAX).optional(),
      minSeverity: z
        .preprocess((word) => (typeof word === 'string' ? word.toUpperCase() : word), z.enum(FINDING_SEVERITIES))
        .default('INFO'),
    }),
    response: z.object({
      project: z.object({ id: z.string(), name: z.string() }),
      scan: Scan.nullable(),
      findings: z.array(Finding).describe('The worst 500.'),
    }),
  }),
}

function bulk() {
  return {
    auth: 'member',
    role: 'DEVELOPER',
    summary: 'Say what has become of several findings',
    tags: FINDINGS,
    body: BulkChange,
    response: BulkAnswer,
  } as const
}
