import { exportJWK, generateKeyPair } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { createIssuerKeys } from '../src/oauth/keys.ts'

const ISSUER = { issuer: 'https://issuer.example', jwks_url: 'https://issuer.example/keys' }
const MINUTE_MS = 60_000

let jwk: object
beforeAll(async () => {
  jwk = { ...(await exportJWK((await generateKeyPair('ES256')).publicKey)), kid: 'one' }
})

function issuerKeys() {
  const now = { ms: 0, isDown: false, asked: 0 }
  const fetch = async (): Promise<Response> => {
    now.asked += 1
    return now.isDown ? new Response('', { status: 500 }) : Response.json({ keys: [jwk] })
  }
  return { now, keys: createIssuerKeys({ fetch }, { now: () => now.ms }) }
}

test('an issuer that does not respond is queried at intervals, however many tokens arrive', async () => {
  const { now, keys } = issuerKeys()
  now.isDown = true
  for (let token = 0; token < 20; token += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await expect(keys.keysOf(ISSUER, token % 2 === 1)).rejects.toMatchObject({ code: 'unavailable' })
  }
  expect(now.asked).toBe(1)
  now.isDown = false
  now.ms = 6_000
  await keys.keysOf(ISSUER)
  expect(now.asked).toBe(2)
})

test('a token with an unknown key does not evict the known keys', async () => {
  const { now, keys } = issuerKeys()
  const first = await keys.keysOf(ISSUER)
  now.isDown = true
  now.ms = MINUTE_MS
  await expect(keys.keysOf(ISSUER, true)).rejects.toMatchObject({ code: 'unavailable' })
  expect(await keys.keysOf(ISSUER)).toBe(first)
  // And again only after a while.
  expect(await keys.keysOf(ISSUER, true)).toBe(first)
  expect(now.asked).toBe(2)
  now.isDown = false
  now.ms = 2 * MINUTE_MS
  const second = await keys.keysOf(ISSUER, true)
  expect(second).not.toBe(first)
  expect(await keys.keysOf(ISSUER)).toBe(second)
  now.isDown = true
  now.ms = 20 * MINUTE_MS
  await expect(keys.keysOf(ISSUER)).rejects.toMatchObject({ code: 'unavailable' })
})
