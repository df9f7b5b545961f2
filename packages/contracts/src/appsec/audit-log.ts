import { z } from 'zod'
import { get } from '../endpoint.ts'
import { SEAL_STATES } from '../guard/audit.ts'
import { line } from './text.ts'

/** docs/spec/appsec.md "Trends". */
const LIMIT = 50
const LIMIT_MAX = 200
const WORD_CHARS_MAX = 128
const CURSOR_CHARS_MAX = 256
const AUDIT = ['Audit']

/** docs/spec/appsec.md §2 "Audit entry". */
export const OrganizationAuditEntry = z.object({
  id: z.string(),
  action: z.string().describe('`<resource>.<done>`, e.g. `scan.queued`.'),
  resource: z.string(),
  resourceId: z.string(),
  user: z.object({ id: z.string(), email: z.string() }),
  ipAddress: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  createdAt: z.string(),
  keyId: z.string().optional().describe('API key used for the action.'),
  requestId: z.string().nullable(),
  hash: z.string().describe('Hashes of this entry and of the previous one.'),
})
export type OrganizationAuditEntry = z.infer<typeof OrganizationAuditEntry>

/** docs/spec/appsec.md §4, "Trends", "Details". */
export const organizationAuditEndpoints = {
  readAuditLog: get('/api/audit-log', {
    auth: 'member',
    role: 'SECURITY',
    summary: 'List audit log entries of the organization, newest first',
    tags: AUDIT,
    query: z.object({
      action: line(WORD_CHARS_MAX).optional(),
      userId: line(WORD_CHARS_MAX).optional(),
      limit: z.coerce.number().int().min(1).max(LIMIT_MAX).default(LIMIT),
      cursor: line(CURSOR_CHARS_MAX).optional().describe('`nextCursor` of the previous page.'),
    }),
    response: z.object({ entries: z.array(OrganizationAuditEntry), nextCursor: z.string().nullable() }),
  }),
  verifyAuditLog: get('/api/audit-log/verify', {
    auth: 'member',
    role: 'SECURITY',
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
