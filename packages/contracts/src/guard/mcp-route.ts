import { z } from 'zod'
import { AgentId } from './agent.ts'

/** Own limit of names in paths and in tool names. */
export const ROUTE_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/
const URL_CHARS_MAX = 2_048
const HEADERS_MAX = 32
const HEADER_CHARS_MAX = 8_192
const ENV_MAX = 64
const ENV_CHARS_MAX = 8_192
const COMMAND_CHARS_MAX = 1_024
const ARGS_MAX = 64
const ARG_CHARS_MAX = 4_096
const KEY_CHARS_MAX = 512
/** Maximum number of servers behind one route. */
export const UPSTREAMS_PER_ROUTE_MAX = 16
const SCOPES_MAX = 32

export const MCP_TRANSPORTS = ['http', 'sse', 'stdio'] as const
export const ENFORCEMENT_BACKENDS = ['inprocess', 'http'] as const

/** Transport headers, and headers that allow request smuggling. */
const OWN_HEADERS = new Set([
  'host',
  'connection',
  'content-length',
  'content-type',
  'transfer-encoding',
  'keep-alive',
  'upgrade',
  'te',
  'trailer',
  'expect',
  'accept',
  'accept-encoding',
  'last-event-id',
  'mcp-session-id',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
])

const Headers = z
  .record(
    z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/, 'must be a valid header name'),
    z
      .string()
      .max(HEADER_CHARS_MAX)
      .regex(/^[\t\x20-\x7e]*$/, 'must be printable ASCII'),
  )
  .refine((headers) => Object.keys(headers).length <= HEADERS_MAX, `at most ${HEADERS_MAX} headers`)
  .refine(
    (headers) => Object.keys(headers).every((name) => !OWN_HEADERS.has(name.toLowerCase())),
    'must not contain transport headers, which the gateway sets',
  )
  .refine((headers) => {
    const names = Object.keys(headers).map((name) => name.toLowerCase())
    return new Set(names).size === names.length
  }, 'must not contain the same header twice')

const Env = z
  .record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, 'must be a valid variable name'), text(ENV_CHARS_MAX))
  .refine((env) => Object.keys(env).length <= ENV_MAX, `at most ${ENV_MAX} variables`)

/** Text without NUL, which process arguments do not support. */
function text(chars: number) {
  return z
    .string()
    .max(chars)
    .refine((value) => !value.includes('\0'), 'must not contain a NUL character')
}

const Url = z.url({ protocol: /^https?$/ }).max(URL_CHARS_MAX)

/** Location of one MCP server. */
const server = {
  transport: z.enum(MCP_TRANSPORTS).default('http'),
  url: Url.optional(),
  headers: Headers.optional(),
  command: text(COMMAND_CHARS_MAX).min(1).optional(),
  args: z.array(text(ARG_CHARS_MAX)).max(ARGS_MAX).optional(),
  env: Env.optional(),
  /** Whether one process serves all sessions of the route; default: one per session. */
  shared: z.boolean().optional(),
}

const NamedServer = z
  .object({
    name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,31}$/, 'must contain only letters, digits and "-"'),
    ...server,
  })
  .superRefine(addressed)

/** Limits of one route; default: those of the gateway. */
const RouteLimits = z.object({
  timeout_ms: z.number().int().min(100).max(600_000).optional(),
  response_bytes: z
    .number()
    .int()
    .min(1_024)
    .max(64 * 1_024 * 1_024)
    .optional(),
})

const OAuth = z.object({
  /** RFC 8414 section 2: no query and no fragment. The value is public. */
  issuer: Url.refine((url) => !/[?#@]/.test(url), 'must not contain a query, fragment or user information'),
  /** Required audience of tokens. */
  audience: z.string().min(1).max(URL_CHARS_MAX),
  /** Default: from the metadata of the issuer. */
  jwks_url: Url.optional(),
  required_scopes: z
    .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,128}$/))
    .max(SCOPES_MAX)
    .default([]),
})

