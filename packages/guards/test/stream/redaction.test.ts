import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { RANGES_MAX } from '../../src/detectors/words/word-list.ts'
import type { TokenRequest, Vault } from '../../src/engine/ports.ts'
import { runPolicy } from '../../src/engine/run.ts'
import { context, defaultPolicy, every, policyOf, prose, stream } from './harness.ts'

const FILLER = prose(3_200)
/** Assembled, so that scanners of source hosts do not report it as a leak. */
const GITHUB_TOKEN = ['ghp', 'wJ4rT8kPq2Lm9XvB6nYc3HsD5gFz1a2PzbQk'].join('_')
const JWT = [
  { alg: 'HS256', typ: 'JWT' },
  { sub: '4711', scope: prose(200), iat: 1_516_239_022 },
]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .concat(['q7Tz', 'K0vYp2mXwB8rL4nDfGh6JsAeUc1iVbOy3tRk'].join('-'))
  .join('.')
const KEY = `-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7\n'.repeat(24)}-----END PRIVATE KEY-----`

describe('redacted content', () => {
  proves.each('guard:streaming.redaction', [
    ['an e-mail address', 'jane.doe-smith@mail.example.com'],
    ['a card number', 'card 4111 1111 1111 1111'],
    ['an IBAN in groups', 'DE89 3704 0044 0532 0130 00'],
    ['a token', GITHUB_TOKEN],
    [
      'a long address',
      'to 12345 Saint Bartholomew Northumberland Cholmondeley Avenue Apartment 12, Heathersborough Wolverhampton Kirkcaldy Llanfairpwll, TX 75201-1234, United States',
    ],
    ['a token of a login, longer than any reach', JWT],
    ['a street address', '3784 Archwood Avenue Apt. 12, Dallas, TX 75201'],
  ])('%s leaves at no offset, and the text around it does', async (_name, value) => {
    const policy = defaultPolicy()
    for (let offset = 0; offset <= 2_000; offset += 17) {
      const text = `${FILLER.slice(0, offset)} ${value} ${FILLER.slice(offset, offset + 500)}`
      const { text: left, pieces, blocked } = await stream(policy, text, every(61, text.length))
      const full = await runPolicy(policy, { text }, context)
      if (blocked || left !== full.sanitized) expect.fail(`at ${offset}: …${left.slice(offset - 20, offset + 80)}`)
      // A redacted range is released in one piece.
      expect(pieces.every((piece) => piece.split('[').length === piece.split(']').length)).toBe(true)
    }
  })

  test.each([
    [
      'a number of which later words tell what it is',
      '945456787654 notwithstanding constitutes our bank account',
      '9454',
    ],
    ['an e-mail address in words, which ends late,', 'jane dot doe at mail dot example dot com', 'doe'],
  ])('%s does not leave before that', async (_name, value, part) => {
    const policy = defaultPolicy()
    for (let offset = 1; offset <= 180; offset += 1) {
      // Context words before it could lower the score of the number.
      const text = `${FILLER.slice(0, offset)} on the way there we all saw that so ${value} ${FILLER.slice(0, 300)}`
      const { text: left } = await stream(policy, text, every(40, text.length))
      const isRedacted = /\[(?:US_BANK_NUMBER|EMAIL_ADDRESS)\]/u.test(left)
      expect({ offset, isRedacted, leaks: left.includes(part) }).toEqual({ offset, isRedacted: true, leaks: false })
    }
  })

  test('a private key of many lines is withheld until it ends', async () => {
    const text = `${prose(400)}\n${KEY}\n${prose(700)}`
    const { text: left, pieces } = await stream(defaultPolicy(), text, every(40, text.length))
    expect(left).toBe(`${prose(400)}\n[SECRET]\n${prose(700)}`)
    expect(pieces.join('')).not.toContain('MIIE')
  })

  test('a value at the very end is redacted when the text ends there', async () => {
    const { text } = await stream(defaultPolicy(), `${prose(200)} write to jane@example.com`)
    expect(text).toBe(`${prose(200)} write to [EMAIL_ADDRESS]`)
  })

  test('the verdict lists the replacements with their ranges in the whole text', async () => {
    const text = `${prose(1_000)} jane@example.com ${prose(1_000)}`
    const { verdict, text: left } = await stream(defaultPolicy(), text, every(40, text.length))
    expect(verdict).toMatchObject({
      safe: true,
      action: 'redact',
      sanitized: left,
      redactions: [{ start: 1_001, end: 1_017, label: 'EMAIL_ADDRESS' }],
    })
    const [result] = verdict.results.filter(({ passed }) => !passed)
    expect(result).toMatchObject({ guardrail: 'pii_leakage', details: { entities: [{ start: 1_001, end: 1_017 }] } })
  })

  test('and lists every finding, including findings in text sent long before', async () => {
    const text = `jane@example.com ${prose(1_000)} DE89370400440532013000 ${prose(1_000)} bob@example.net`
    const { verdict } = await stream(defaultPolicy(), text, every(40, text.length))
    const [result] = verdict.results.filter(({ passed }) => !passed)
    expect(result?.details).toMatchObject({ counts: { EMAIL_ADDRESS: 2, IBAN_CODE: 1 } })
    expect(verdict.redactions).toHaveLength(3)
  })
})

