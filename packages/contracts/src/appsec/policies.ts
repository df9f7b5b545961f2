import { z } from 'zod'
import { del, get, patch, post } from '../endpoint.ts'
import { line, text } from './text.ts'
import { FINDING_SEVERITIES } from './words.ts'

const NAME_CHARS_MAX = 100
const DESCRIPTION_CHARS_MAX = 2_000
/** docs/spec/appsec.md "Keys". */
const RULE_CHARS = { min: 10, max: 2_000 } as const
const CATEGORY_CHARS_MAX = 100
const SETTINGS = ['Settings']

/** Security rule for code in natural language. */
export const SecurityPolicy = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  rule: z.string(),
  severity: z.enum(FINDING_SEVERITIES),
  category: z.string(),
  enabled: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type SecurityPolicy = z.infer<typeof SecurityPolicy>

const fields = {
  name: line(NAME_CHARS_MAX),
  description: text(DESCRIPTION_CHARS_MAX),
  rule: text(RULE_CHARS.max).refine(
    (rule) => rule.trim().length >= RULE_CHARS.min,
    `must have at least ${RULE_CHARS.min} characters`,
  ),
  severity: z.enum(FINDING_SEVERITIES),
  category: line(CATEGORY_CHARS_MAX),
  enabled: z.boolean(),
}

export const NewSecurityPolicy = z.object(fields).partial().required({ name: true, rule: true })
export const SecurityPolicyChange = z.object(fields).partial()

/** docs/spec/appsec.md §4, "Keys", "Shapes". */
export const securityPolicyEndpoints = {
  listSecurityPolicies: get('/api/settings/policies', {
    auth: 'member',
    summary: 'List the security policies of the organization',
    tags: SETTINGS,
    response: z.object({ policies: z.array(SecurityPolicy) }),
  }),
  createSecurityPolicy: post('/api/settings/policies', {
    auth: 'member',
    role: 'SECURITY',
    summary: 'Create a security policy: a rule in plain language',
    tags: SETTINGS,
    body: NewSecurityPolicy,
    response: z.object({ policy: SecurityPolicy }),
    status: 201,
  }),
  changeSecurityPolicy: patch('/api/settings/policies/{policyId}', {
    auth: 'member',
    role: 'SECURITY',
    summary: 'Update a security policy; omitted fields are unchanged',
    tags: SETTINGS,
    body: SecurityPolicyChange,
    response: z.object({ policy: SecurityPolicy }),
  }),
  deleteSecurityPolicy: del('/api/settings/policies/{policyId}', {
    auth: 'member',
    role: 'SECURITY',
    summary: 'Delete a security policy',
    tags: SETTINGS,
    status: 204,
  }),
}
