import type { Action } from '@gatehouse/contracts'
import type { RunContext } from '@gatehouse/guards'
import type { ChatExchange } from './exchange.ts'
import type { PartVerdict } from '@gatehouse/screening'

/** What guards of the input are told. */
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

/** Whether a verdict on a text will be the same the next time: nothing failed, and nothing was stored to stand for a value. */
export function mayServeAgain({ results, redactions = [] }: PartVerdict): boolean {
  return (
    redactions.length <= REDACTIONS_KEPT_MAX &&
    results.every(({ details }) => details['error'] === undefined) &&
    redactions.every(({ replacement }) => replacement === undefined)
  )
}

/** A verdict whose redactions cannot be made: the text cannot be rewritten where it stands. Decision 0003. */
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

/** Redactions that are kept with a verdict; a text of more is screened anew. */
export const REDACTIONS_KEPT_MAX = 200
