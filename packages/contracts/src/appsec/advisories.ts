import { z } from 'zod'
import { get, post, type SavedFile } from '../endpoint.ts'
import { VULN_DB_MODES } from './model-settings.ts'
import { UPLOAD_BYTES_MAX } from './scans.ts'
import { line } from './text.ts'

const TAGS = ['Advisories']
const ECOSYSTEM_CHARS_MAX = 40
const ECOSYSTEMS_MAX = 50

export const ADVISORY_IMPORT_STATUSES = ['RUNNING', 'COMPLETED', 'FAILED'] as const
const count = z.int().min(0)

/** The latest import that a member started. */
export const AdvisoryImport = z.object({
  status: z.enum(ADVISORY_IMPORT_STATUSES),
  phase: z.enum(['DOWNLOADING', 'IMPORTING']).describe('Current or last phase of the import.'),
  source: z.string().describe('The address without its query, or the name of the uploaded file.'),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  sourcesDone: count,
  sourcesTotal: count,
  bytes: count.describe('Bytes of the present download.'),
  bytesTotal: count.nullable().describe('Null: the server does not declare it.'),
  records: count,
  recordsTotal: count.nullable().describe('Null: the source does not declare it.'),
  percent: z.int().min(0).max(100).nullable().describe('Of the phase; null: no total is known.'),
  error: z.string().nullable().describe('Why the import failed, and how to repair it.'),
})
export type AdvisoryImport = z.infer<typeof AdvisoryImport>

export const AdvisoryState = z.object({
  mode: z.enum(VULN_DB_MODES),
  importUrl: z
    .string()
    .describe('What an import without a file reads: vulnDbUrl of the settings, else the public export of OSV.'),
  snapshot: z
    .object({
      id: z.string(),
      importedAt: z.string(),
      records: count,
      ecosystems: z.record(z.string(), count).describe('Packages with advisories, by ecosystem.'),
    })
    .nullable()
    .describe('The advisories that the next scan uses; null: none are imported, or a service is asked.'),
  import: AdvisoryImport.nullable(),
})
export type AdvisoryState = z.infer<typeof AdvisoryState>

export const AdvisoryImportBody = z.object({
  ecosystems: z
    .array(line(ECOSYSTEM_CHARS_MAX))
    .min(1)
    .max(ECOSYSTEMS_MAX)
    .optional()
    .describe('Which ecosystems of an export in the form of OSV; absent: those of programming languages.'),
  file: z
    .custom<SavedFile>((value) => typeof value === 'object' && value !== null)
    .optional()
    .describe('A zip of OSV records, or JSON lines, packed with gzip or not. Absent: importUrl is read.'),
})
export type AdvisoryImportBody = z.infer<typeof AdvisoryImportBody>

/** Advisories of an organization. */
export const advisoryEndpoints = {
  readAdvisories: get('/api/advisories', {
    auth: 'member',
    summary: 'Read which advisories scans use, and how far an import is',
    tags: TAGS,
    response: AdvisoryState,
  }),
  importAdvisories: post('/api/advisories/import', {
    auth: 'member',
    role: 'SECURITY',
    sessionOnly: true,
    summary: 'Import advisories from the configured source or from a file',
    description:
      'Answers at once; `GET /api/advisories` has the progress. The copy belongs to the organization: its scans use it in place of the ' +
      'advisories that `gatehouse vulndb import` keeps for the whole service. In mode `mirror` the mirror is read now.',
    tags: TAGS,
    form: { files: ['file'], json: ['ecosystems'], toDisk: true, orJson: true },
    bodyLimit_bytes: UPLOAD_BYTES_MAX,
    body: AdvisoryImportBody,
    response: AdvisoryImport,
    status: 202,
  }),
}
