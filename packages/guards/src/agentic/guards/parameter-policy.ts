import { z } from 'zod'
import { defineAgenticGuard, fine, refuse } from '../engine/guard.ts'
import { sentenceOf } from '../schema/problems.ts'
import type { ToolCall } from '../tool-call.ts'
import { toolPolicyFor } from '../tool-policy.ts'

/** Step 6 of a tool check. */
export default defineAgenticGuard({
  name: 'parameter_policy',
  title: 'Rules on single arguments',
  description:
    "Holds arguments to the `parameter_policy` of the tool's policy: required and forbidden fields, allowed values, limits of " +
    'numbers, patterns, lengths of texts. Paths are dotted, and a step into a list means each of its elements. Values are ' +
    'compared with their type: "1" is not 1, and a text is never within the limits of a number. A rule on an argument that is ' +
    'absent holds nothing; make it required.',
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
