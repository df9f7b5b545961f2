import { describe, expect, test } from 'vitest'
import { defaultPolicy, every, policyOf, prose, stream } from './harness.ts'

/** Base64 of nothing. */
const LINES = Array.from(
  { length: 26 },
  (_, at) => `MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj${String(at).padStart(2, '0')}AgEAAoIBAQC7`,
)
const HEAD = '-----BEGIN PRIVATE KEY-----'
const FOOT = '-----END PRIVATE KEY-----'

describe('a private key in a stream', () => {
  test.each(['', '> ', '>> ', '- ', '* ', '# ', '// ', '| ', '"', '    '])(
    'with %j in front of its lines leaves no line',
    async (mark) => {
      const key = [HEAD, ...LINES, FOOT].map((line) => mark + line).join('\n')
      const text = `${prose(300)}\n${key}\n${prose(600)}`
      for (const size of [7, 61, 400]) {
        // oxlint-disable-next-line no-await-in-loop -- one stream after the other
        const { text: left } = await stream(defaultPolicy(), text, every(size, text.length))
        expect(LINES.filter((line) => left.includes(line))).toEqual([])
      }
      const block = policyOf('output', { pii_leakage: { enabled: true, action: 'block' } })
      const { text: left, blocked } = await stream(block, text, every(61, text.length))
      expect([blocked, LINES.some((line) => left.includes(line))]).toEqual([true, false])
    },
  )

  test('that is only mentioned does not delay the text', async () => {
    const text = `A file that begins with ${HEAD} holds a key. ${prose(1_500)}`
    const { pieces } = await stream(defaultPolicy(), text, every(61, text.length))
    expect(pieces.length).toBeGreaterThan(3)
    expect(pieces.join('')).toBe(text)
  })
})
