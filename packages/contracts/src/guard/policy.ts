import { z } from 'zod'
import { ACTIONS, type Action, MODES } from './verdict.ts'

/** Content guards of docs/spec/guard.md §2. Agentic guards have a separate list. */
export const INPUT_GUARD_NAMES = [
  'keyword_blocklist',
  'regex_pattern',
  'language_detection',
  'system_prompt_leak',
  'length_limit',
  'rate_limiter',
  'sentiment',
  'topic_restriction',
  'payload_risk',
  'adversarial_detection',
  'pii_detection',
  'toxicity',
  'custom_policy_input',
  'role_based_input_policy',
] as const

export const OUTPUT_GUARD_NAMES = [
  'pii_leakage',
  'system_prompt_leak',
  'competitor_mention',
  'role_redaction',
  'tone_enforcement',
  'hallucinated_links',
  'bias_detection',
  'factual_grounding',
  'custom_policy_output',
  'role_based_policy',
] as const

/** Common alternative spellings by clients, in addition to the kebab case of every name. docs/spec/guard.md "Verdicts". */
export const GUARD_ALIASES: Readonly<Record<string, string>> = {
  'sentiment-analysis': 'sentiment',
  'adversarial-prompt-detection': 'adversarial_detection',
  'toxicity-detection': 'toxicity',
  'pii-leakage-detection': 'pii_leakage',
  sentiment_analysis: 'sentiment',
  adversarial_prompt_detection: 'adversarial_detection',
  adversarial: 'adversarial_detection',
  toxicity_detection: 'toxicity',
  pii_leakage_detection: 'pii_leakage',
}

/** Returns the canonical name of a guard from any accepted spelling. */
export function canonicalGuardName(name: string): string {
  // Names are untrusted: "toString" is not an alias, though every object has this property.
  return Object.hasOwn(GUARD_ALIASES, name) ? GUARD_ALIASES[name]! : name.replaceAll('-', '_')
}

/** Alternative action names in stored configurations. */
export const ACTION_ALIASES: Readonly<Record<string, Action>> = { log: 'detect', monitor: 'detect', mask: 'redact' }

export const ActionWord = z.preprocess(
  (word) => (typeof word === 'string' && Object.hasOwn(ACTION_ALIASES, word) ? ACTION_ALIASES[word] : word),
  z.enum(ACTIONS),
)

export const ON_ERROR = ['closed', 'open'] as const
export type OnError = (typeof ON_ERROR)[number]

/** Maximum configurable deadline of a guard. */
export const GUARD_DEADLINE_MS_MAX = 60_000

/**
 * A guard configuration entry: `{enabled, action, mode, on_error, deadline_ms, settings}`. Clients also write settings next to `enabled`;
 * every other key is therefore a setting. docs/spec/guard.md §2.
 */
export const GuardEntry = z
  .object({
    enabled: z.boolean().optional(),
    action: ActionWord.optional(),
    mode: z.enum(MODES).optional(),
    on_error: z.enum(ON_ERROR).optional(),
    deadline_ms: z.number().int().min(1).max(GUARD_DEADLINE_MS_MAX).optional(),
    settings: z.record(z.string(), z.unknown()).optional(),
  })
  .catchall(z.unknown())
export type GuardEntry = z.infer<typeof GuardEntry>

/** Stored guards by name in any accepted spelling. Blocks from before the check below may contain a guard twice. */
export const StoredGuardBlock = z.record(z.string(), GuardEntry)

/** Guards by name, in any accepted spelling. Two spellings of one guard are rejected, because one entry would have no effect. */
export const GuardBlock = StoredGuardBlock.superRefine(refuseTwoSpellings)
export type GuardBlock = z.infer<typeof GuardBlock>

/** Rejects a block with two spellings of one guard. */
export function refuseTwoSpellings(block: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void {
  const spellings = new Map<string, string>()
  for (const spelling of Object.keys(block)) {
    const name = canonicalGuardName(spelling)
    const other = spellings.get(name)
    spellings.set(name, spelling)
    if (other === undefined) continue
    const message = `"${other}" and "${spelling}" both configure the guard ${name}. Keep one of them.`
    context.addIssue({ code: 'custom', path: [spelling], message, params: { type: 'contradiction' } })
  }
}
