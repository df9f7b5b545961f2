import { z } from 'zod'
import { get, post } from '../endpoint.ts'
import { AgentId } from './agent.ts'
import { ToolCheck } from './tool-check.ts'
import { NewToolPattern } from './tool-name.ts'
import { ACTIONS } from './verdict.ts'

/** Low to high. docs/spec/guard.md "Agents: capabilities". */
export const CLEARANCES = ['public', 'internal', 'confidential', 'restricted'] as const
export const Clearance = z.enum(CLEARANCES)
export type Clearance = z.infer<typeof Clearance>

/** docs/spec/guard.md "Agents: capabilities": requestable token lifetime in seconds. */
const TTL_S = { min: 1, max: 60, default: 30 } as const

const TOOL_CHARS_MAX = 200
const RESOURCE_CHARS_MAX = 512
const ROLE_CHARS_MAX = 128
const SCOPE_CHARS_MAX = 200
const SCOPES_MAX = 16

const Scope = z.string().min(1).max(SCOPE_CHARS_MAX)
const ArgumentsHash = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 digest in hexadecimal')
const pattern = (chars_max: number) =>
  z
    .string()
    .min(1)
    .max(chars_max)
    .refine((text) => !text.slice(0, -1).includes('*'), 'may contain "*" only at its end')

const { tool_params, tool_args, arguments: arguments_, tool_input } = ToolCheck.shape
const { grant_id, execution_grant_id, approval_grant, approval_request_id, confirmation_token } = ToolCheck.shape
const { session_id, user_id, input_sources, estimated_cost_usd, estimated_tokens } = ToolCheck.shape

/** Body of `POST /v1/shield/cap/mint`. If the body includes call arguments, the endpoint also checks the call and accepts all fields of the tool check. */
export const CapabilityMint = z.object({
  /** One tool, or a prefix with `*`. */
  tool: NewToolPattern,
  resource: pattern(RESOURCE_CHARS_MAX).default('*'),
  data_scope: z.union([Scope, z.array(Scope).min(1).max(SCOPES_MAX)]).optional(),
  scope_constraints: z.record(z.string(), z.unknown()).optional(),
  clearance_max: Clearance.default('public'),
  ttl: z.number().int().min(TTL_S.min).max(TTL_S.max).default(TTL_S.default),
  /** Binds the token to the arguments of one call without disclosing them; if arguments are sent, their hash. */
  args_hash: ArgumentsHash.optional(),
  agent_key: AgentId.nullish(),
  agent_id: AgentId.nullish(),
  user_role: z.string().min(1).max(ROLE_CHARS_MAX).nullish(),
  tool_params,
  tool_args,
  arguments: arguments_,
  tool_input,
  grant_id,
  execution_grant_id,
  approval_grant,
  approval_request_id,
  confirmation_token,
  session_id,
  user_id,
  input_sources,
  estimated_cost_usd,
  estimated_tokens,
})

/** Reason why a token was created or denied. */
export const CapabilityDecision = z.object({
  allowed: z.boolean(),
  reason: z.string(),
  /** Denying rule. */
  guardrail: z.string().optional(),
  agent: z.string().nullable(),
  role: z.string().nullable(),
  tool: z.string(),
  resource: z.string(),
  clearance_max: Clearance,
  /** Clearance of the role; null for tenants without clearances. */
  role_clearance: Clearance.nullable(),
  /** Denying decision of a call check: `block` or `require_approval`. */
  action: z.enum(ACTIONS).optional(),
  /** Required approval or confirmation, to send with the next token request. */
  request_id: z.string().optional(),
  required_approvals: z.number().int().optional(),
  confirmation_token: z.string().optional(),
  expires_at: z.string().optional(),
  /** Time until the exceeded limit permits a call again. */
  retry_after_seconds: z.number().int().optional(),
  /** Decision in enforce mode; present if something is monitored. */
  would_action: z.enum(ACTIONS).optional(),
  would_block: z.boolean().optional(),
})
export type CapabilityDecision = z.infer<typeof CapabilityDecision>

const Minted = z.object({ cap_token: z.string(), expires_in: z.number(), decision: CapabilityDecision })

/** Body of `POST /v1/shield/cap/verify`; the token may be called `token` too. */
export const CapabilityVerify = z
  .object({
    cap_token: z.string().min(1).optional(),
    token: z.string().min(1).optional(),
    expected_tool: z.string().min(1).max(TOOL_CHARS_MAX).optional(),
    expected_resource: z.string().min(1).max(RESOURCE_CHARS_MAX).optional(),
    expected_args_hash: ArgumentsHash.optional(),
    /** Arguments instead of their hash. */
    expected_arguments: z.record(z.string(), z.unknown()).optional(),
    burn_nonce: z.boolean().default(true),
  })
  .refine(({ cap_token, token }) => cap_token !== undefined || token !== undefined, {
    message: 'cap_token is required',
    path: ['cap_token'],
  })
  .refine(({ cap_token, token }) => cap_token === undefined || token === undefined || cap_token === token, {
    message: 'cap_token and token must match',
    path: ['token'],
  })

