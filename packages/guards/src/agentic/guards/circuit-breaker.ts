import { breakerState, BreakerRules, releaseProbe, tryProbe } from '../breaker.ts'
import { type AgenticOutcome, defineAgenticGuard, fine, refuse } from '../engine/guard.ts'
import { shown } from '../shown.ts'
import type { ToolCall } from '../tool-call.ts'

/** Step 2 of a tool check. */
export default defineAgenticGuard({
  name: 'circuit_breaker',
  title: 'Tool circuit breaker',
  description:
    'Denies calls of a tool that fails repeatedly. Three consecutive reported failures or slow calls open its ' +
    'breaker for five minutes. Then exactly one call, on any number of instances, may run. Its report closes ' +
    'the breaker or opens it again. Each tool of a tenant has its own breaker.',
  owasp: ['ASI08:2026'],
  defaults: { enabled: true, action: 'block' },
  settings: BreakerRules,
  async check({ tool }: ToolCall, rules, { config: { tenantId }, ports, clock, monitored }): Promise<AgenticOutcome> {
    const now_ms = clock.now()
    const { state, failures, openUntil_ms = now_ms } = await breakerState(ports.state, tenantId, tool, now_ms)
    if (state === 'closed') return fine
    const open_for_seconds = Math.max(0, Math.ceil((openUntil_ms - now_ms) / 1_000))
    const details = { state, failures, open_for_seconds }
    if (state === 'half_open') {
      // In monitor mode every call runs, and none of them is the probe.
      if (monitored) return { flagged: false, details: { ...details, probe: false } }
      if (await tryProbe(ports.state, tenantId, tool, rules)) {
        const settle = (mayRun: boolean): Promise<void> =>
          mayRun ? Promise.resolve() : releaseProbe(ports.state, tenantId, tool)
        return { flagged: false, details: { ...details, probe: true }, settle }
      }
    }
    return refuse(
      state === 'open'
        ? `Tool "${shown(tool)}" keeps failing; its circuit breaker is open for ${open_for_seconds} seconds.`
        : `Tool "${shown(tool)}" kept failing; a probe call is in progress.`,
      { category: 'circuit_open', severity: 'medium', details },
    )
  },
})
