import { type ApprovableCall, requestApproval } from '../approval/ask.ts'
import { AttackRules, strictnessOf } from '../attack-points.ts'
import { type AgenticOutcome, defineAgenticGuard, fine, refuse } from '../engine/guard.ts'

const MESSAGES = {
  session: 'The session exceeded its attack budget.',
  user: 'The user exceeded the attack budget.',
  agent: 'The agent exceeded its attack budget.',
} as const

/** Runs before the approvals, since it may request one. */
export default defineAgenticGuard({
  name: 'attack_budget',
  title: 'Attack budget',
  description:
    'Restricts callers after repeated blocked calls. After `blocks` blocked calls within a window, every tool ' +
    'call of the same session or user requires an approval or is blocked. After more blocked calls, the same ' +
    'applies to every call of the agent. Flagged calls that passed count in part. Limits, switches and calls ' +
    'that await an approval do not count; schema violations count as near misses. The caller names the user in ' +
    '`user_id`.',
  owasp: ['LLM01:2025', 'LLM10:2025', 'ASI01:2026'],
  defaults: { enabled: false, action: 'require_approval' },
  settings: AttackRules,
  async check(call: ApprovableCall, rules, context): Promise<AgenticOutcome> {
    const strict = await strictnessOf(
      { state: context.ports.state, tenantId: context.config.tenantId, now_ms: context.clock.now() },
      call,
      rules,
    )
    if (strict === undefined) return fine
    const { scope, until_ms } = strict
    const details = { strict: true, scope, until: new Date(until_ms).toISOString() }
    const category = 'attack_budget'
    if (rules.response === 'block') {
      return refuse(MESSAGES[scope], { action: 'block', category, severity: 'high', details })
    }
    const answer = await requestApproval(
      call,
      context,
      `${MESSAGES[scope]} Its calls require approval for a limited time.`,
    )
    return { ...answer, details: { ...answer.details, ...details } }
  },
})
