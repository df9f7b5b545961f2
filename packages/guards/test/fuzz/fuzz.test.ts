import { expect, test } from 'vitest'
import { seededRandom } from '../../src/classify/seeded.ts'
import { fuzzGuards } from './run-fuzz.ts'

/** For a longer run with other seeds, see main.ts in this folder. */
const TEXTS = 3_000
const SEED = 20_261_121

test('no guard fails, hangs or returns a range outside the text, for any input', { timeout: 300_000 }, async () => {
  const report = await fuzzGuards(TEXTS, seededRandom(SEED))
  expect(report.found).toEqual([])
  expect(report.checks).toBe(TEXTS * 6)
})
