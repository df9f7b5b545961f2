import type { DataRule } from '@gatehouse/contracts'

/** A rule with texts that show what it is for; a test runs them all. */
export interface ShownRule {
  readonly rule: Omit<DataRule, 'enabled' | 'min_count'>
  /** Each text with the stretch that must be gone from it. */
  readonly finds: readonly (readonly [text: string, value: string])[]
  /** Look-alikes that must stay as they are. */
  readonly leaves: readonly string[]
}

/** A rule in plain English that local detectors serve. */
export interface ShownPlainRule {
  readonly rule: string
  readonly finds: readonly (readonly [text: string, value: string])[]
  readonly leaves: readonly string[]
}

/**
 * A ready-made rule set for a body of law or a standard. It helps to keep it, and is not the keeping: what must not be shown to
 * whom is for the tenant to say.
 */
export interface Framework {
  readonly id: 'hipaa' | 'pci_dss' | 'gdpr'
  readonly name: string
  readonly description: string
  readonly rules: readonly ShownRule[]
  /** How the values that `plain` names are shown to any role. */
  readonly plainAction: 'redact' | 'mask'
  readonly plain: readonly ShownPlainRule[]
}

/** What stands between the name of a field and its value: in prose, in `key=value`, in JSON. */
export const BETWEEN = '[\\s"\':=#-]{1,6}(?:(?:is|was)\\s)?'
