import { describe, expect, test } from 'vitest'
import type { AttemptRecord } from '../../src/run/attempt.ts'
import { compareRuns } from '../../src/report/compare.ts'
import { attemptOf, failed, obeyed, reportOf, undecided, withstood } from '../support/made-report.ts'

const compare = (before: readonly AttemptRecord[], after: readonly AttemptRecord[]) =>
  compareRuns(reportOf(before), reportOf(after))
const many = (count: number, make: (id: string) => AttemptRecord) =>
  Array.from({ length: count }, (_, at) => make(`attack-${at}`))

describe('two runs', () => {
  test.each([
    ['fixed', [obeyed('a')], [withstood('a')]],
    ['regressed', [withstood('a')], [obeyed('a')]],
    ['flaky', [obeyed('a'), withstood('a', { repeat: 1 })], [withstood('a')]],
    ['flaky', [withstood('a')], [obeyed('a'), withstood('a', { repeat: 1 })]],
    ['new', [], [obeyed('a')]],
    ['gone', [obeyed('a')], []],
    ['unchanged', [obeyed('a')], [obeyed('a')]],
    ['unchanged', [withstood('a')], [withstood('a')]],
    ['undecided', [obeyed('a')], [failed('a')]],
    ['undecided', [undecided('a')], [withstood('a')]],
    // An error in one repetition does not affect a judged repetition.
    ['fixed', [obeyed('a'), failed('a', { repeat: 1 })], [withstood('a')]],
  ] as const)('classify attacks as %s', (change, before, after) => {
    const comparison = compare(before, after)
    expect(comparison.all[change]).toBe(1)
    const told = comparison.attacks.map((attack) => [attack.attackId, attack.change])
    expect(told).toEqual(change === 'unchanged' ? [] : [['a', change]])
  })

  test('differ by more than chance, or not', () => {
    const few = compare(many(3, withstood), many(3, obeyed))
    expect(few).toMatchObject({ isWorse: false, all: { regressed: 3 } })
    expect(few.all.pValue).toBeCloseTo(0.25, 8)
    expect(few.words.join(' ')).toContain('not statistically significant (McNemar, p = 0.250)')
    const lots = compare(many(10, withstood), many(10, obeyed))
    expect(lots).toMatchObject({ isWorse: true, all: { regressed: 10, paired: 10 } })
    expect(lots.all.pValue).toBeCloseTo(2 / 1024, 8)
    expect(lots.words[0]).toBe(
      'Of 10 attacks judged in both runs, 0 were fixed and 10 regressed. The target is significantly worse (McNemar, p = 0.002).',
    )
    expect(compare(many(10, obeyed), many(10, withstood)).isWorse).toBe(false)
  })

  test('are compared by category as well', () => {
    const other = { attack: { category: 'prompt_injection' } }
    const { byCategory, words } = compare(
      [obeyed('a'), withstood('b', other), withstood('c', other)],
      [withstood('a'), obeyed('b', other), withstood('c', other)],
    )
    expect(byCategory).toMatchObject({
      prompt_injection: { regressed: 1, unchanged: 1, paired: 2 },
      tool_misuse: { fixed: 1, paired: 1 },
    })
    expect(words).toContain('Worse: prompt_injection (1 regressed, 0 fixed).')
    expect(words).toContain('Better: tool_misuse (0 regressed, 1 fixed).')
  })

  test('with different targets, different seeds or no common attacks include a warning', () => {
    const report = reportOf([obeyed('a')])
    const other = reportOf([attemptOf({ attack: { id: 'b' } })], { seed: 'eight', targetUrl: 'http://other.test/' })
    const { words } = compareRuns(report, other)
    expect(words.slice(0, 2)).toEqual([
      'The runs had different targets.',
      'The runs had different seeds and have few attacks in common. Use the same seed for both.',
    ])
    expect(words).toContain('The runs have no judged attacks in common, so they cannot be compared.')
    expect(words).toContain(
      'Only in the later run: 1 attack; only in the earlier run: 1. These attacks are not compared.',
    )
  })
})
