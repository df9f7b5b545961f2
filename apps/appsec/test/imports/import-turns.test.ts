import { expect, test } from 'vitest'
import { inTurn } from '../../src/imports/import-turns.ts'

test('two documents are read at once, the others wait, and too many are refused', async () => {
  const ends: (() => void)[] = []
  let started = 0
  const work = () => {
    started += 1
    return new Promise<void>((resolve) => void ends.push(resolve))
  }
  const accepted = Array.from({ length: 52 }, () => inTurn(work))
  await expect(inTurn(work)).rejects.toMatchObject({ code: 'rate_limited' })
  expect(started).toBe(2)
  for (let ended = 0; ended < accepted.length; ended += 1) {
    await expect.poll(() => ends.length).toBeGreaterThan(ended)
    expect(started - ended).toBeLessThanOrEqual(2)
    ends[ended]!()
  }
  await Promise.all(accepted)
  await expect(inTurn(() => Promise.reject(new Error('x')))).rejects.toThrow('x')
  expect(await inTurn(() => Promise.resolve(7))).toBe(7)
})
