import type { DataRule } from '@gatehouse/contracts/policies'
import { Failure, type Violation } from '@gatehouse/kernel'
import { compileRegex, compileRegexSet, type LinearRegex, type RegexSet } from '@gatehouse/kernel/match'
import type { Span } from '../../engine/guard.ts'
import type { TextViews, ViewName } from '../../text/views.ts'
import type { Payload } from './payload.ts'

/** One pattern, compiled for plain text and for values on lines of their own. */
interface CompiledPattern {
  readonly rule: DataRule
  readonly plain: LinearRegex
  readonly byLine: LinearRegex
}

/** The patterns of one policy; compiled once per version of a tenant. */
export interface PatternRules {
  readonly patterns: readonly CompiledPattern[]
  readonly plain: RegexSet
  readonly byLine: RegexSet
}

/** Findings of one pattern. */
export interface PatternHit {
  readonly rule: DataRule
  /** Number of matches without overlaps. */
  readonly count: number
  readonly spans: readonly Span[]
}

/** Views that patterns read: original, with lookalike characters normalized, and decoded. */
export const PATTERN_VIEWS: readonly ViewName[] = ['original', 'normal', 'decoded']

/** Maximum number of individual replacements for all patterns of a policy; with more, everything from the first one on is replaced. */
const SPANS_MAX = 100_000

/**
 * Maximum work per payload, in engine steps. Time is linear for every pattern, but the largest patterns take thousands of steps per
 * character, and a typical one takes one to three. Above this limit the policy fails, and its `on_error` decides.
 */
const STEPS_PER_CHAR_MAX = 400
const STEPS_MIN = 2_000_000

/**
 * Compiles the patterns of a policy.
 * @param path path of the rules, for violations
 * @param violations receives one for each pattern that the linear-time engine does not support
 */
export function compilePatterns(
  rules: readonly DataRule[],
  path: readonly (string | number)[],
  violations: Violation[],
): PatternRules {
  const patterns: CompiledPattern[] = []
  for (const [index, rule] of rules.entries()) {
    try {
      const plain = compileRegex(rule.regex)
      const byLine = compileRegex(rule.regex, { multiLine: true })
      if (rule.enabled) patterns.push({ rule, plain, byLine })
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown
      const message = `Rule "${rule.pattern_id}": ${thrown.message}`
      violations.push({ path: [...path, index, 'regex'], message, type: 'invalid_pattern' })
    }
  }
  return {
    patterns,
    plain: compileRegexSet(patterns.map(({ rule }) => ({ pattern: rule.regex }))),
    byLine: compileRegexSet(patterns.map(({ rule }) => ({ pattern: rule.regex, options: { multiLine: true } }))),
  }
}

/**
 * Returns the pattern matches in a payload, in rule order. For JSON, patterns read each key and value on a line of its own with decoded
 * escapes, and the raw JSON text, for patterns on a key with its value.
 * @param views of `payload.lines`
 * @throws {Failure} `limit_reached` when the patterns exceed the work limit on this payload
 */
export function findPatterns(
  { patterns, plain, byLine }: PatternRules,
  payload: Payload,
  views: TextViews,
): readonly PatternHit[] {
  if (patterns.length === 0) return []
  const meter = { steps: 0, stepsMax: STEPS_MIN + payload.raw.length * STEPS_PER_CHAR_MAX }
  const found = new Map<number, Found>()
  let capacity = SPANS_MAX
  const add = (index: number, regex: LinearRegex, text: string, toRange: ToRange): void => {
    const { rule } = patterns[index]!
    const places = found.get(index) ?? { spans: [], count: 0 }
    found.set(index, places)
    const matches = regex.findAll(text, capacity + 1, meter).filter(({ start, end }) => end > start)
    if (matches.length > capacity) {
      const from = toRange(matches[0]!.start, matches[0]!.end)?.[0] ?? 0
      places.spans.push({ start: from, end: payload.text.length, label: labelOf(rule.pattern_id) })
      places.count += matches.length
      return
    }
    for (const { start, end } of matches) {
      const range = toRange(start, end)
      if (range !== undefined) places.spans.push(spanOf(rule, ...range))
    }
    capacity -= matches.length
  }
  const set = payload.isJson ? byLine : plain
  for (const view of views.views(PATTERN_VIEWS)) {
    for (const index of set.matching(view.text, meter)) {
      const regex = payload.isJson ? patterns[index]!.byLine : patterns[index]!.plain
      add(index, regex, view.text, (start, end) => view.toOriginal(start, end))
    }
  }
  for (const document of payload.documents) {
    for (const index of plain.matching(document.raw, meter)) {
      add(index, patterns[index]!.plain, document.raw, (start, end) => {
        const range = document.toText(start, end)
        return range === undefined ? undefined : [range.start, range.end]
      })
    }
  }
  return hitsOf(patterns, found)
}

type ToRange = (start: number, end: number) => readonly [number, number] | undefined

interface Found {
  readonly spans: Span[]
  /** Number of matches that were not stored individually. */
  count: number
}

function spanOf({ pattern_id, replacement }: DataRule, start: number, end: number): Span {
  const span = { start, end, label: labelOf(pattern_id) }
  return replacement === undefined ? span : { ...span, replacement }
}

function labelOf(patternId: string): string {
  return patternId.toUpperCase().replaceAll(/[^\p{L}\p{N}]+/gu, '_')
}

function hitsOf(patterns: readonly CompiledPattern[], found: ReadonlyMap<number, Found>): PatternHit[] {
  const hits: PatternHit[] = []
  for (const [index, { rule }] of patterns.entries()) {
    const places = found.get(index)
    if (places === undefined) continue
    const { spans } = places
    const count = places.count + countDistinct(spans)
    if (spans.length > 0 && count >= rule.min_count) hits.push({ rule, count, spans })
  }
  return hits
}

/** Returns the number of distinct spans. The same match in several views counts once. */
function countDistinct(spans: readonly Span[]): number {
  let count = 0
  let end = -1
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (span.start >= end) count++
    end = Math.max(end, span.end)
  }
  return count
}
