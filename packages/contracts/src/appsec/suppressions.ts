import { z } from 'zod'
import { get, patch } from '../endpoint.ts'
import { PageQuery, Pagination } from './paging.ts'
import { text } from './text.ts'
import { FINDING_SEVERITIES, SCANNER_NAMES } from './words.ts'

const SUPPRESSIONS = ['Suppressions']
const NOTE_CHARS_MAX = 2_000

const SUPPRESSION_STATUSES = ['PENDING', 'ACCEPTED', 'REJECTED'] as const

/** A comment or ignore file line in the source that suppresses findings. */
export const Suppression = z.object({
  id: z.string(),
  projectId: z.string(),
  kind: z.enum(['COMMENT', 'IGNORE_FILE']),
  marker: z.string().describe('`nosemgrep`, `gatehouse:allow`, or the name of the ignore file.'),
  filePath: z.string(),
  startLine: z.int(),
  scanner: z.enum(SCANNER_NAMES).nullable().describe('Null: an ignore file line.'),
  ruleId: z.string().nullable(),
  severity: z.enum(FINDING_SEVERITIES).nullable(),
  title: z.string().describe('The suppressed finding, or the ignore file pattern.'),
  reason: z.string().nullable().describe('Reason given in the comment.'),
  fingerprint: z.string().describe('Fingerprint of the suppressed finding, or a digest of list and pattern.'),
  status: z.enum(SUPPRESSION_STATUSES),
  onBaseBranch: z
    .boolean()
    .describe('Whether it is in the last scanned head of the default branch, or in the last upload by an approver.'),
  counts: z
    .boolean()
    .describe('Accepted, or on the base branch and not rejected. A gate can disallow all suppressions.'),
  note: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
  firstSeenAt: z.string(),
  lastScanId: z.string(),
})
export type Suppression = z.infer<typeof Suppression>

/** Suppressions in scanned source and the decisions about them. */
export const suppressionEndpoints = {
  listSuppressions: get('/api/projects/{projectId}/suppressions', {
    auth: 'member',
    summary: 'List suppressions in the source of a project, newest first',
    tags: SUPPRESSIONS,
    query: PageQuery,
    response: z.object({ suppressions: z.array(Suppression), pagination: Pagination }),
  }),
  decideSuppression: patch('/api/projects/{projectId}/suppressions/{suppressionId}', {
    auth: 'member',
    role: 'SECURITY',
    summary: 'Accept or reject a suppression; takes effect in the next scan',
    description: 'PENDING withdraws a decision. Rejected suppressions have no effect, even on the base branch.',
    tags: SUPPRESSIONS,
    body: z.object({
      status: z.preprocess(
        (word) => (typeof word === 'string' ? word.toUpperCase() : word),
        z.enum(SUPPRESSION_STATUSES),
      ),
      note: text(NOTE_CHARS_MAX).nullish(),
    }),
    response: z.object({ suppression: Suppression }),
  }),
}
