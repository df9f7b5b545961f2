import type { DataRule } from '@gatehouse/contracts/policies'

/** A rule with example texts; a test runs all of them. */
export interface ShownRule {
  readonly rule: Omit<DataRule, 'enabled' | 'min_count'>
  /** Texts with the range that must be redacted. */
  readonly finds: readonly (readonly [text: string, value: string])[]
  /** Similar texts that must stay unchanged. */
  readonly leaves: readonly string[]
}

/** A natural-language rule that local detectors support. */
export interface ShownPlainRule {
  readonly rule: string
  readonly finds: readonly (readonly [text: string, value: string])[]
  readonly leaves: readonly string[]
}

/**
 * A built-in rule set for a law or a standard. It supports compliance but does not replace it: the tenant decides who may see which data.
 */
export interface Framework {
  readonly id: 'hipaa' | 'pci_dss' | 'gdpr'
  readonly name: string
  readonly description: string
  readonly rules: readonly ShownRule[]
  /** How values of the natural-language rule are displayed to any role. */
  readonly plainAction: 'redact' | 'mask'
  readonly plain: readonly ShownPlainRule[]
}

/** Separators between the name of a field and its value: in prose, in `key=value`, in JSON. */
export const BETWEEN = '[\\s"\':=#-]{1,6}(?:(?:is|was)\\s)?'
