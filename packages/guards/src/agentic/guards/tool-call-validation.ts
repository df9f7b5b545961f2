import { z } from 'zod'
import { defineAgenticGuard, fine, refuse } from '../engine/guard.ts'
import { compileSentSchema } from '../schema/compile-schema.ts'
import { sentenceOf } from '../schema/problems.ts'
import { listedSchemaFor } from '../tenant-tools.ts'
import type { ToolCall } from '../tool-call.ts'
import { toolPolicyFor } from '../tool-policy.ts'

/** Step 5 of a tool check. */
export default defineAgenticGuard({
  name: 'tool_call_validation',
  title: 'Validation of tool arguments',
  description:
    "Checks the arguments against a JSON Schema (2020-12): the `argument_schema` of the tool's policy, else the `parameters` of " +
    "the tenant's list of tools; a `tool_schema` that comes with the call is checked as well and never instead. Nothing is filled " +
    'in and no type is bent. Patterns are matched in linear time. A tool of which nobody has a schema is not held here.',
  owasp: ['LLM05:2025', 'ASI02:2026'],
  defaults: { enabled: true, action: 'block' },
  settings: z.object({
    require_schema: z.boolean().default(false).describe('Refuse a call of a tool for which the tenant has no schema.'),
  }),
  check({ tool, args, toolSchema }: ToolCall, { require_schema }, { config }) {
    const own = toolPolicyFor(config, tool)?.schema ?? listedSchemaFor(config, tool)
    if (own === undefined && require_schema) {
      return refuse('The tenant has no schema for the arguments of this tool.', {
        category: 'no_schema',
        severity: 'medium',
      })
    }
    const sent = toolSchema === undefined ? undefined : compileSentSchema(toolSchema, ['tool_schema'])
    for (const schema of [own, sent]) {
      const [first, ...rest] = schema?.problems(args) ?? []
      if (first === undefined) continue
      return refuse(sentenceOf(first), {
        category: 'invalid_arguments',
        severity: 'medium',
        details: { schema: schema === own ? 'tenant' : 'request', problems: [first, ...rest] },
      })
    }
    return own === undefined && sent === undefined ? { flagged: false, details: { schema: 'none' } } : fine
  },
})
