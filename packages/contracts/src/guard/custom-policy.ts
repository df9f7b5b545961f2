import { z } from 'zod'
import { del, get, post, put } from '../endpoint.ts'

/** Bounds of a custom policy. docs/spec/guard.md "Policies and tenants". */
export const CUSTOM_POLICY_LIMITS = {
  name: { min: 1, max: 100 },
  description: { min: 0, max: 500 },
  prompt: { min: 20, max: 2_000 },
  confidence_threshold: { min: 0.5, max: 1, default: 0.8 },
  priority: { min: 1, max: 1_000, default: 100 },
  examples_max: 200,
  per_stage_max: 10,
} as const

export const CUSTOM_POLICY_ACTIONS = ['pass', 'detect', 'warn', 'redact', 'block'] as const
export const CUSTOM_POLICY_STAGES = ['input', 'output'] as const

const EXAMPLE_CHARS_MAX = 4_000
const { name, description, prompt, confidence_threshold, priority, examples_max } = CUSTOM_POLICY_LIMITS
const examples = z.array(z.string().trim().min(1).max(EXAMPLE_CHARS_MAX)).max(examples_max)

/** Custom rule in natural language with examples. Its location determines the stage. */
export const CustomPolicyRule = z.object({
  policy_id: z.string().max(64).optional().describe('Name shown in verdicts.'),
  name: z.string().trim().min(name.min).max(name.max),
  description: z.string().max(description.max).default(''),
  prompt: z.string().trim().min(prompt.min).max(prompt.max).describe('The rule in plain language: what violates it.'),
  action: z.enum(CUSTOM_POLICY_ACTIONS).default('block'),
  enabled: z.boolean().default(true),
  confidence_threshold: z
    .number()
    .min(confidence_threshold.min)
    .max(confidence_threshold.max)
    .default(confidence_threshold.default),
  priority: z
    .int()
    .min(priority.min)
    .max(priority.max)
    .default(priority.default)
    .describe('Evaluation order, lowest first.'),
  multi_turn: z
    .boolean()
    .default(false)
    .describe('Whether recent turns of a session are evaluated together with the new one.'),
  examples: z
    .strictObject({ violating: examples.default([]), allowed: examples.default([]) })
    .default({ violating: [], allowed: [] }),
})
export type CustomPolicyRule = z.infer<typeof CustomPolicyRule>

/** Body for creating a custom policy. */
export const NewCustomPolicy = CustomPolicyRule.omit({ policy_id: true }).extend({
  stage: z.enum(CUSTOM_POLICY_STAGES).default('input'),
})
export type NewCustomPolicy = z.infer<typeof NewCustomPolicy>

/** Body for changing a custom policy: absent fields are kept. */
export const CustomPolicyPatch = z.record(z.string(), z.unknown())

export const CustomPolicy = NewCustomPolicy.extend({
  policy_id: z.string(),
  version: z.number().int(),
  created_at: z.string(),
  created_by: z.string(),
  updated_at: z.string(),
  updated_by: z.string(),
})
export type CustomPolicy = z.infer<typeof CustomPolicy>

export const CustomPolicyValidation = z.object({
  valid: z.boolean(),
  issues: z.array(z.string()),
  suggestions: z.array(z.string()),
  method: z.enum(['examples', 'prompt']).optional(),
  measured: z
    .object({
      false_block_rate: z.number().describe('Fraction of the sample that the policy blocks at `threshold`.'),
      sample_size: z.number().int().describe('Number of scored benign texts in the bundled sample.'),
      threshold: z.number().describe('Configured threshold, raised if it would block more than 1 % of the sample.'),
    })
    .optional()
    .describe('False positives on the bundled sample of benign texts.'),
  /** Cross-validated on the policy's own examples, if there are enough. */
  precision: z.number().optional(),
  recall: z.number().optional(),
})

export type CustomPolicyValidation = z.infer<typeof CustomPolicyValidation>

const Range = z.object({ min: z.number(), max: z.number(), default: z.number() })

/** Limits of a custom policy. */
export const CustomPolicyLimits = z.object({
  max_policies_per_stage: z.number().int(),
  valid_stages: z.array(z.string()),
  valid_actions: z.array(z.string()),
  min_name_length: z.number().int(),
  max_name_length: z.number().int(),
  max_description_length: z.number().int(),
  min_prompt_length: z.number().int(),
  max_prompt_length: z.number().int(),
  max_examples: z.number().int(),
  confidence_threshold_range: Range,
  priority_range: Range,
})
export type CustomPolicyLimits = z.infer<typeof CustomPolicyLimits>

