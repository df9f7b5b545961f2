import { expect, test } from 'vitest'
import { OWN_RULES } from '../src/rules/own.ts'
import { passes, testRules } from '../src/testing/test-rules.ts'

const { tests, untested, skipped } = await testRules(OWN_RULES)

test('every rule runs and has a test file', () => {
  expect(skipped).toEqual([])
  expect(untested).toEqual([])
})

test.each(tests.map((item) => [item.rule, item.file.slice(OWN_RULES.length + 1), item] as const))(
  '%s matches %s',
  (_rule, _file, ruleTest) => {
    expect(ruleTest).toMatchObject({ missed: [], wrong: [] })
    expect(passes(ruleTest)).toBe(true)
    expect(ruleTest.found).toBeGreaterThan(0)
  },
)
