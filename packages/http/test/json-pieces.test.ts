import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { parseIncrementally, RefusedJson } from '../src/json-pieces.ts'
import { LARGE_BODY_BYTES, parseBodyOf, parseJsonBody } from '../src/json.ts'
import { BODY_VALUES_MAX } from '../src/limits.ts'

const LIMITS = { depth_max: 64, values_max: BODY_VALUES_MAX }

/** Creates a turn function without delay, and its call counter. */
function turns() {
  const counter = { count: 0, turn: () => Promise.resolve((counter.count += 1)) }
  return counter
}

async function outcome(read: () => unknown): Promise<unknown> {
  try {
    return { value: await read() }
  } catch {
    return 'refused'
  }
}

const inPieces = (text: string, piece_chars: number) =>
  outcome(() => parseIncrementally(text, { ...LIMITS, piece_chars }, turns().turn))

describe('JSON in pieces', () => {
  test('equals the result of JSON.parse for any chunk boundary', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.json({ maxDepth: 6 }),
        fc.integer({ min: 1, max: 24 }),
        fc.boolean(),
        async (json, size, spaced) => {
          const text = spaced ? `\n${JSON.stringify(JSON.parse(json), null, 2)} ` : json
          expect(await inPieces(text, size)).toEqual({ value: JSON.parse(text) })
        },
      ),
      { numRuns: 500 },
    )
  })

  test('is rejected exactly if JSON.parse rejects it', async () => {
    const signs = fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', ' ', '1', 'x', '\n', '"a"', '"a":', 'null')
    await fc.assert(
      fc.asyncProperty(
        fc.json({ maxDepth: 4 }),
        signs,
        fc.nat(),
        fc.nat({ max: 2 }),
        fc.integer({ min: 1, max: 12 }),
        async (json, sign, place, cut, size) => {
          const at = place % (json.length + 1)
          const text = json.slice(0, at) + sign + json.slice(at + cut)
          expect([text, await inPieces(text, size)]).toEqual([text, await outcome(() => JSON.parse(text) as unknown)])
        },
      ),
      { numRuns: 1_000 },
    )
  })

  test.each([
    ['[[1,2,3],]', 'a comma behind a large member'],
    ['[,[1,2,3]]', 'a comma before one'],
    ['[[1,2,3][1,2,3]]', 'no comma between two'],
    ['[[1,2,3] 4]', 'a value behind one'],
    ['[4 [1,2,3]]', 'a value before one'],
    ['{"a" [1,2,3]}', 'a name without a colon'],
    ['{[1,2,3]}', 'a member without a name'],
    ['{"a":1,"b":[1,2,3],"c"}', 'a name without a value'],
    ['[1,2,3}', 'another bracket'],
    ['[[1,2,3]] x', 'something behind the end'],
    ['', 'nothing'],
    ['"abc', 'a string without an end'],
    ['["abc]', 'a string without an end in a list'],
    ['["abc" "def"]', 'no comma between two strings'],
    ['{"abc"}', 'a long name without a value'],
    ['{"abc":1,"def"}', 'a long string without a name'],
    ['["abc":1]', 'a long name in a list'],
    ['["ab\nc"]', 'a line break in a string'],
    ['["ab\\xc"]', 'an escape that JSON does not have'],
    ['["ab\\u00"]', 'an escape that ends early'],
  ])('%s is refused: %s', async (text) => {
    expect(await inPieces(text, 2)).toBe('refused')
  })

  test('preserves long strings for any chunk boundary', async () => {
    const signs = fc.constantFrom(
      '\\\\',
      '\\"',
      '\\n',
      '\\u00e9',
      '\\ud83d\\ude00',
      '\\udead',
      'x',
      '\u{1f600}',
      'u0041',
      ' ',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(signs, { maxLength: 40 }), fc.integer({ min: 1, max: 12 }), async (some, size) => {
        const text = `{"name" : "${some.join('')}", "list": ["${some.join('')}"]}`
        expect(await inPieces(text, size)).toEqual({ value: JSON.parse(text) })
      }),
      { numRuns: 1_000 },
    )
  })

  test('preserves prototype names as members, and the last of two duplicates', async () => {
    const text = '{"__proto__":{"x":[1,2,3]},"a":[1,2,3],"a":[4,5,6]}'
    const value = (await parseIncrementally(text, { ...LIMITS, piece_chars: 4 }, turns().turn)) as object
    expect(Object.keys(value)).toEqual(['__proto__', 'a'])
    expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text)))
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
  })

  test.each([
    ['nests too deep', '['.repeat(65) + ']'.repeat(65), 'too_deep'],
    ['holds too many values', `[${'0,'.repeat(BODY_VALUES_MAX + 1)}0]`, 'too_many_values'],
    ['is not closed', '['.repeat(10), 'malformed'],
  ])('that %s is refused before it is parsed', async (_what, text, refusal) => {
    await expect(parseIncrementally(text, LIMITS, turns().turn)).rejects.toEqual(
      new RefusedJson(refusal as 'malformed'),
    )
  })
})

describe('a large body', () => {
  const rows = Array.from({ length: 25_000 }, (_, id) => ({
    id,
    name: `Item ${id}`,
    note: 'two "left", \u00e9t\u00e9',
  }))
  const bytes = Buffer.from(JSON.stringify({ messages: [{ role: 'user', content: 'hi' }], rows }))
  const route = { strictNames: false }
  const parts = { validationStyle: 'guard' } as const

  test('yields to other tasks after each chunk', async () => {
    const counter = turns()
    expect(await parseBodyOf(bytes, route, parts, counter.turn)).toEqual(parseJsonBody(bytes))
    // Once for each 65,536 characters that are scanned and again that are parsed.
    expect(counter.count).toBeGreaterThan((2 * bytes.length) / 65_536 - 4)
  })

  test('is rejected like a small body', async () => {
    for (const [text, code] of [
      [`{"a":[${'1,'.repeat(LARGE_BODY_BYTES)}]}`, 'invalid_request'],
      [`{"a":"${'x'.repeat(LARGE_BODY_BYTES)}"`, 'malformed_json'],
      [' '.repeat(LARGE_BODY_BYTES), 'malformed_json'],
      [`${'[1,'.repeat(65)}"${'x'.repeat(LARGE_BODY_BYTES)}"${']'.repeat(65)}`, 'invalid_request'],
    ] as const) {
      expect(await outcomeOf(text)).toBe(code)
    }
  })

  async function outcomeOf(text: string): Promise<unknown> {
    try {
      await parseBodyOf(Buffer.from(text), route, parts, turns().turn)
      return 'taken'
    } catch (thrown) {
      return (thrown as { code?: unknown }).code
    }
  }

  test('drops prototype names, and rejects them with strict names', async () => {
    const text = `{"__proto__":{"x":1},"a":"${'x'.repeat(LARGE_BODY_BYTES)}"}`
    expect(Object.keys((await parseBodyOf(Buffer.from(text), route, parts, turns().turn)) as object)).toEqual(['a'])
    await expect(parseBodyOf(Buffer.from(text), { strictNames: true }, parts, turns().turn)).rejects.toMatchObject({
      code: 'invalid_request',
    })
    const twice = `{"a":1,"a":"${'x'.repeat(LARGE_BODY_BYTES)}"}`
    await expect(parseBodyOf(Buffer.from(twice), { strictNames: true }, parts, turns().turn)).rejects.toMatchObject({
      code: 'invalid_request',
    })
  })
})
