import { expect, test } from 'vitest'
import { createLookups } from '../src/pins/lookups.ts'

function lookups() {
  const clock = { time_ms: 0, now: () => clock.time_ms }
  const looks: string[] = []
  const { once } = createLookups(clock)
  const look = (owner: string, found = true): Promise<boolean> =>
    once(owner, () => {
      looks.push(owner)
      return Promise.resolve(found)
    })
  return { clock, looks, look, once }
}

test('a list is read once for concurrent and immediately following callers, and again later', async () => {
  const { clock, looks, look } = lookups()
  expect(await Promise.all([look('ann'), look('ann'), look('bob', false)])).toEqual([true, true, false])
  clock.time_ms += 4_999
  expect([await look('ann'), await look('bob')]).toEqual([true, false])
  expect(looks).toEqual(['ann', 'bob'])
  clock.time_ms += 1
  expect([await look('ann'), await look('bob')]).toEqual([true, true])
  expect(looks).toEqual(['ann', 'bob', 'ann', 'bob'])
})

test('a failed lookup is reported to its waiting callers, and is not cached', async () => {
  const { look, once } = lookups()
  await expect(once('ann', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await look('ann')).toBe(true)
})
