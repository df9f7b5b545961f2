import { z } from 'zod'
import { del, get, post, put } from '../endpoint.ts'

/** docs/spec/guard.md "Agents": agent_key and agent_id are one namespace. */
export const AgentId = z.string().regex(/^[A-Za-z0-9_-]{1,128}$/, 'must be 1 to 128 letters, digits, "_" or "-"')

const ToolNames = z.array(z.string().min(1).max(200)).max(1_000)
const PERMISSIONS_MAX = 500
const Permissions = z
  .record(z.string().min(1).max(128), ToolNames)
  .refine((permissions) => Object.keys(permissions).length <= PERMISSIONS_MAX, `at most ${PERMISSIONS_MAX} entries`)

export const AGENT_STATUSES = ['active', 'disabled'] as const

const agentFields = {
  name: z.string().max(200),
  description: z.string().max(2_000),
  /** Names of tools, or prefixes with `*`. */
  tools: ToolNames,
  /** Permissions of user roles through this agent. */
  role_permissions: Permissions,
  /** Permissions of other agents through this one. */
  agent_permissions: Permissions,
  status: z.enum(AGENT_STATUSES),
}

/** Known fields of an agent; all others are stored under `metadata`. */
export const AgentFields = z.object(agentFields).partial()
export type AgentFields = z.infer<typeof AgentFields>

export const NewAgent = z.looseObject({
  ...AgentFields.shape,
  agent_id: AgentId.optional(),
  agent_key: AgentId.optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
})

/** Objects merge deeply, arrays are replaced, null removes. */
export const AgentPatch = z.record(z.string(), z.unknown())

export const Agent = z.object({
  agent_id: z.string(),
  ...z.object(agentFields).shape,
  metadata: z.record(z.string(), z.unknown()),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Agent = z.infer<typeof Agent>

const Unregistered = z.object({
  agent_id: z.string(),
  first_seen: z.string(),
  last_seen: z.string(),
  call_count: z.number().int(),
  endpoints: z.array(z.string()),
  roles: z.array(z.string()),
})

const TAGS = ['Agents']
const Answered = z.object({ success: z.literal(true), message: z.string(), agent: Agent })

/** The agent registry. docs/spec/guard.md §4 "Tenant self-service". */
export const agentEndpoints = {
  listAgents: get('/v1/agents/registry', {
    auth: 'runtime',
    summary: 'List the agents of the tenant',
    tags: TAGS,
    response: z.object({
      success: z.literal(true),
      agents: z.record(z.string(), Agent),
      items: z.array(Agent),
      total: z.number().int(),
      tenant_id: z.string(),
    }),
  }),
  createAgent: post('/v1/agents/registry', {
    auth: 'config',
    summary: 'Register an agent',
    description: 'Unknown fields are stored under `metadata`.',
    tags: TAGS,
    status: 201,
    body: NewAgent,
    response: Answered,
    examples: {
      request: {
        support: {
          summary: 'Agent with read access to orders; refunds for managers only',
          value: {
            agent_id: 'support-bot',
            tools: ['orders_*', 'refund'],
            role_permissions: { agent: ['orders_*'], manager: ['*'] },
          },
        },
      },
    },
  }),
  readAgent: get('/v1/agents/registry/{agent_id}', {
    auth: 'runtime',
    summary: 'Get an agent',
    tags: TAGS,
    response: z.object({ success: z.literal(true), agent: Agent, tenant_id: z.string() }),
  }),
  changeAgent: put('/v1/agents/registry/{agent_id}', {
    auth: 'config',
    summary: 'Update an agent',
    description: 'Objects are merged recursively, arrays are replaced, and null deletes a field.',
    tags: TAGS,
    body: AgentPatch,
    response: Answered,
  }),
  deleteAgent: del('/v1/agents/registry/{agent_id}', {
    auth: 'config',
    summary: 'Delete an agent',
    tags: TAGS,
    response: z.object({ success: z.literal(true), message: z.string(), agent_id: z.string() }),
  }),
  listRoles: get('/v1/agents/roles', {
    auth: 'runtime',
    summary: "List the roles of the tenant's agents",
    description: '`tenant_roles`: all roles of the tenant or any of its agents. `common_roles`: roles of every agent.',
    tags: TAGS,
    response: z.object({
      success: z.literal(true),
      tenant_roles: z.array(z.string()),
      common_roles: z.array(z.string()),
      tenant_id: z.string(),
    }),
  }),
  listUnregistered: get('/v1/agents/unregistered', {
    auth: 'config',
    summary: 'List unregistered agents that made calls',
    tags: TAGS,
    response: z.object({
      success: z.literal(true),
      agents: z.array(Unregistered),
      total: z.number().int(),
      tenant_id: z.string(),
    }),
  }),
  forgetUnregistered: del('/v1/agents/unregistered', {
    auth: 'config',
    summary: 'Clear the list of unregistered agents',
    tags: TAGS,
    response: z.object({ success: z.literal(true), deleted: z.number().int() }),
  }),
} as const
