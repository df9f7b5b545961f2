import type { Handlers } from '@gatehouse/contracts'
import type { AttackHold, holdEndpoints } from '@gatehouse/contracts/agents'
import type { guardEndpoints } from '@gatehouse/contracts/guard'
import { type Lockout, liftHold as lift, listHolds as list } from '@gatehouse/guards/agentic'
import type { RequestContext } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import { changeEntry } from '../../administration/audited.ts'
import { agenticEntries } from '@gatehouse/screening'
import type { GuardHandler, GuardPorts } from '../handler.ts'

const listHolds: GuardHandler<'listHolds'> =
  ({ agentic, tenants, clock }) =>
  async ({ query: { limit, cursor }, context: { tenantId } }) => {
    const [{ holds, isWhole }, tenant] = await Promise.all([
      list(agentic.state, tenantId, clock.now()),
      tenants.snapshot(tenantId),
    ])
    // Ids are in order of time, so that paging works even if lockouts were lifted meanwhile.
    const after = holds.filter(({ id }) => cursor === undefined || id < cursor.toLowerCase())
    const page = after.slice(0, limit).map(viewOf)
    return {
      tenant_id: tenantId,
      holds: page,
      total: holds.length,
      complete: isWhole,
      guard_enabled: agenticEntries(tenant.agentic).get('attack_budget')?.enabled === true,
      next_cursor: after.length > limit ? page.at(-1)!.id : null,
    }
  }

const liftHold: GuardHandler<'liftHold'> =
  ({ agentic, audit, clock }) =>
  async ({ params: { hold_id: id }, body: { reason }, context }) => {
    const { tenantId } = context
    const lifted = await lift(agentic.state, tenantId, id.toLowerCase(), clock.now())
    if (lifted === undefined) throw new Failure('not_found', `Lockout "${id}" not found in this tenant.`)
    const { hold, wasHeld } = lifted
    if (wasHeld) {
      const { scope, agentKey: agent_key, sessionId: session_id, userId: user_id } = hold
      const caller = { scope, agent_key, session_id, user_id }
      await audit.append(changeEntry('hold.lift', tenantId, context, { hold_id: hold.id, ...caller, reason }))
    }
    return { success: true, was_held: wasHeld, hold: viewOf(hold) }
  }

/** Handlers of `attack_budget` lockouts. */
export function lockoutHandlers(ports: GuardPorts): LockoutHandlers {
  return { listHolds: listHolds(ports), liftHold: liftHold(ports) }
}

type LockoutHandlers = Pick<Handlers<typeof guardEndpoints, RequestContext>, keyof typeof holdEndpoints>

function viewOf(hold: Lockout): AttackHold {
  return {
    id: hold.id,
    scope: hold.scope,
    agent_key: hold.agentKey ?? null,
    session_id: hold.sessionId ?? null,
    user_id: hold.userId ?? null,
    unnamed_only: hold.unnamedOnly,
    guardrails: hold.guardrails,
    request_id: hold.requestId ?? null,
    blocks: hold.blocks,
    window_seconds: hold.window_seconds,
    since: new Date(hold.since_ms).toISOString(),
    until: new Date(hold.until_ms).toISOString(),
  }
}
