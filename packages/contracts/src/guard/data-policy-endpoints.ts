import { z } from 'zod'
import { del, get, post, put } from '../endpoint.ts'
import { DataPolicy, RuleBackend, ToolDataPolicy } from './data-policy.ts'
import { NewToolPattern, ToolPattern } from './tool-name.ts'
import { ACTIONS, DATA_STAGES, GuardrailResult, Sanitization } from './verdict.ts'

const TAGS = ['Data policies']

/** A payload as text or JSON. */
const Payload = z.unknown().refine((payload) => payload !== undefined && payload !== null, 'payload is required')

const Tool = z.object({ tool: ToolPattern })
const Stored = { created_at: z.string(), updated_at: z.string(), updated_by: z.string() }
const StoredToolPolicy = z.object({ ...ToolDataPolicy.shape, ...Stored })

/** Methods for the natural-language rules after a save, with warnings about ineffective parts. */
const Served = { backends: z.array(RuleBackend), warnings: z.array(z.string()) }

const SavedTool = z.object({
  status: z.enum(['created', 'updated']),
  tenant_id: z.string(),
  tool_name: z.string(),
  policy: StoredToolPolicy,
  ...Served,
})
const SavedGlobal = z.object({
  status: z.enum(['created', 'updated']),
  tenant_id: z.string(),
  exists: z.literal(true),
  policy: z.object({ ...DataPolicy.shape, ...Stored }),
  ...Served,
})

export const PreviewSanitization = z.object({
  payload: Payload,
  stage: z.enum(DATA_STAGES).default('output'),
  tool_name: ToolPattern,
  intent: z
    .string()
    .trim()
    .min(1)
    .max(4_000)
    .optional()
    .describe('Additional plain-language rule to test with the policies.'),
  user_role: z.string().max(128).optional(),
  policy: z.record(z.string(), z.unknown()).optional().describe('Draft that replaces the stored policy of the tool.'),
})

const FRAMEWORK_IDS = ['hipaa', 'pci_dss', 'gdpr'] as const

const Framework = z.object({
  id: z.enum(FRAMEWORK_IDS),
  name: z.string(),
  description: z.string(),
  /** A complete data policy that can be saved. */
  policy: DataPolicy,
  sanitization_rules: DataPolicy.shape.sanitization_rules,
  backends: z.array(RuleBackend),
})

const saveTool = {
  auth: 'config',
  summary: 'Create or replace the data policy of a tool',
  description:
    'The name may be a prefix with a trailing `*`. A tool without its own policy uses the policy with the longest ' +
    'matching prefix. Patterns that the linear-time engine does not support are rejected with a reason, and so are ' +
    'rules that require a model if none is configured. `backends` lists the method that evaluates each ' +
    'plain-language rule.',
  tags: TAGS,
  params: z.object({ tool: NewToolPattern }),
  body: DataPolicy,
  response: SavedTool,
  examples: {
    request: {
      crm: {
        summary: 'Redact card numbers; hide dates of birth from support',
        value: {
          sanitization_mode: 'regex',
          sanitization_rules: [
            {
              pattern_id: 'card',
              regex: '\\b4\\d{15}\\b',
              replacement: '[CARD]',
              severity: 'critical',
              action: 'redact',
            },
          ],
          role_policies: [{ role: 'support', action: 'redact', output_rules: ['dates of birth'] }],
        },
      },
    },
  },
} as const

/** Data policies. docs/spec/guard.md "Agents". */
export const dataPolicyEndpoints = {
  listDataPolicies: get('/v1/data-policies/tools', {
    auth: 'config',
    summary: 'List the data policies of tools',
    tags: TAGS,
    response: z.object({
      tenant_id: z.string(),
      policies: z.record(z.string(), StoredToolPolicy),
      items: z.array(StoredToolPolicy),
      total: z.int(),
    }),
  }),
  readDataPolicy: get('/v1/data-policies/tools/{tool}/policy', {
    auth: 'config',
    summary: 'Get the data policy of a tool',
    tags: TAGS,
    params: Tool,
    response: z.object({
      tenant_id: z.string(),
      tool_name: z.string(),
      exists: z.literal(true),
      policy: StoredToolPolicy,
      ...Served,
    }),
  }),
  createDataPolicy: post('/v1/data-policies/tools/{tool}/policy', saveTool),
  replaceDataPolicy: put('/v1/data-policies/tools/{tool}/policy', saveTool),
  deleteDataPolicy: del('/v1/data-policies/tools/{tool}/policy', {
    auth: 'config',
    summary: 'Delete the data policy of a tool',
    tags: TAGS,
    params: Tool,
    response: z.object({ status: z.literal('deleted'), tenant_id: z.string(), tool_name: z.string() }),
  }),
  readGlobalDataPolicy: get('/v1/data-policies/global/policy', {
    auth: 'config',
    summary: 'Get the tenant-wide data policy',
    tags: TAGS,
    response: z.object({
      tenant_id: z.string(),
      exists: z.boolean(),
      policy: z.union([z.object({ ...DataPolicy.shape, ...Stored }), z.strictObject({})]),
    }),
  }),
  saveGlobalDataPolicy: post('/v1/data-policies/global/policy', {
    auth: 'config',
    summary: 'Create or replace the tenant-wide data policy',
    description: 'Applies to all tools. The policy of a tool can add restrictions but not remove any.',
    tags: TAGS,
    body: DataPolicy,
    response: SavedGlobal,
  }),
  deleteGlobalDataPolicy: del('/v1/data-policies/global/policy', {
    auth: 'config',
    summary: 'Delete the tenant-wide data policy',
    tags: TAGS,
    response: z.object({ status: z.literal('deleted'), tenant_id: z.string(), exists: z.literal(false) }),
  }),
  previewSanitization: post('/v1/data-policies/preview-sanitization', {
    auth: 'config',
    summary: 'Test data policies with a sample payload',
    description:
      'Returns the decision for a call without storing anything. A plain-language `intent` is evaluated in addition to ' +
      'the policies.',
    tags: TAGS,
    body: PreviewSanitization,
    response: z.object({
      tenant_id: z.string(),
      tool_name: z.string(),
      safe: z.boolean(),
      action: z.enum(ACTIONS),
      would_action: z.enum(ACTIONS).optional(),
      would_block: z.boolean().optional(),
      guardrail_results: z.array(GuardrailResult),
      sanitization: Sanitization,
      sanitized_output: z.string().optional(),
    }),
  }),
  validateDataPolicy: post('/v1/data-policies/validate', {
    auth: 'config',
    summary: 'Validate a data policy without saving it',
    tags: TAGS,
    body: z.record(z.string(), z.unknown()),
    response: z.object({
      valid: z.boolean(),
      errors: z.array(z.object({ path: z.string(), message: z.string(), type: z.string() })),
      ...Served,
    }),
  }),
  listFrameworks: get('/v1/data-policies/compliance/frameworks', {
    auth: 'config',
    summary: 'List rule set templates',
    tags: TAGS,
    response: z.object({ frameworks: z.array(Framework), total: z.int() }),
  }),
  applyFramework: post('/v1/data-policies/compliance/frameworks/{framework}/apply', {
    auth: 'config',
    summary: 'Add a rule set template to the tenant-wide policy or to the policy of a tool',
    description: 'Rules with the same `pattern_id` are replaced; all others are unchanged.',
    tags: TAGS,
    params: z.object({ framework: z.enum(FRAMEWORK_IDS) }),
    body: z.object({ tool_name: ToolPattern.optional().describe('Default: the tenant-wide policy.') }),
    response: z.union([SavedTool, SavedGlobal]),
  }),
} as const
