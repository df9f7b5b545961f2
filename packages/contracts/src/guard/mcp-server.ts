import { z } from 'zod'
import { del, get, post } from '../endpoint.ts'
import { AgentVerdict, checkCaller, orNull } from './agent-check.ts'
import { agreeing } from './agreeing.ts'
import { ToolName } from './tool-name.ts'

/** Own limits. Server names are used as keys, and a server offers at most hundreds of tools. */
const SERVER_ID_CHARS_MAX = 128
const URL_CHARS_MAX = 2_048
const DESCRIPTION_CHARS_MAX = 16_384
const TOOLS_MAX = 300

/** Default trust of a server. */
export const TRUST_DEFAULT = 0.5
const PERCENT = 100

export const McpServerId = z
  .string()
  .min(1)
  .max(SERVER_ID_CHARS_MAX)
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N} ._:@/-]*$/u,
    'must start with a letter or digit and contain only letters, digits, spaces and . _ : @ / -',
  )

/** From 0 to 1; numbers above 1 are percent. */
export const TrustScore = z.number().min(0).max(PERCENT)

const Schema = z.record(z.string(), z.unknown())

/** Tool in its server's description. Both spellings of the schema fields are supported. */
export const McpTool = z.object({
  name: ToolName,
  title: z.string().max(DESCRIPTION_CHARS_MAX).nullish(),
  description: z.string().max(DESCRIPTION_CHARS_MAX).nullish(),
  inputSchema: Schema.nullish(),
  input_schema: Schema.nullish(),
  schema: Schema.nullish(),
  outputSchema: Schema.nullish(),
  output_schema: Schema.nullish(),
  annotations: Schema.nullish(),
})
export type McpTool = z.infer<typeof McpTool>

const serverNames = {
  server_id: McpServerId.nullish(),
  name: McpServerId.nullish(),
  mcp_server: McpServerId.nullish(),
}
const SERVER_NAMES = ['server_id', 'mcp_server', 'name']
type Named = { readonly [Name in keyof typeof serverNames]?: string | null | undefined }
const isNamed = ({ server_id, name, mcp_server }: Named) => (server_id ?? mcp_server ?? name ?? undefined) !== undefined
const UNNAMED = { path: ['server_id'], message: 'The request names no server. Send server_id, mcp_server or name.' }

/** Body of `POST /v1/shield/mcp/register`. */
export const McpRegister = z
  .object({
    ...serverNames,
    url: z.string().min(1).max(URL_CHARS_MAX).nullish(),
    trust_score: TrustScore.default(TRUST_DEFAULT),
    description: z.string().max(DESCRIPTION_CHARS_MAX).nullish(),
    tools: z.array(McpTool).max(TOOLS_MAX).default([]),
  })
  .refine(isNamed, UNNAMED)
  .refine(({ tools }) => new Set(tools.map(({ name }) => name)).size === tools.length, {
    path: ['tools'],
    message: 'Two tools have the same name.',
  })
  .superRefine(agreeing(SERVER_NAMES))
export type McpRegister = z.infer<typeof McpRegister>

/** Body of `POST /v1/shield/mcp/check`. */
export const McpCheck = z
  .object({
    ...orNull(checkCaller),
    ...serverNames,
    tool_name: ToolName,
    /** Current description of the tool, for comparison with the registered one. */
    tool: McpTool.partial().nullish(),
    tool_description: z.string().max(DESCRIPTION_CHARS_MAX).nullish(),
    tool_schema: Schema.nullish(),
  })
  .refine(isNamed, UNNAMED)
  .superRefine(agreeing(SERVER_NAMES))
  .superRefine(({ tool, tool_name, tool_description, tool_schema }, context) => {
    const schema = tool?.inputSchema ?? tool?.input_schema ?? tool?.schema
    agreeing(['tool_name', 'name'])({ tool_name, name: tool?.name }, context)
    agreeing(['tool_description', 'description'])({ tool_description, description: tool?.description }, context)
    agreeing(['tool_schema', 'schema'])({ tool_schema, schema }, context)
  })
export type McpCheck = z.infer<typeof McpCheck>

const ServerTool = z.object({
  name: z.string(),
  /** SHA-256 of the canonical JSON of name, description, schemas and annotations. */
  hash: z.string(),
  /** Findings in its texts. Calls of such a tool are denied. */
  findings: z.array(z.string()),
})

export const McpServer = z.object({
  server_id: z.string(),
  url: z.string().nullable(),
  trust_score: z.number(),
  description: z.string(),
  tools: z.array(ServerTool),
  registered_at: z.string(),
  updated_at: z.string(),
  updated_by: z.string(),
})
export type McpServer = z.infer<typeof McpServer>

const TAGS = ['Agent guards']

/** Registered tool servers. docs/spec/guard.md §4 "Tool and agent guards". */
export const mcpServerEndpoints = {
  registerMcpServer: post('/v1/shield/mcp/register', {
    auth: 'config',
    summary: 'Register an MCP server with its trust level and tools',
    description:
      'Pins the given tool definitions. Registering the server again replaces it and accepts its current tools; ' +
      '`changed_tools` lists the differences. Tool descriptions that contain instructions for a model are reported in ' +
      '`findings`, and checks deny those tools. Requires a key with the admin scope.',
    tags: TAGS,
    body: McpRegister,
    response: z.object({
      success: z.literal(true),
      status: z.enum(['registered', 'updated']),
      tenant_id: z.string(),
      server_id: z.string(),
      server: McpServer,
      changed_tools: z.array(z.string()),
      warnings: z.array(z.string()),
      /** Suspicious property of the address; also included in the warnings. */
      warning: z.string().optional(),
    }),
    examples: {
      request: {
        files: {
          summary: 'Server with one tool',
          value: {
            server_id: 'files',
            url: 'https://mcp.example.com/files',
            trust_score: 0.9,
            tools: [{ name: 'read_file', description: 'Reads a file in the project.' }],
          },
        },
      },
    },
  }),
  checkMcp: post('/v1/shield/mcp/check', {
    auth: 'runtime',
    summary: 'Check whether a tool of an MCP server may be used',
    description:
      "Evaluates the server against the tenant's lists and its trust level, and the tool against its registered " +
      'definition. If the call includes the current description, also checks it for changes and for instructions to ' +
      'the model.',
    tags: TAGS,
    body: McpCheck,
    response: AgentVerdict,
    alsoStatus: [429],
    examples: {
      request: { call: { summary: 'Tool of a server', value: { server_id: 'files', tool_name: 'read_file' } } },
    },
  }),
  listMcpServers: get('/v1/shield/mcp/servers', {
    auth: 'runtime',
    summary: 'List registered MCP servers',
    tags: TAGS,
    response: z.object({
      success: z.literal(true),
      tenant_id: z.string(),
      servers: z.array(McpServer),
      total: z.number().int(),
    }),
  }),
  deleteMcpServer: del('/v1/shield/mcp/servers/{server_id}', {
    auth: 'config',
    summary: 'Delete an MCP server and its tool pins',
    tags: TAGS,
    response: z.object({ success: z.literal(true), tenant_id: z.string(), server_id: z.string() }),
  }),
} as const
