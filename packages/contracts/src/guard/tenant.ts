import { z } from 'zod'
import { AgentId } from './agent.ts'
import { CustomPolicy } from './custom-policy.ts'
import { GuardBlock, StoredGuardBlock } from './policy.ts'
import { MODES } from './verdict.ts'

/** docs/spec/guard.md "Policies and tenants". */
export const TenantId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, "_" or "-"')

export const PLANS = ['basic', 'pro', 'enterprise'] as const
export type Plan = (typeof PLANS)[number]

/** A number per quota; null is unlimited. */
export const Quota = z.object({
  requests_per_minute: z.number().int().min(0).nullable(),
  requests_per_day: z.number().int().min(0).nullable(),
  tokens_per_day: z.number().int().min(0).nullable(),
})
export type Quota = z.infer<typeof Quota>

/** Quotas of each plan. docs/spec/guard.md "Policies and tenants". */
export const PLAN_QUOTAS: Readonly<Record<Plan, Quota>> = {
  basic: { requests_per_minute: 60, requests_per_day: 100_000, tokens_per_day: 10_000_000 },
  pro: { requests_per_minute: 300, requests_per_day: 1_000_000, tokens_per_day: 100_000_000 },
  enterprise: { requests_per_minute: 1_000, requests_per_day: 10_000_000, tokens_per_day: 1_000_000_000 },
}

export const KEY_SCOPES = ['runtime', 'admin'] as const

/** Limits for caller-defined keys: short keys can be guessed. */
const KEY_CHARS_MIN = 8
const KEY_CHARS_MAX = 256
const NAME_CHARS_MAX = 100

const ChosenKey = z
  .string()
  .min(KEY_CHARS_MIN)
  .max(KEY_CHARS_MAX)
  .regex(/^[\x21-\x7e]*$/, 'must be printable ASCII without spaces')

/** Key to create. Without `api_key` the service generates one; `scope` is then `runtime`, else `admin`. */
export const NewKey = z.object({
  api_key: ChosenKey.optional(),
  name: z.string().min(1).max(NAME_CHARS_MAX).optional(),
  scope: z.enum(KEY_SCOPES).optional(),
  expires_at: z.iso.datetime({ offset: true }).optional(),
  default_agent: AgentId.optional().describe(
    'Agent for calls with this key that name no agent in headers or body. Registration is checked at each call.',
  ),
})
export type NewKey = z.infer<typeof NewKey>

/** Key in lists. `api_key` is present only in the answer to its creation. */
export const ApiKeyRecord = z.object({
  id: z.string(),
  api_key: z.string().optional(),
  name: z.string(),
  prefix: z.string(),
  scope: z.enum(KEY_SCOPES),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  expires_at: z.string().nullable(),
  /** Default: none. */
  default_agent: z.string().optional(),
})
export type ApiKeyRecord = z.infer<typeof ApiKeyRecord>

/** Key to revoke: by its text or id. */
export const RevokeKey = z.object({
  api_key: z.string().min(1).max(KEY_CHARS_MAX).optional(),
  id: z.string().optional(),
})
export const RevokeKeyQuery = z.object({ id: z.string().max(64).optional() })

export const RoleRecord = z
  .object({
    allowed_tools: z.array(z.string().min(1).max(200)).max(500).optional(),
    max_tokens_per_request: z.number().int().min(1).optional(),
    rate_limit: z
      .string()
      .regex(/^[1-9]\d{0,8}\/min$/, 'must have the form "60/min"')
      .optional(),
    data_clearance: z.string().min(1).max(64).optional(),
  })
  .loose()
export type RoleRecord = z.infer<typeof RoleRecord>

const ROLES_MAX = 200
const AGENTS_MAX = 10_000

export const Rbac = z.object({
  roles: z
    .record(z.string().min(1).max(128), RoleRecord)
    .refine((roles) => Object.keys(roles).length <= ROLES_MAX, `at most ${ROLES_MAX} roles`)
    .default({}),
  agents: z
    .record(z.string().min(1).max(128), z.string().min(1).max(128))
    .refine((agents) => Object.keys(agents).length <= AGENTS_MAX, `at most ${AGENTS_MAX} agents`)
    .default({}),
})
export type Rbac = z.infer<typeof Rbac>

export const UNREGISTERED = ['allow', 'block'] as const

/** Tenant-managed configuration: its policies. */
export const PolicyDocument = z.object({
  input_guardrails: GuardBlock,
  output_guardrails: GuardBlock,
  agentic_guardrails: GuardBlock.optional(),
  mode: z.enum(MODES).optional(),
})
export type PolicyDocument = z.infer<typeof PolicyDocument>

/** The policies in a stored configuration. */
export const StoredPolicies = PolicyDocument.extend({
  input_guardrails: StoredGuardBlock,
  output_guardrails: StoredGuardBlock,
  agentic_guardrails: StoredGuardBlock,
}).partial()

