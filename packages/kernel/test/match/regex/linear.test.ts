import { describe, expect, test } from 'vitest'
import { Failure } from '../../../src/failure.ts'
import type { StepMeter } from '../../../src/match/regex/meter.ts'
import { compileRegex, type LinearRegex } from '../../../src/match/regex/regex.ts'
import { compileRegexSet } from '../../../src/match/regex/regex-set.ts'

/** Without a rhythm, so that an automaton meets new states all the way. */
function noise(length: number, letters: string): string {
  let seed = 42
  let text = ''
  for (let i = 0; i < length; i++) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    text += letters[(seed >>> 16) % letters.length]
  }
  return text
}

const repeated = (unit: string) => (length: number) => unit.repeat(length / unit.length)

/** Patterns with exponential, cubic or quadratic time in backtracking engines; `cost` limits the steps per unit. */
const adversaries: readonly (readonly [pattern: string, text: (length: number) => string, cost: number])[] = [
  ['(a|a)+$', (n) => `${'a'.repeat(n)}!`, 40],
  ['(a*)*b', (n) => `${'a'.repeat(n)}b!`, 60],
  ['(a*)*[bc]', repeated('a'), 60],
  ['(.*a){20}', repeated('a'), 120],
  ['(.*a){20}[bc]', repeated('ax'), 700],
  ['(x+x+)+y|z', (n) => `${'x'.repeat(n - 1)}y`, 60],
  ['(?:a?){30}a{30}', repeated('a'), 300],
  ['(?:(?:(?:(?:a?)?)?)*)*$', repeated('aa!'), 120],
  // All matches: each starts a search for a "b" that never comes.
  ['a*[bc]|a', repeated('a'), 60],
  ['((a*)*)*[bc]|a', repeated('a'), 120],
  ['.*[bc]|a', repeated('a'), 60],
  ['.*.*.*[=+][xy]', repeated('='), 80],
  // More states than any cache has.
  ['(a|b)*a(a|b){20}[cd]', (n) => noise(n, 'ab'), 1_000],
  ['a[ab]{40}a|a', (n) => noise(n, 'ab'), 1_000],
  ['a.{200}b', (n) => noise(n, 'ab'), 4_000],
  ['\\b(?:\\w+\\s?)+[=+]', repeated('word '), 120],
]

/** The steps of a test and of reading all spans, each begun with empty caches. */
function stepsOf(pattern: string, text: string): number {
  const meter: StepMeter = { steps: 0 }
  const uses: readonly ((regex: LinearRegex) => void)[] = [
    (regex) => regex.test(text, meter),
    (regex) => regex.findAll(text, Infinity, meter),
  ]
  for (const use of uses) use(compileRegex(pattern))
  return meter.steps
}

describe('time is linear in the text', () => {
  test.each(adversaries)('%s', (pattern, text, cost) => {
    const lengths = [1_000, 10_000, 100_000]
    const steps = lengths.map((length) => stepsOf(pattern, text(length)))
    // One limit per unit for every length; the caches start empty, hence the allowance for the shortest.
    for (const [i, length] of lengths.entries()) expect(steps[i]).toBeLessThan(cost * (length + 1_000))
    expect(steps[0]).toBeGreaterThan(0)
    // Ten times the text takes about ten times the steps, or twenty times when a cache becomes ineffective; never a hundred times.
    expect(steps[2]).toBeLessThan(20 * (steps[1] as number) + 100_000)
  })

  test('an entire set of adversarial patterns', () => {
    const steps = [1_000, 10_000].map((length) => {
      const meter = { steps: 0 }
      const set = compileRegexSet(adversaries.map(([pattern]) => ({ pattern })))
      set.matching(noise(length, 'abx '), meter)
      return meter.steps
    })
    expect(steps[1]).toBeLessThan(11 * (steps[0] as number) + 100_000)
  })
})

test('a cache overflow does not change the matches', () => {
  const text = noise(30_000, 'ab')
  const spans = compileRegex('a[ab]{12}a(?:a|b)').findAll(text)
  expect(spans).toEqual([...text.matchAll(/a[ab]{12}a(?:a|b)/g)].map((m) => ({ start: m.index, end: m.index + 15 })))
  // No match is possible after the text, so that it is read completely.
  expect(compileRegex('a[ab]{14}a[ab]{3}[c]').test(text)).toBe(false)
  expect(compileRegex('a[ab]{14}a[ab]{3}[c]').test(`${text}abbbbbbbbbbbbbbabbbc`)).toBe(true)
})

test('a text that overflows the caches does not slow the next text', () => {
  const regex = compileRegex('a[ab]{40}a|c')
  const steps = () => {
    const meter = { steps: 0 }
    regex.findAll('xyz c '.repeat(3_000), Infinity, meter)
    return meter.steps
  }
  steps()
  const before = steps()
  regex.findAll(noise(20_000, 'ab'))
  expect(steps()).toBeLessThan(before + 10_000)
})

test('a meter with a limit ends matching with a failure, not with silence', () => {
  const meter = { steps: 0, stepsMax: 1_000 }
  const regex = compileRegex('(.*a){20}[bc]')
  expect(() => regex.test('a'.repeat(5_000), meter)).toThrow(
    new Failure('limit_reached', 'Matching exceeded the limit of 1000 steps.'),
  )
  expect(regex.test(`${'a'.repeat(30)}b`)).toBe(true)
})
