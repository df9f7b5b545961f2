import type { Action } from '@gatehouse/contracts/verdicts'
import type { RunContext } from '@gatehouse/guards'
import type { ChatExchange } from './exchange.ts'
import type { PartVerdict } from '@gatehouse/screening'

/** Returns the context of input guards. */
export function inputRun({ context, caller, ports }: ChatExchange): RunContext {
  return {
    tenantId: context.tenantId,
    stage: 'input',
    agentKey: caller.agentKey,
    userRole: caller.userRole,
    sessionId: caller.sessionId,
    prompt: undefined,
    contextDocs: [],
    clock: ports.clock,
    onGuardError: (guard, thrown) => context.log.error({ guard, err: thrown }, 'a guard failed'),
  }
}

/** Returns whether a verdict is reusable: no guard failed, and no token was stored for a value. */
export function isReusable({ results, redactions = [] }: PartVerdict): boolean {
  return (
    redactions.length <= REDACTIONS_KEPT_MAX &&
    results.every(({ details }) => details['error'] === undefined) &&
    redactions.every(({ replacement }) => replacement === undefined)
  )
}

/** Returns a verdict without redactions, for text that cannot be rewritten. Decision 0003. */
export function unmade(verdict: PartVerdict): PartVerdict {
  const blocked = (action: Action): Action => (action === 'redact' ? 'block' : action)
  return {
    action: blocked(verdict.action),
    ...(verdict.skipped === undefined ? {} : { skipped: verdict.skipped }),
    results: verdict.results.map((result) =>
      result.action === 'redact'
        ? { ...result, action: 'block', details: { ...result.details, configured_action: 'redact' } }
        : result,
    ),
    ...(verdict.would === undefined
      ? {}
      : { would: { action: blocked(verdict.would.action), block: verdict.would.block } }),
  }
}

/** Maximum number of redactions in a cached verdict. Texts with more are screened again. */
export const REDACTIONS_KEPT_MAX = 200