const TAGS = ['Custom policies']
const ListQuery = z.object({ enabled_only: z.stringbool().default(false) })
const Stats = z.object({
  total: z.number().int(),
  enabled: z.number().int(),
  input: z.number().int(),
  output: z.number().int(),
})
const Status = z.object({ status: z.string(), policy_id: z.string() })
const One = z.object({ tenant_id: z.string(), policy: CustomPolicy })

const list = {
  auth: 'config',
  summary: 'List the custom policies of the tenant',
  tags: TAGS,
  query: ListQuery,
  response: z.object({ tenant_id: z.string(), policies: z.array(CustomPolicy), stats: Stats }),
} as const
const create = {
  auth: 'config',
  summary: 'Create a custom policy',
  description:
    'Trains a small local classifier from the examples; `validation` reports its accuracy. Takes effect within a ' +
    'second.',
  tags: TAGS,
  status: 201,
  body: NewCustomPolicy,
  response: z.object({ status: z.literal('created'), policy: CustomPolicy, validation: CustomPolicyValidation }),
  examples: {
    request: {
      advice: {
        summary: 'No investment advice',
        value: {
          name: 'No investment advice',
          prompt: 'Flag questions that ask for investment advice: what to buy, sell or hold.',
          action: 'block',
          confidence_threshold: 0.6,
          examples: {
            violating: ['Should I buy Tesla stock now?', 'Which coin will go up?', 'Recommend a fund for my savings.'],
            allowed: ['How do I open an account?', 'What is the fee for a transfer?', 'Explain what a share is.'],
          },
        },
      },
    },
  },
} as const
const read = { auth: 'config', summary: 'Get a custom policy', tags: TAGS, response: One } as const
const change = {
  auth: 'config',
  summary: 'Update a custom policy',
  description:
    'Omitted fields are unchanged; `examples` are replaced as a whole. `validation` refers to the updated policy.',
  tags: TAGS,
  body: CustomPolicyPatch,
  response: z.object({ status: z.literal('updated'), policy: CustomPolicy, validation: CustomPolicyValidation }),
} as const
const remove = { auth: 'config', summary: 'Delete a custom policy', tags: TAGS, response: Status } as const
const enable = { auth: 'config', summary: 'Enable a custom policy', tags: TAGS, response: Status } as const
const disable = { auth: 'config', summary: 'Disable a custom policy', tags: TAGS, response: Status } as const
const validate = {
  auth: 'config',
  summary: 'Validate the prompt of a custom policy without saving it',
  tags: TAGS,
  body: z.object({ prompt: z.string(), examples: NewCustomPolicy.shape.examples.optional() }),
  response: z.object({ tenant_id: z.string(), prompt: z.string(), validation: CustomPolicyValidation }),
} as const
const limits = {
  auth: 'config',
  summary: 'Get the limits on custom policies',
  tags: TAGS,
  response: CustomPolicyLimits,
} as const

/** Custom policies, under two paths. docs/spec/guard.md §4, "Policies and tenants". */
export const customPolicyEndpoints = {
  listCustomPolicies: get('/v1/tenant/me/custom-policies/', list),
  createCustomPolicy: post('/v1/tenant/me/custom-policies/', create),
  readCustomPolicy: get('/v1/tenant/me/custom-policies/{policy_id}', read),
  changeCustomPolicy: put('/v1/tenant/me/custom-policies/{policy_id}', change),
  deleteCustomPolicy: del('/v1/tenant/me/custom-policies/{policy_id}', remove),
  enableCustomPolicy: post('/v1/tenant/me/custom-policies/{policy_id}/enable', enable),
  disableCustomPolicy: post('/v1/tenant/me/custom-policies/{policy_id}/disable', disable),
  validateCustomPrompt: post('/v1/tenant/me/custom-policies/validate-prompt', validate),
  customPolicyLimits: get('/v1/tenant/me/custom-policies/limits/info', limits),
  policyLimits: get('/v1/tenant/me/policies/limits', limits),
  listCustomPoliciesAlso: get('/v1/tenant/me/policies/custom', list),
  createCustomPolicyAlso: post('/v1/tenant/me/policies/custom', create),
  readCustomPolicyAlso: get('/v1/tenant/me/policies/custom/{policy_id}', read),
  changeCustomPolicyAlso: put('/v1/tenant/me/policies/custom/{policy_id}', change),
  deleteCustomPolicyAlso: del('/v1/tenant/me/policies/custom/{policy_id}', remove),
  enableCustomPolicyAlso: post('/v1/tenant/me/policies/custom/{policy_id}/enable', enable),
  disableCustomPolicyAlso: post('/v1/tenant/me/policies/custom/{policy_id}/disable', disable),
  validateCustomPromptAlso: post('/v1/tenant/me/policies/custom/validate-prompt', validate),
  customPolicyLimitsAlso: get('/v1/tenant/me/policies/custom/limits/info', limits),
} as const
