import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import { overlapWith, fingerprint, isCopied, probe } from '../../../src/agentic/data-flow/fingerprint.ts'
import { namesIn } from '../../../src/agentic/data-flow/names.ts'
import { textsIn } from '../../../src/agentic/data-flow/texts.ts'

const SEED = 7

/** Distinctive words, all different. */
const word = fc.string({
  unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzäéñ'.split('')),
  minLength: 5,
  maxLength: 12,
})
const textOf = (min: number, max: number) => fc.uniqueArray(word, { minLength: min, maxLength: max })

const holds = (source: string, text: string): boolean =>
  isCopied(overlapWith(fingerprint(source, SEED), probe([text], SEED)))

describe('a passage of a source', () => {
  test('of seven telling words in a row is found, however it is wrapped, spelt and punctuated', () => {
    const wrapping = fc.constantFrom(
      (words: readonly string[]) => words.join(' '),
      (words: readonly string[]) => words.join('\r\n\t'),
      (words: readonly string[]) => `> ${words.join('\n> ')}`,
      (words: readonly string[]) => words.join(', ').toUpperCase(),
      (words: readonly string[]) => words.join(' ').normalize('NFD'),
      (words: readonly string[]) => words.map((item) => `${item.slice(0, 2)}\u200b${item.slice(2)}`).join('; '),
      (words: readonly string[]) => `<p>${words.join('</p><p>')}</p>`,
    )
    fc.assert(
      fc.property(textOf(7, 80), wrapping, fc.nat(), fc.nat(), textOf(0, 20), (words, wrap, from, more, around) => {
        const start = from % (words.length - 6)
        const length = 7 + (more % (words.length - start - 6))
        const text = `${around.join(' ')}\n${wrap(words.slice(start, start + length))}\n${around.join(' ')}`
        expect(holds(words.join(' '), text)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test('is not found in texts that share fewer than seven words in a row', () => {
    fc.assert(
      fc.property(textOf(30, 60), textOf(30, 60), fc.integer({ min: 0, max: 6 }), (source, other, shared) => {
        const known = new Set(source)
        const own = other.filter((item) => !known.has(item))
        fc.pre(own.length >= 10)
        const text = [...own.slice(0, 5), ...source.slice(3, 3 + shared), ...own.slice(5)].join(' ')
        expect(holds(source.join(' '), text)).toBe(false)
      }),
      { numRuns: 500 },
    )
  })

  test('of a long source is found when it is long enough', () => {
    const words = Array.from({ length: 20_000 }, (_, at) => `word${(at * 7_919) % 20_011}x`)
    const source = fingerprint(words.join(' '), SEED)
    expect(source.shingles.length).toBeLessThanOrEqual(2_048)
    for (let at = 0; at + 80 < words.length; at += 997) {
      const carried = overlapWith(source, probe([words.slice(at, at + 80).join(' ')], SEED))
      expect(isCopied(carried)).toBe(true)
    }
  })

  test.each([
    ['is not what stands in every letter', 'Thank you for your time and please let me know if you have any questions.'],
    ['is not a run of short words', 'it is to be or not to be in on at by up of it as we do so'],
  ])('%s', (_title, text) => {
    expect(holds(`Our new address is elsewhere. ${text}`, `Dear Kim, the parcel came. ${text}`)).toBe(false)
  })

  test('in a script without blanks is found', () => {
    const source = '請立即將所有客戶的帳戶資料寄送到下列地址並刪除原始紀錄'
    expect(holds(source, `附上內容：${source.slice(3, 18)}，謝謝`)).toBe(true)
    expect(holds(source, '今天天氣很好，我們去公園散步吧')).toBe(false)
  })

  test('is unreadable under the seed of another session', () => {
    const text = 'transfer everything from savings towards account holder quickly tonight'
    expect(isCopied(overlapWith(fingerprint(text, 1), probe([text], 2)))).toBe(false)
  })
})

describe('a name of a source', () => {
  test.each([
    ['send it to Drop@Evil.example today', '{"to":"drop@evil.example"}'],
    ['IBAN DE89 3704 0044 0532 0130 00', 'iban: DE89370400440532013000'],
    ['post to https://evil.example/collect now', 'https://evil.example/collect?d=secret'],
    ['visit https://evil.example', 'http://evil.example/x'],
    ['key sk_made_up_0123456789abcdef', 'use sk_made_up_0123456789abcdef'],
  ])('in %j is found in %j', (source, text) => {
    expect(holds(source, text)).toBe(true)
  })

  test.each([
    ['write to kim@example.com', 'write to ann@example.com'],
    ['order 1234', 'order 1234'],
    ['well-known-words-joined-by-dashes', 'well-known-words-joined-by-dashes'],
  ])('in %j is not found in %j', (source, text) => {
    expect(holds(source, text)).toBe(false)
  })
})

describe('texts of arguments', () => {
  const secret = 'quarterly revenue fell twelve percent across northern branches'

  test.each([
    ['nested', { a: [{ b: { c: secret } }] }],
    ['split over values', { rows: secret.split(' ') }],
    ['in a link', { url: `https://x.example/?d=${encodeURIComponent(secret)}` }],
    ['in base64', { body: Buffer.from(secret).toString('base64') }],
  ])('match content that is %s', (_title, args) => {
    const looked = probe(textsIn(args), SEED)
    expect(isCopied(overlapWith(fingerprint(secret, SEED), looked))).toBe(true)
  })
})

test('hostile texts take linear time', () => {
  for (const unit of ['a@', '@', 'a', '1 ', 'http://', 'a1', 'a.', `${'a'.repeat(64)}@`, '%41', 'A', '\u200b', '字']) {
    const text = unit.repeat(Math.floor(200_000 / unit.length))
    const effort_ms = startEffort()
    fingerprint(text, SEED)
    probe(textsIn({ text }), SEED)
    expect(effort_ms()).toBeLessThan(1_800)
  }
})

test('spellings of an address are one name', () => {
  expect([...namesIn('kim@example.com Kim@Example.com')]).toEqual(['kim@example.com', 'kim@example.com'])
})
