import { Failure } from '@gatehouse/kernel'
import { compileRegex, compileRegexSet, type LinearRegex, type RegexSet } from '@gatehouse/kernel/match'
import { z } from 'zod'
import { clear, defineGuard, flag, type Span } from '../engine/guard.ts'
import type { TextViews } from '../text/views.ts'

export const PATTERNS_MAX = 200
export const PATTERN_CHARS_MAX = 1_000

/** Maximum number of places per text; a redaction with more replaces everything from there on. */
const SPANS_MAX = 1_000

/**
 * Maximum work per text, in engine steps: time is linear for every pattern, but the largest patterns take thousands of steps per
 * character. A usual pattern takes one to three. Above this limit the guard fails, and `on_error` decides.
 */
const STEPS_PER_CHAR_MAX = 200
const STEPS_MIN = 1_000_000

/** A character after a match may decide whether it ends there; it may take two code units. */
const EDGE_UNITS = 2

interface Pattern {
  readonly name: string
  readonly regex: LinearRegex
}

const Settings = z.object({
  patterns: z
    .array(
      z.object({
        name: z.string().min(1).max(100).describe('Name of the pattern in the verdict.'),
        pattern: z
          .string()
          .min(1)
          .max(PATTERN_CHARS_MAX)
          .describe('Regular expression without look-around or back-references.'),
        ignore_case: z.boolean().default(false),
      }),
    )
    .max(PATTERNS_MAX)
    .default([])
    .describe('Patterns; a text that matches any of them is flagged.'),
})

export default defineGuard({
  name: 'regex_pattern',
  title: 'Regex patterns',
  description:
    'Flags texts that match a custom pattern. All patterns are searched in one pass in linear time, so no pattern ' +
    'and no text can stall the engine. Look-around and back-references, which require backtracking, are rejected ' +
    'when the policy is saved.',
  stages: ['input'],
  tier: 'fast',
  backend: 'builtin',
  owasp: ['LLM01:2025', 'LLM02:2025'],
  views: ['original', 'normal', 'decoded'],
  settings: Settings,
  prepare: ({ patterns }) => ({ patterns: patterns.map(compilePattern), set: compileSet(patterns) }),
  stream: {
    reads: 'window',
    reach: ({ patterns }) =>
      patterns.length === 0 ? 0 : EDGE_UNITS + Math.max(...patterns.map(({ regex }) => regex.longest)),
  },

  check(text, { patterns, set }) {
    const spans: Span[] = []
    const names = new Set<string>()
    const meter = { steps: 0, stepsMax: STEPS_MIN + text.original.length * STEPS_PER_CHAR_MAX }
    for (const view of text.views(['original', 'normal', 'decoded'])) {
      for (const index of set?.matching(view.text, meter) ?? []) {
        const { name, regex } = patterns[index]!
        names.add(name)
        for (const match of regex.findAll(view.text, SPANS_MAX - spans.length, meter)) {
          const [start, end] = view.toOriginal(match.start, match.end)
          spans.push({ start, end, label: labelOf(name), view: view.name })
        }
      }
    }
    if (names.size === 0) return clear
    if (spans.length >= SPANS_MAX) spans.push(unmatchedRange(text, spans))
    const list = [...names]
    return flag(`The text matches the pattern "${list[0]!}"${list.length > 1 ? ` and ${list.length - 1} more` : ''}.`, {
      spans,
      details: { pattern: list[0], patterns: list, matches: spans.length },
    })
  },

  examples: [
    {
      settings: { patterns: [{ name: 'ticket', pattern: '\\bTCK-\\d{4}\\b' }] },
      text: 'see TCK-1234, please',
      flags: true,
      redacted: 'see [TICKET], please',
    },
    { settings: { patterns: [{ name: 'ticket', pattern: '\\bTCK-\\d{4}\\b' }] }, text: 'see TCK-12345', flags: false },
    {
      says: 'a pattern that stalls a backtracking engine',
      settings: { patterns: [{ name: 'evil', pattern: '^(a|aa)+$' }] },
      text: `${'a'.repeat(5_000)}!`,
      flags: false,
    },
    {
      says: 'case is ignored on request',
      settings: { patterns: [{ name: 'code name', pattern: 'project falcon', ignore_case: true }] },
      text: 'Project Falcon',
      flags: true,
      redacted: '[CODE_NAME]',
    },
    {
      says: 'full-width letters do not hide a match',
      settings: { patterns: [{ name: 'ticket', pattern: 'TCK-\\d{4}' }] },
      text: 'ＴＣＫ-１２３４',
      flags: true,
      redacted: '[TICKET]',
    },
  ],
})

type PatternSettings = z.infer<typeof Settings>['patterns'][number]

/** @throws {Failure} `invalid_request` that names the pattern and the unsupported construct */
function compilePattern({ name, pattern, ignore_case }: PatternSettings, index: number): Pattern {
  try {
    return { name, regex: compileRegex(pattern, { ignoreCase: ignore_case }) }
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown
    const message = `Pattern "${name}": ${thrown.message}`
    throw new Failure('invalid_request', message, {
      violations: [{ path: ['patterns', index, 'pattern'], message, type: 'invalid_pattern' }],
    })
  }
}

function compileSet(patterns: readonly PatternSettings[]): RegexSet | undefined {
  if (patterns.length === 0) return undefined
  return compileRegexSet(
    patterns.map(({ pattern, ignore_case }) => ({ pattern, options: { ignoreCase: ignore_case } })),
  )
}

function labelOf(name: string): string {
  return name.toUpperCase().replaceAll(/[^\p{L}\p{N}]+/gu, '_')
}

function unmatchedRange(text: TextViews, spans: readonly Span[]): Span {
  const from = spans.reduce((least, span) => Math.min(least, span.end), text.original.length)
  return { start: from, end: text.original.length, label: 'TOO_MANY_MATCHES', view: 'original' }
}
