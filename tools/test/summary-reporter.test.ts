import { expect, test } from 'vitest'
import { countTests } from '../summary-reporter.ts'

/** A file as vitest reports it, with the results of its tests. */
function file(state: string, ...results: readonly string[]) {
  return {
    state: () => state,
    children: { allTests: () => results.map((one) => ({ result: () => ({ state: one }) })) },
  }
}

test.each([
  ['nothing', [], { passed: 0, failed: 0, skipped: 0 }],
  ['every result', [file('failed', 'passed', 'failed', 'skipped', 'pending')], { passed: 1, failed: 1, skipped: 2 }],
  ['a file that could not be loaded', [file('failed'), file('passed', 'passed')], { passed: 1, failed: 1, skipped: 0 }],
])('counts %s', (_says, modules, counts) => {
  expect(countTests(modules)).toEqual(counts)
})
