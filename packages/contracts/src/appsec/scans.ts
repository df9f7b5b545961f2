import { z } from 'zod'
import { del, get, post, type SavedFile } from '../endpoint.ts'
import { PageQuery, Pagination } from './paging.ts'
import { BranchName, line } from './text.ts'
import {
  GATE_RESULTS,
  SCAN_STATUSES,
  SCAN_TYPES,
  SCANNER_NAMES,
  type ScanStatus,
  type ScanType,
  SOURCE_TYPES,
} from './words.ts'

const SCANS = ['Scans']
const ID_CHARS_MAX = 64
const NAME_CHARS_MAX = 200
const URL_CHARS_MAX = 2_000
/** Git commits with SHA-256 have 64 digits. */
const Commit = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i, 'must be a full commit ID')
/** docs/spec/common.md: streamed to disk. */
export const UPLOAD_BYTES_MAX = 512 * 1024 * 1024
const CREDENTIAL_CHARS_MAX = 200

const count = z.int().min(0)

/** Progress of one scanner. docs/spec/appsec.md "Scan record". */
export const ScannerProgress = z.object({
  status: z.enum(['QUEUED', 'RUNNING', 'PAUSED', 'STOPPED', 'COMPLETED', 'FAILED']),
  findingsCount: count,
  filesCompleted: count,
  filesTotal: count,
})

/** An artifact of a scan as lists show it. docs/spec/appsec.md "Shapes". */
export const ArtifactLine = z.object({
  type: z.string(),
  kind: z.string(),
  mediaType: z.string(),
  size: count.describe('Bytes.'),
  sha256: z.string(),
  downloadPath: z.string(),
})

/** Advisories that a scan used, by ecosystem of its packages. */
export const AdvisoryCoverage = z.object({
  importedAt: z.string().nullable().describe('Time of the import.'),
  ecosystems: z.array(
    z.object({ ecosystem: z.string(), packages: count.describe('Number of packages with advisories.') }),
  ),
})
export type AdvisoryCoverage = z.infer<typeof AdvisoryCoverage>

export const Scan = z.object({
  id: z.string(),
  projectId: z.string(),
  organizationId: z.string(),
  status: z.enum(SCAN_STATUSES),
  scanType: z.enum(SCAN_TYPES),
  branch: z.string().nullable(),
  commitSha: z.string().nullable(),
  baseSha: z.string().nullable(),
  prNumber: z.int().nullable(),
  sourceType: z.enum(SOURCE_TYPES),
  sourceRef: z.string().describe('Name of the upload, or URL of the source.'),
  triggeredBy: z.string(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  completedAt: z.string().nullable(),
  criticalCount: count,
  highCount: count,
  mediumCount: count,
  lowCount: count,
  infoCount: count,
  filesScanned: count,
  depsScanned: count.describe('Number of packages in lock files and manifests.'),
  advisories: z
    .string()
    .nullable()
    .describe('Advisory snapshot used for package lookups. Null: no lookup, or no snapshot.'),
  advisoryCoverage: AdvisoryCoverage.nullable().describe(
    'Imported advisories for the ecosystems of the scanned packages. Null: no lookup in imported advisories.',
  ),
  scannerProgress: z.partialRecord(z.enum(SCANNER_NAMES), ScannerProgress),
  gateResult: z.enum(GATE_RESULTS),
  gateReasons: z.array(z.string()),
  errorMessage: z.string().nullable(),
  project: z.object({ id: z.string(), name: z.string() }),
  artifacts: z.array(ArtifactLine),
})
export type Scan = z.infer<typeof Scan>

/** Users of the file must verify that the server wrote it, because a JSON body may contain an object of the same shape. */
const Upload = z
  .custom<SavedFile>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), 'must be a file')
  .optional()

const blank = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), schema.optional())

/** Input of a scan. Flat form fields are strings. Empty ones count as absent. */
export const NewScanBody = z.preprocess(
  spreadData,
  z.object({
    source: Upload.describe('tar, tar.gz or zip, up to 512 MiB; the form field may also be named `file`.'),
    scanType: blank(
      z.preprocess((word) => (typeof word === 'string' ? word.toUpperCase() : word), z.enum(SCAN_TYPES)),
    ).describe('Default: FULL.'),
    repoUrl: blank(line(URL_CHARS_MAX)),
    svnUrl: blank(line(URL_CHARS_MAX)),
    svnRevision: blank(z.coerce.string().regex(/^\d{1,10}$/, 'must be a revision number')),
    svnUsername: blank(line(CREDENTIAL_CHARS_MAX)),
    svnPassword: blank(z.string().max(CREDENTIAL_CHARS_MAX)),
    image: z.unknown().optional(),
    projectId: blank(line(ID_CHARS_MAX)),
    projectName: blank(line(NAME_CHARS_MAX)),
    newProjectName: blank(line(NAME_CHARS_MAX)),
    branch: blank(BranchName),
    commitSha: blank(Commit),
    baseSha: blank(Commit),
    prNumber: blank(z.coerce.number().int().min(1).max(2_147_483_647)),
  }),
)
export type NewScanBody = z.infer<typeof NewScanBody>

