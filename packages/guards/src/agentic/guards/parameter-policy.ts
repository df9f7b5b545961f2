import { z } from 'zod'
import { defineAgenticGuard, fine, refuse } from '../engine/guard.ts'
import { sentenceOf } from '../schema/problems.ts'
import type { ToolCall } from '../tool-call.ts'
import { toolPolicyFor } from '../tool-policy.ts'

/** Step 6 of a tool check. */
export default defineAgenticGuard({
  name: 'parameter_policy',
  title: 'Tool argument rules',
  description:
    'Checks arguments with the `parameter_policy` of the tool policy: required and forbidden fields, allowed ' +
    'values, numeric limits, patterns and text lengths. Paths are dotted, and a step into a list applies to ' +
    'each of its elements. Values are compared with their type: "1" is not 1, and a text never satisfies a ' +
    'numeric limit. A rule on an absent argument has no effect; make the argument required.',
  owasp: ['LLM05:2025', 'LLM06:2025', 'ASI02:2026'],
  defaults: { enabled: true, action: 'block' },
  settings: z.object({}),
  check({ tool, args }: ToolCall, _settings, { config }) {
    const [first, ...rest] = toolPolicyFor(config, tool)?.parameters?.problems(args) ?? []
    if (first === undefined) return fine
    return refuse(sentenceOf(first), {
      category: 'parameter_policy',
      severity: 'high',
      details: { problems: [first, ...rest] },
    })
  },
})
