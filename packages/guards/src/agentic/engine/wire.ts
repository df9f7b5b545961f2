import type { CheckVerdict, Mode } from '@gatehouse/contracts'
import type { ChainVerdict } from './chain.ts'

/** A verdict in the words of the contract, with whatever its steps add to it. */
export function toCheckVerdict(verdict: ChainVerdict): CheckVerdict & { mode: Mode } & Record<string, unknown> {
  return {
    ...verdict.extra,
    allowed: verdict.allowed,
    safe: verdict.allowed,
    action: verdict.action,
    mode: verdict.mode,
    guardrail_results: [...verdict.results],
    ...(verdict.message === undefined ? {} : { message: verdict.message }),
    ...(verdict.would === undefined ? {} : { would_action: verdict.would.action, would_block: verdict.would.block }),
  }
}
