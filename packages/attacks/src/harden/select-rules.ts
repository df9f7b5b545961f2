import type { GuardRule, RuleSection } from '@gatehouse/contracts/redteam'

/** Conversations that a rule alone stops, by their ids. */
export interface RuleEffect {
  readonly rule: GuardRule
  readonly blocks: ReadonlySet<string>
  readonly falsePositives: ReadonlySet<string>
}

/** Among equals, rules about the effect precede rules about the wording of an attack, which changes more easily. */
const ORDER: readonly RuleSection[] = ['tool_policies', 'output_guardrails', 'agentic_guardrails', 'input_guardrails']

/**
 * Returns the smallest set of rules that a greedy search finds: in each step the rule that blocks most of the remaining proofs, and among
 * equals the one with the fewest false positives. Rules that block no further proof are dropped, and rules that block more than half of the
 * benign conversations.
 * @param benign number of benign conversations
 */
export function selectRules(all: readonly RuleEffect[], benign: number): readonly RuleEffect[] {
  const effects = all.filter(({ falsePositives }) => falsePositives.size * 2 <= benign)
  const chosen: RuleEffect[] = []
  const covered = new Set<string>()
  for (;;) {
    const [best] = effects
      .map((effect) => ({ effect, gain: [...effect.blocks].filter((id) => !covered.has(id)).length }))
      .filter(({ gain }) => gain > 0)
      .toSorted(
        (a, b) =>
          worth(b) - worth(a) ||
          a.effect.falsePositives.size - b.effect.falsePositives.size ||
          ORDER.indexOf(a.effect.rule.section) - ORDER.indexOf(b.effect.rule.section) ||
          (a.effect.rule.id < b.effect.rule.id ? -1 : 1),
      )
    if (best === undefined) return chosen
    chosen.push(best.effect)
    for (const id of best.effect.blocks) covered.add(id)
  }
}

/** A false positive costs as much as a blocked proof gains. */
function worth({ effect, gain }: { readonly effect: RuleEffect; readonly gain: number }): number {
  return gain - effect.falsePositives.size
}
