import { randomBytes } from 'node:crypto'
import { assert, property, uint8Array } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { createKeyRing, keyIdOf } from '../../src/sealing/key-ring.ts'

const ring = createKeyRing([randomBytes(32)])
const acme = { purpose: 'vault', tenantId: 'acme', name: 'n1' }

describe('a key ring', () => {
  test('opens its sealed values for any bytes', () => {
    assert(
      property(uint8Array({ maxLength: 500 }), (plain) => {
        expect(ring.open(ring.seal(plain, acme), acme).equals(plain)).toBe(true)
      }),
    )
  })

  proves('all:secrets.aes-gcm', 'rejects a text with one changed bit', () => {
    const sealed = ring.seal(Buffer.from('4111 1111 1111 1111'), acme)
    expect(sealed.toString('latin1')).not.toContain('4111 1111')
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = Buffer.from(sealed)
      changed[bit >> 3]! ^= 1 << (bit & 7)
      expect(() => ring.open(changed, acme), `bit ${bit}`).toThrow(/cannot be decrypted|which is not configured/)
    }
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => ring.open(sealed.subarray(0, length), acme)).toThrow('cannot be decrypted')
    }
  })

  test.each([
    ['another tenant', { ...acme, tenantId: 'other' }],
    ['another purpose', { ...acme, purpose: 'webhook' }],
    ['another name', { ...acme, name: 'n2' }],
    ['words cut elsewhere', { purpose: 'vaulta', tenantId: 'cme', name: 'n1' }],
  ])('rejects %s', (_, belonging) => {
    expect(() => ring.open(ring.seal(Buffer.from('x'), acme), belonging)).toThrow('cannot be decrypted')
  })

  proves('all:secrets.key-id', 'opens under older keys, and names the key that is missing', () => {
    const [old, newer] = [randomBytes(32), randomBytes(32)]
    const before = createKeyRing([old])
    const after = createKeyRing([newer, old])
    const sealed = before.seal(Buffer.from('kept'), acme)
    expect(after.open(sealed, acme).toString()).toBe('kept')
    expect([after.isStale(sealed), before.isStale(sealed)]).toEqual([true, false])
    const second = after.seal(Buffer.from('kept'), acme)
    expect(keyIdOf(second)).toBe(createKeyRing([newer]).keyId)
    expect(() => before.open(second, acme)).toThrow(`master key ${after.keyId}, which is not configured`)
  })

  test('seals the same text differently each time', () => {
    const texts = new Set(Array.from({ length: 100 }, () => ring.seal(Buffer.from('same'), acme).toString('hex')))
    expect(texts.size).toBe(100)
  })

  test('needs keys of 32 bytes', () => {
    expect(() => createKeyRing([])).toThrow(RangeError)
    expect(() => createKeyRing([randomBytes(16)])).toThrow(RangeError)
  })
})
