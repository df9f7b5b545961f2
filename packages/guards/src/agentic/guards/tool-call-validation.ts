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
  title: 'Tool argument validation',
  description:
    'Validates the arguments with a JSON Schema (2020-12): the `argument_schema` of the tool policy, or else ' +
    'the `parameters` of the tool list of the tenant. A `tool_schema` in the call is an additional check and ' +
    'never a replacement. Validation fills in no defaults and coerces no types. Patterns are matched in linear ' +
    'time. A tool without a schema is not checked.',
  owasp: ['LLM05:2025', 'ASI02:2026'],
  defaults: { enabled: true, action: 'block' },
  settings: z.object({
    require_schema: z.boolean().default(false).describe('Block calls of tools for which the tenant has no schema.'),
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
