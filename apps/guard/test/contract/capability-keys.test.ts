import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { admin, type Answer, call, makeTeam, post, send, type Served, serveWithKeys } from '../serve.ts'

let service: Served
let key: string

beforeAll(async () => {
  service = await serveWithKeys()
  key = await makeTeam(service.url, 'acme', { plan: 'enterprise' })
})
afterAll(() => service.close())

const own = (path: string, body: object) => post(`${service.url}${path}`, body, { 'x-api-key': key })
const verify = (body: object) => own('/v1/shield/cap/verify', body)
const minted = async (): Promise<string> =>
  String((await own('/v1/shield/cap/mint', { tool: 'mail_send', ttl: 60 })).body['cap_token'])

describe('the published keys', () => {
  const jwks = (): Promise<Answer> => call(`${service.url}/.well-known/jwks.json`)

  proves('guard:capability.jwks', 'verify tokens without the service, and may be cached for a minute', async () => {
    const answer = await jwks()
    expect(answer.headers.get('cache-control')).toBe('public, max-age=60')
    const keys = answer.body['keys'] as Record<string, string>[]
    const [header, payload, signature] = (await minted()).split('~')[0]!.split('.')
    const { kid } = JSON.parse(Buffer.from(header!, 'base64url').toString()) as { kid: string }
    const jwk = keys.find((item) => item.kid === kid)!
    expect(Object.keys(jwk).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x'])
    const { x, crv, kty } = jwk
    const publicKey = await crypto.subtle.importKey('jwk', { x: x!, crv: crv!, kty: kty! }, 'Ed25519', false, [
      'verify',
    ])
    const bytes = new Uint8Array(Buffer.from(signature!, 'base64url'))
    expect(
      await crypto.subtle.verify('Ed25519', publicKey, bytes, new TextEncoder().encode(`${header}.${payload}`)),
    ).toBe(true)
  })

  test('gain a new signing key while the old key still verifies', async () => {
    const before = await minted()
    const rotated = await admin(`${service.url}/v1/admin/capability-keys/rotate`, 'POST')
    expect(rotated).toMatchObject({ status: 200, body: { keys: [{ state: 'signing' }, { state: 'retired' }] } })
    expect(((await jwks()).body['keys'] as unknown[]).length).toBe(2)
    const after = await minted()
    expect(after.split('.')[0]).not.toBe(before.split('.')[0])
    expect((await verify({ cap_token: before })).body).toMatchObject({ valid: true })
    expect((await verify({ cap_token: after })).body).toMatchObject({ valid: true })
  })

  test('that are revoked are removed immediately, together with their tokens', async () => {
    const before = await minted()
    const rotated = await admin(`${service.url}/v1/admin/capability-keys/rotate`, 'POST', { revoke: true })
    expect(rotated.body['keys']).toHaveLength(1)
    expect((await verify({ cap_token: before })).body).toMatchObject({ valid: false, error: 'unknown_key' })
    expect((await post(`${service.url}/v1/admin/capability-keys/rotate`, {}, { 'x-api-key': key })).status).toBe(401)
    const log = await admin(`${service.url}/v1/admin/audit?action=capability_key.rotate`, 'GET')
    expect(log.body['entries']).toMatchObject([{ details: { revoke: true } }, { details: { revoke: false } }])
  })
})

test('a token issued by a tool check is valid for that call only', async () => {
  const policies = { policies: [{ tool_name: 'pay', issue_capability: true }] }
  await send(`${service.url}/v1/agents/tools/policies`, 'PUT', policies, { 'x-api-key': key })
  await new Promise((resolve) => setTimeout(resolve, 550))
  const tool_params = { to: 'ann', amount: 5 }
  const { body } = await own('/v1/shield/tool/check', { tool_name: 'pay', agent_key: 'payer', tool_params })
  expect(body).toMatchObject({ allowed: true, cap_token: expect.any(String), expires_in: 30 })
  const request = { cap_token: body['cap_token'], expected_tool: 'pay' }
  const wrong = await verify({ ...request, expected_arguments: { to: 'ann', amount: 500 } })
  expect(wrong.body).toMatchObject({ valid: false, error: 'arguments_mismatch' })
  const right = await verify({ ...request, expected_arguments: { amount: 5, to: 'ann' } })
  expect(right.body).toMatchObject({ valid: true, claims: { agent: 'payer', tool: 'pay', tenant: 'acme' } })
  expect((await verify(request)).body).toMatchObject({ error: 'nonce_already_used' })
})
