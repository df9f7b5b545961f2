import { CustomPolicyRule } from '@gatehouse/contracts'
import { EXAMPLES_MIN, MEASURED_MIN, measurePolicy } from './local-policy.ts'

/** What is to be said of a custom policy before it is used. */
export interface PolicyValidation {
  readonly valid: boolean
  /** What makes it unusable; each names the field. */
  readonly issues: readonly string[]
  /** What would make it better. */
  readonly suggestions: readonly string[]
  /** What decides without a model: learned from the examples, or the words of the rule alone. */
  readonly method?: 'examples' | 'prompt'
  /** Cross-validated over the policy's own examples; absent with too few to tell. */
  readonly precision?: number
  readonly recall?: number
}

/** With a lower share than this the examples contradict each other, or are too few. */
const GOOD_SHARE = 0.8

/** Checks a custom policy and measures what its local classifier makes of its own examples. Takes tenths of a second. */
export function validateCustomPolicy(policy: unknown): PolicyValidation {
  const parsed = CustomPolicyRule.safeParse(policy)
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'policy'}: ${message}`)
    return { valid: false, issues, suggestions: [] }
  }
  const { prompt, examples, confidence_threshold } = parsed.data
  const suggestions: string[] = []
  if (examples.violating.length < EXAMPLES_MIN) {
    suggestions.push(
      `Give at least ${EXAMPLES_MIN} texts that break the policy: with fewer, only the words of the rule are compared.`,
    )
    return { valid: true, issues: [], suggestions, method: 'prompt' }
  }
  const both = examples.allowed.filter((text) => examples.violating.includes(text))
  if (both.length > 0) suggestions.push(`Texts that are both violating and allowed teach nothing: ${both.length}.`)
  const measured = measurePolicy({ prompt, ...examples }, confidence_threshold)
  if (measured === undefined) {
    suggestions.push(`Give at least ${MEASURED_MIN} texts on each side, so that precision and recall can be measured.`)
    return { valid: true, issues: [], suggestions, method: 'examples' }
  }
  if (measured.recall < GOOD_SHARE) {
    suggestions.push(
      'Many violating examples are not recognised by the others: give more of each kind, or a lower threshold.',
    )
  }
  if (measured.precision < GOOD_SHARE) {
    suggestions.push('Allowed examples are taken for violations: give more allowed texts that look like violations.')
  }
  const round = (share: number): number => Math.round(share * 1_000) / 1_000
  return {
    valid: true,
    issues: [],
    suggestions,
    method: 'examples',
    precision: round(measured.precision),
    recall: round(measured.recall),
  }
}
