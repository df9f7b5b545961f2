import type { CheckVerdict, Mode } from '@gatehouse/contracts/verdicts'
import type { ChainVerdict } from './chain.ts'

/** Converts a verdict to the terms of the contract, with additional fields of its steps. */
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
