import { z } from 'zod'

export const AUDIT_LIMIT_DEFAULT = 50
export const AUDIT_LIMIT_MAX = 200

/** One link of a tenant's chain. Decisions §1 "Finer points". */
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

export const AuditQuery = z.object({
  limit: z.coerce.number().int().min(1).max(AUDIT_LIMIT_MAX).default(AUDIT_LIMIT_DEFAULT),
  cursor: z.string().max(256).optional(),
  action: z.string().max(128).optional(),
  actor: z.string().max(256).optional(),
})

export const AuditPage = z.object({ entries: z.array(AuditEntry), next_cursor: z.string().nullable() })

export const ChainCheck = z.object({
  tenant_id: z.string(),
  valid: z.boolean(),
  checked: z.number().int(),
  first_broken: z.object({ seq: z.number().int(), id: z.string().nullable(), reason: z.string() }).optional(),
})
