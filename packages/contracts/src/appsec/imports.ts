import { z } from 'zod'
import { post, type SavedFile } from '../endpoint.ts'
import { BranchName } from './text.ts'
import { SCAN_STATUSES } from './words.ts'

const IMPORTS = ['Imports']
/** Own limit, with the other parts of the form. */
const FORM_BYTES_MAX = 33 * 1024 * 1024

export const IMPORT_FORMATS = ['sarif', 'cyclonedx', 'trivy', 'zap', 'semgrep', 'gitleaks', 'npm-audit'] as const

const blank = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), schema.optional())
const lowerCase = (value: unknown) => (typeof value === 'string' ? value.trim().toLowerCase() : value)
const Commit = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i, 'must be a full commit ID')
const File = z.custom<SavedFile>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'must be a file',
)

/** docs/spec/appsec.md "Finding management". */
export const importEndpoints = {
  importFindings: post('/api/projects/{projectId}/import', {
    auth: 'member',
    role: 'DEVELOPER',
    summary: 'Import the report of another scanner as findings',
    description:
      'Creates a scan with the findings of the report; `metadata.importedFrom` names tool, version, file and format. A ' +
      'finding that the project already has keeps its fingerprint and triage. Repeating an import changes nothing. ' +
      'Findings that an earlier report of the tool contained stay open unless `complete` is true.',
    tags: IMPORTS,
    alsoRefuses: [429],
    form: { files: ['file'], json: [], toDisk: true, orJson: true },
    bodyLimit_bytes: FORM_BYTES_MAX,
    body: z.object({
      file: File.optional().describe('JSON report, up to 32 MiB and 50,000 findings.'),
      format: blank(z.preprocess(lowerCase, z.enum(IMPORT_FORMATS))).describe('Default: detected.'),
      complete: blank(z.preprocess(lowerCase, z.enum(['true', 'false'])).transform((word) => word === 'true')).describe(
        'Whether findings of the tool that the report does not contain are resolved. Default: false.',
      ),
      branch: blank(BranchName).describe('Default: the default branch of the project.'),
      commitSha: blank(Commit),
    }),
    response: z.object({
      scanId: z.string().describe('Scan with the findings, after its status is COMPLETED.'),
      projectId: z.string(),
      format: z.enum(IMPORT_FORMATS),
      tool: z.string(),
      toolVersion: z.string().nullable(),
      findings: z.int().describe('Number of findings in the report.'),
      skipped: z.int().describe('Number of passed checks and suppressed results.'),
      isRepeated: z.boolean().describe('Whether `scanId` is an earlier import of the same report.'),
    }),
    status: 201,
  }),
  uploadSbom: post('/api/projects/{projectId}/sbom', {
    auth: 'member',
    role: 'DEVELOPER',
    summary: 'Upload a software bill of materials (SBOM) and monitor its packages',
    description:
      'Replaces the packages of the branch and queues a scan of them. Later imports of advisories match the packages ' +
      'again and queue a scan if the result changes; integrations with `new_advisory` send an alert.',
    tags: IMPORTS,
    alsoRefuses: [429],
    form: { files: ['file'], json: [], toDisk: true, orJson: true },
    bodyLimit_bytes: FORM_BYTES_MAX,
    body: z.object({
      file: File.optional().describe('CycloneDX 1.4 to 1.6 or SPDX 2.3 in JSON, up to 32 MiB and 100,000 components.'),
      branch: blank(BranchName).describe('Default: the default branch of the project.'),
      commitSha: blank(Commit),
    }),
    response: z.object({
      scanId: z.string(),
      projectId: z.string(),
      status: z.enum(SCAN_STATUSES),
      standard: z.enum(['CycloneDX', 'SPDX']),
      version: z.string().describe('Version of the standard.'),
      components: z.int().describe('Number of packages with a package URL.'),
    }),
    status: 201,
  }),
}
