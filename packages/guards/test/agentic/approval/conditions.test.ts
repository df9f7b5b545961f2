import { type ApprovalCondition, ToolPolicy } from '@gatehouse/contracts/policies'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileApprovalRule } from '../../../src/agentic/approval/conditions.ts'
import { proves } from '../../../../../spec/proves.ts'

function rule(approval: object) {
  const { approval: parsed } = ToolPolicy.parse({ tool_name: 't', approval })
  return compileApprovalRule(parsed!, ['approval'])
}
const needs = (when: readonly ApprovalCondition[], args: Record<string, unknown>) => rule({ when }).needsApproval(args)

describe('when an approval is needed', () => {
  test.each<[ApprovalCondition, Record<string, unknown>, boolean]>([
    [{ path: 'amount', op: 'gt', value: 1_000 }, { amount: 1_001 }, true],
    [{ path: 'amount', op: 'gt', value: 1_000 }, { amount: 1_000 }, false],
    [{ path: 'amount', op: 'gte', value: 1_000 }, { amount: 1_000 }, true],
    [{ path: 'amount', op: 'lt', value: 0 }, { amount: -1 }, true],
    [{ path: 'amount', op: 'lte', value: 0 }, { amount: 1 }, false],
    // A tool may read a text as a number.
    [{ path: 'amount', op: 'gt', value: 1_000 }, { amount: '5000' }, true],
    [{ path: 'amount', op: 'gt', value: 1_000 }, { amount: '1e9' }, true],
    // A value that cannot be compared does not count as small.
    [{ path: 'amount', op: 'gt', value: 1_000 }, { amount: 'a lot' }, true],
    [{ path: 'amount', op: 'gt', value: 1_000 }, { amount: { value: 5 } }, true],
    [{ path: 'amount', op: 'gt', value: 1_000 }, {}, false],
    [{ path: 'amount', op: 'gt', value: 1_000 }, { amount: [1, 2_000] }, true],
    [{ path: 'items.price', op: 'gt', value: 10 }, { items: [{ price: 1 }, { price: 11 }] }, true],
    [{ path: 'env', op: 'eq', value: 'prod' }, { env: 'prod' }, true],
    [{ path: 'env', op: 'eq', value: 'prod' }, { env: 'test' }, false],
    [{ path: 'n', op: 'eq', value: 5 }, { n: '5' }, true],
    [{ path: 'env', op: 'ne', value: 'test' }, { env: 'prod' }, true],
    [{ path: 'env', op: 'ne', value: 'test' }, {}, true],
    [{ path: 'env', op: 'ne', value: 'test' }, { env: 'test' }, false],
    [{ path: 'env', op: 'in', value: ['prod', 'live'] }, { env: 'live' }, true],
    [{ path: 'env', op: 'in', value: ['prod', 'live'] }, { env: 'dev' }, false],
    [{ path: 'env', op: 'not_in', value: ['dev'] }, { env: 'dev' }, false],
    [{ path: 'env', op: 'not_in', value: ['dev'] }, { env: 'prod' }, true],
    [{ path: 'to', op: 'not_in', value: ['a@x.example'] }, { to: ['a@x.example', 'b@y.example'] }, true],
    [{ path: 'sql', op: 'contains', value: 'DROP' }, { sql: 'drop table t' }, true],
    [{ path: 'sql', op: 'contains', value: 'DROP' }, { sql: 'select 1' }, false],
    [{ path: 'tags', op: 'contains', value: 7 }, { tags: [1, 7] }, true],
    [{ path: 'force', op: 'exists' }, { force: false }, true],
    [{ path: 'force', op: 'exists' }, {}, false],
    [{ path: 'reason', op: 'exists', value: false }, {}, true],
    [{ path: 'to', op: 'matches', value: '@evil\\.example$' }, { to: 'a@evil.example' }, true],
    [{ path: 'to', op: 'matches', value: '@evil\\.example$' }, { to: 'a@good.example' }, false],
  ])('%j on %j: %s', (condition, args, expected) => {
    expect(needs([condition], args)).toBe(expected)
  })

  proves('guard:tool-policies.approval-when', 'all conditions must be met', () => {
    const when: ApprovalCondition[] = [
      { path: 'amount', op: 'gt', value: 100 },
      { path: 'currency', op: 'eq', value: 'USD' },
    ]
    expect(needs(when, { amount: 500, currency: 'USD' })).toBe(true)
    expect(needs(when, { amount: 500, currency: 'EUR' })).toBe(false)
    expect(needs(when, { amount: 5, currency: 'USD' })).toBe(false)
  })

  test('without conditions `required` decides; with them they do', () => {
    expect(rule({}).needsApproval({})).toBe(true)
    expect(rule({ required: false }).needsApproval({})).toBe(false)
    expect(rule({ required: false, when: [{ path: 'a', op: 'exists' }] }).needsApproval({ a: 1 })).toBe(true)
  })

  test.each([
    [{ path: 'a', op: 'gt', value: 'many' }],
    [{ path: 'a', op: 'in', value: 'one' }],
    [{ path: 'a', op: 'eq' }],
    [{ path: 'a', op: 'contains', value: ['x'] }],
    [{ path: 'a', op: 'matches', value: '(?=a)' }],
    [{ path: 'a', op: 'matches', value: 5 }],
  ])('%j is rejected at save with its path', (condition) => {
    expect(() => rule({ when: [condition] })).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        violations: [expect.objectContaining({ path: ['approval', 'when', 0, 'value'] })],
      }),
    )
  })

  test('of two opposite operators exactly one matches any single value', () => {
    const value = fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.constant(null))
    fc.assert(
      fc.property(value, value, (input, wanted) => {
        for (const [op, opposite, against] of [
          ['eq', 'ne', wanted],
          ['in', 'not_in', [wanted]],
        ] as const) {
          const item = needs([{ path: 'a', op, value: against as never }], { a: input })
          expect(needs([{ path: 'a', op: opposite, value: against as never }], { a: input })).toBe(!item)
        }
      }),
    )
  })
})
