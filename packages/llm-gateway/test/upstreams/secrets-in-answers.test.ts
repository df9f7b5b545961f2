import { Secret } from '@gatehouse/kernel'
import { describe, expect, test } from 'vitest'
import { withoutSecrets } from '../../src/upstreams/scrub.ts'

const KEY = 'sk-made-up-upstream-key-0123456789'
const secrets = {
  apiKey: new Secret(KEY),
  headers: {
    'x-stage': new Secret('production-environment'),
    authorization: new Secret('Bearer other-made-up-token-42'),
  },
}

async function cleaned(pieces: readonly string[], value = secrets): Promise<string> {
  async function* body() {
    for (const piece of pieces) yield Buffer.from(piece)
  }
  let text = ''
  for await (const piece of withoutSecrets(body(), value)) text += Buffer.from(piece).toString()
  return text
}

describe('an answer that quotes the key of its upstream', () => {
  test('leaves without it, wherever it is cut', async () => {
    const text = `data: {"error":{"message":"bad key Bearer ${KEY}, ${KEY}sk-made"}}\n\ndata: s`
    const expected = text.replaceAll(KEY, '***')
    for (let at = 0; at <= text.length; at += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await cleaned([text.slice(0, at), text.slice(at)])).toBe(expected)
    }
    expect(await cleaned(text.split(''))).toBe(expected)
  })

  test('leaves without it in other spellings, and without other secrets', async () => {
    const encoded = Buffer.from(KEY).toString('base64').slice(0, -3)
    expect(await cleaned([`a ${encoded} other-made-up-token-42`])).toBe('a *** ***')
  })

  test('keeps non-secret text: key prefixes, ordinary words', async () => {
    const text = 'sk-made-up-ups and production-environment by ollama'
    expect(await cleaned([text])).toBe(text)
    const plain = { apiKey: new Secret('ollama'), headers: {} }
    expect(await cleaned([text], plain as typeof secrets)).toBe(text)
  })
})
