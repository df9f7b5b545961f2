import { describe, expect, test } from 'vitest'
import {
  attenuateCapability,
  judgeCapability,
  keyIdOfToken,
  mintCapability,
  readCapability,
} from '../../../src/agentic/capability/capability.ts'
import type { Narrowing } from '../../../src/agentic/capability/claims.ts'
import { jwkOf, keyIdOfPublic, newKeyPair, publicKeyOf } from '../../../src/agentic/capability/keys.ts'
import { ATTENUATIONS_MAX } from '../../../src/agentic/capability/limits.ts'
import { errorOf, forged, mint, NOW, publicKey, read, signer, terms } from './tokens.ts'

describe('a capability', () => {
  test('names its scope, and is valid within that scope', () => {
    const full = mintCapability(
      {
        ...terms,
        data_scope: ['name', 'mail'],
        scope_constraints: { region: 'eu', max: 3 },
        args_hash: 'a'.repeat(64),
      },
      signer,
      NOW,
    )
    const claims = read(full.token)
    expect(claims).toEqual(full.claims)
    expect(claims).toEqual({
      iss: 'gatehouse',
      tenant: 'acme',
      agent: 'mailer',
      role: 'clerk',
      tool: 'mail_*',
      resource: 'inbox/*',
      data_scope: ['name', 'mail'],
      scope_constraints: { region: 'eu', max: 3 },
      clearance_max: 'confidential',
      args_hash: 'a'.repeat(64),
      iat: NOW / 1_000,
      exp: NOW / 1_000 + 30,
      nonce: expect.stringMatching(/^[\w-]{22}$/),
      kid: signer.kid,
      attenuations: 0,
    })
    expect(judgeCapability(claims, { tenant: 'acme', tool: 'mail_send', resource: 'inbox/7' }, NOW)).toBeUndefined()
    expect(keyIdOfToken(full.token)).toBe(signer.kid)
  })

  test('starts with a JWS that any holder of the published key can verify', async () => {
    const token = mint()
    const [header, payload, signature] = token.split('~')[0]!.split('.')
    const key = await crypto.subtle.importKey('jwk', { ...jwkOf(publicKey), alg: 'Ed25519' }, 'Ed25519', false, [
      'verify',
    ])
    const bytes = Buffer.from(signature!, 'base64url')
    expect(await crypto.subtle.verify('Ed25519', key, bytes, Buffer.from(`${header}.${payload}`))).toBe(true)
    expect(JSON.parse(Buffer.from(header!, 'base64url').toString())).toEqual({
      alg: 'EdDSA',
      kid: signer.kid,
      typ: 'gatehouse-cap+jwt',
    })
  })

  // The last bits of the sample of RFC 8037 appendix A.3.
  test('names its key by the thumbprint of RFC 7638', () => {
    const x = Buffer.from('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo', 'base64url')
    expect(keyIdOfPublic(x)).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k')
  })

  test.each([
    ['another tenant', { tenant: 'rival' }, 0, 'tenant_mismatch'],
    ['another tool', { tool: 'files_read' }, 0, 'tool_mismatch'],
    ['another resource', { resource: 'outbox/1' }, 0, 'resource_mismatch'],
    ['a resource above its own', { resource: 'inbox/../outbox/1' }, 0, 'resource_mismatch'],
    ['the same in the spelling of URLs', { resource: 'inbox/%2E%2e/outbox' }, 0, 'resource_mismatch'],
    ['a use after its time', {}, 30_000, 'token_expired'],
    ['a use long before it was made', {}, -5_001, 'not_yet_valid'],
    ['the last moment', {}, 29_999, undefined],
    ['a clock that is a little behind', {}, -5_000, undefined],
  ])('is judged for %s', (_case, use, later_ms, error) => {
    expect(judgeCapability(read(mint()), { tenant: 'acme', ...use }, NOW + later_ms)?.error).toBe(error)
  })

  test('that is bound to arguments is invalid for other arguments', () => {
    const claims = read(mint({ args_hash: 'b'.repeat(64) }))
    const judged = (args_hash: string) => judgeCapability(claims, { tenant: 'acme', args_hash }, NOW)?.error
    expect([judged('b'.repeat(64)), judged('c'.repeat(64))]).toEqual([undefined, 'arguments_mismatch'])
    const unbound = judgeCapability(read(mint()), { tenant: 'acme', args_hash: 'b'.repeat(64) }, NOW)
    expect(unbound).toMatchObject({ error: 'arguments_mismatch' })
  })

  test('of an unknown key, or with signed invalid content, is rejected', () => {
    expect(readCapability(mint(), () => undefined)).toMatchObject({ error: 'unknown_key' })
    expect(readCapability(mint(), () => publicKeyOf(newKeyPair().publicKey))).toMatchObject({
      error: 'invalid_signature',
    })
    const forever = { ...read(mint()), exp: NOW / 1_000 + 1_000_000 }
    expect(judgeCapability(forever, { tenant: 'acme' }, NOW)?.error).toBe('token_expired')
  })

  test.each([
    [{ lifetime_s: 61 }, /60 seconds/],
    [{ lifetime_s: 0 }, /60 seconds/],
    [{ lifetime_s: Number.NaN }, /60 seconds/],
    [{ tool: 'a*b' }, /tool/],
    [{ tool: '' }, /tool/],
    [{ resource: 'x'.repeat(513) }, /resource/],
    [{ args_hash: 'nope' }, /args_hash/],
    [{ scope_constraints: { deep: [[[[[[[1]]]]]]] } }, /scope_constraints/],
    [{ scope_constraints: { long: 'x'.repeat(3_000) } }, /scope_constraints/],
  ])('is not issued for %j', (over, message) => {
    expect(() => mint(over)).toThrow(message)
  })
})

