import { z } from 'zod'
import { del, get, put } from '../endpoint.ts'
import { NewToolPattern, ToolName } from './tool-name.ts'
import { ToolPolicy } from './tool-policy.ts'

const TAGS = ['Agents']

/** Own limit: the store's maximum per kind. */
const POLICIES_MAX = 1_000
/** Own limit for the listed tools of one tenant. */
export const LISTED_TOOLS_MAX = 500
const DESCRIPTION_CHARS_MAX = 16_384

/** Unvalidated policy: policies are validated individually, so that errors name the tool. */
const SubmittedPolicy = z.record(z.string(), z.unknown())
const PolicyList = z.array(SubmittedPolicy).max(POLICIES_MAX)
const PolicyMap = z.record(z.string(), z.unknown())

/** Body of the PUT: a list, `{policies}` or `{tool_policies}` with a list or a map, or a map by tool. docs/spec/guard.md. */
export const ToolPoliciesBody = z.union([PolicyList, PolicyMap])

const PolicyRecord = z.looseObject({ ...ToolPolicy.shape })

const ToolPolicies = z.object({
  success: z.literal(true),
  tool_policies: z.record(z.string(), PolicyRecord),
  items: z.array(PolicyRecord),
  total: z.number().int(),
  tenant_id: z.string(),
})

const SinglePolicy = z.object({
  success: z.literal(true),
  tool_name: z.string(),
  policy: PolicyRecord,
  tool_policy: PolicyRecord,
  tenant_id: z.string(),
})

/** Tool in the list for models. docs/spec/guard.md §4 "Tenant self-service". */
export const ListedTool = z.object({
  type: z.literal('function').default('function'),
  function: z.object({
    name: ToolName,
    description: z.string().max(DESCRIPTION_CHARS_MAX).optional(),
    parameters: z.record(z.string(), z.unknown()).optional(),
    strict: z.boolean().nullish(),
  }),
})
export type ListedTool = z.infer<typeof ListedTool>

const ListedTools = z.object({
  success: z.literal(true),
  tenant_id: z.string(),
  tools: z.array(ListedTool),
  total: z.number().int(),
})

/** Policies of tools, and the tools that a tenant offers. */
export const toolEndpoints = {
  listToolPolicies: get('/v1/agents/tools/policies', {
    auth: 'runtime',
    summary: 'List the tool policies of the tenant',
    description: '`tool_policies` contains the policies by tool, `items` as a list; PUT accepts both.',
    tags: TAGS,
    response: ToolPolicies,
  }),
  replaceToolPolicies: put('/v1/agents/tools/policies', {
    auth: 'config',
    strictNames: true,
    summary: 'Replace all tool policies of the tenant',
    description:
      'Accepts a map by tool, a list, or `{policies}` with either. Names may end with `*`. Schemas and patterns are ' +
      'compiled before saving; those that cannot be checked in linear time are rejected with their path. `warnings` ' +
      'lists unknown fields, which are dropped. An empty map or list deletes all policies.',
    tags: TAGS,
    body: ToolPoliciesBody,
    response: ToolPolicies.extend({ message: z.string(), warnings: z.array(z.string()) }),
    examples: {
      request: {
        refund: {
          summary: 'Refunds up to 100, only after an order lookup',
          value: {
            refund: {
              argument_schema: {
                type: 'object',
                properties: { order: { type: 'string' }, amount: { type: 'number', exclusiveMinimum: 0 } },
                required: ['order', 'amount'],
                additionalProperties: false,
              },
              parameter_policy: { numeric_limits: { amount: { max: 100 } } },
              role_restrictions: { guest: 'block' },
              workflow: { require_before: ['orders_read'] },
            },
          },
        },
      },
    },
  }),
  readToolPolicy: get('/v1/agents/tools/policies/{tool_name}', {
    auth: 'runtime',
    summary: 'Get the policy of a tool',
    tags: TAGS,
    response: SinglePolicy,
  }),
  saveToolPolicy: put('/v1/agents/tools/policies/{tool_name}', {
    auth: 'config',
    strictNames: true,
    summary: 'Create or replace the policy of a tool',
    description: 'Policies of other tools are unchanged, so concurrent updates are not lost.',
    tags: TAGS,
    params: z.object({ tool_name: NewToolPattern }),
    body: SubmittedPolicy,
    response: SinglePolicy.extend({ status: z.enum(['created', 'updated']), warnings: z.array(z.string()) }),
  }),
  deleteToolPolicy: del('/v1/agents/tools/policies/{tool_name}', {
    auth: 'config',
    summary: 'Delete the policy of a tool',
    tags: TAGS,
    response: z.object({ success: z.literal(true), message: z.string(), tool_name: z.string() }),
  }),
  readTools: get('/v1/tenant/me/tools', {
    auth: 'runtime',
    summary: 'List the tools that the tenant offers to models',
    tags: TAGS,
    response: ListedTools,
  }),
  replaceTools: put('/v1/tenant/me/tools', {
    auth: 'config',
    strictNames: true,
    summary: 'Replace the tools that the tenant offers to models',
    description:
      '`parameters` is a JSON Schema (2020-12). Tool calls are validated against it unless a tool policy has its own ' +
      'schema.',
    tags: TAGS,
    body: z.object({ tools: z.array(ListedTool).max(LISTED_TOOLS_MAX) }),
    response: ListedTools,
    examples: {
      request: {
        orders: {
          summary: 'One tool',
          value: {
            tools: [
              {
                type: 'function',
                function: {
                  name: 'orders_read',
                  description: 'Reads an order.',
                  parameters: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
                },
              },
            ],
          },
        },
      },
    },
  }),
} as const
