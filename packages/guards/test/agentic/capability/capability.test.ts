import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  attenuateCapability,
  type CapabilitySigner,
  judgeCapability,
  keyIdOfToken,
  mintCapability,
  readCapability,
} from '../../../src/agentic/capability/capability.ts'
import { type CapabilityClaims, CLEARANCES, type Narrowing } from '../../../src/agentic/capability/claims.ts'
import {
  jwkOf,
  keyIdOfPublic,
  newKeyPair,
  privateKeyOf,
  publicKeyOf,
  signed,
} from '../../../src/agentic/capability/keys.ts'
import { ATTENUATIONS_MAX, TOKEN_CHARS_MAX } from '../../../src/agentic/capability/limits.ts'
import { isWithin } from '../../../src/agentic/capability/narrow.ts'
import {
  narrowingPayload,
  narrowingText,
  parseToken,
  withStep,
  writeToken,
} from '../../../src/agentic/capability/wire.ts'

const NOW = Date.UTC(2026, 0, 1, 12, 0, 0, 123)
const { seed, publicKey } = newKeyPair()
const signer: CapabilitySigner = { kid: keyIdOfPublic(publicKey), privateKey: privateKeyOf(seed) }
const keyOf = (kid: string) => (kid === signer.kid ? publicKeyOf(publicKey) : undefined)

const terms = {
  tenant: 'acme',
  agent: 'mailer',
  role: 'clerk',
  tool: 'mail_*',
  resource: 'inbox/*',
  clearance_max: 'confidential',
  lifetime_s: 30,
} as const
const mint = (over: Partial<Parameters<typeof mintCapability>[0]> = {}) =>
  mintCapability({ ...terms, ...over }, signer, NOW).token
const read = (token: string): CapabilityClaims => {
  const claims = readCapability(token, keyOf)
  if ('error' in claims) throw new Error(claims.error)
  return claims
}
const errorOf = (token: string): string | undefined => {
  const claims = readCapability(token, keyOf)
  return 'error' in claims ? claims.error : undefined
}

/** A narrowing that a dishonest holder writes, who checks nothing. */
function forged(token: string, claims: Narrowing): string {
  const { body, seed: own } = parseToken(token)!
  const next = newKeyPair()
  const payload = narrowingPayload({ ...claims, next: next.publicKey.toString('base64url') })
  return writeToken(withStep(body, payload, signed(narrowingText(body, payload), privateKeyOf(own))), next.seed)
}

