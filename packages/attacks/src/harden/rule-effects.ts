import { PolicyFile } from '@gatehouse/contracts/policies'
import type { GuardRule } from '@gatehouse/contracts/redteam'
import { BUILTIN_DEFAULTS } from '@gatehouse/guards'
import { withRules } from './merge-rules.ts'
import { policyGuard } from './policy-guard.ts'
import type { RuleEffect } from './select-rules.ts'
import { type GuardEvent, replayTrace } from './trace.ts'

const off = (block: object): Record<string, { readonly enabled: false }> =>
  Object.fromEntries(Object.keys(block).map((name) => [name, { enabled: false }]))

/** Policy without the built-in content guards. Agentic guards stay enabled, because they enforce tool policies. */
export const NO_DEFAULTS = {
  version: 1,
  input_guardrails: off(BUILTIN_DEFAULTS.input),
  output_guardrails: off(BUILTIN_DEFAULTS.output),
}

/** Conversation of a proof. */
interface Conversation {
  readonly attackId: string
  readonly events: readonly GuardEvent[]
}

/** Returns the conversations that each rule alone stops. Blocks of a guard that is enabled by default are its own only. */
export async function ruleEffects(
  rules: readonly GuardRule[],
  attempts: readonly Conversation[],
  benign: readonly (readonly GuardEvent[])[],
): Promise<readonly RuleEffect[]> {
  const all = [...attempts.map(({ events }) => events), ...benign]
  const byDefault = await tracesOf([], all)
  return Promise.all(
    rules.map(async (rule) => {
      const traces = await tracesOf([rule], all)
      const isStopped = traces.map(
        (guards, at) => guards.length > 0 && (byDefault[at]!.length === 0 || guards.includes(rule.name)),
      )
      const byAttack = Map.groupBy(attempts.keys(), (at) => attempts[at]!.attackId)
      const wrongly = benign.flatMap((_, at) => (isStopped[attempts.length + at] === true ? [String(at)] : []))
      return {
        rule,
        blocks: new Set([...byAttack].filter(([, places]) => places.every((at) => isStopped[at])).map(([id]) => id)),
        falsePositives: new Set(wrongly),
      }
    }),
  )
}

function tracesOf(rules: readonly GuardRule[], all: readonly (readonly GuardEvent[])[]) {
  const guard = policyGuard(PolicyFile.parse(withRules(NO_DEFAULTS, rules)))
  return Promise.all(all.map((events) => replayTrace(guard, events)))
}
