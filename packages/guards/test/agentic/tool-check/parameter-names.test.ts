import { ParameterPolicy, ToolApproval } from '@gatehouse/contracts/policies'
import { describe, expect, test } from 'vitest'
import { compileApprovalRule } from '../../../src/agentic/approval/conditions.ts'
import { limitProblem } from '../../../src/agentic/actions/limits.ts'
import { compileParameterRules } from '../../../src/agentic/parameters/rules.ts'

type Fields = Readonly<Record<string, unknown>>

const rulesBroken = (policy: Fields, args: Fields): readonly string[] =>
  compileParameterRules(ParameterPolicy.parse(policy), ['parameter_policy'])
    .problems(args)
    .map(({ rule }) => rule)

const SPELLINGS: readonly (readonly [string, string])[] = [
  ['capitals', 'Amount'],
  ['all capitals', 'AMOUNT'],
  ['a blank behind', 'amount '],
  ['a blank before', ' amount'],
  ['a tab', 'amount\t'],
  ['a no-break space', 'amount\u00a0'],
  ['full-width letters', 'ａｍｏｕｎｔ'],
  ['a Cyrillic letter', 'am\u043eunt'],
  ['a zero-width character', 'am\u200bount'],
  ['a soft hyphen', 'amo\u00adunt'],
  ['an accent', 'am\u00f3unt'],
  ['mathematical letters', '\u{1d41a}\u{1d426}\u{1d428}\u{1d42e}\u{1d427}\u{1d42d}'],
  ['a NUL behind', 'amount\u0000'],
]

describe.each(SPELLINGS)('a parameter spelled with %s', (_, name) => {
  test.each<[string, Fields, unknown]>([
    ['forbidden_fields', { forbidden_fields: ['amount'] }, 1],
    ['allowed_values', { allowed_values: { amount: [1] } }, 2],
    ['numeric_limits', { numeric_limits: { amount: { max: 1 } } }, 2],
    ['regex_rules', { regex_rules: { amount: '^a$' } }, 'b'],
    ['max_string_lengths', { max_string_lengths: { amount: 1 } }, 'bb'],
  ])('is checked against %s', (rule, policy, value) => {
    expect(rulesBroken(policy, { [name]: value })).toEqual([rule])
    const nested = Object.fromEntries(
      Object.entries(policy).map(([key, of]) => [
        key,
        Array.isArray(of) ? ['order.amount'] : { 'order.amount': Object.values(of as object)[0] },
      ]),
    )
    expect(rulesBroken(nested, { Order: [{ [name]: value }] })).toEqual([rule])
  })

  test('does not satisfy a required parameter', () => {
    expect(rulesBroken({ required_fields: ['amount'] }, { [name]: 1 })).toEqual(['required_fields'])
  })

  test('is refused next to the plain name', () => {
    expect(rulesBroken({ numeric_limits: { amount: { max: 5 } } }, { amount: 1, [name]: 1 })).toEqual(['names'])
  })

  test('asks for the approval', () => {
    const rule = (when: object) => compileApprovalRule(ToolApproval.parse({ when: [when] }), [])
    expect(rule({ path: 'amount', op: 'gt', value: 10 }).needsApproval({ [name]: 11 })).toBe(true)
    expect(rule({ path: 'amount', op: 'exists', value: false }).needsApproval({ [name]: 11 })).toBe(true)
    expect(rule({ path: 'amount', op: 'ne', value: 11 }).needsApproval({ [name]: 11 })).toBe(true)
  })

  test('is checked against the limits of actions', () => {
    expect(limitProblem({ [name]: 11 }, { path: 'amount', max: 10 })).toMatchObject({ kind: 'above' })
  })
})

test.each(['amounts', 'am', 'a_mount', 'total.amount', ''])('the name %j is another', (name) => {
  expect(rulesBroken({ forbidden_fields: ['amount'] }, { [name]: 1 })).toEqual([])
})

test('names without a rule may differ by capitals alone', () => {
  expect(rulesBroken({ numeric_limits: { limit: { max: 5 } } }, { limit: 1, counts: { a: 1, A: 2 } })).toEqual([])
})

test('a policy with an upper-case parameter name applies to the plain name', () => {
  expect(rulesBroken({ numeric_limits: { 'Order.Amount': { max: 5 } } }, { order: { amount: 6 } })).toEqual([
    'numeric_limits',
  ])
})
