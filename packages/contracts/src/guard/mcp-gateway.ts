import { z } from 'zod'
import { del, get, post, put } from '../endpoint.ts'
import { McpRouteRequest, McpUpstream } from './mcp-route.ts'

/** docs/spec/common.md: limit of guard JSON bodies. The route limits tool results. */
const MESSAGE_BYTES_MAX = 2 * 1_024 * 1_024

/** State of a tool's definition compared with the accepted one. */
export const PIN_WORDS = ['pinned', 'changed', 'renamed', 'shadowed', 'poisoned'] as const

const PinDifference = z.object({
  /** `title`, `description`, `inputSchema`, `outputSchema` or `annotations`. */
  part: z.string(),
  /** Shortened, with masked secrets; null without a definition. */
  before: z.string().nullable(),
  after: z.string().nullable(),
})

/** Pinned tool of a route. */
export const McpPin = z.object({
  id: z.string(),
  route: z.string(),
  tool: z.string(),
  state: z.enum(PIN_WORDS),
  /** Reason for the state; empty for pinned tools. */
  reason: z.string(),
  /** SHA-256 of the canonical JSON of name, description, schemas and annotations. */
  hash: z.string(),
  /** Hash of the server's current definition, if different. */
  seen_hash: z.string().nullable(),
  /** Definition that is accepted with the pin, shortened and masked. */
  description: z.string(),
  difference: z.array(PinDifference),
  first_seen: z.string(),
  last_seen: z.string(),
  accepted_at: z.string().nullable(),
  accepted_by: z.string().nullable(),
})
export type McpPin = z.infer<typeof McpPin>

const PinQuery = z.object({ route: z.string().max(64).optional(), state: z.enum(PIN_WORDS).optional() })

const TAGS = ['MCP gateway']
const BASE = '/v1/tenant/me/mcp-gateway'
const One = z.object({ tenant_id: z.string(), route: z.string(), upstream: McpUpstream })

const gatewayRow = {
  auth: 'runtime',
  tags: TAGS,
  produces: 'application/json',
  problems: 'json_rpc',
  checksBrowsers: true,
  checksHost: true,
  takesTokens: true,
} as const

/** Routes of the MCP gateway, and pins of their tools. docs/spec/guard.md "Gateways". */
export const mcpRouteEndpoints = {
  listUpstreams: get(`${BASE}/upstreams`, {
    auth: 'config',
    summary: 'List the routes of the MCP gateway',
    tags: TAGS,
    response: z.object({ tenant_id: z.string(), upstreams: z.array(McpUpstream.extend({ route: z.string() })) }),
  }),
  readUpstream: get(`${BASE}/upstreams/{route}`, {
    auth: 'config',
    summary: 'Get a route',
    tags: TAGS,
    response: One,
  }),
  putUpstream: put(`${BASE}/upstreams/{route}`, {
    auth: 'config',
    summary: 'Create or replace an MCP route',
    description:
      'Agents connect to `/gateway/{route}/mcp`. Headers, environment variables, keys, and possible secrets in URLs ' +
      'and arguments are stored encrypted and returned as `***`. Sending `***` keeps the stored value, unless the URL, ' +
      'the command, its arguments or another variable changes. A host name that cannot be resolved causes a `warning`; ' +
      'an IP address that the egress policy blocks is rejected with 422.',
    tags: TAGS,
    body: McpRouteRequest,
    response: One.extend({ status: z.enum(['created', 'updated']), warning: z.string().optional() }),
    examples: {
      request: {
        http: {
          summary: 'Streamable HTTP server',
          value: {
            transport: 'http',
            url: 'https://mcp.example.com/mcp',
            enforcement_backend: 'inprocess',
            isolation_ack: true,
            headers: { Authorization: 'Bearer made-up-token' },
          },
        },
        several: {
          summary: 'Two servers behind one route',
          value: {
            upstreams: [
              { name: 'docs', url: 'https://docs.example.com/mcp' },
              { name: 'tickets', url: 'https://tickets.example.com/mcp' },
            ],
          },
        },
      },
    },
  }),
  deleteUpstream: del(`${BASE}/upstreams/{route}`, {
    auth: 'config',
    summary: 'Delete a route and its tool pins',
    tags: TAGS,
    response: z.object({ status: z.literal('deleted'), tenant_id: z.string(), route: z.string() }),
  }),
  listPins: get(`${BASE}/pins`, {
    auth: 'config',
    summary: 'List tool pins and changed definitions',
    tags: TAGS,
    query: PinQuery,
    response: z.object({ tenant_id: z.string(), pins: z.array(McpPin), total: z.number().int() }),
  }),
  acceptPin: post(`${BASE}/pins/{pin_id}/accept`, {
    auth: 'config',
    summary: 'Accept the current definition of a tool',
    description:
      '`hash` identifies the reviewed definition: `seen_hash` of the pin if it has one (then required). Returns 409 if ' +
      'the server has changed the definition again.',
    tags: TAGS,
    body: z.object({ hash: z.string().max(64).optional() }).default({}),
    response: z.object({ status: z.literal('accepted'), tenant_id: z.string(), pin: McpPin }),
  }),
} as const

/** Gateway endpoints for agents. */
export const mcpGatewayEndpoints = {
  postMcp: post('/gateway/{route}/mcp', {
    ...gatewayRow,
    summary: 'Send an MCP message to the tool server of a route',
    description:
      'Supports both MCP transport generations. Tool calls go through the tool checks, the server and output ' +
      'sanitization. A blocked call returns a result with `isError`. Failures are JSON-RPC errors.',
    // The engine parses the message: errors are reported in the protocol's format.
    body: z.unknown(),
    bodyLimit_bytes: MESSAGE_BYTES_MAX,
  }),
  streamMcp: get('/gateway/{route}/mcp', {
    ...gatewayRow,
    summary: 'Open or resume the event stream of a route',
  }),
  endMcp: del('/gateway/{route}/mcp', { ...gatewayRow, summary: 'End a session of a route' }),
  protectedResource: get('/.well-known/oauth-protected-resource/gateway/{route}/mcp', {
    auth: 'none',
    summary: 'Get the protected resource metadata of a route (RFC 9728)',
    tags: TAGS,
    query: z.object({ tenant: z.string().max(64).optional() }),
    response: z.object({
      resource: z.string(),
      authorization_servers: z.array(z.string()),
      scopes_supported: z.array(z.string()).optional(),
      bearer_methods_supported: z.array(z.string()),
      resource_name: z.string(),
    }),
  }),
} as const