test('terms that do not fit into a token are rejected, and none is omitted', () => {
  const data_scope = Array.from({ length: 16 }, () => '語'.repeat(200))
  expect(() => mint({ data_scope })).toThrow('cannot be encoded')
  const scope_constraints = JSON.parse('{"__proto__": {"region": "eu"}, "2": 1, "1": 2}') as Record<string, unknown>
  expect(JSON.stringify(read(mint({ scope_constraints })).scope_constraints)).toBe(JSON.stringify(scope_constraints))
})

describe('a holder', () => {
  test('narrows a token repeatedly without the service key', () => {
    let token = mint()
    token = attenuateCapability(token, { tool: 'mail_send' })
    token = attenuateCapability(token, { resource: 'inbox/7/*', clearance_max: 'internal' })
    token = attenuateCapability(token, { exp: NOW / 1_000 + 5, args_hash: 'd'.repeat(64) })
    expect(read(token)).toMatchObject({
      tool: 'mail_send',
      resource: 'inbox/7/*',
      clearance_max: 'internal',
      exp: NOW / 1_000 + 5,
      args_hash: 'd'.repeat(64),
      attenuations: 3,
    })
  })

  test.each([9.123_456_7, 0.1 + 0.2, 1 / 3])('may end a token %d seconds later', (later_s) => {
    const { exp } = read(attenuateCapability(mint(), { exp: NOW / 1_000 + later_s }))
    expect(exp).toBeCloseTo(NOW / 1_000 + later_s, 2)
  })

  test('hands on the nonce, so that the family is spent together', () => {
    const token = mint()
    const [left, right] = [attenuateCapability(token, { tool: 'mail_send' }), attenuateCapability(token, {})]
    expect(read(left).nonce).toBe(read(token).nonce)
    expect(read(attenuateCapability(right, { resource: 'inbox/7' })).nonce).toBe(read(token).nonce)
  })

  test.each<[string, Narrowing]>([
    ['tool', { tool: '*' }],
    ['tool', { tool: 'files_read' }],
    ['tool', { tool: 'mail*' }],
    ['resource', { resource: 'inbox*' }],
    ['resource', { resource: 'inbox/../*' }],
    ['clearance_max', { clearance_max: 'restricted' }],
    ['exp', { exp: NOW / 1_000 + 31 }],
    ['args_hash', { args_hash: 'f'.repeat(64) }],
  ])('cannot widen %s by %j, honestly or not', (field, by) => {
    const token = mint({ args_hash: 'e'.repeat(64) })
    expect(() => attenuateCapability(token, by)).toThrow(`${field} would be widened`)
    expect(errorOf(forged(token, by))).toBe('widened')
    expect(errorOf(forged(attenuateCapability(token, {}), by))).toBe('widened')
  })

  test('cannot remove a narrowing', () => {
    const token = mint()
    const narrow = attenuateCapability(token, { tool: 'mail_send' })
    const twice = attenuateCapability(narrow, { resource: 'inbox/7' })
    const [root, first, second, last] = twice.split('~')
    // A holder of only `twice` has neither seed of the shorter tokens.
    expect(errorOf([root, last].join('~'))).toBe('invalid_signature')
    expect(errorOf([root, first, last].join('~'))).toBe('invalid_signature')
    expect(errorOf([root, second, last].join('~'))).toBe('invalid_signature')
    expect(errorOf([root, second, first, last].join('~'))).toBe('invalid_signature')
    expect(errorOf([root, first, first, last].join('~'))).toBe('invalid_signature')
    expect(errorOf(twice)).toBeUndefined()
  })

  test('cannot move narrowings of one token to another token', () => {
    const [a, b] = [mint(), mint()]
    const [, narrowing, last] = attenuateCapability(a, { tool: 'mail_send' }).split('~')
    expect(errorOf([b.split('~')[0], narrowing, last].join('~'))).toBe('invalid_signature')
  })

  test('narrows a bounded number of times', () => {
    let token = mint()
    for (let times = 0; times < ATTENUATIONS_MAX; times += 1) token = attenuateCapability(token, {})
    expect(read(token).attenuations).toBe(ATTENUATIONS_MAX)
    expect(() => attenuateCapability(token, {})).toThrow(`${ATTENUATIONS_MAX} times`)
    expect(errorOf(forged(token, {}))).toBe('malformed_token')
  })

  test('cannot add fields unknown to the verifier', () => {
    expect(() => attenuateCapability(mint(), { tenant: 'rival' } as Narrowing)).toThrow(/tenant|Unrecognized/)
    expect(() => attenuateCapability('not a token', {})).toThrow('not a capability token')
  })
})
