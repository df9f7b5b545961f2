import { CLEARANCES } from '@gatehouse/contracts/agents'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { attenuateCapability, judgeCapability, readCapability } from '../../../src/agentic/capability/capability.ts'
import type { CapabilityClaims } from '../../../src/agentic/capability/claims.ts'
import { jwkOf } from '../../../src/agentic/capability/keys.ts'
import { TOKEN_CHARS_MAX } from '../../../src/agentic/capability/limits.ts'
import { isWithin } from '../../../src/agentic/capability/narrow.ts'
import { errorOf, forged, keyOf, mint, NOW, publicKey, read, signer } from './tokens.ts'

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
  ])('of the header to %s makes it malformed', (_what, header) => {
    const [, payload, rest] = mint().split('.')
    const head = Buffer.from(JSON.stringify(header)).toString('base64url')
    expect(errorOf([head, payload, rest].join('.'))).toBe('malformed_token')
  })

  test.each(['', '~', '.', '..~', 'a.b.c~d', '~'.repeat(20), 'x'.repeat(TOKEN_CHARS_MAX + 1), '\u0000', `${mint()}~`])(
    'into %j makes it malformed',
    (text) => {
      expect(errorOf(text)).toBe('malformed_token')
    },
  )
})

describe('narrowing', () => {
  const name = fc.stringMatching(/^[ab/.]{0,4}$/)
  const below = fc.constantFrom('a', 'a*', 'ab', 'a/*', 'a/b', 'a/../b', 'b*')
  const pattern = fc.tuple(name, fc.boolean()).map(([text, star]) => (star || text === '' ? `${text}*` : text))
  const narrowing = fc.record(
    {
      tool: fc.oneof(below, pattern),
      resource: fc.oneof(below, pattern),
      clearance_max: fc.constantFrom(...CLEARANCES),
      exp: fc.integer({ min: 0, max: 32_000 }).map((later_ms) => (NOW + later_ms) / 1_000),
    },
    { requiredKeys: [] },
  )
  const use = fc.record({
    tool: fc.oneof(below, name),
    resource: fc.oneof(below, name),
    later_ms: fc.integer({ min: 0, max: 31_000 }),
  })

  const wide = fc.oneof(fc.constantFrom('*', 'a*'), pattern)
  const steps = fc.array(narrowing, { minLength: 1, maxLength: 3 })

  test('never allows a call that the original token denies, whoever narrowed the token', () => {
    let current = 0
    const property = fc.property(wide, wide, steps, use, (tool, resource, narrowings, used) => {
      const root = mint({ tool, resource })
      const claims = readCapability(narrowings.reduce(forged, root), keyOf)
      const before = read(root)
      if ('error' in claims) return claims.error === 'widened'
      current += 1
      const request = { tenant: 'acme', tool: used.tool, resource: used.resource }
      const allows = (capabilityClaims: CapabilityClaims) =>
        judgeCapability(capabilityClaims, request, NOW + used.later_ms) === undefined
      const isSame = (['tenant', 'nonce', 'agent', 'role', 'iat'] as const).every(
        (item) => claims[item] === before[item],
      )
      const isNoHigher = CLEARANCES.indexOf(claims.clearance_max) <= CLEARANCES.indexOf(before.clearance_max)
      return isSame && isNoHigher && claims.exp <= before.exp && (!allows(claims) || allows(before))
    })
    expect(() => fc.assert(property, { numRuns: 600 })).not.toThrow()
    // If all tokens were rejected, the property would be vacuous.
    expect(current).toBeGreaterThan(15)
  })

  test('is transitive', () => {
    const property = fc.property(
      pattern,
      pattern,
      pattern,
      (a, b, c) => !(isWithin(a, b) && isWithin(b, c)) || isWithin(a, c),
    )
    expect(() => fc.assert(property)).not.toThrow()
  })
})
