import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { parseMasterKeys } from '../../src/sealing/master-keys.ts'

const key = randomBytes(32)
const other = randomBytes(32)
const hex = (text: string): string[] => parseMasterKeys(text).map((secret) => secret.reveal())

test.each([
  ['hex', key.toString('hex')],
  ['upper-case hex', key.toString('hex').toUpperCase()],
  ['Base64', key.toString('base64')],
  ['Base64url without padding', key.toString('base64url')],
])('a key may be encoded as %s', (_, text) => {
  expect(hex(text)).toEqual([key.toString('hex')])
})

test('several keys preserve their order', () => {
  expect(hex(`${key.toString('base64')}, ${other.toString('hex')}`)).toEqual([key, other].map((k) => k.toString('hex')))
})

test.each([
  ['', 'must contain 1 to 10 keys'],
  [',', 'must contain 1 to 10 keys'],
  ['made-up-passphrase', 'must be 32 random bytes in hex or Base64,'],
  [key.toString('hex').slice(1), 'must be 32 random bytes'],
  [randomBytes(31).toString('base64'), 'must be 32 random bytes'],
  [`${key.toString('hex')},nope`, '(key 2)'],
  ['00'.repeat(32), 'must be random'],
  [`${key.toString('hex')},${key.toString('base64')}`, 'contains the same key twice'],
])('%.20s is refused', (text, sentence) => {
  expect(() => parseMasterKeys(text)).toThrow(sentence)
})

test('a refusal does not quote the key', () => {
  let sentence = ''
  try {
    parseMasterKeys('hunter2-hunter2-hunter2')
  } catch (thrown) {
    sentence = String(thrown)
  }
  expect(sentence).toContain('must be')
  expect(sentence).not.toContain('hunter2')
})
