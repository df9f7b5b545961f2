import { expect, test } from 'vitest'
import { outcomeOf } from '../summary-reporter.ts'

/** A file as vitest reports it, with the results of its tests. */
function file(state: string, ...results: readonly string[]) {
  return {
    state: () => state,
    errors: () => (state === 'failed' ? [{ message: 'Unexpected token\nat line 3' }] : []),
    children: {
      allTests: () =>
        results.map((result, index) => ({
          fullName: `test ${index}`,
          result: () => ({
            state: result,
            ...(result === 'failed' ? { errors: [{ message: 'not equal\n+ 1' }] } : {}),
          }),
        })),
    },
  }
}

test.each([
  ['no test', file('passed'), { passed: 0, failed: 0, skipped: 0, failures: [] }],
  [
    'every result',
    file('failed', 'passed', 'failed', 'skipped', 'pending'),
    { passed: 1, failed: 1, skipped: 2, failures: [{ test: 'test 1', error: 'not equal' }] },
  ],
  [
    'a file that could not be loaded',
    file('failed'),
    { passed: 0, failed: 1, skipped: 0, failures: [{ test: '', error: 'Unexpected token' }] },
  ],
])('reads %s', (_title, module, expected) => {
  expect(outcomeOf(module, import.meta.filename, false)).toMatchObject({
    file: 'tools/test/summary-reporter.test.ts',
    ...expected,
  })
})
