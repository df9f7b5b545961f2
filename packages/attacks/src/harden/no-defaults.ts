import type { GuardRule } from '@gatehouse/contracts/redteam'
import { BUILTIN_DEFAULTS } from '@gatehouse/guards'

const off = (block: object): Record<string, { readonly enabled: false }> =>
  Object.fromEntries(Object.keys(block).map((name) => [name, { enabled: false }]))

/**
 * Returns a policy without built-in content guards, and without the agentic guards that candidates may enable: a rule must block alone.
 * Agentic guards that enforce tool policies and registrations stay enabled.
 */
export function withoutDefaults(candidates: readonly GuardRule[]): Readonly<Record<string, unknown>> {
  const agentic = candidates.filter(({ section }) => section === 'agentic_guardrails')
  return {
    version: 1,
    input_guardrails: off(BUILTIN_DEFAULTS.input),
    output_guardrails: off(BUILTIN_DEFAULTS.output),
    agentic_guardrails: off(Object.fromEntries(agentic.map(({ name }) => [name, {}]))),
  }
}
