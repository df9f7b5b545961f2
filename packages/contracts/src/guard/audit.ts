import { z } from 'zod'
import { get } from '../endpoint.ts'
import { ACTIONS } from './verdict.ts'

export const AUDIT_LIMIT_DEFAULT = 50
export const AUDIT_LIMIT_MAX = 200

/** One link of a tenant's chain. docs/spec/guard.md "Details". */
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

/** A word to look for. The database holds no zero character, so nothing can match one. */
const word = (chars_max: number) =>
  z
    .string()
    .max(chars_max)
    .refine((text) => !text.includes('\0'), 'must not contain a zero character')
    .optional()
const Moment = z.iso.datetime({ offset: true }).optional()

const filters = {
  action: word(128),
  actor: word(256),
  guardrail: word(128).describe('A guard that decided, or found something.'),
  verdict: z.enum(ACTIONS).optional().describe('The action of the verdict, e.g. `block`.'),
  request_id: word(128),
  agent: word(128).describe('The agent that called, or whose record was changed.'),
  since: Moment.describe('Entries of this moment and later ones.'),
  until: Moment.describe('Entries before this moment.'),
}

export const AuditQuery = z.object({
  limit: z.coerce.number().int().min(1).max(AUDIT_LIMIT_MAX).default(AUDIT_LIMIT_DEFAULT),
  cursor: z.string().max(256).optional(),
  ...filters,
})
export type AuditQuery = z.infer<typeof AuditQuery>

/** Lines of one export; further ones start at the cursor that it names. About 500 MB. */
export const AUDIT_EXPORT_LINES_MAX = 1_000_000
export const AUDIT_EXPORT_LINES = 100_000

export const AUDIT_EXPORT_FORMATS = ['jsonl', 'csv'] as const

export const AuditExportQuery = AuditQuery.extend({
  limit: z.coerce.number().int().min(1).max(AUDIT_EXPORT_LINES_MAX).default(AUDIT_EXPORT_LINES),
  format: z
    .enum(AUDIT_EXPORT_FORMATS)
    .optional()
    .describe('Without it `Accept` decides; JSON Lines unless it asks for CSV.'),
})
export type AuditExportQuery = z.infer<typeof AuditExportQuery>

export const AuditPage = z.object({ entries: z.array(AuditEntry), next_cursor: z.string().nullable() })

/** `unsealed`: the chain was never signed; `unknown_key`: the master key that signed it is not given. */
export const SEAL_STATES = ['sealed', 'unsealed', 'invalid', 'unknown_key'] as const

export const ChainCheck = z.object({
  tenant_id: z.string(),
  valid: z.boolean(),
  checked: z.number().int(),
  first_broken: z.object({ seq: z.number().int(), id: z.string().nullable(), reason: z.string() }).optional(),
  seal: z
    .object({
      state: z
        .enum(SEAL_STATES)
        .describe('Whether the end of the chain is signed with a key derived from the master key.'),
      key_id: z.string().optional().describe('The master key that signed it.'),
      unsealed_before: z
        .number()
        .int()
        .optional()
        .describe('Entries before this one were written before chains were sealed. Absent: all entries are covered.'),
    })
    .optional(),
})

const exported = {
  description:
    'JSON Lines, or CSV with `?format=csv` or `Accept: text/csv`, newest first, sent as it is read. Where there are more ' +
    'entries than `limit`, the header `x-next-cursor` names where the next export goes on. Texts in CSV that a spreadsheet ' +
    'would run as formulas stand behind an apostrophe. The export is itself an entry of the log.',
  query: AuditExportQuery,
  produces: 'application/x-ndjson',
} as const

/** The log as a file. */
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
