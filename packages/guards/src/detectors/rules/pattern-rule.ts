import type { Severity } from '@gatehouse/contracts'

/**
 * One pattern with the literals that make it cheap to look for. A match is a candidate that the regex finds and
 * `verify`, where there is one, believes.
 */
export interface PatternRule<Category extends string = string> {
  /** Kebab case, unique among the rules that are compiled together. */
  readonly id: string
  readonly category: Category
  readonly cwe: `CWE-${number}`
  readonly severity: Severity
  readonly title: string
  /** Literals, at least one of which lies inside every match, whatever the case of ASCII letters. */
  readonly anchors: readonly string[]
  /**
   * A cheap look at one anchor before the regex runs, reading a few characters around it.
   * @returns false when no finding can hold the anchor that stands at `[start, end)`
   */
  readonly glance?: (text: string, start: number, end: number) => boolean
  /** Lower-case literals, at least one of which lies in the window of every finding; without one the regex does not run. */
  readonly also?: readonly string[]
  /** Characters by which a match may start ahead of its anchor; default {@link BEFORE_CHARS}. */
  readonly before?: number
  /** Characters by which a match and what it looks ahead at may go on after its anchor; default {@link AFTER_CHARS}. */
  readonly after?: number
  /** Every quantifier is bounded, so that one attempt at one place costs a bounded number of steps. */
  readonly find: RegExp
  /**
   * Looks at the structure that a regex cannot see. It must read a bounded stretch of the text around the match.
   * @returns false or 0: no finding; true: a sure one; a number up to 1: how sure (under {@link SURE} costs one severity)
   */
  readonly verify?: (match: RegExpExecArray, text: string) => boolean | number
  /** Texts that this very rule flags; they are its tests. */
  readonly flags: readonly string[]
  /** Texts that look alike and that this rule leaves alone. */
  readonly ignores: readonly string[]
}

/** A match seldom starts far ahead of the literal that names it; measured over the rules of this package. */
export const BEFORE_CHARS = 64

/** Room for the arguments after the literal; measured over the rules of this package. */
export const AFTER_CHARS = 256

/** A confidence from here on keeps the severity that the rule declares. */
export const SURE = 0.7

/** A case-insensitive regex from a template; inserted strings are regex source. Only for patterns of our own. */
export function rx(parts: TemplateStringsArray, ...sources: readonly string[]): RegExp {
  return new RegExp(String.raw(parts, ...sources), 'i')
}