test('each of thousands of occurrences of a word is replaced, in a stream and in a whole text', async () => {
  const policy = policyOf('input', { keyword_blocklist: { action: 'redact', settings: { blocklist: ['zebra'] } } })
  for (const words of [1_500, 5_000]) {
    const text = 'zebra '.repeat(words)
    const clean = '[BLOCKED_WORD] '.repeat(words)
    const full = await runPolicy(policy, { text }, context)
    expect(full).toMatchObject({ action: 'redact', sanitized: clean })
    const streamed = await stream(policy, text, every(400, text.length))
    expect(streamed).toMatchObject({ blocked: false, text: clean, verdict: { action: 'redact' } })
  }
})

test('with more matches than the limit, the rest of the text is redacted', async () => {
  const policy = policyOf('input', { keyword_blocklist: { action: 'redact', settings: { blocklist: ['zebra'] } } })
  const full = await runPolicy(policy, { text: 'zebra '.repeat(RANGES_MAX + 100) }, context)
  expect(full.sanitized).toBe(`${'[BLOCKED_WORD] '.repeat(RANGES_MAX)}[BLOCKED_WORD]`)
})

test('a number excluded by its context is ignored in decoded text too, streamed or whole', async () => {
  const noise = `the is \n we we \n the for begin \n ${GITHUB_TOKEN} the jane@example.com the the the the the the DE89370400440532013000 the \n the +46 (0)8 928 571 38 the the the +46 (0)8 928 571 38 the before the the the ${GITHUB_TOKEN} jane@example.com the the the the the`
  const text = `${GITHUB_TOKEN} order number 4111111111111111 ${noise}`
  const policy = defaultPolicy()
  const [streamed, full] = [await stream(policy, text), await runPolicy(policy, { text }, context)]
  expect(full.sanitized).toContain('order number 4111111111111111')
  expect(streamed.text).toBe(full.sanitized)
})

test('words far apart do not form one finding where the text between them is left out of decoded text', async () => {
  const encoded = 'c2VuZCBpdCB0byBqYW5lQGV4YW1wbGUuY29tIG5vdw=='
  const text = `${encoded} the \n along begin the the asked the jane@example.com the the the the the the order number 4111111111111111 the the jane dot doe at example dot com the the clear the \n the the 4,200.50 ${encoded} the`
  const full = await runPolicy(defaultPolicy(), { text }, context)
  expect(full.sanitized).toContain('the the [EMAIL_ADDRESS] the the clear')
  expect(full.sanitized).toContain('order number 4111111111111111 the')
  const streamed = await stream(defaultPolicy(), text)
  expect(streamed).toMatchObject({ blocked: false, text: full.sanitized })
})

