import { z } from 'zod'
import { get, patch, post } from '../endpoint.ts'
import { PageQuery, Pagination } from './paging.ts'
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
  filePath: z.string().describe('Empty if the finding applies to the entire scan.'),
  startLine: z.int(),
  endLine: z.int(),
  startColumn: z.int().nullable(),
  endColumn: z.int().nullable(),
  snippet: z.string().nullable().describe('Secrets are masked.'),
  ruleId: z.string(),
  cweId: z.string().nullable(),
  cveId: z.string().nullable(),
  owasp: z.array(z.string()),
  confidence: z.number().min(0).max(1),
  fingerprint: z.string().describe('Stable when lines move, files are renamed or code is reformatted.'),
  isNew: z.boolean().describe('The compared scan does not contain this finding.'),
  assigneeId: z.string().nullable().describe('User ID of a member.'),
  dueAt: isoTime.nullable(),
  acceptedUntil: isoTime.nullable().describe('End of the risk acceptance; null: unlimited, or not accepted.'),
  acceptedBy: z.string().nullable().describe('Email address of the member who accepted the risk.'),
  seenBy: z.array(z.enum(SCANNER_NAMES)),
  metadata: z.record(z.string(), z.unknown()),
  createdAt: isoTime,
})
export type Finding = z.infer<typeof Finding>

/** docs/spec/appsec.md "Lists". */
export const SuggestedRepair = z.object({
  diff: z.string().describe('Unified diff against the scanned source.'),
  optionalUnifiedDiff: z.string().describe('Same as above.'),
  summary: z.string(),
  developerFix: z.string().describe('Code after the fix.'),
  verificationSteps: z.array(z.string()).describe('What was verified, and what remains to be done.'),
  source: z.enum(['rule', 'llm']),
})
export type SuggestedRepair = z.infer<typeof SuggestedRepair>

/** Sort keys of a list. */
export const FINDING_SORT_WORDS = ['severity', 'filePath', 'title', 'status', 'scanner'] as const
const SORTS = FINDING_SORT_WORDS.flatMap((word) => [word, `-${word}`] as const)

export const FindingListQuery = z.object({
  severity: csvOf(FINDING_SEVERITIES).optional().describe('One or more values, comma-separated.'),
  status: csvOf(FINDING_STATUSES).optional().describe('One or more values, comma-separated.'),
  scanner: csvOf(SCANNER_NAMES).optional().describe('One or more values, comma-separated.'),
  filePath: line(PATH_CHARS_MAX).optional().describe('A file path, or a folder path with a trailing `/`.'),
  search: line(SEARCH_CHARS.max)
    .refine((message) => message.length >= SEARCH_CHARS.min, `must have at least ${SEARCH_CHARS.min} characters`)
    .optional()
    .describe('Substring of title, path, rule or CVE. Totals are capped at 2,000 matches.'),
  sort: z.enum(SORTS).default('severity').describe('Most severe first; prefix with `-` to reverse.'),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(PAGE.max).default(PAGE.limit),
})

const Status = z.preprocess((word) => (typeof word === 'string' ? word.toUpperCase() : word), z.enum(FINDING_STATUSES))
const Note = text(NOTE_CHARS_MAX).nullish().describe('Absent: unchanged. Null: removed.')

/** ISO 8601; a date alone means midnight in UTC. */
const Time = z.union([z.iso.datetime({ offset: true }), z.iso.date()])

export const FindingChange = z
  .object({
    status: Status.optional(),
    statusNote: Note,
    assigneeId: line(ID_CHARS_MAX)
      .nullish()
      .describe('ID of a member or of its user. Absent: unchanged. Null: removed.'),
    dueAt: Time.nullish().describe('Absent: unchanged. Null: removed.'),
    acceptedUntil: Time.nullish().describe(
      'Requires the status ACCEPTED_RISK. The finding is opened again at this time. Null: unlimited.',
    ),
  })
  .refine(
    (change) => Object.values(change).some((value) => value !== undefined),
    'must contain status, statusNote, assigneeId, dueAt or acceptedUntil',
  )

const COMMENT_CHARS_MAX = 10_000

const FindingComment = z.object({
  id: z.string(),
  text: z.string(),
  author: z.object({ id: z.string().nullable().describe('Null: the account was deleted.'), email: z.string() }),
  createdAt: isoTime,
})

const Ids = z.array(line(ID_CHARS_MAX)).min(1).max(BULK_MAX)

/** Own limit of findings that a filter may select. */
export const BULK_FILTER_MAX = 5_000

const BulkFilter = z
  .object({
    scanId: line(ID_CHARS_MAX),
    severity: z.array(z.enum(FINDING_SEVERITIES)).optional(),
    status: z.array(z.enum(FINDING_STATUSES)).optional(),
    scanner: z.array(z.enum(SCANNER_NAMES)).optional(),
    filePath: line(PATH_CHARS_MAX).optional().describe('A file path, or a folder path with a trailing `/`.'),
    search: line(SEARCH_CHARS.max).min(SEARCH_CHARS.min).optional(),
  })
  .describe(`Findings of a scan, at most ${BULK_FILTER_MAX}, instead of IDs.`)

