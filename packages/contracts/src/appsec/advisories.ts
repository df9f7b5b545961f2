import { z } from 'zod'
import { del, get, post, type SavedFile } from '../endpoint.ts'
import { VULN_DB_MODES } from './model-settings.ts'
import { UPLOAD_BYTES_MAX } from './scans.ts'
import { line } from './text.ts'

const TAGS = ['Advisories']
const ECOSYSTEM_CHARS_MAX = 40
const ECOSYSTEMS_MAX = 50

export const ADVISORY_IMPORT_STATUSES = ['RUNNING', 'COMPLETED', 'FAILED'] as const
const count = z.int().min(0)

/** Latest import started by a member. */
export const AdvisoryImport = z.object({
  status: z.enum(ADVISORY_IMPORT_STATUSES),
  phase: z.enum(['DOWNLOADING', 'IMPORTING']).describe('Current or last phase of the import.'),
  source: z.string().describe('URL without its query, or name of the uploaded file.'),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  sourcesDone: count,
  sourcesTotal: count,
  bytes: count.describe('Bytes of the current download.'),
  bytesTotal: count.nullable().describe('Null if the server does not declare a size.'),
  records: count,
  recordsTotal: count.nullable().describe('Null if the source does not declare it.'),
  percent: z.int().min(0).max(100).nullable().describe('Progress total of the phase; null if unknown.'),
  error: z.string().nullable().describe('Reason of the failure, and how to fix it.'),
})
export type AdvisoryImport = z.infer<typeof AdvisoryImport>

export const AdvisoryState = z.object({
  mode: z.enum(VULN_DB_MODES),
  importUrl: z
    .string()
    .describe('Source of an import without a file: `vulnDbUrl` from the settings, or the public OSV export.'),
  snapshot: z
    .object({
      id: z.string(),
      importedAt: z.string(),
      isShared: z.boolean().describe('Whether the snapshot is shared by all organizations. Members cannot remove it.'),
      records: count,
      ecosystems: z.record(z.string(), count).describe('Number of packages with advisories, by ecosystem.'),
    })
    .nullable()
    .describe('Advisories used by the next scan. Null: none are imported, or an online service is used.'),
  import: AdvisoryImport.nullable(),
})
export type AdvisoryState = z.infer<typeof AdvisoryState>

export const AdvisoryImportBody = z.object({
  ecosystems: z
    .array(line(ECOSYSTEM_CHARS_MAX))
    .min(1)
    .max(ECOSYSTEMS_MAX)
    .optional()
    .describe('Ecosystems to import from an OSV export. Default: programming language ecosystems.'),
  file: z
    .custom<SavedFile>((value) => typeof value === 'object' && value !== null)
    .optional()
    .describe(
      'Zip archive of OSV records, or JSON Lines, optionally compressed with gzip. Default: import from `importUrl`.',
    ),
})
export type AdvisoryImportBody = z.infer<typeof AdvisoryImportBody>

/** Advisories of an organization. */
export const advisoryEndpoints = {
  readAdvisories: get('/api/advisories', {
    auth: 'member',
    summary: 'Get the advisories in use and the import progress',
    tags: TAGS,
    response: AdvisoryState,
  }),
  importAdvisories: post('/api/advisories/import', {
    auth: 'member',
    role: 'SECURITY',
    sessionOnly: true,
    summary: 'Import advisories from the configured source or from a file',
    description:
      'Returns immediately; poll `GET /api/advisories` for progress. The imported advisories belong to the ' +
      'organization, and its scans use them instead of the advisories that `gatehouse vulndb import` provides for the ' +
      'whole service. In mode `mirror`, the import reads the mirror.',
    tags: TAGS,
    form: { files: ['file'], json: ['ecosystems'], toDisk: true, orJson: true },
    bodyLimit_bytes: UPLOAD_BYTES_MAX,
    body: AdvisoryImportBody,
    response: AdvisoryImport,
    status: 202,
  }),
  removeAdvisories: del('/api/advisories', {
    auth: 'member',
    role: 'ADMIN',
    sessionOnly: true,
    summary: 'Remove the imported advisories of the organization, or those of one ecosystem',
    description:
      'Advisories that the whole service shares are not removed, and scans use them afterwards. Returns 409 while an ' +
      'import runs. An advisory that concerns several ecosystems is kept for the others.',
    tags: TAGS,
    query: z.object({ ecosystem: line(ECOSYSTEM_CHARS_MAX).optional() }),
    response: z.object({ removed: count.describe('Number of removed advisories.') }),
  }),
}
