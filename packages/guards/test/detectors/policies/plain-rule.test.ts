import { describe, expect, test } from 'vitest'
import { readRuleCases } from '../../../train/policies/read-cases.ts'
import { effectiveThreshold, FALSE_BLOCKS_MAX, measureOrdinary } from '../../../src/detectors/policies/calibrate.ts'
import { compileLocalPolicy } from '../../../src/detectors/policies/local-policy.ts'
import { CONFIDENCE_MAX } from '../../../src/detectors/policies/plain-rule.ts'
import { validateCustomPolicy } from '../../../src/detectors/policies/validate.ts'

const THRESHOLD = 0.8
const compile = (prompt: string) => compileLocalPolicy({ prompt, violating: [], allowed: [] })
const ADVICE =
  'Do not give investment advice. Block any request that asks which stocks, funds, bonds or cryptocurrencies to buy, sell or hold, or how to invest money to make a profit from it.'

describe('a plain-language policy without examples', () => {
  test('about investments lets a question on geography through', () => {
    const policy = compile(ADVICE)
    const threshold = effectiveThreshold(policy, THRESHOLD)
    expect(policy.score('What is the capital of Australia?')).toBeLessThan(0.5)
    expect(policy.score('Which stocks should I buy now?')).toBeGreaterThanOrEqual(threshold)
  })

  test.each(['development', 'held-out'] as const)(
    '%s rules block at most 1 percent of ordinary text at any threshold',
    (set) => {
      for (const { prompt } of readRuleCases(set)) {
        const policy = compile(prompt)
        for (const configured of [0.5, THRESHOLD]) {
          const { false_block_rate, sample_size } = measureOrdinary(policy, effectiveThreshold(policy, configured))
          expect(false_block_rate).toBeLessThanOrEqual(FALSE_BLOCKS_MAX)
          expect(sample_size).toBeGreaterThan(900)
        }
      }
    },
  )

  test('keeps its recall and its near misses on the development rules', () => {
    const shares = { found: 0, violating: 0, blocked: 0, allowed: 0 }
    for (const { prompt, violating, allowed } of readRuleCases('development')) {
      const policy = compile(prompt)
      const isBlocked = (text: string): boolean => policy.score(text) >= effectiveThreshold(policy, THRESHOLD)
      shares.found += violating.filter(isBlocked).length
      shares.violating += violating.length
      shares.blocked += allowed.filter(isBlocked).length
      shares.allowed += allowed.length
      // A configured model judges whatever scores 0.1 or more.
      expect(violating.filter((text) => policy.score(text) < 0.1)).toEqual([])
    }
    expect(shares.found / shares.violating).toBeGreaterThanOrEqual(0.8)
    expect(shares.blocked / shares.allowed).toBeLessThanOrEqual(0.1)
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
        /^Give at least 3 texts that break the policy.* about 70 % of violations, below the target of 80 %/,
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
    expect(validateCustomPolicy({ name: 'Garage', prompt }).suggestions).toContainEqual(
      expect.stringContaining('no listed subject'),
    )
  })
})

test('a policy with examples blocks at most 1 % of ordinary text at the lowest threshold', () => {
  const violating = ['Should I buy Tesla stock now?', 'Recommend a fund.', 'Is it time to sell my shares?']
  const policy = compileLocalPolicy({ prompt: ADVICE, violating, allowed: [] })
  expect(measureOrdinary(policy, 0.5).false_block_rate).toBeLessThanOrEqual(FALSE_BLOCKS_MAX)
})
