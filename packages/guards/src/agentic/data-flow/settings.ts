import { z } from 'zod'
import { SINKS } from './classes.ts'

const PATTERN_CHARS_MAX = 200
const RULES_MAX = 200
const DOMAIN_CHARS_MAX = 253

const Pattern = z.string().min(1).max(PATTERN_CHARS_MAX)

/** Settings of the guard `data_flow`. */
export const DataFlowSettings = z.object({
  rules: z
    .array(
      z.strictObject({
        from: Pattern.describe(
          '`untrusted`, `private`, `*`, or the tool that produced the output (a trailing `*` matches a prefix).',
        ),
        to: Pattern.describe(`${SINKS.join(', ')}, \`*\`, or a tool (a trailing \`*\` matches a prefix).`),
        action: z.enum(['allow', 'detect', 'warn', 'require_approval', 'block']),
      }),
    )
    .max(RULES_MAX)
    .default([])
    .describe('Evaluated in order; the first rule that matches source and sink decides. If empty, see `description`.'),
  sources: z
    .array(
      z.strictObject({
        tool: Pattern,
        trust: z.enum(['trusted', 'untrusted']).optional(),
        sensitivity: z.enum(['public', 'private']).optional(),
      }),
    )
    .max(RULES_MAX)
    .default([])
    .describe('Labels of tool outputs, which override the labels inferred from tool names.'),
  sinks: z
    .array(z.strictObject({ tool: Pattern, sinks: z.array(z.enum(SINKS)).max(SINKS.length) }))
    .max(RULES_MAX)
    .default([])
    .describe(
      'Sinks of tool calls, which override the sinks inferred from names and arguments; an empty list marks a tool as ' +
        'not sensitive.',
    ),
  internal_domains: z
    .array(z.string().toLowerCase().min(1).max(DOMAIN_CHARS_MAX))
    .max(RULES_MAX)
    .default([])
    .describe('Internal domains: addresses and links in these domains and their subdomains are not external.'),
  unknown_sources: z.enum(['trusted', 'untrusted']).default('trusted').describe('Label of outputs of unknown tools.'),
  approve_external_after_untrusted_and_private: z
    .boolean()
    .default(false)
    .describe(
      'Once a session has contained both untrusted and private content, require approval for every call that may send ' +
        'data outside, whatever its content, and for every such call without a session. A call may send data outside if ' +
        'it runs commands, if its name indicates sending and not an internal target, or if it contains an external ' +
        'address in any form; `sinks` overrides this.',
    ),
})

export type DataFlowSettings = z.infer<typeof DataFlowSettings>
