import { Secret } from '@gatehouse/kernel'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import { containsSecret, scrub } from '../../src/upstreams/scrub.ts'

const secretsOf = (key: string, headers: Record<string, string> = {}) => ({
  apiKey: new Secret(key),
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, new Secret(value)])),
})
const KEY = 'sk-made-up/upstream+key=0123456789'

test.each([
  ['nothing of it', 'no key here', 'no key here'],
  ['it', `a ${KEY} b ${KEY}`, 'a *** b ***'],
  ['it and nothing else', KEY, '***'],
  ['its beginning', `${KEY.slice(0, 12)}...`, '***...'],
  ['its end', `...${KEY.slice(-12)}`, '...***'],
  ['too little of it to tell', `${KEY.slice(0, 8)}...${KEY.slice(-4)}`, `${KEY.slice(0, 8)}...${KEY.slice(-4)}`],
  ['it in a URL', `?key=${encodeURIComponent(KEY)}&a=b`, '?key=***&a=b'],
  ['it with a header beside it', `${KEY}:made-up-header`, '***:***'],
])('a text with %s', (_, text, clean) => {
  const secrets = secretsOf(KEY, { 'x-project': 'made-up-header' })
  expect(scrub(text, secrets)).toBe(clean)
  expect(containsSecret(text, secrets)).toBe(text !== clean)
})

test('no text contains a key afterwards, whatever surrounds it', () => {
  const piece = fc.oneof(fc.constant(KEY), fc.constant(KEY.slice(0, 20)), fc.constant(KEY.slice(-20)), fc.string())
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const clean = scrub(pieces.join(''), secretsOf(KEY))
      expect(clean).not.toContain(KEY.slice(0, 12))
      expect(clean).not.toContain(KEY.slice(-12))
    }),
  )
})

test('a long text with a repetitive key is read once', () => {
  const text = 'a'.repeat(256 * 1_024)
  const effort_ms = startEffort()
  expect(scrub(text, secretsOf(`b${'a'.repeat(8_000)}`))).toMatch(/^\*+a*$/)
  expect(effort_ms()).toBeLessThan(1_500)
})
