import { describe, expect, test } from 'vitest'
import { envelopeOf } from '../src/screening/envelope.ts'
import { wordsIn } from '../src/screening/words.ts'

const base64 = (text: string | number[]): string => Buffer.from(text as string).toString('base64')
/** Replaces every occurrence of a word, like a guard. */
const rewritten = (message: Record<string, unknown>, word: string, free?: string) => {
  const envelope = envelopeOf(message, free)
  return envelope.open(envelope.json.replaceAll(word, 'XX'))
}

describe('a message rewritten by guards', () => {
  test('is unchanged if they rewrite nothing', () => {
    const message = {
      content: [
        { type: 'text', text: 'a "quoted"\n text' },
        { type: 'image', mimeType: 'image/png', data: base64([0x89, 0, 1, 2, 0xff]) },
        { type: 'resource', resource: { uri: 'a://b', blob: base64('a text') } },
      ],
      structuredContent: { a: [1, null, true, { b: 'c' }] },
    }
    expect(rewritten(message, 'no such word')).toEqual(message)
  })

  test('is rewritten in its texts and data, in names and addresses too, and in no cursor', () => {
    const message = {
      content: [
        { type: 'text', text: 'of ann' },
        { type: 'resource_link', uri: 'people://ann', name: 'ann', description: 'ann herself' },
      ],
      structuredContent: { name: 'ann', type: 'ann', uri: 'ann', rest: ['ann'] },
      nextCursor: 'ann',
    }
    expect(rewritten(message, 'ann')).toEqual({
      content: [
        { type: 'text', text: 'of XX' },
        { type: 'resource_link', uri: 'people://XX', name: 'XX', description: 'XX herself' },
      ],
      structuredContent: { name: 'XX', type: 'XX', uri: 'XX', rest: ['XX'] },
      nextCursor: 'ann',
    })
    const answer = { action: 'accept', content: { name: 'ann' } }
    expect(rewritten(answer, 'ann', 'content')).toEqual({ action: 'accept', content: { name: 'XX' } })
  })

  test('has files that are texts rewritten, and others withheld', () => {
    const noted = base64([...Buffer.from('\0a note that says secret things\0')])
    const message = {
      contents: [
        { uri: 'a://1', mimeType: 'text/csv', blob: base64('a secret list') },
        { uri: 'a://2', mimeType: 'application/pdf', blob: noted },
      ],
      content: [{ type: 'audio', mimeType: 'audio/mpeg', data: noted }],
    }
    expect(rewritten(message, 'secret')).toEqual({
      contents: [
        { uri: 'a://1', mimeType: 'text/csv', blob: base64('a XX list') },
        { uri: 'a://2', mimeType: 'text/plain', text: expect.stringContaining('withheld') as unknown },
      ],
      content: [{ type: 'text', text: expect.stringContaining('withheld') as unknown }],
    })
  })

  test('detects no files in structured content of a tool', () => {
    const message = { structuredContent: { blob: 'a secret', inner: { type: 'image', data: 'secret' } } }
    expect(rewritten(message, 'secret')).toEqual({
      structuredContent: { blob: 'a XX', inner: { type: 'image', data: 'XX' } },
    })
  })

  test('is undefined if its shape is lost', () => {
    const envelope = envelopeOf({ content: [{ type: 'text', text: 'a' }] })
    for (const broken of ['', '{', '[]', '{"content":{}}', '{"content":[]}'])
      expect(envelope.open(broken)).toBeUndefined()
  })

  test('returns its words', () => {
    const message = { content: [{ type: 'text', text: 'Hello\u0021' }], structuredContent: { a: ['b', 1] } }
    expect(wordsIn(JSON.stringify(message))).toBe('Hello!\nb')
  })
})