/** Body of `PUT …/upstreams/{route}`. docs/spec/guard.md §2 "Gateway route". */
export const McpRouteRequest = z
  .object({
    ...server,
    /** Several servers behind one route. Tool names then have the server name as prefix. */
    upstreams: z.array(NamedServer).min(1).max(UPSTREAMS_PER_ROUTE_MAX).optional(),
    enforcement_backend: z.enum(ENFORCEMENT_BACKENDS).default('inprocess'),
    shield_url: Url.optional(),
    shield_tenant_key: z.string().min(1).max(KEY_CHARS_MAX).optional(),
    isolation_ack: z.boolean().default(false),
    scan_descriptions: z.boolean().default(true),
    pin_tools: z.boolean().default(true),
    enabled: z.boolean().default(true),
    /** Agent for clients that send none. */
    default_agent: AgentId.nullish(),
    oauth: OAuth.nullish(),
    limits: RouteLimits.optional(),
  })
  .superRefine((body, context) => {
    if (body.upstreams === undefined) {
      addressed(body, context)
    } else {
      if (body.url !== undefined || body.command !== undefined) {
        context.addIssue({
          code: 'custom',
          path: ['upstreams'],
          message: 'Set either one server or a list of servers, not both.',
        })
      }
      if (new Set(body.upstreams.map(({ name }) => name)).size < body.upstreams.length) {
        context.addIssue({ code: 'custom', path: ['upstreams'], message: 'Two servers have the same name.' })
      }
    }
    if (body.enforcement_backend === 'http') {
      for (const name of ['shield_url', 'shield_tenant_key'] as const) {
        if (body[name] === undefined) {
          context.addIssue({ code: 'custom', path: [name], message: `Enforcement backend "http" requires ${name}.` })
        }
      }
    }
  })
export type McpRouteRequest = z.infer<typeof McpRouteRequest>

/** Route in a file: its key is its name, and unknown fields are errors. */
export const McpRouteEntry = McpRouteRequest.safeExtend({
  upstreams: z.array(NamedServer.strict()).min(1).max(UPSTREAMS_PER_ROUTE_MAX).optional(),
  oauth: OAuth.strict().nullish(),
  limits: RouteLimits.strict().optional(),
}).strict()

function addressed(
  {
    transport,
    url,
    command,
  }: { readonly transport: string; readonly url?: string | undefined; readonly command?: string | undefined },
  context: z.RefinementCtx,
): void {
  const [needed, other] = transport === 'stdio' ? (['command', 'url'] as const) : (['url', 'command'] as const)
  const value = { url, command }
  if (value[needed] === undefined) {
    context.addIssue({ code: 'custom', path: [needed], message: `Transport "${transport}" requires ${needed}.` })
  }
  if (value[other] !== undefined) {
    context.addIssue({ code: 'custom', path: [other], message: `Transport "${transport}" does not support ${other}.` })
  }
}

const ServerView = z.object({
  transport: z.enum(MCP_TRANSPORTS),
  /** With masked query values and key-like path segments. Null for a process. */
  url: z.string().nullable(),
  /** Every value is `***`. */
  headers: z.record(z.string(), z.string()),
  command: z.string().nullable(),
  /** With masked values after `=`, after options that name a key, and key-like values. */
  args: z.array(z.string()),
  env: z.record(z.string(), z.string()),
  shared: z.boolean(),
})

/** Route in responses. */
export const McpUpstream = ServerView.extend({
  enforcement_backend: z.enum(ENFORCEMENT_BACKENDS),
  active: z.boolean(),
  enabled: z.boolean(),
  isolation_ack: z.boolean(),
  scan_descriptions: z.boolean(),
  pin_tools: z.boolean(),
  shield_url: z.string().nullable(),
  /** `***` if set. */
  shield_tenant_key: z.string().nullable(),
  default_agent: z.string().nullable(),
  upstreams: z.array(ServerView.extend({ name: z.string() })).optional(),
  oauth: OAuth.nullable(),
  limits: RouteLimits,
  created_at: z.string(),
  updated_at: z.string(),
  updated_by: z.string(),
})
export type McpUpstream = z.infer<typeof McpUpstream>
