import { z } from 'zod'
import { get } from '../endpoint.ts'
import { SEAL_STATES } from '../guard/audit.ts'

const AUDIT = ['Audit']
/** docs/spec/redteam.md "Auth". */
const LIMIT = 100
const LIMIT_MAX = 500
const OFFSET_MAX = 1_000_000
const WORD_CHARS_MAX = 128

/** Audited action in the service. */
export const RedteamAuditEntry = z.object({
  id: z.string(),
  timestamp: z.string(),
  action: z.string().describe('`<resource>.<done>`, e.g. `run.started`.'),
  actor: z.string().describe('`key:<id>`, `oidc:<subject>`, `local` or `operator`.'),
  name: z.string().describe('Name of the key or user.'),
  role: z.string(),
  resource: z.string(),
  resourceId: z.string(),
  ipAddress: z.string().nullable(),
  requestId: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  seq: z.int(),
  hash: z.string().describe('Hashes of this entry and of the previous one.'),
})
export type RedteamAuditEntry = z.infer<typeof RedteamAuditEntry>

/** docs/spec/redteam.md §4, docs/spec/common.md "Audit" and §3 "Auth". */
export const redteamAuditEndpoints = {
  readRedteamAuditLog: get('/api/audit-log', {
    auth: 'tester',
    testerRole: 'auditor',
    summary: 'List audit log entries, newest first',
    tags: AUDIT,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(LIMIT_MAX).default(LIMIT),
      offset: z.coerce.number().int().min(0).max(OFFSET_MAX).default(0),
      action: z.string().min(1).max(WORD_CHARS_MAX).optional(),
      since: z.iso.datetime({ offset: true }).optional().describe('Entries at or after this time.'),
    }),
    response: z.object({
      entries: z.array(RedteamAuditEntry),
      total: z.int().describe('Matching entries on all pages.'),
      limit: z.int(),
      offset: z.int(),
      action: z.string().optional(),
      since: z.string().optional(),
    }),
  }),
  verifyRedteamAuditLog: get('/api/audit-log/verify', {
    auth: 'tester',
    testerRole: 'auditor',
    summary: 'Verify the audit hash chain and report the first broken link',
    tags: AUDIT,
    response: z.object({
      valid: z.boolean(),
      checked: z.int().describe('Number of valid entries.'),
      firstBroken: z.object({ seq: z.int(), id: z.string().nullable(), reason: z.string() }).optional(),
      seal: z
        .object({ state: z.enum(SEAL_STATES), keyId: z.string().optional(), unsealedBefore: z.int().optional() })
        .optional(),
    }),
  }),
}
