import { ParameterPolicy } from '@gatehouse/contracts/policies'
import { Failure, type Violation } from '@gatehouse/kernel'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import { valuesAt } from '../../../src/agentic/parameters/find.ts'
import { compileParameterRules } from '../../../src/agentic/parameters/rules.ts'

type Fields = Readonly<Record<string, unknown>>

const problems = (policy: Fields, args: Fields) =>
  compileParameterRules(ParameterPolicy.parse(policy), ['parameter_policy']).problems(args)

function violationsOf(run: () => unknown): readonly Violation[] {
  try {
    run()
  } catch (thrown) {
    if (thrown instanceof Failure) return thrown.violations
    throw thrown
  }
  return []
}

describe('rules on single arguments', () => {
  test.each<[string, Fields, Fields, string | undefined]>([
    ['a required field that is there', { required_fields: ['a.b'] }, { a: { b: 0 } }, undefined],
    ['a required field that is absent', { required_fields: ['a.b'] }, { a: {} }, 'a.b'],
    ['a required field that is null', { required_fields: ['a'] }, { a: null }, 'a'],
    ['a required field that every object inherits', { required_fields: ['constructor'] }, {}, 'constructor'],
    ['a forbidden field', { forbidden_fields: ['a.b'] }, { a: { b: null } }, 'a.b'],
    [
      'a forbidden field in a list',
      { forbidden_fields: ['users.password'] },
      { users: [{}, { password: 'x' }] },
      'users.1.password',
    ],
    ['a forbidden field in lists of lists', { forbidden_fields: ['a.b'] }, { a: [[{ b: 1 }]] }, 'a.0.0.b'],
    ['a forbidden field whose name holds the dots', { forbidden_fields: ['a.b'] }, { 'a.b': 1 }, 'a.b'],
    ['a forbidden field that holds one of the dots', { forbidden_fields: ['a.b.c'] }, { 'a.b': { c: 1 } }, 'a.b.c'],
    ['a forbidden field by its place in a list', { forbidden_fields: ['a.0'] }, { a: ['x'] }, 'a.0'],
    ['no forbidden field', { forbidden_fields: ['password'] }, { user: { password: 'x' } }, undefined],
    ['an allowed value', { allowed_values: { currency: ['EUR', 'USD'] } }, { currency: 'EUR' }, undefined],
    ['another value', { allowed_values: { currency: ['EUR'] } }, { currency: 'eur' }, 'currency'],
    ['an allowed value that is absent', { allowed_values: { currency: ['EUR'] } }, {}, undefined],
    ['a text for a number', { allowed_values: { n: [1] } }, { n: '1' }, 'n'],
    ['true for 1', { allowed_values: { n: [1] } }, { n: true }, 'n'],
    ['null for nothing allowed', { allowed_values: { n: [0, ''] } }, { n: null }, 'n'],
    ['an allowed value in a list', { allowed_values: { to: ['a', 'b'] } }, { to: ['a', 'b'] }, undefined],
    ['another value beside an allowed one', { allowed_values: { to: ['a'] } }, { to: ['a', 'evil'] }, 'to.1'],
    ['an object that prints as an allowed value', { allowed_values: { to: ['a'] } }, { to: { toString: 'a' } }, 'to'],
    ['a number within its limits', { numeric_limits: { n: { min: 1, max: 2 } } }, { n: 2 }, undefined],
    ['a number below', { numeric_limits: { n: { min: 1 } } }, { n: 0 }, 'n'],
    [
      'a number above, in a list',
      { numeric_limits: { 'lines.price': { max: 10 } } },
      { lines: [{ price: 1 }, { price: 11 }] },
      'lines.1.price',
    ],
    ['a number as a text', { numeric_limits: { n: { max: 10 } } }, { n: '5' }, 'n'],
    ['a number in a list of its own', { numeric_limits: { n: { max: 10 } } }, { n: [[11]] }, 'n.0.0'],
    ['a text that matches', { regex_rules: { path: '^/home/' } }, { path: '/home/x' }, undefined],
    ['a text that does not', { regex_rules: { path: '^/home/' } }, { path: '/etc/passwd' }, 'path'],
    ['a number that matches', { regex_rules: { account: '^\\d{3}$' } }, { account: 123 }, undefined],
    ['an object where a text is due', { regex_rules: { path: 'home' } }, { path: { home: 1 } }, 'path'],
    ['a text of the longest length', { max_string_lengths: { note: 3 } }, { note: 'abc' }, undefined],
    ['a longer text', { max_string_lengths: { note: 3 } }, { note: 'abcd' }, 'note'],
    ['a longer text that is wrapped', { max_string_lengths: { note: 3 } }, { note: { text: ['abcd'] } }, 'note.text.0'],
    ['a number where a text may be', { max_string_lengths: { note: 3 } }, { note: 12_345 }, undefined],
  ])('%s', (_what, policy, args, place) => {
    expect(problems(policy, args)[0]?.path).toBe(place)
  })

  test('a path through a prototype leads nowhere', () => {
    const args = JSON.parse('{"__proto__": {"admin": true}}') as Fields
    expect(problems({ forbidden_fields: ['__proto__.admin'] }, args)).toHaveLength(1)
    expect(problems({ required_fields: ['__proto__.toString', 'constructor.name'] }, {})).toHaveLength(2)
  })

  test('no message contains a value', () => {
    const secret = 'made-up-secret-value'
    const policy = {
      allowed_values: { a: ['x'] },
      numeric_limits: { a: { max: 1 } },
      regex_rules: { a: '^x$' },
      max_string_lengths: { a: 1 },
    }
    const found = problems(policy, { a: secret })
    expect(found).toHaveLength(4)
    expect(JSON.stringify(found)).not.toContain(secret)
  })

  test('a pattern that needs more than linear time is refused with its path', () => {
    const violations = violationsOf(() => problems({ regex_rules: { ok: 'a', 'x.y': '(a)\\1' } }, {}))
    expect(violations).toMatchObject([{ path: ['parameter_policy', 'regex_rules', 'x.y'], type: 'bad_pattern' }])
  })

  test('a pattern that backtracks elsewhere is over soon here', () => {
    const effort_ms = startEffort()
    expect(problems({ regex_rules: { a: '^(a|a)*$' } }, { a: `${'a'.repeat(200_000)}!` })).toHaveLength(1)
    expect(effort_ms()).toBeLessThan(6_000)
  })

  test('arguments with more values than the check limit are refused, not allowed', () => {
    const paths = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`a.b${index}`, { max: 1 }]))
    const args = { a: Array.from({ length: 200_000 }, () => ({})) }
    expect(problems({ numeric_limits: paths }, args)).toMatchObject([{ rule: 'size' }])
  })
})

test('every value of the arguments is found under the path that leads to it', () => {
  const key = fc.constantFrom('a', 'b', 'a.b', '0', 'length', '__proto__')
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.integer(),
      fc.dictionary(key, tie('tree'), { maxKeys: 3 }),
      fc.array(tie('tree'), { maxLength: 3 }),
    ),
  }))
  fc.assert(
    fc.property(fc.dictionary(key, tree, { maxKeys: 3 }), (args) => {
      const lost: string[] = []
      const walk = (value: unknown, path: string): void => {
        if (typeof value === 'object' && value !== null) {
          for (const [name, inner] of Object.entries(value)) walk(inner, path === '' ? name : `${path}.${name}`)
        } else if (!valuesAt(args, path).some((item) => item.value === value)) {
          lost.push(path)
        }
      }
      walk(args, '')
      expect(lost).toEqual([])
    }),
    { numRuns: 200 },
  )
})
