import { expect, test } from 'vitest'
import { fuzz } from '../../../bench/fuzz/run.ts'
import { READERS } from '../../../bench/fuzz/readers/all.ts'

/** `npm run fuzz` reads 20,000 of each. */
const COUNT = 300

test.each(READERS.map((reader) => [reader.name, reader] as const))(
  '%s reads or refuses every mutant',
  async (_name, reader) => {
    const { findings, read, refused } = await fuzz(reader, { count: COUNT, seed: 1 })
    expect(findings).toEqual([])
    expect(read + refused).toBe(COUNT)
  },
)
