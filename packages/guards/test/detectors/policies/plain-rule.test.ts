import { describe, expect, test } from 'vitest'
import { readRuleCases, RULE_SETS, type RuleSet } from '../../../train/policies/read-cases.ts'
import { effectiveThreshold, FALSE_BLOCKS_MAX, measureOrdinary } from '../../../src/detectors/policies/calibrate.ts'
import { compileLocalPolicy } from '../../../src/detectors/policies/local-policy.ts'
import { CONFIDENCE_MAX } from '../../../src/detectors/policies/plain-rule.ts'
import { canReachTargets, validateCustomPolicy } from '../../../src/detectors/policies/validate.ts'

const THRESHOLD = 0.8
const compile = (prompt: string) => compileLocalPolicy({ prompt, violating: [], allowed: [] })
const ADVICE =
  'Do not give investment advice. Block any request that asks which stocks, funds, bonds or cryptocurrencies to buy, sell or hold, or how to invest money to make a profit from it.'

/** Recall and near misses of the policies that carry no warning at their creation. */
function measureQuiet(sets: readonly RuleSet[]) {
  const shares = { policies: 0, found: 0, violating: 0, blocked: 0, allowed: 0 }
  for (const { prompt, violating, allowed } of sets.flatMap((set) => readRuleCases(set))) {
    const policy = compile(prompt)
    if (!canReachTargets(policy, THRESHOLD)) continue
    const isBlocked = (text: string): boolean => policy.score(text) >= effectiveThreshold(policy, THRESHOLD)
    shares.policies += 1
    shares.found += violating.filter(isBlocked).length
    shares.violating += violating.length
    shares.blocked += allowed.filter(isBlocked).length
    shares.allowed += allowed.length
  }
  return shares
}

describe('a plain-language policy without examples', () => {
  test('about investments allows a question on geography', () => {
    const policy = compile(ADVICE)
    const threshold = effectiveThreshold(policy, THRESHOLD)
    expect(policy.score('What is the capital of Australia?')).toBeLessThan(0.5)
    expect(policy.score('Which stocks should I buy now?')).toBeGreaterThanOrEqual(threshold)
  })

  test.each(RULE_SETS)('%s rules block at most 1 percent of ordinary text at any threshold', (set) => {
    for (const { prompt } of readRuleCases(set)) {
      const policy = compile(prompt)
      for (const configured of [0.5, THRESHOLD]) {
        const { false_block_rate, sample_size } = measureOrdinary(policy, effectiveThreshold(policy, configured))
        expect(false_block_rate).toBeLessThanOrEqual(FALSE_BLOCKS_MAX)
        expect(sample_size).toBeGreaterThan(900)
      }
    }
  })

  test('finds 80 % of the violations and blocks 10 % of the near misses unless its creation warns', () => {
    const shares = measureQuiet(['held-out', 'second-held-out'])
    expect(shares.policies).toBeGreaterThanOrEqual(30)
    expect(shares.found / shares.violating).toBeGreaterThanOrEqual(0.8)
    expect(shares.blocked / shares.allowed).toBeLessThanOrEqual(0.1)
  })

  test.each(RULE_SETS)('%s violations score enough for a configured model to judge them', (set) => {
    for (const { prompt, violating } of readRuleCases(set)) {
      const policy = compile(prompt)
      expect(violating.filter((text) => policy.score(text) < 0.1)).toEqual([])
    }
  })

  test('blocks the names of a rule on a listed subject', () => {
    const policy = compile('Do not discuss our layoffs, which we call project Heron.')
    expect(policy.subjects).toEqual(['layoffs and company strategy'])
    expect(policy.score('What is Heron about?')).toBeGreaterThanOrEqual(effectiveThreshold(policy, THRESHOLD))
  })

  test('caps its confidence, also for long texts that repeat every term', () => {
    const text = 'Which stocks should I buy, sell or hold? '.repeat(500)
    expect(compile(ADVICE).score(text)).toBeLessThanOrEqual(CONFIDENCE_MAX)
  })
})

describe('validation of a policy without examples', () => {
  test('returns the measured rate and asks for examples', () => {
    const { measured, suggestions, issues } = validateCustomPolicy({ name: 'Advice', prompt: ADVICE })
    expect(measured?.false_block_rate).toBeLessThanOrEqual(FALSE_BLOCKS_MAX)
    expect(measured?.threshold).toBeGreaterThanOrEqual(THRESHOLD)
    expect(suggestions).toContainEqual(
      expect.stringMatching(
        /^Give at least 3 texts that violate the policy.* policies on listed subjects find about \d+ % of violations/,
      ),
    )
    expect(issues).toEqual([])
  })

  test('reports a threshold that no text reaches', () => {
    const { issues } = validateCustomPolicy({ name: 'Advice', prompt: ADVICE, confidence_threshold: 0.95 })
    expect(issues).toEqual([expect.stringMatching(/^confidence_threshold: /)])
  })

  test('reports a rule on no listed subject', () => {
    const prompt = 'Do not discuss the parking garage of the headquarters.'
    expect(validateCustomPolicy({ name: 'Garage', prompt }).suggestions).toEqual([
      expect.stringMatching(/expected to find fewer than 80 % of violations: the rule names no listed subject/),
    ])
  })

  test('reports a threshold that the evaluation does not cover', () => {
    expect(validateCustomPolicy({ name: 'Advice', prompt: ADVICE, confidence_threshold: 0.85 }).suggestions).toEqual([
      expect.stringMatching(/fewer than 80 % of violations: its threshold is above 0.8/),
    ])
  })
})

test('a policy with examples blocks at most 1 % of ordinary text at the lowest threshold', () => {
  const violating = ['Should I buy Tesla stock now?', 'Recommend a fund.', 'Is it time to sell my shares?']
  const policy = compileLocalPolicy({ prompt: ADVICE, violating, allowed: [] })
  expect(measureOrdinary(policy, effectiveThreshold(policy, 0.5)).false_block_rate).toBeLessThanOrEqual(
    FALSE_BLOCKS_MAX,
  )
})
