import { z } from 'zod'
import { bannedBy } from '../engine/tool-names.ts'
import { defineAgenticGuard, fine, refuse } from '../engine/guard.ts'
import type { ToolCall } from '../tool-call.ts'
import { shown } from '../shown.ts'

const NOT_SAID = 'not said'

/** Step 1 of a tool check. */
export default defineAgenticGuard({
  name: 'tool_killswitch',
  title: 'Tool kill switch',
  description:
    'Denies every call of a tool that is disabled for the whole tenant, by its name or by a prefix with `*`, ' +
    'regardless of case and separators (`Delete-x` for `delete_x`) and of the server (`crm/delete_x`). Use ' +
    'POST /v1/shield/tools/{tool}/disable and enable. This guard cannot be disabled.',
  owasp: ['LLM06:2025', 'ASI02:2026'],
  defaults: { enabled: true, action: 'block' },
  alwaysOn: true,
  settings: z.object({}),
  check({ tool }: ToolCall, _settings, { config }) {
    const found = bannedBy(config.items.get('disabled_tool'), tool)
    if (found === undefined) return fine
    const reason = textOf(found['reason'])
    const sentence = /[.!?]$/u.test(reason) ? reason : `${reason}.`
    return refuse(`Tool "${shown(tool)}" is disabled: ${sentence}`, {
      category: 'tool_disabled',
      severity: 'critical',
      extra: { disabled_by: textOf(found['disabled_by']), reason },
    })
  },
})

function textOf(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : NOT_SAID
}