/** Claims of a token. */
const CapabilityClaims = z.object({
  iss: z.string(),
  tenant: z.string(),
  /** Creation time of the tenant, in seconds since 1970. */
  tenant_since: z.number().optional(),
  agent: z.string().optional(),
  role: z.string().optional(),
  tool: z.string(),
  resource: z.string(),
  data_scope: z.union([z.string(), z.array(z.string())]).optional(),
  scope_constraints: z.record(z.string(), z.unknown()).optional(),
  clearance_max: Clearance,
  args_hash: z.string().optional(),
  /** Completed checks: the call with these arguments, or the tool without any. */
  checked: z.enum(['tool', 'call']).optional(),
  /** Seconds since 1970, with milliseconds. */
  iat: z.number(),
  exp: z.number(),
  nonce: z.string(),
  kid: z.string(),
  /** Number of attenuations by holders. */
  attenuations: z.number().int(),
})

const Verified = z.object({
  valid: z.boolean(),
  claims: CapabilityClaims.optional(),
  /** Error code of an invalid token. */
  error: z.string().optional(),
  message: z.string().optional(),
  /** In monitor mode: the token would be invalid in enforce mode; `message` gives the reason. */
  would_block: z.boolean().optional(),
})

const Jwk = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  kid: z.string(),
  alg: z.literal('EdDSA'),
  use: z.literal('sig'),
})

/** Cache lifetime of the published keys. A new key is published longer than this before it signs. */
export const JWKS_MAX_AGE_S = 60

const TAGS = ['Capabilities']

/** Tokens that permit an agent to use one tool once. docs/spec/guard.md §4 "Tool and agent guards", "Agents: capabilities". */
export const capabilityEndpoints = {
  mintCapability: post('/v1/shield/cap/mint', {
    auth: 'runtime',
    summary: 'Issue a single-use capability token for a tool',
    description:
      'The agent (`X-Agent-Key` or `agent_key`) and the role must be allowed to use the tool, and `clearance_max` must ' +
      'be within the `data_clearance` of the role. With the arguments of the call, all steps of tool/check except the ' +
      'last are evaluated, and the token is bound to the arguments; field names, grant, session and confirmation are ' +
      'as in tool/check. Without arguments, tokens are not issued for tools with argument, session or approval rules, ' +
      'or that require confirmation. A denial is 403 `authz_denied` with the reason in `decision`. The holder can ' +
      'restrict the token offline; all derived tokens are used up together. In monitor mode the token is issued, and ' +
      '`decision.would_block` contains the result of enforcement.',
    tags: TAGS,
    body: CapabilityMint,
    strictNames: true,
    response: Minted,
    examples: {
      request: {
        mail: {
          summary: 'One email from one folder',
          value: { tool: 'send_mail', resource: 'drafts/*', clearance_max: 'internal', ttl: 30 },
        },
      },
    },
  }),
  verifyCapability: post('/v1/shield/cap/verify', {
    auth: 'runtime',
    summary: 'Verify and use up a capability token',
    description:
      'Verifies signatures, tenant, expiry, tool, resource, and the arguments if given (tokens without arguments are ' +
      'rejected in that case), and that agent and role may still use the tool. Then uses up the nonce, unless ' +
      '`burn_nonce` is false. Of several concurrent calls, exactly one succeeds. Always returns 200: check `valid`.',
    tags: TAGS,
    body: CapabilityVerify,
    strictNames: true,
    response: Verified,
  }),
  readCapabilityKeys: get('/.well-known/jwks.json', {
    auth: 'none',
    summary: 'List the public keys that verify tokens',
    tags: TAGS,
    response: z.object({ keys: z.array(Jwk) }),
  }),
  rotateCapabilityKeys: post('/v1/admin/capability-keys/rotate', {
    auth: 'platform',
    summary: 'Rotate the signing key of capability tokens',
    description:
      'Previous keys remain published until their last token has expired. With `revoke`, they and all their tokens are ' +
      'invalidated immediately.',
    tags: ['Administration'],
    body: z.object({ revoke: z.boolean().default(false) }).default({ revoke: false }),
    response: z.object({
      kid: z.string(),
      keys: z.array(
        z.object({ kid: z.string(), state: z.enum(['next', 'signing', 'retired']), signs_from: z.string() }),
      ),
    }),
  }),
} as const