/** Merges the fields of `data` with flat ones, which have priority unless they are empty. A part `file` is `source`. */
function spreadData(body: unknown): unknown {
  if (!isObject(body)) return body
  const { data, file, ...flat } = body
  const { source: _source, file: _file, ...fields } = isObject(data) ? data : {}
  const result = Object.fromEntries(Object.entries(flat).filter(([, value]) => value !== ''))
  return { ...fields, ...(file === undefined ? {} : { source: file }), ...result }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Comma-separated list of known words. */
export const csvOf = <const Words extends readonly string[]>(words: Words) =>
  z
    .string()
    .transform((text) => text.split(',').map((word) => word.trim().toUpperCase()))
    .pipe(z.array(z.enum(words)).max(words.length * 2))

export const ScanListQuery = PageQuery.extend({
  projectId: line(ID_CHARS_MAX).optional(),
  status: csvOf(SCAN_STATUSES).optional().describe('One or more values, comma-separated.'),
})

const QueuedScan = z.object({ scanId: z.string(), projectId: z.string(), status: z.enum(SCAN_STATUSES) })

/** docs/spec/appsec.md §3 and §4, "Create scan", "Scan record", "Status", "Roles". */
export const scanEndpoints = {
  createScan: post('/api/scans', {
    auth: 'member',
    role: 'DEVELOPER',
    summary: 'Start a scan of an upload, git repository or Subversion folder',
    description:
      'Send a form with an archive and flat fields or one JSON part `data`, or a JSON body. The project is chosen by ' +
      '`projectId`, then by `repoUrl`; otherwise a new project is created, named after `projectName`, `newProjectName` ' +
      'or the source.',
    tags: SCANS,
    alsoRefuses: [429, 501],
    form: { files: ['source', 'file', 'image'], json: ['data'], toDisk: true, orJson: true },
    bodyLimit_bytes: UPLOAD_BYTES_MAX,
    body: NewScanBody,
    response: QueuedScan,
    status: 201,
  }),
  listScans: get('/api/scans', {
    auth: 'member',
    summary: 'List scans, newest first',
    tags: SCANS,
    query: ScanListQuery,
    response: z.object({ scans: z.array(Scan), pagination: Pagination }),
  }),
  readScan: get('/api/scans/{scanId}', { auth: 'member', summary: 'Get a scan', tags: SCANS, response: Scan }),
  scanEvents: get('/api/scans/{scanId}/events', {
    auth: 'member',
    alsoRefuses: [429],
    summary: 'Stream scan progress as server-sent events',
    description:
      'Sends `progress` and `status` events on changes and `end` when the scan ends. Each event contains the full ' +
      'state, so that reconnecting clients miss nothing. With `Last-Event-ID`, known events are not sent again.',
    tags: SCANS,
    produces: 'text/event-stream',
  }),
  pauseScan: action('pause', 'DEVELOPER', 'Pause a running scan'),
  resumeScan: action('resume', 'DEVELOPER', 'Resume a paused or stopped scan'),
  stopScan: action('stop', 'DEVELOPER', 'Stop a scan and keep its findings'),
  cancelScan: action('cancel', 'SECURITY', 'Cancel a scan and delete its findings'),
  rescan: post('/api/scans/{scanId}/rescan', {
    auth: 'member',
    role: 'DEVELOPER',
    summary: 'Rescan the same source as a new scan',
    alsoRefuses: [429],
    tags: SCANS,
    response: QueuedScan,
    status: 201,
  }),
  deleteScan: del('/api/scans/{scanId}', {
    auth: 'member',
    role: 'SECURITY',
    sessionOnly: true,
    summary: 'Delete a scan and its findings',
    description: 'Returns 409 while the scan is queued, running or paused.',
    tags: SCANS,
    status: 204,
  }),
}

function action<const Word extends string>(word: Word, role: 'DEVELOPER' | 'SECURITY', summary: string) {
  return post(`/api/scans/{scanId}/${word}` as const, {
    auth: 'member',
    role,
    summary,
    ...(word === 'resume' && { alsoRefuses: [429] as const }),
    description: 'Returns 409 with the current status if the status does not allow the action.',
    tags: SCANS,
    response: Scan,
  })
}

/** Terminal statuses. */
export const SCAN_ENDS: readonly ScanStatus[] = ['STOPPED', 'COMPLETED', 'FAILED', 'CANCELLED']
export const SCAN_TYPE_DEFAULT: ScanType = 'FULL'
