import type { GuardBlock } from '@gatehouse/contracts/policies'
import type { Action, Stage } from '@gatehouse/contracts/verdicts'

/** The longest text that a stage accepts unless configured otherwise. docs/spec/guard.md "Details". */
export const LENGTH_CHARS_MAX = 1_200_000

export type ContentStage = Exclude<Stage, 'agentic'>

/** Guards that run without configuration by the tenant or the server. docs/spec/guard.md "Details". */
export const BUILTIN_DEFAULTS: Readonly<Record<ContentStage, GuardBlock>> = {
  input: {
    adversarial_detection: { enabled: true, action: 'block' },
    system_prompt_leak: { enabled: true, action: 'block' },
    file_extraction: { enabled: true, action: 'warn' },
    length_limit: { enabled: true, action: 'block', settings: { max_chars: LENGTH_CHARS_MAX } },
    payload_risk: { enabled: true, action: 'warn' },
    toxicity: { enabled: true, action: 'warn' },
    pii_detection: { enabled: true, action: 'detect' },
  },
  output: {
    pii_leakage: { enabled: true, action: 'redact' },
    system_prompt_leak: { enabled: true, action: 'block' },
    hallucinated_links: { enabled: true, action: 'warn' },
  },
}

/** Action of a guard that an entry enables without an action, where the defaults above have none either. */
export const ACTION_DEFAULT: Action = 'block'

/** Deadline of a guard by tier; a later result counts as an error. docs/spec/guard.md §4 rule 1 defines the usual times. */
export const TIER_DEADLINE_MS = { fast: 250, medium: 2_000, slow: 15_000 } as const
