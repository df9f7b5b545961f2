import { expect, test } from 'vitest'
import { seededRandom } from '../src/classify/seeded.ts'
import { fuzzGuards } from './fuzz/run-fuzz.ts'

/** The full run of 3,000 texts is in `fuzz/`. */
const TEXTS = 60
const SEED = 20_261_122

test('no guard fails, hangs or reports spans outside of generated text', async () => {
  const report = await fuzzGuards(TEXTS, seededRandom(SEED))
  expect(report.found).toEqual([])
  expect(report.checks).toBe(TEXTS * 6)
})
