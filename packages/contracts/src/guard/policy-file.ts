import { z } from 'zod'
import { AgentFields, AgentId } from './agent.ts'
import { NewCustomPolicy } from './custom-policy.ts'
import { DataPolicy } from './data-policy.ts'
import { McpRouteEntry, ROUTE_NAME } from './mcp-route.ts'
import { ModelUpstreamWrite, UPSTREAMS_MAX } from './model-upstreams.ts'
import { GuardBlock } from './policy.ts'
import { Rbac, TenantId, UNREGISTERED } from './tenant.ts'
import { LISTED_TOOLS_MAX, ListedTool } from './tool-endpoints.ts'
import { ToolPattern } from './tool-name.ts'
import { ToolPolicy } from './tool-policy.ts'
import { ACTIONS, MODES } from './verdict.ts'

/** Format version; files of other versions are rejected. */
export const POLICY_FILE_VERSION = 1

const CASES_MAX = 10_000
const CASE_TEXT_CHARS_MAX = 2 * 1024 * 1024

/** Expected result of a case: an action of the verdict, or `allowed` for any non-blocking one. */
export const CASE_EXPECTATIONS = ['allowed', ...ACTIONS] as const

const caseFields = {
  name: z.string().trim().min(1).max(200),
  expect: z.enum(CASE_EXPECTATIONS).describe('Action of the verdict, or `allowed` for any action that does not block.'),
  guardrails: z.array(z.string().min(1).max(100)).max(50).optional().describe('Guards that must report a finding.'),
  user_role: z.string().min(1).max(128).optional(),
  agent_key: AgentId.optional(),
}

/** Text with its expected result. */
export const TextCase = z.strictObject({
  ...caseFields,
  stage: z.enum(['input', 'output']).default('input'),
  text: z.string().max(CASE_TEXT_CHARS_MAX),
  prompt: z.string().max(CASE_TEXT_CHARS_MAX).optional().describe('Stage output: the input that the text responds to.'),
  context_docs: z
    .array(z.string())
    .max(100)
    .optional()
    .describe('Stage output: the source that the text must be grounded in.'),
})
export type TextCase = z.infer<typeof TextCase>

/** Tool call with its expected result. */
export const ToolCase = z.strictObject({
  ...caseFields,
  tool: z.string().min(1).max(200),
  arguments: z.record(z.string(), z.unknown()).default({}),
  session: z
    .array(
      z.strictObject({ tool: z.string().min(1).max(200), arguments: z.record(z.string(), z.unknown()).default({}) }),
    )
    .max(100)
    .optional()
    .describe('Earlier calls of the same session, each of which must have been allowed.'),
})
export type ToolCase = z.infer<typeof ToolCase>

/** Tool output with its expected result. */
export const ToolOutputCase = z.strictObject({
  ...caseFields,
  tool: z.string().min(1).max(200),
  output: z.string().max(CASE_TEXT_CHARS_MAX),
  hides: z.array(z.string().min(1)).max(100).optional().describe('Texts that the usable output must not contain.'),
})
export type ToolOutputCase = z.infer<typeof ToolOutputCase>

export const PolicyCase = z.union([TextCase, ToolCase, ToolOutputCase])
export type PolicyCase = z.infer<typeof PolicyCase>

/** Agent in a file: its key is its id. */
export const AgentEntry = z.strictObject({
  ...AgentFields.shape,
  metadata: z.record(z.string(), z.unknown()).optional(),
})
export type AgentEntry = z.infer<typeof AgentEntry>

/** Tool policy in a file: its key is the tool. */
export const ToolPolicyEntry = ToolPolicy.omit({ tool_name: true }).strict()
export type ToolPolicyEntry = z.infer<typeof ToolPolicyEntry>

const SECRETS =
  'In place of a secret, `***` keeps the stored value, and `${NAME}` is read from the environment at push; `$${` ' +
  'is a literal `${`.'

/** Complete configuration of a tenant as one file. Missing sections are neither shown, changed nor removed. */
export const PolicyFile = z.strictObject({
  version: z.literal(POLICY_FILE_VERSION),
  tenant: TenantId.optional().describe('Informational; pushing to another tenant fails.'),
  mode: z.enum(MODES).optional(),
  input_guardrails: GuardBlock.optional(),
  output_guardrails: GuardBlock.optional(),
  agentic_guardrails: GuardBlock.optional(),
  custom_policies: z
    .array(NewCustomPolicy.strict())
    .optional()
    .describe('Plain-language rules; names must be unique in each stage.'),
  agents: z.record(AgentId, AgentEntry).optional(),
  tools: z.array(ListedTool).max(LISTED_TOOLS_MAX).optional().describe('Tool definitions, as offered to models.'),
  tool_policies: z.record(ToolPattern, ToolPolicyEntry).optional(),
  data_policies: z.record(ToolPattern, DataPolicy.strict()).optional().describe('Data policies by tool.'),
  global_data_policy: DataPolicy.strict().nullable().optional().describe('Tenant-wide data policy; null for none.'),
  model_upstreams: z
    .array(ModelUpstreamWrite.strict())
    .max(UPSTREAMS_MAX)
    .optional()
    .describe(`Model upstreams of the chat gateway. ${SECRETS}`),
  mcp_routes: z
    .record(z.string().regex(ROUTE_NAME), McpRouteEntry)
    .optional()
    .describe(`MCP gateway routes to tool servers. ${SECRETS}`),
  rbac: Rbac.optional().describe('Role configuration set by administrators. Used by tests and never pushed.'),
  unregistered_agents: z.enum(UNREGISTERED).optional().describe('Used by tests and never pushed.'),
  cases: z.array(PolicyCase).max(CASES_MAX).optional().describe('Test cases for `gatehouse policy test`.'),
})
export type PolicyFile = z.infer<typeof PolicyFile>
