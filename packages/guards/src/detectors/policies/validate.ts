import { CustomPolicyRule } from '@gatehouse/contracts/policies'
import { effectiveThreshold, measureOrdinary, type OrdinaryMeasure } from './calibrate.ts'
import { compileLocalPolicy, EXAMPLES_MIN, type LocalPolicy } from './local-policy.ts'
import { MEASURED_MIN, measurePolicy } from './measure-policy.ts'
import { CONFIDENCE_MAX } from './plain-rule.ts'

/** Validation result of a custom policy before its use. */
export interface PolicyValidation {
  readonly valid: boolean
  /** Errors that prevent its use; each names the field. */
  readonly issues: readonly string[]
  /** Possible improvements. */
  readonly suggestions: readonly string[]
  /** Local method (no model): trained on the examples, or keywords from the rule only. */
  readonly method?: 'examples' | 'prompt'
  /** False blocks on the bundled sample of ordinary text. */
  readonly measured?: OrdinaryMeasure
  /** Cross-validated on the policy's own examples; absent with too few. */
  readonly precision?: number
  readonly recall?: number
}

/** With a lower share than this the examples contradict each other, or are too few. */
const GOOD_SHARE = 0.8

/** `npm run eval:policies`: recall of policies with `canReachTargets` on both held-out sets. Decision 0093. */
const RECALL_PERCENT = 82
/** Recall that a policy should reach. */
const RECALL_TARGET_PERCENT = 80

/** The measured recall is valid for the default threshold and lower ones. */
const MEASURED_THRESHOLD = 0.8

/**
 * Whether a policy without examples can be expected to find most violations: its rule names a listed subject, and ordinary text
 * does not raise its threshold.
 */
export function canReachTargets(policy: LocalPolicy, configured: number): boolean {
  return (
    policy.subjects.length > 0 &&
    effectiveThreshold(policy, configured) === configured &&
    configured <= MEASURED_THRESHOLD
  )
}

/** Asks for examples, with the reason why the words of the rule alone do not suffice. */
function examplesWanted(policy: LocalPolicy, configured: number): string {
  const cause =
    policy.subjects.length === 0
      ? 'the rule names no listed subject, so that only its own words are compared'
      : effectiveThreshold(policy, configured) > configured
        ? 'ordinary text resembles its violations, which raises its threshold'
        : configured > MEASURED_THRESHOLD
          ? `its threshold is above ${MEASURED_THRESHOLD}`
          : undefined
  const ask = `Give at least ${EXAMPLES_MIN} texts that violate the policy, and some on its subject that do not.`
  return cause === undefined
    ? `${ask} Without examples or a model, policies on listed subjects find about ${RECALL_PERCENT} % of violations, and the recall of this policy cannot be measured.`
    : `${ask} Without examples or a model, this policy is expected to find fewer than ${RECALL_TARGET_PERCENT} % of violations: ${cause}.`
}

/** Returns an error for a policy without examples whose threshold no text can reach. */
function unreachable({ ceiling }: LocalPolicy, { threshold }: OrdinaryMeasure): string[] {
  if (threshold <= CONFIDENCE_MAX) return []
  const cause =
    ceiling > CONFIDENCE_MAX ? 'more than 1 % of ordinary text would be blocked' : `${threshold} exceeds that limit`
  return [
    `confidence_threshold: without examples, confidence is at most ${CONFIDENCE_MAX}, and ${cause}, so that only a model can block. Give examples or lower the threshold.`,
  ]
}

/** Validates a custom policy and measures its local classifier on its own examples. Takes tenths of a second. */
export function validateCustomPolicy(policy: unknown): PolicyValidation {
  const parsed = CustomPolicyRule.safeParse(policy)
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'policy'}: ${message}`)
    return { valid: false, issues, suggestions: [] }
  }
  const { prompt, examples, confidence_threshold } = parsed.data
  const suggestions: string[] = []
  const local = compileLocalPolicy({ prompt, ...examples })
  const measuredOn = { measured: measureOrdinary(local, effectiveThreshold(local, confidence_threshold)) }
  if (examples.violating.length < EXAMPLES_MIN) {
    suggestions.push(examplesWanted(local, confidence_threshold))
    return {
      valid: true,
      issues: unreachable(local, measuredOn.measured),
      suggestions,
      method: 'prompt',
      ...measuredOn,
    }
  }
  const both = examples.allowed.filter((text) => examples.violating.includes(text))
  if (both.length > 0) suggestions.push(`Texts that are both violating and allowed teach nothing: ${both.length}.`)
  const measured = measurePolicy({ prompt, ...examples }, confidence_threshold)
  if (measured === undefined) {
    suggestions.push(`Give at least ${MEASURED_MIN} texts on each side, so that precision and recall can be measured.`)
    return { valid: true, issues: [], suggestions, method: 'examples', ...measuredOn }
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
    ...measuredOn,
    precision: round(measured.precision),
    recall: round(measured.recall),
  }
}