const tenantFields = {
  name: z.string().min(1).max(NAME_CHARS_MAX),
  plan: z.enum(PLANS),
  mode: z.enum(MODES),
  input_guardrails: GuardBlock,
  output_guardrails: GuardBlock,
  agentic_guardrails: GuardBlock,
  rbac: Rbac,
  quota: Quota.partial(),
  unregistered_agents: z.enum(UNREGISTERED),
}

/** Body of `POST /v1/admin/tenants`. */
export const NewTenant = z.object({
  ...z.object(tenantFields).partial().shape,
  tenant_id: TenantId,
  api_keys: z
    .array(z.union([ChosenKey, NewKey]))
    .max(10)
    .optional(),
})
export type NewTenant = z.infer<typeof NewTenant>

/** Body of `PUT /v1/admin/tenants/{id}`: objects are merged deeply, arrays are replaced, null removes a field. */
export const TenantPatch = z.record(z.string(), z.unknown())

/** Merged tenant: validated after any patch. */
export const TenantFields = z.object(tenantFields).partial()
export type TenantFields = z.infer<typeof TenantFields>

/** Fields of a stored configuration besides the policies. */
export const StoredRoles = TenantFields.pick({ rbac: true, unregistered_agents: true })

export const TenantView = z.object({
  tenant_id: z.string(),
  name: z.string(),
  plan: z.enum(PLANS),
  mode: z.enum(MODES),
  input_guardrails: GuardBlock,
  output_guardrails: GuardBlock,
  agentic_guardrails: GuardBlock,
  rbac: Rbac,
  quota: Quota,
  unregistered_agents: z.enum(UNREGISTERED).optional(),
  policy_version: z.number().int(),
  api_keys: z.array(ApiKeyRecord),
  created_at: z.string(),
  updated_at: z.string(),
  deleted_at: z.string().nullable(),
})
export type TenantView = z.infer<typeof TenantView>

/** `GET /v1/tenant/me`: without keys, and agents as a count. */
export const OwnTenant = z.object({
  tenant_id: z.string(),
  name: z.string(),
  plan: z.enum(PLANS),
  mode: z.enum(MODES),
  input_guardrails: GuardBlock,
  output_guardrails: GuardBlock,
  quota: Quota,
  rbac: z.object({ roles: z.record(z.string(), RoleRecord) }),
  agents: z.object({ count: z.number().int() }),
})

export const TENANTS_PAGE = 100
export const TENANTS_PAGE_MAX = 500

export const TenantQuery = z.object({
  include_deleted: z.stringbool().default(false),
  limit: z.coerce.number().int().min(1).max(TENANTS_PAGE_MAX).default(TENANTS_PAGE),
  cursor: TenantId.optional(),
})

export const TenantList = z.object({
  tenants: z.array(TenantView),
  total: z.number().int(),
  next_cursor: z.string().nullable(),
})

export const PolicyView = z.object({
  tenant_id: z.string(),
  version: z.number().int(),
  mode: z.enum(MODES),
  input_guardrails: GuardBlock,
  output_guardrails: GuardBlock,
  agentic_guardrails: GuardBlock,
  /** The tenant's own rules; only in the view of the active policies. */
  custom_policies: z.array(CustomPolicy).optional(),
})
export type PolicyView = z.infer<typeof PolicyView>

export const USAGE_DAYS_MAX = 90
export const UsageQuery = z.object({
  days: z.coerce
    .number()
    .int()
    .min(1)
    .max(USAGE_DAYS_MAX)
    .optional()
    .describe('Number of days of usage history to include; days without usage are zero.'),
})

/** Usage of a tenant with its limits. docs/spec/guard.md "Policies and tenants". */
export const UsageView = z.object({
  tenant_id: z.string(),
  plan: z.enum(PLANS),
  usage: z.object({
    requests_this_minute: z.number().int(),
    requests_today: z.number().int(),
    tokens_today: z.number().int(),
    blocked_today: z.number().int(),
  }),
  quota: Quota,
  /** Null without a limit. */
  pct_of_minute_limit: z.number().nullable(),
  pct_of_daily_limit: z.number().nullable(),
  days: z
    .array(z.object({ date: z.string(), requests: z.number(), tokens: z.number(), blocked: z.number() }))
    .optional()
    .describe('Present if `days` was requested: one entry per day, today last.'),
})
export type UsageView = z.infer<typeof UsageView>

/** Author of a policy, in the audit log's format for actor and key. */
export const Creator = z.object({ created_by: z.string(), key_id: z.string().optional() })

export const PolicyVersionLine = Creator.extend({ version: z.number().int(), created_at: z.string() })

/** Difference between two versions at one path. */
export const PolicyChange = z.object({
  path: z.string(),
  kind: z.enum(['added', 'removed', 'changed']),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
})
