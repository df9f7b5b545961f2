import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { natureOf } from '../../src/find/nature.ts'
import { scanText } from '../../src/find/scan-text.ts'

/** Pieces that rules react to, so that random texts reach deep into the rules. */
const PIECES = [
  'password', '=', ': ', '"', "'", '\\"', 'api_key', 'token', '-----BEGIN PRIVATE KEY-----', '-----END PRIVATE KEY-----', 'ghp_',
  'AKIA', 'eyJhbGciOi', '.', '://', 'u:p@', '%41', '\n', ' ', '<password>', '</password>', 'value', '{', '}', '(', ')', '\0', 'é',
  'gatehouse:allow reason="x" until=2027-01-01', 'Basic ', 'Bearer ', 'curl -u a:b', 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC', '0x1f', '/*',
] // oxfmt-ignore

const text = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 12 })), { maxLength: 60 })
  .map((pieces) => pieces.join(''))

test('any text ends in hits that lie within it, in order', () => {
  fc.assert(
    fc.property(
      text,
      fc.constantFrom('a.env', 'a.ts', 'a.xml', 'a.md', '.netrc', 'package-lock.json'),
      (drawn, path) => {
        const latin1 = Buffer.from(drawn).toString('latin1')
        const { hits } = scanText(latin1, natureOf(path))
        for (const [at, hit] of hits.entries()) {
          expect(hit.start).toBeGreaterThanOrEqual(hits[at - 1]?.start ?? 0)
          expect(hit.end).toBeGreaterThan(hit.start)
          expect(hit.end).toBeLessThanOrEqual(latin1.length)
          expect(hit.via.length > 0 || latin1.slice(hit.start, hit.end) === hit.value).toBe(true)
        }
      },
    ),
    { numRuns: 1_500 },
  )
})

test('any bytes are searched without an exception', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => {
      const nature = natureOf('a.bin')
      expect(scanText(Buffer.from(bytes).toString('latin1'), { ...nature, form: 'binary' }).hits).toBeDefined()
    }),
    { numRuns: 300 },
  )
})
