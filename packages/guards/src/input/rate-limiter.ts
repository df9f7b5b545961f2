import { z } from 'zod'
import { clear, defineGuard, flag } from '../engine/guard.ts'

/** A day: the longest window in shared state. */
export const WINDOW_SECONDS_MAX = 86_400

const Settings = z.object({
  limit: z.int().min(1).max(1_000_000).default(60).describe('Requests allowed per window.'),
  window_seconds: z.number().min(1).max(WINDOW_SECONDS_MAX).default(60).describe('Length of the sliding window.'),
  per: z
    .enum(['tenant', 'agent', 'role', 'session'])
    .default('tenant')
    .describe('Scope of the counter. Requests without this field share one counter.'),
})

export default defineGuard({
  name: 'rate_limiter',
  title: 'Rate limiter',
  description:
    'Counts requests in a sliding window, per tenant, agent, role or session, and flags each request that exceeds ' +
    'the limit. Refused requests are not counted, so a caller that waits for `retry_after_seconds` succeeds. With ' +
    'Redis, all instances share the count; in memory, each process counts separately.',
  stages: ['input'],
  perRequest: true,
  tier: 'fast',
  backend: 'builtin',
  owasp: ['LLM10:2025'],
  views: [],
  settings: Settings,
  prepare: (settings, { windows }) => ({ settings, windows }),

  async check(_text, { settings, windows }, context) {
    const subject = { tenant: '', agent: context.agentKey, role: context.userRole, session: context.sessionId }
    // The parts are JSON-quoted, so that no agent or session name can imitate another key.
    const key = JSON.stringify([context.tenantId, 'rate_limiter', settings.per, subject[settings.per] ?? ''])
    const state = await windows.hit(key, settings.window_seconds * 1_000, settings.limit)
    const details = {
      limit: settings.limit,
      window_seconds: settings.window_seconds,
      used: state.used,
      per: settings.per,
    }
    if (state.allowed) return { ...clear, details }
    const retryAfter_s = Math.ceil(state.retryAfter_ms / 1_000)
    return flag(
      `More than ${settings.limit} requests in ${settings.window_seconds} seconds for this ${settings.per}.`,
      {
        retryAfter_s,
        details: { ...details, retry_after_seconds: retryAfter_s },
      },
    )
  },

  examples: [
    { says: 'the first request of a window passes', settings: { limit: 1 }, text: 'hello', flags: false },
    { says: 'the second is over a limit of one', settings: { limit: 1 }, text: 'hello', earlier: 1, flags: true },
  ],
})
