import { z } from 'zod'
import { get, post } from '../endpoint.ts'
import { FINDING_SEVERITIES, SCANNER_NAMES } from './words.ts'

const PATH_CHARS_MAX = 4_096
/** docs/spec/appsec.md "Details": 2 MiB, as many bytes as characters at most. */
export const PRECOMMIT_FILE_BYTES_MAX = 2 * 1024 * 1024
const PRECOMMIT_FILES_MAX = 5_000
const BODY_BYTES_MAX = 64 * 1024 * 1024

const Severities = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',').map((word) => word.trim().toUpperCase()) : value),
  z.array(z.enum(FINDING_SEVERITIES)),
)

/** Base64 encodes three bytes as four characters. */
const BASE64_CHARS_MAX = Math.ceil(PRECOMMIT_FILE_BYTES_MAX / 3) * 4

/** File name of git: any characters except NUL, including line breaks. It is only displayed, never written to. */
const Path = z
  .string()
  .min(1)
  .max(PATH_CHARS_MAX)
  .refine((path) => !path.includes('\0'), 'must not contain a NUL character')

const StagedFile = z
  .object({
    path: Path,
    content: z.string().max(PRECOMMIT_FILE_BYTES_MAX).optional(),
    contentBase64: z
      .string()
      .max(BASE64_CHARS_MAX)
      .optional()
      .describe('Instead of `content`, for files that are not UTF-8 text.'),
  })
  .refine(({ content, contentBase64 }) => (content === undefined) !== (contentBase64 === undefined), {
    path: ['content'],
    message: 'pass either content or contentBase64',
  })

/** A finding in files before a commit, without history. */
export const PrecommitFinding = z.object({
  scanner: z.enum(SCANNER_NAMES),
  severity: z.enum(FINDING_SEVERITIES),
  title: z.string(),
  description: z.string(),
  filePath: z.string(),
  startLine: z.int(),
  endLine: z.int(),
  ruleId: z.string(),
  cweId: z.string().nullable(),
  snippet: z.string().nullable(),
  confidence: z.number(),
  fingerprint: z.string(),
})

/** docs/spec/appsec.md §4, "Webhooks in". */
export const precommitEndpoints = {
  precommitInstaller: get('/api/precommit/install.sh', {
    auth: 'none',
    summary: 'Get the installer script of the pre-commit hook',
    tags: ['Pre-commit'],
    produces: 'text/x-shellscript; charset=utf-8',
  }),
  precommitScan: post('/api/precommit/scan', {
    auth: 'member',
    role: 'DEVELOPER',
    summary: 'Scan files before a commit; nothing is stored',
    tags: ['Pre-commit'],
    bodyLimit_bytes: BODY_BYTES_MAX,
    body: z.object({
      files: z.array(StagedFile).max(PRECOMMIT_FILES_MAX),
      failOn: Severities.default(['CRITICAL', 'HIGH']),
    }),
    response: z.object({
      findings: z.array(PrecommitFinding),
      summary: z.object({
        total: z.int(),
        bySeverity: z.record(z.enum(FINDING_SEVERITIES), z.int()),
        note: z.string(),
      }),
      block: z.boolean(),
    }),
  }),
}
