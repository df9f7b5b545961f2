import type { Severity } from '@gatehouse/contracts/verdicts'

/** One pattern with literals for a fast search. A match is a candidate that the regex finds and that `verify`, if present, accepts. */
export interface PatternRule<Category extends string = string> {
  /** Kebab case, unique among the rules that are compiled together. */
  readonly id: string
  readonly category: Category
  readonly cwe: `CWE-${number}`
  readonly severity: Severity
  readonly title: string
  /** Literals, at least one of which is inside every match, with any case of ASCII letters. */
  readonly anchors: readonly string[]
  /**
   * A fast check of one anchor before the regex runs; reads a few characters around it.
   * @returns false when no finding can contain the anchor at `[start, end)`
   */
  readonly glance?: (text: string, start: number, end: number) => boolean
  /** Lower-case literals, at least one of which is in the window of every finding; without one the regex does not run. */
  readonly also?: readonly string[]
  /** Characters by which a match may start ahead of its anchor; default {@link BEFORE_CHARS}. */
  readonly before?: number
  /** Maximum number of characters of a match and its lookahead after its anchor; default {@link AFTER_CHARS}. */
  readonly after?: number
  /** Every quantifier is bounded, so that one attempt at one place takes a bounded number of steps. */
  readonly find: RegExp
  /**
   * Checks structure that a regex cannot check. It must read a bounded range of text around the match.
   * @returns false or 0: no finding; true: a certain one; a number up to 1: the confidence (under {@link SURE} reduces the severity by
   * one)
   */
  readonly verify?: (match: RegExpExecArray, text: string) => boolean | number
  /** Texts that this very rule flags; they are its tests. */
  readonly flags: readonly string[]
  /** Similar texts that this rule does not report. */
  readonly ignores: readonly string[]
}

/** A match seldom starts far ahead of the literal that names it; measured over the rules of this package. */
export const BEFORE_CHARS = 64

/** Room for the arguments after the literal; measured over the rules of this package. */
export const AFTER_CHARS = 256

/** Minimum confidence for the full severity of the rule. */
export const SURE = 0.7

/** A case-insensitive regex from a template; inserted strings are regex source. Only for patterns of our own. */
export function rx(parts: TemplateStringsArray, ...sources: readonly string[]): RegExp {
  return new RegExp(String.raw(parts, ...sources), 'i')
}
