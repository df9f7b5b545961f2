import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import { readPayload } from '../../../src/agentic/data-policy/payload.ts'
import { run } from './run.ts'

const POLICY = { sanitization_rules: [{ pattern_id: 'key', regex: 'sk-[0-9a-f]{12}' }] }

const HEX = Array.from('0123456789abcdef')

/** Values that the rule is about, each unlike any other text that is drawn. */
const secret = fc
  .array(fc.constantFrom(...HEX), { minLength: 12, maxLength: 12 })
  .map((digits) => `sk-${digits.join('')}`)

const words = fc.string({ maxLength: 8, unit: 'grapheme' })
const arbitrary = fc
  .tuple(words, fc.option(secret), words)
  .map(([before, key, after]) => ` ${before} ${key ?? ''} ${after} `)
const tree = fc.letrec<{ value: unknown; node: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    arbitrary,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    tie('node'),
    // JSON in a JSON string, as tool servers wrap their results.
    tie('node').map((inner) => JSON.stringify(inner)),
  ),
  node: fc.oneof(
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(arbitrary, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).node

/** The same JSON with some characters of its strings written as escapes. */
function escaped(json: string, every: number): string {
  let at = 0
  return json.replace(/[a-f0-9k-]/g, (char, offset: number) => {
    const before = json.slice(Math.max(0, offset - 8), offset)
    // Numbers and existing escapes are no valid location for an escape.
    if (!insideString(json, offset) || /\\u?[0-9a-f]{0,3}$/.test(before)) return char
    return ++at % every === 0 ? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}` : char
  })
}

function insideString(json: string, offset: number): boolean {
  let inside = false
  for (let at = 0; at < offset; at++) {
    if (json[at] === '\\') at++
    else if (json[at] === '"') inside = !inside
  }
  return inside
}

/** Returns lists, objects and types without string contents; JSON in a string counts as its value. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value === 'object' && value !== null) return Object.values(value).map(shapeOf)
  if (typeof value !== 'string') return value === null ? 'null' : typeof value
  const inner = parsed(value)
  return typeof inner === 'object' && inner !== null ? { in: shapeOf(inner) } : 'string'
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

describe('redaction of JSON', () => {
  test('returns valid JSON of the same shape without any part of a found value, in any spelling', async () => {
    await fc.assert(
      fc.asyncProperty(tree, fc.integer({ min: 1, max: 9 }), async (value, every) => {
        const plain = JSON.stringify(value)
        const sent = escaped(plain, every)
        expect(JSON.parse(sent)).toEqual(JSON.parse(plain))
        const { sanitized = sent } = await run(sent, POLICY)
        const after = JSON.parse(sanitized) as unknown
        expect(shapeOf(after)).toEqual(shapeOf(value))
        expect(JSON.stringify(after)).not.toMatch(/sk-[0-9a-f]{12}/)
        expect(sanitized).not.toMatch(/sk-[0-9a-f]{12}/)
      }),
      { numRuns: 300 },
    )
  })

  test('reaches a value however often its JSON is a string of JSON, with escapes at any level', async () => {
    await fc.assert(
      fc.asyncProperty(
        tree,
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
        async (value, levels) => {
          let sent = JSON.stringify(value)
          for (const every of levels) sent = escaped(JSON.stringify(escaped(sent, every)), every)
          const { sanitized = sent } = await run(sent, POLICY)
          let after = sanitized
          for (const _ of levels) after = JSON.parse(after) as string
          expect(shapeOf(JSON.parse(after))).toEqual(shapeOf(value))
          expect(JSON.stringify(JSON.parse(after))).not.toMatch(/sk-[0-9a-f]{12}/)
        },
      ),
      { numRuns: 100 },
    )
  })

  test.each([1, 2, 7, 8, 9, 12])('reaches an escape in a string that is wrapped %i times', async (times) => {
    let sent = '"\\u0073k-0123456789ab"'
    for (let count = 0; count < times; count++) sent = JSON.stringify(sent)
    const { sanitized = '' } = await run(sent, POLICY)
    expect(sanitized).toContain('[KEY]')
    expect(parsed(sanitized)).toBeDefined()
  })

  test('redacts an escape after more nested JSON strings than the parser reads', async () => {
    const inner = JSON.stringify(JSON.stringify('sk-0123456789ab').replace('s', '\\u0073'))
    const { sanitized = '' } = await run(JSON.stringify([...Array<string>(20_001).fill('"ab"'), inner]), POLICY)
    expect(sanitized.slice(-20)).toContain('[KEY]')
  })

  test('reads backslashes literally outside nested JSON', async () => {
    const policy = { sanitization_rules: [{ pattern_id: 'share', regex: '^\\\\\\\\[a-z]+' }] }
    expect((await run('{"at":"\\\\\\\\files"}', policy)).sanitized).toBe('{"at":"[SHARE]"}')
  })

  test('returns the input byte for byte without findings', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.json().filter((json) => !json.includes('sk-')),
        async (json) => {
          const verdict = await run(json, POLICY)
          expect([verdict.action, verdict.sanitized ?? json]).toEqual(['pass', json])
        },
      ),
      { numRuns: 200 },
    )
  })

  test.each([
    ['a string', '{"a": "x sk-0123456789ab y"}', '{"a": "x [KEY] y"}'],
    ['an escape in the middle', '{"a":"s\\u006b-0123456789ab"}', '{"a":"[KEY]"}'],
    ['a key', '{"sk-0123456789ab": 1}', '{"[KEY]": 1}'],
    [
      'two keys that come out alike',
      '{"sk-0123456789ab":1,"[KEY]":2,"sk-0123456789ac":3}',
      '{"[KEY]_2":1,"[KEY]":2,"[KEY]_3":3}',
    ],
    ['JSON in a string', '{"a":"{\\"b\\":\\"sk-0123456789ab\\"}"}', '{"a":"{\\"b\\":\\"[KEY]\\"}"}'],
    ['a string alone', '"sk-0123456789ab"', '"[KEY]"'],
    ['lines of JSON', '{"a":"sk-0123456789ab"}\n{"a":2}\n', '{"a":"[KEY]"}\n{"a":2}\n'],
    ['space that means nothing', ' [ "sk-0123456789ab" , 1.50 ]\r\n', ' [ "[KEY]" , 1.50 ]\r\n'],
    ['full-width characters', '{"a":"ｓｋ-0123456789ab"}', '{"a":"[KEY]"}'],
    ['base64', `{"a":"${btoa('sk-0123456789ab')}"}`, '{"a":"[KEY]"}'],
    ['JSON behind a byte order mark', '\ufeff{"a":"\\u0073k-0123456789ab"}', '\ufeff{"a":"[KEY]"}'],
    ['plain text', 'no JSON: {sk-0123456789ab}', 'no JSON: {[KEY]}'],
    ['JSON that is cut off', '{"a":"sk-0123456789ab","b":', '{"a":"[KEY]","b":'],
  ])('reaches %s', async (_title, payload, after) => {
    expect((await run(payload, POLICY)).sanitized).toBe(after)
  })

  test('replaces a number with a string', async () => {
    const policy = { sanitization_rules: [{ pattern_id: 'card', regex: '4\\d{15}', replacement: '[CARD]' }] }
    const payload = '{"n":4111111111111111,"e":4.111111111111111E+15,"m":[1,-2.5e3,1e999,1.50]}'
    expect((await run(payload, policy)).sanitized).toBe('{"n":"[CARD]","e":"[CARD]","m":[1,-2.5e3,1e999,1.50]}')
  })

  test.each([
    ['{"n":4111111111111111.0}', '{"n":"[CARD]"}'],
    ['{"n":[4.1111111111111110e15]}', '{"n":["[CARD]"]}'],
    ['{"n":41111111111111110e-1}', '{"n":"[CARD]"}'],
    ['{"n":0.4111111111111111e+16}', '{"n":"[CARD]"}'],
    ['4111111111111111', '"[CARD]"'],
    [' 4.111111111111111e15\n', ' "[CARD]"\n'],
    ['4111111111111111 paid', '[CARD] paid'],
    ['[1.50, 2.0, -0, 1e400, 1e-400, 41111.11111111111]', undefined],
  ])('reads the number of %s in every form', async (payload, after) => {
    const policy = { sanitization_rules: [{ pattern_id: 'card', regex: '\\b4\\d{15}\\b', replacement: '[CARD]' }] }
    expect((await run(payload, policy)).sanitized).toBe(after)
  })

  test.each([
    ['"password"\\s*:\\s*"[^"]*"', '"password": "***"', '{"user":"ann","password":"[PW]"}'],
    ['password":\\s?"\\w+', undefined, '{"user":"ann","password":"[PW]"}'],
    ['password\\W+\\w+', '[gone]', '{"user":"ann","password":"[gone]"}'],
    ['^hunter2$', undefined, '{"user":"ann","password":"[PW]"}'],
  ])('applies the pattern %s to the value, and leaves the key', async (regex, replacement, after) => {
    const policy = { sanitization_rules: [{ pattern_id: 'pw', regex, replacement }] }
    expect((await run('{"user":"ann","password":"hunter2"}', policy)).sanitized).toBe(after)
  })

  test('counts a match once, in any number of renderings', async () => {
    const policy = { sanitization_rules: [{ pattern_id: 'n', regex: 'n\\d', min_count: 3 }] }
    expect((await run('{"é":"n1 n2"}', policy)).action).toBe('pass')
    const three = await run('{"é":"n1 n2","b":"n3"}', policy)
    expect(three.sanitization.regex_violations).toMatchObject([{ count: 3 }])
  })
})

describe('size', () => {
  const BYTES = 2 * 1024 * 1024
  const cases: readonly (readonly [string, string])[] = [
    ['lists in lists', '['.repeat(BYTES / 2) + ']'.repeat(BYTES / 2)],
    ['many small numbers', `[${'1,'.repeat(BYTES / 2 - 2)}1]`],
    ['many strings of JSON', `[${'"[1]",'.repeat(BYTES / 6 - 1)}1]`],
    ['one string of escapes', `"${'\\u0041'.repeat(BYTES / 6 - 1)}"`],
    ['a text of nothing but matches', '4111111111111111 '.repeat(BYTES / 17)],
    ['what looks like JSON and is none', `[${'{"a":"b"},'.repeat(BYTES / 10 - 1)}`],
    ['quotes', '"'.repeat(BYTES)],
  ]
  test.each(cases)('of %s costs bounded time', async (_title, payload) => {
    const policy = {
      sanitization_rules: [
        { pattern_id: 'card', regex: '\\b4\\d{15}\\b' },
        { pattern_id: 'evil', regex: '(a|aa)+$' },
        { pattern_id: 'wide', regex: '[\\s\\S]*z' },
      ],
    }
    const effort_ms = startEffort()
    await run(payload, policy)
    // Some hundred milliseconds each on an idle machine; non-linear code takes minutes.
    expect(effort_ms()).toBeLessThan(45_000)
  })

  test('replaces everything from the first match if there are too many matches', async () => {
    const policy = { sanitization_rules: [{ pattern_id: 'x', regex: 'x' }] }
    const { sanitized } = await run(`head ${'x '.repeat(150_000)}`, policy)
    expect(sanitized).toBe('head [X]')
  })
})

test('offsets in the text and in its decoded content map to each other', () => {
  fc.assert(
    fc.property(
      fc.json().filter((text) => /^["[{]/.test(text)),
      (json) => {
        const payload = readPayload(json)
        for (const document of payload.documents) {
          const range = document.toText(0, document.raw.length)
          expect(range?.end ?? 0).toBeLessThanOrEqual(payload.text.length)
        }
        const all = payload.fromRaw([{ start: 0, end: json.length, label: 'X' }])
        expect(parsed(payload.rewrite(all))).toBeDefined()
      },
    ),
  )
})
