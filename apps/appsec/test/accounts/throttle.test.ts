import { randomBytes } from 'node:crypto'
import { type Cache, openCache } from '@gatehouse/cache'
import { systemClock } from '@gatehouse/kernel'
import { createKeyRing } from '@gatehouse/kernel/sealing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deviceOf, makeDevice } from '../../src/accounts/device.ts'
import { admitAttempt } from '../../src/accounts/throttle.ts'

let cache: Cache
beforeEach(async () => {
  cache = await openCache()
})
afterEach(() => cache.close())

const ANN = 'ann@example.org'
const HOME = '192.0.2.1'

interface Try {
  readonly email?: string
  readonly address?: string
  readonly device?: string
  readonly succeeds?: boolean
}

/** Returns whether an attempt is allowed. */
async function admitted({ email = ANN, address = HOME, device, succeeds = false }: Try = {}): Promise<boolean> {
  try {
    const attempt = await admitAttempt({ email, device, from: { clientAddress: address } }, { cache })
    if (succeeds) await attempt.succeeded()
    return true
  } catch {
    return false
  }
}

/** How many of so many failing attempts are admitted. */
async function failures(count: number, make: (at: number) => Try = () => ({})): Promise<number> {
  let passed = 0
  for (let at = 0; at < count; at += 1) if (await admitted(make(at))) passed += 1
  return passed
}

describe('failed attempts', () => {
  test('delay further attempts only for the same account and address', async () => {
    expect(await failures(150)).toBe(6)
    expect(await admitted({ address: '192.0.2.2' })).toBe(true)
    expect(await admitted({ email: 'bob@example.org' })).toBe(true)
  })

  test('sent concurrently are admitted as if sent one after another', async () => {
    const all = await Promise.all(Array.from({ length: 100 }, () => admitted()))
    expect(all.filter(Boolean)).toHaveLength(6)
  })

  test('from many addresses leave each address one attempt and never lock the account', async () => {
    expect(await failures(100, (at) => ({ address: `198.51.100.${at}` }))).toBe(100)
    expect(await failures(5, () => ({ address: '203.0.113.9' }))).toBe(2)
    expect(await admitted({ address: '203.0.113.10', succeeds: true })).toBe(true)
  })

  test('from many addresses at once are checked one at a time', async () => {
    const flood = (at: number): Try => ({ address: `10.${at >> 8}.${at & 255}.1` })
    expect(await failures(1_100, flood)).toBe(1_001)
  })

  test('from one address against many accounts slow that address down', async () => {
    expect(await failures(150, (at) => ({ email: `p${at}@example.org` }))).toBe(101)
  })

  test('from one IPv6 network count as one address', async () => {
    expect(await failures(150, (at) => ({ address: `2001:db8:5:6:${at.toString(16)}::1` }))).toBe(6)
    expect(await admitted({ address: '2001:db8:5:7::1' })).toBe(true)
  })
})

test('successful attempts do not count towards the throttle', async () => {
  expect(await failures(500, () => ({ succeeds: true }))).toBe(500)
  expect(await failures(500, (at) => ({ email: `p${at}@example.org`, succeeds: true }))).toBe(500)
})

describe('a browser that has signed in before', () => {
  test('is admitted while others guess, from its own address too', async () => {
    await failures(1_200, (at) => ({ address: at % 2 === 0 ? HOME : `198.51.${at >> 8}.${at & 255}` }))
    expect(await admitted()).toBe(false)
    expect(await failures(10, () => ({ device: 'known' }))).toBe(10)
    // Then it is as any other browser.
    expect(await admitted({ device: 'known' })).toBe(false)
  })

  test('is recognised by an unforgeable cookie bound to the account', () => {
    const clock = { ...systemClock, now: () => 0 }
    const keys = createKeyRing([randomBytes(32)])
    const value = makeDevice(ANN, { keys, clock })
    const of = (cookie: string, email = ANN, ring = keys) => deviceOf(cookie, email, { keys: ring, clock })
    expect(of(`a=b; gatehouse_device=${value}`)).toEqual(expect.any(String))
    expect(of(`gatehouse_device=${value}`, 'bob@example.org')).toBeUndefined()
    expect(of(`gatehouse_device=${value}`, ANN, createKeyRing([randomBytes(32)]))).toBeUndefined()
    expect(of(`gatehouse_device=${value}; gatehouse_device=${value}`)).toBeUndefined()
    for (const forged of [
      'x',
      value.slice(1),
      `${value}A`,
      Buffer.from('{"id":"x","until":9e15}').toString('base64url'),
    ]) {
      expect(of(`gatehouse_device=${forged}`)).toBeUndefined()
    }
  })
})
