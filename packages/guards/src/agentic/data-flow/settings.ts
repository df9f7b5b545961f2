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
        from: Pattern.describe('`untrusted`, `private`, `*`, or a tool whose output it is (prefix with `*`).'),
        to: Pattern.describe(`${SINKS.join(', ')}, \`*\`, or a tool (prefix with \`*\`).`),
        action: z.enum(['allow', 'detect', 'warn', 'require_approval', 'block']),
      }),
    )
    .max(RULES_MAX)
    .default([])
    .describe('Tried in order; the first that fits a source and a sink decides about them. None: see `description`.'),
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
    .describe('What outputs of tools are, where the words of their names say otherwise.'),
  sinks: z
    .array(z.strictObject({ tool: Pattern, sinks: z.array(z.enum(SINKS)).max(SINKS.length) }))
    .max(RULES_MAX)
    .default([])
    .describe('What calls of tools are, where names and arguments say otherwise; an empty list: nothing sensitive.'),
  internal_domains: z
    .array(z.string().toLowerCase().min(1).max(DOMAIN_CHARS_MAX))
    .max(RULES_MAX)
    .default([])
    .describe('Addresses and links within them do not lead outside; subdomains included.'),
  unknown_sources: z
    .enum(['trusted', 'untrusted'])
    .default('trusted')
    .describe('What the output of a tool is that nothing is known of.'),
  approve_external_after_untrusted_and_private: z
    .boolean()
    .default(false)
    .describe(
      'Once a session has held untrusted and private content, no call that may send something outside passes without an ' +
        'approval, whatever it carries; nor does one without a session. A call may do so that runs commands, that sends by its ' +
        'name and does not say that it stays within, or that names an address outside in any form; `sinks` says otherwise.',
    ),
})

export type DataFlowSettings = z.infer<typeof DataFlowSettings>
