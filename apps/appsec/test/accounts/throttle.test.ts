import { type Cache, openCache } from '@gatehouse/cache'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { throttle } from '../../src/accounts/throttle.ts'

let cache: Cache
beforeEach(async () => {
  cache = await openCache()
})
afterEach(() => cache.close())

/** How many of so many tries are let through. */
async function passed(tries: number, email: string, addressOf: (at: number) => string): Promise<number> {
  let count = 0
  for (let at = 0; at < tries; at += 1) {
    const isIn = await throttle(email, { clientAddress: addressOf(at) }, { cache }).then(
      () => true,
      () => false,
    )
    if (isIn) count += 1
  }
  return count
}

test('ten tries from one place are the end for that place, and the owner elsewhere still gets in', async () => {
  expect(await passed(150, 'ann@example.org', () => '192.0.2.1')).toBe(10)
  expect(await passed(1, 'ann@example.org', () => '192.0.2.2')).toBe(1)
})

test('from many places it is a hundred', async () => {
  expect(await passed(150, 'ann@example.org', (at) => `192.0.2.${at}`)).toBe(100)
  expect(await passed(1, 'bob@example.org', () => '192.0.2.1')).toBe(1)
})

test('and a hundred from one place, for whomever', async () => {
  let count = 0
  for (let at = 0; at < 150; at += 1) count += await passed(1, `p${at}@example.org`, () => '192.0.2.1')
  expect(count).toBe(100)
})

test('all addresses of one IPv6 network are one place', async () => {
  const inOne = (at: number) => `2001:db8:5:6:${at.toString(16)}::1`
  expect(await passed(150, 'ann@example.org', inOne)).toBe(10)
  expect(await passed(1, 'ann@example.org', () => '2001:db8:5:7::1')).toBe(1)
})