export const BulkChange = z
  .object({
    ids: Ids.optional(),
    findingIds: Ids.optional(),
    filter: BulkFilter.optional(),
    status: Status,
    statusNote: Note,
    assigneeId: line(ID_CHARS_MAX).nullish().describe('ID of a member or of its user. Null: removed.'),
    dueAt: Time.nullish(),
    acceptedUntil: Time.nullish().describe('Requires the status ACCEPTED_RISK.'),
  })
  .refine(
    ({ ids, findingIds, filter }) => (ids !== undefined || findingIds !== undefined) !== (filter !== undefined),
    'must contain either ids, findingIds or filter',
  )
  .refine(
    ({ ids = [], findingIds = [] }) => new Set([...ids, ...findingIds]).size <= BULK_MAX,
    `must contain at most ${BULK_MAX} findings`,
  )
export type BulkChange = z.infer<typeof BulkChange>

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
    summary: 'Get a finding',
    tags: FINDINGS,
    response: Finding,
  }),
  changeFinding: patch('/api/findings/{findingId}', {
    auth: 'member',
    role: 'DEVELOPER',
    summary: 'Triage a finding; later scans keep the decision',
    tags: FINDINGS,
    body: FindingChange,
    response: Finding,
  }),
  listFindingComments: get('/api/findings/{findingId}/comments', {
    auth: 'member',
    summary: 'List the comments of a finding, oldest first',
    description: 'Comments belong to the fingerprint: the finding has them in all scans of the project.',
    tags: FINDINGS,
    query: PageQuery,
    response: z.object({ comments: z.array(FindingComment), pagination: Pagination }),
  }),
  addFindingComment: post('/api/findings/{findingId}/comments', {
    auth: 'member',
    role: 'DEVELOPER',
    summary: 'Comment on a finding',
    tags: FINDINGS,
    body: z.object({ text: text(COMMENT_CHARS_MAX).refine((value) => value.trim() !== '', 'must not be empty') }),
    response: z.object({ comment: FindingComment }),
    status: 201,
  }),
  retestFinding: post('/api/findings/{findingId}/retest', {
    auth: 'member',
    role: 'DEVELOPER',
    summary: 'Scan the present source for a finding, and resolve the finding if it is gone',
    description:
      'Queues a scan of the branch of the finding with its scanner. The finding is resolved if the scan covers its file ' +
      'and does not find it. 409 with `reason` `source_required` if the source was uploaded or imported: upload the ' +
      'fixed source or import a new report.',
    tags: FINDINGS,
    alsoRefuses: [429, 501],
    response: z.object({ scanId: z.string(), projectId: z.string(), status: z.literal('QUEUED') }),
    status: 201,
  }),
  changeFindings: post('/api/findings/bulk', bulk()),
  patchFindings: patch('/api/findings/bulk', bulk()),
  suggestFix: post('/api/scans/{scanId}/findings/{findingId}/suggest-fix', {
    auth: 'member',
    role: 'DEVELOPER',
    summary: 'Get the fix of a finding',
    description:
      'Applies the fix of the rule to a copy of the scanned file and analyzes it again. The fix is returned if the ' +
      'finding is gone, no new finding appears and the file still parses. Otherwise 409 with `reason`: `no_safe_fix`, ' +
      'or `source_removed` if the source is no longer stored.',
    alsoRefuses: [429],
    tags: FINDINGS,
    response: SuggestedRepair,
  }),
  openFixPullRequest: post('/api/scans/{scanId}/findings/{findingId}/open-pr', {
    auth: 'member',
    role: 'DEVELOPER',
    summary: 'Open a pull request that fixes a finding',
    description:
      'Commits the fix of `suggest-fix` to a new branch of the linked repository. A second request returns the same ' +
      'pull request. 400 `GITHUB_REPO_REQUIRED` without a host link; 409 with `reason` `file_changed` if a file differs ' +
      'from the scanned one, `branch_in_use` if the branch has other commits or another pull request, or a reason of ' +
      '`suggest-fix`.',
    alsoRefuses: [429],
    tags: FINDINGS,
    body: z
      .object({
        branch: BranchName.optional().describe('New branch. Default: named after the finding.'),
        baseBranch: BranchName.optional().describe('Default: the default branch of the project.'),
      })
      .optional(),
    response: z.object({
      url: z.string(),
      pullRequestUrl: z.string().describe('Same as `url`.'),
      pullRequestNumber: z.int(),
      branch: z.string(),
    }),
    status: 201,
  }),
  readTrends: get('/api/dashboard/trends', {
    auth: 'member',
    summary: 'Get daily finding and scan trends and mean time to fix',
    description:
      'Days are in UTC and include today. Finding counts refer to open findings of the scans that ended on that day.',
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
    summary: 'List open findings of the latest completed scan, for editor integrations',
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
      findings: z.array(Finding).describe('The 500 most severe findings.'),
    }),
  }),
}

function bulk() {
  return {
    auth: 'member',
    role: 'DEVELOPER',
    summary: 'Triage several findings',
    tags: FINDINGS,
    body: BulkChange,
    response: BulkAnswer,
  } as const
}