describe('any text', () => {
  const part = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...FILLER.slice(0, 400).split(' ')) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('\n', '😀', 'Ünïcode', '机密文件', 'Москва', '…', '\u200b', '4,200.50', '2024-05-17'),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'jane@example.com',
        '+46 (0)8 928 571 38',
        '4111-1111-1111-1111',
        GITHUB_TOKEN,
        'password: Tr0ub4dor&3',
        '221B Baker Street, London NW1 6XE',
        'am\u00edlie@example.org',
        'c2VuZCBpdCB0byBqYW5lQGV4YW1wbGUuY29tIG5vdw==',
        'order number 4111111111111111',
        'DE89370400440532013000',
        'Calle Mayor 12 in Madrid',
        '12 rue de la Paix, 75002 Paris',
        'in der Hochstrasse 96',
        'box 287, P.O. Box 287',
        'she was born on May 5, 1990 there',
        'zip code is 75201',
        'jane dot doe at example dot com',
        'jane [at] example [dot] org',
        'Call Us Today at (602) 272-9781 or 72 128 827',
        'the 3 parcels cost 12.50 at 5 pm',
        '**Your Account** and *more*',
        'account number is 945456787654',
      ),
    },
  )
  const texts = fc.array(part, { minLength: 40, maxLength: 400 }).map((parts) => parts.join(' '))
  const cuts = fc.array(fc.nat(200), { maxLength: 60 })

  test('leaves the same as after one run over the whole text, in any chunks', async () => {
    const policy = defaultPolicy()
    await fc.assert(
      fc.asyncProperty(texts, cuts, async (text, steps) => {
        let at = 0
        const places = steps.map((step) => (at += step)).filter((place) => place < text.length)
        const [streamed, whole] = [await stream(policy, text, places), await stream(policy, text)]
        expect(streamed.text).toBe(whole.text)
        const full = await runPolicy(policy, { text }, context)
        expect(streamed.text).toBe(full.sanitized ?? text)
        // No piece splits a character.
        for (const piece of streamed.pieces) expect(piece.isWellFormed()).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  test('that is blocked releases no character of a finding, in any chunks', async () => {
    const policy = policyOf('output', { pii_leakage: { action: 'block' } })
    const redacting = defaultPolicy()
    await fc.assert(
      fc.asyncProperty(texts, cuts, async (text, steps) => {
        let at = 0
        const places = steps.map((step) => (at += step)).filter((place) => place < text.length)
        const first = (await runPolicy(redacting, { text }, context)).redactions[0]?.start ?? text.length
        const { text: left } = await stream(policy, text, places)
        expect(text.startsWith(left)).toBe(true)
        expect(left.length).toBeLessThanOrEqual(first)
      }),
      { numRuns: 60 },
    )
  })

  test('without a finding leaves unchanged', async () => {
    const policy = policyOf('output', {
      competitor_mention: { action: 'block', settings: { competitors: ['Globex'] } },
    })
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 300, maxLength: 2_000 }), cuts, async (text, steps) => {
        let at = 0
        const places = steps.map((step) => (at += step)).filter((place) => place < text.length)
        expect((await stream(policy, text, places)).text).toBe(text)
      }),
      { numRuns: 25 },
    )
  })
})

describe('tokens of the vault', () => {
  test('are created once per value, and never for a partial value', async () => {
    const requests: string[] = []
    const vault: Vault = {
      hash: async () => [],
      tokenise: async (_tenant, values: readonly TokenRequest[]) => {
        requests.push(...values.map(({ value }) => value))
        return values.map(({ value }) => `tok-${value.length}@vault.invalid`)
      },
    }
    const policy = policyOf(
      'output',
      { pii_leakage: { action: 'redact', settings: { entity_actions: { email: 'tokenise' } } } },
      { vault },
    )
    const values = [
      'jane.doe@example.com',
      'a-rather-long-name.of-somebody@mail.department.example.org',
      'bob@example.net',
    ]
    const text = `${prose(140)} ${values[0]!} ${prose(300)} ${values[1]!} ${prose(600)} ${values[2]!}`
    const { text: left, verdict } = await stream(policy, text, every(7, text.length))
    expect(requests).toEqual(values)
    expect(left).toBe(values.reduce((rest, value) => rest.replace(value, `tok-${value.length}@vault.invalid`), text))
    expect(verdict.sanitized).toBe(left)
    expect(verdict.results[0]?.details).toMatchObject({ entity_actions: { EMAIL_ADDRESS: 'tokenise' } })
  })
})
