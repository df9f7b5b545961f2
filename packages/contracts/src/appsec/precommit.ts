import { z } from 'zod'
import { post } from '../endpoint.ts'
import { line } from './text.ts'
import { FINDING_SEVERITIES, SCANNER_NAMES } from './words.ts'

const PATH_CHARS_MAX = 4_096
/** Decisions §2 "Finer points": 2 MiB, as many bytes as characters at most. */
export const PRECOMMIT_FILE_BYTES_MAX = 2 * 1024 * 1024
const PRECOMMIT_FILES_MAX = 5_000
const BODY_BYTES_MAX = 64 * 1024 * 1024

const Severities = z.preprocess(
  (said) => (typeof said === 'string' ? said.split(',').map((word) => word.trim().toUpperCase()) : said),
  z.array(z.enum(FINDING_SEVERITIES)),
)

/** A finding in files that are about to be committed: it has no history yet. */
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

/** Document 2 §4 "Pre-commit", decisions §2 "Webhook main-branch type". */
export const precommitEndpoints = {
  precommitScan: post('/api/precommit/scan', {
    auth: 'member',
    role: 'DEVELOPER',
    summary: 'Scan files that are about to be committed; nothing of them is stored',
    tags: ['Pre-commit'],
    bodyLimit_bytes: BODY_BYTES_MAX,
    body: z.object({
      files: z
        .array(z.object({ path: line(PATH_CHARS_MAX), content: z.string().max(PRECOMMIT_FILE_BYTES_MAX) }))
        .max(PRECOMMIT_FILES_MAX),
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
