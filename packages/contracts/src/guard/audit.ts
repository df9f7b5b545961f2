import { z } from 'zod'
import { get } from '../endpoint.ts'
import { ACTIONS } from './verdict.ts'

export const AUDIT_LIMIT_DEFAULT = 50
export const AUDIT_LIMIT_MAX = 200

/** Entry of a tenant's audit chain. docs/spec/guard.md "Details". */
export const AuditEntry = z.object({
  id: z.string(),
  seq: z.number().int(),
  timestamp: z.string(),
  tenant_id: z.string(),
  actor: z.string(),
  action: z.string(),
  guardrail: z.string().nullable(),
  verdict: z.string().nullable(),
  request_id: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  prev_hash: z.string(),
  hash: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** Search word. The database contains no NUL characters, so that they cannot match. */
const word = (chars_max: number) =>
  z
    .string()
    .max(chars_max)
    .refine((text) => !text.includes('\0'), 'must not contain a NUL character')
    .optional()
const Moment = z.iso.datetime({ offset: true }).optional()

const filters = {
  action: word(128),
  actor: word(256),
  guardrail: word(128).describe('Guard that decided or reported a finding.'),
  verdict: z.enum(ACTIONS).optional().describe('Action of the verdict, e.g. `block`.'),
  request_id: word(128),
  agent: word(128).describe('Agent that made the call, or whose record was changed.'),
  since: Moment.describe('Entries at or after this time.'),
  until: Moment.describe('Entries before this time.'),
}

export const AuditQuery = z.object({
  limit: z.coerce.number().int().min(1).max(AUDIT_LIMIT_MAX).default(AUDIT_LIMIT_DEFAULT),
  cursor: z.string().max(256).optional(),
  ...filters,
})
export type AuditQuery = z.infer<typeof AuditQuery>

/** Maximum number of lines per export; the next export starts at the returned cursor. About 500 MB. */
export const AUDIT_EXPORT_LINES_MAX = 1_000_000
export const AUDIT_EXPORT_LINES = 100_000

export const AUDIT_EXPORT_FORMATS = ['jsonl', 'csv'] as const

export const AuditExportQuery = AuditQuery.extend({
  limit: z.coerce.number().int().min(1).max(AUDIT_EXPORT_LINES_MAX).default(AUDIT_EXPORT_LINES),
  format: z
    .enum(AUDIT_EXPORT_FORMATS)
    .optional()
    .describe('Default: according to the `Accept` header, otherwise JSON Lines.'),
})
export type AuditExportQuery = z.infer<typeof AuditExportQuery>

export const AuditPage = z.object({ entries: z.array(AuditEntry), next_cursor: z.string().nullable() })

/** `unsealed`: the chain was never signed; `unknown_key`: it was signed with an unavailable master key. */
export const SEAL_STATES = ['sealed', 'unsealed', 'invalid', 'unknown_key'] as const

export const ChainCheck = z.object({
  tenant_id: z.string(),
  valid: z.boolean(),
  checked: z.number().int(),
  first_broken: z.object({ seq: z.number().int(), id: z.string().nullable(), reason: z.string() }).optional(),
  seal: z
    .object({
      state: z.enum(SEAL_STATES).describe('Whether the chain head is sealed with a key derived from the master key.'),
      key_id: z.string().optional().describe('Master key of the seal.'),
      unsealed_before: z
        .number()
        .int()
        .optional()
        .describe('Entries before this one predate sealing. Absent: the seal covers all entries.'),
    })
    .optional(),
})

const exported = {
  description:
    'Streams JSON Lines, or CSV with `?format=csv` or `Accept: text/csv`, newest first. If there are more entries ' +
    'than `limit`, the `x-next-cursor` header contains the cursor of the next export. CSV cells that a spreadsheet ' +
    'would evaluate as formulas start with an apostrophe. The export itself is recorded in the log.',
  query: AuditExportQuery,
  produces: 'application/x-ndjson',
} as const

/** Endpoint that exports the log as a file. */
export const auditExportEndpoints = {
  exportAudit: get('/v1/tenant/me/audit/export', {
    auth: 'config',
    summary: "Export the tenant's audit log as JSON Lines or CSV",
    tags: ['Audit'],
    ...exported,
  }),
  exportTenantAudit: get('/v1/admin/tenants/{tenant_id}/audit/export', {
    auth: 'platform',
    summary: "Export a tenant's audit log as JSON Lines or CSV",
    tags: ['Administration'],
    ...exported,
  }),
  exportAllAudit: get('/v1/admin/audit/export', {
    auth: 'platform',
    summary: 'Export the audit log of all tenants as JSON Lines or CSV',
    tags: ['Administration'],
    ...exported,
  }),
} as const
