import { Failure } from '@gatehouse/kernel'
import { exportJWK, generateKeyPair, type JWK, jwtVerify, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { type SendOidc, rememberKeys, rememberMetadata } from '../src/oidc/wire.ts'

const ISSUER = 'https://login.example.org'

/** Creates a provider with rotatable keys, and a clock that the test advances. */
function scene() {
  const state = { now: 1_000_000, keys: [] as JWK[], asked: 0, up: true }
  const ask: SendOidc = (url) => {
    if (!state.up) return Promise.resolve({ isOk: false, status: 503, body: undefined })
    if (!url.endsWith('/jwks')) {
      const body = {
        issuer: ISSUER,
        authorization_endpoint: `${ISSUER}/authorize`,
        token_endpoint: `${ISSUER}/token`,
        jwks_uri: `${ISSUER}/jwks`,
      }
      return Promise.resolve({ isOk: true, status: 200, body })
    }
    state.asked += 1
    return Promise.resolve({ isOk: true, status: 200, body: { keys: state.keys } })
  }
  const clock = { now: () => state.now }
  return { state, keys: rememberKeys(rememberMetadata(ISSUER, ask, clock), ask, clock) }
}

async function signer(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const token = () => new SignJWT({}).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey)
  return { jwk: { ...(await exportJWK(publicKey)), kid }, token }
}

test('keys are cached, fetched again for a new key, and not for every unknown key', async () => {
  const { state, keys } = scene()
  const [one, two, nobodys] = await Promise.all([signer('one'), signer('two'), signer('three')])
  state.keys = [one.jwk]
  const verify = async (token: string) =>
    jwtVerify(token, keys).then(
      () => true,
      () => false,
    )
  for (let i = 0; i < 5; i += 1) expect(await verify(await one.token())).toBe(true)
  expect(state.asked).toBe(1)

  for (let i = 0; i < 5; i += 1) expect(await verify(await nobodys.token())).toBe(false)
  expect(state.asked).toBe(1)

  state.keys = [two.jwk]
  state.now += 60_000
  const tokens = await Promise.all([two.token(), two.token(), nobodys.token()])
  expect(await Promise.all(tokens.map(verify))).toEqual([true, true, false])
  expect(state.asked).toBe(2)
  // Revoked keys are not accepted any more.
  expect(await verify(await one.token())).toBe(false)

  state.now += 10 * 60_000
  expect(await verify(await two.token())).toBe(true)
  expect(state.asked).toBe(3)
})

test('an unreachable provider is reported, and retried soon', async () => {
  const { state, keys } = scene()
  const item = await signer('one')
  state.keys = [item.jwk]
  state.up = false
  await expect(jwtVerify(await item.token(), keys)).rejects.toBeInstanceOf(Failure)
  state.up = true
  state.now += 10_000
  await expect(jwtVerify(await item.token(), keys)).resolves.toBeDefined()
})