describe('a capability', () => {
  test('says what it was made for, and holds for that', () => {
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

  test('begins with a JWS that any reader of the published key can check', async () => {
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

  test('that is bound to arguments holds for no others', () => {
    const claims = read(mint({ args_hash: 'b'.repeat(64) }))
    const judged = (args_hash: string) => judgeCapability(claims, { tenant: 'acme', args_hash }, NOW)?.error
    expect([judged('b'.repeat(64)), judged('c'.repeat(64))]).toEqual([undefined, 'arguments_mismatch'])
  })

  test('of a key that is not known, or that signed nonsense, does not hold', () => {
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
  ])('is not made for %j', (over, message) => {
    expect(() => mint(over)).toThrow(message)
  })
})

test('terms that do not fit into a token are refused, and none is left out', () => {
  const data_scope = Array.from({ length: 16 }, () => '語'.repeat(200))
  expect(() => mint({ data_scope })).toThrow('cannot be written')
  const scope_constraints = JSON.parse('{"__proto__": {"region": "eu"}, "2": 1, "1": 2}') as Record<string, unknown>
  expect(JSON.stringify(read(mint({ scope_constraints })).scope_constraints)).toBe(JSON.stringify(scope_constraints))
})

describe('a holder', () => {
  test('narrows a token without the key of the service, again and again', () => {
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
    expect(() => attenuateCapability(token, by)).toThrow(`${field} would become wider`)
    expect(errorOf(forged(token, by))).toBe('widened')
    expect(errorOf(forged(attenuateCapability(token, {}), by))).toBe('widened')
  })

  test('cannot take a narrowing off again', () => {
    const token = mint()
    const narrow = attenuateCapability(token, { tool: 'mail_send' })
    const twice = attenuateCapability(narrow, { resource: 'inbox/7' })
    const [root, first, second, last] = twice.split('~')
    // Whoever was given `twice` alone holds neither of the seeds that the shorter tokens end with.
    expect(errorOf([root, last].join('~'))).toBe('invalid_signature')
    expect(errorOf([root, first, last].join('~'))).toBe('invalid_signature')
    expect(errorOf([root, second, last].join('~'))).toBe('invalid_signature')
    expect(errorOf([root, second, first, last].join('~'))).toBe('invalid_signature')
    expect(errorOf([root, first, first, last].join('~'))).toBe('invalid_signature')
    expect(errorOf(twice)).toBeUndefined()
  })

  test('cannot put narrowings of one token on another', () => {
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

  test('cannot add words that the verifier does not know', () => {
    expect(() => attenuateCapability(mint(), { tenant: 'rival' } as Narrowing)).toThrow(/tenant|Unrecognized/)
    expect(() => attenuateCapability('not a token', {})).toThrow('not a capability token')
  })
})

describe('any change of a token', () => {
  const tokens = [mint(), attenuateCapability(attenuateCapability(mint(), { tool: 'mail_a' }), { resource: 'inbox/1' })]

  test.each(tokens)('of one byte makes it invalid: %#', (token) => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~.'
    const changes = Array.from(token, (char, at) => {
      const other = alphabet[(alphabet.indexOf(char) + 1 + (at % 60)) % alphabet.length]!
      return token.slice(0, at) + other + token.slice(at + 1)
    })
    expect(changes.filter((changed) => changed === token || errorOf(changed) === undefined)).toEqual([])
  })

  test('of any kind makes it invalid', () => {
    const change = fc.record({ at: fc.nat(), cut: fc.nat(3), put: fc.string({ unit: 'binary-ascii', maxLength: 3 }) })
    fc.assert(
      fc.property(fc.constantFrom(...tokens), change, (token, { at, cut, put }) => {
        const from = at % token.length
        const changed = token.slice(0, from) + put + token.slice(from + cut)
        fc.pre(changed !== token)
        expect(errorOf(changed)).toBeDefined()
      }),
      { numRuns: 300 },
    )
  })

  test.each([
    ['no algorithm', { alg: 'none', kid: signer.kid, typ: 'gatehouse-cap+jwt' }],
    ['a shared secret', { alg: 'HS256', kid: signer.kid, typ: 'gatehouse-cap+jwt' }],
    ['another type', { alg: 'EdDSA', kid: signer.kid, typ: 'JWT' }],
    ['a key of its own', { alg: 'EdDSA', kid: signer.kid, typ: 'gatehouse-cap+jwt', jwk: jwkOf(publicKey) }],
  ])('of the header to %s is no token', (_what, header) => {
    const [, payload, rest] = mint().split('.')
    const head = Buffer.from(JSON.stringify(header)).toString('base64url')
    expect(errorOf([head, payload, rest].join('.'))).toBe('malformed_token')
  })

  test.each(['', '~', '.', '..~', 'a.b.c~d', '~'.repeat(20), 'x'.repeat(TOKEN_CHARS_MAX + 1), '\u0000', `${mint()}~`])(
    'into %j is no token',
    (text) => {
      expect(errorOf(text)).toBe('malformed_token')
    },
  )
})

describe('narrowing', () => {
  const name = fc.stringMatching(/^[ab/.]{0,5}$/)
  const pattern = fc.tuple(name, fc.boolean()).map(([text, star]) => (star || text === '' ? `${text}*` : text))
  const narrowing = fc.record(
    {
      tool: pattern,
      resource: pattern,
      clearance_max: fc.constantFrom(...CLEARANCES),
      exp: fc.integer({ min: -5_000, max: 40_000 }).map((later_ms) => (NOW + later_ms) / 1_000),
    },
    { requiredKeys: [] },
  )
  const use = fc.record({ tool: name, resource: name, later_ms: fc.integer({ min: 0, max: 31_000 }) })

  test('never lets anything pass that the token would not have let pass, whoever wrote it', () => {
    const property = fc.property(pattern, pattern, fc.array(narrowing, { maxLength: 3 }), use, (tool, resource, steps, used) => {
        const root = mint({ tool, resource })
        const allows = (claims: CapabilityClaims) =>
          judgeCapability(claims, { tenant: 'acme', tool: used.tool, resource: used.resource }, NOW + used.later_ms) ===
          undefined
        const token = steps.reduce(forged, root)
        const claims = readCapability(token, keyOf)
        const before = read(root)
        if ('error' in claims) return claims.error === 'widened'
        const isSame = (['tenant', 'nonce', 'agent', 'role', 'iat'] as const).every((one) => claims[one] === before[one])
        const isNoHigher = CLEARANCES.indexOf(claims.clearance_max) <= CLEARANCES.indexOf(before.clearance_max)
        return isSame && isNoHigher && claims.exp <= before.exp && (!allows(claims) || allows(before))
      }),
      { numRuns: 300 },
    )
  })

  test('is transitive', () => {
    fc.assert(
      fc.property(pattern, pattern, pattern, (a, b, c) => {
        if (isWithin(a, b) && isWithin(b, c)) expect(isWithin(a, c)).toBe(true)
      }),
    )
  })
})
