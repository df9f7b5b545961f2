import { Failure } from '@gatehouse/kernel'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'

import { exceedsValueCount, jsonDepth, parseJsonBody } from '../src/json.ts'
import { JSON_VALUES_MAX } from '../src/limits.ts'
import { repeatedName } from '../src/names.ts'

function naiveDepth(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(naiveDepth))
}

function namesPrototype(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (Object.getPrototypeOf(value) !== Object.prototype && !Array.isArray(value)) return true
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(namesPrototype)
}

/** JSON values with texts that are difficult for the scanner. */
const tricky = fc.json({
  maxDepth: 12,
  stringUnit: fc.constantFrom('"', '\\', '[', ']', '{', '}', 'a', '\u00e9', '\ufffd', '\u{1f600}'),
})

function refusalOf(text: string): unknown {
  try {
    parseJsonBody(Buffer.from(text), true)
    return undefined
  } catch (thrown) {
    return thrown
  }
}

function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return 1 + Object.values(value).reduce((sum: number, item) => sum + valuesIn(item), 0)
}

describe('a JSON body', () => {
  test('has a bounded number of values, however short they are', () => {
    for (const value of ['[]', '{}', '0', '""', '{"a":1}']) {
      const text = `[${`${value},`.repeat(JSON_VALUES_MAX + 5)}0]`
      expect(() => parseJsonBody(Buffer.from(text))).toThrow(/more than 1000000 values/)
    }
    const long = JSON.stringify({ text: '[,{"'.repeat(800_000), list: Array.from({ length: 100_000 }, () => 1) })
    expect(parseJsonBody(Buffer.from(long))).toEqual(JSON.parse(long))
  })

  test('is counted as recursion would count it, or a little more', () => {
    fc.assert(
      fc.property(tricky, (text) => {
        const values = valuesIn(JSON.parse(text))
        const limit = Math.floor(text.length / 3)
        const isMore = exceedsValueCount(text, limit)
        expect({ isNeedless: isMore && values * 2 <= limit, isMissed: !isMore && values > limit + 1 }).toEqual({
          isNeedless: false,
          isMissed: false,
        })
      }),
    )
  })

  test('has the depth that recursion would find', () => {
    fc.assert(
      fc.property(tricky, (text) => {
        expect(jsonDepth(text, 1_000)).toBe(naiveDepth(JSON.parse(text)))
      }),
    )
  })

  test('equals the result of JSON.parse if valid', () => {
    fc.assert(
      fc.property(tricky, (text) => {
        expect(parseJsonBody(Buffer.from(text))).toEqual(JSON.parse(text))
      }),
    )
  })

  test('of any bytes is a value or a failure that a client can read', () => {
    const failureOf = (bytes: Uint8Array) => {
      try {
        parseJsonBody(Buffer.from(bytes))
        return undefined
      } catch (error) {
        return error
      }
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const failure = failureOf(bytes)
        expect(failure === undefined || failure instanceof Failure).toBe(true)
      }),
    )
  })

  test('never contains a key that reaches a prototype, in any spelling', () => {
    const key = fc.constantFrom('__proto__', '\\u005f_proto__', '__pr\\u006Fto__', 'constructor', 'prototype', 'a')
    const { value: text } = fc.letrec<{ value: string }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 6 },
        fc.constantFrom('1', '"x"', 'null'),
        fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
        fc
          .array(fc.tuple(key, tie('value')), { maxLength: 3 })
          .map((entries) => `{${entries.map(([name, item]) => `"${name}":${item}`).join(',')}}`),
      ),
    }))
    fc.assert(
      fc.property(text, (json) => {
        expect(namesPrototype(parseJsonBody(Buffer.from(json)))).toBe(false)
      }),
    )
  })

  test('with strict names reports the duplicate name', () => {
    const name = fc.constantFrom('a', 'b', '\\u0061', '"', '{', ',')
    const { value: arbitrary } = fc.letrec<{ value: { text: string; repeats: boolean } }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom('1', '"a"', '"{\\"a\\":1,\\"a\\":2}"', 'null').map((text) => ({ text, repeats: false })),
        fc.array(tie('value'), { maxLength: 3 }).map((items) => ({
          text: `[${items.map(({ text }) => text).join(', ')}]`,
          repeats: items.some(({ repeats }) => repeats),
        })),
        fc.array(fc.tuple(name, tie('value')), { maxLength: 3 }).map((entries) => ({
          text: `{${entries.map(([key, { text }]) => `${key.startsWith('\\') ? `"${key}"` : JSON.stringify(key)} : ${text}`).join(', ')}}`,
          repeats:
            entries.some(([, { repeats }]) => repeats) ||
            new Set(entries.map(([key]) => (key === '\\u0061' ? 'a' : key))).size < entries.length,
        })),
      ),
    }))
    fc.assert(
      fc.property(arbitrary, ({ text, repeats }) => {
        JSON.parse(text)
        expect(repeatedName(text) !== undefined).toBe(repeats)
        expect(refusalOf(text) !== undefined).toBe(repeats)
      }),
    )
  })

  test.each(['{"a":{"__proto__":{}}}', '{"\\u005f_proto__":1}', '{"constructor":{"prototype":{}}}'])(
    'with strict names refuses %s',
    (text) => {
      expect(refusalOf(text)).toMatchObject({ code: 'invalid_request' })
      expect(parseJsonBody(Buffer.from(text))).toBeDefined()
    },
  )

  test.each([
    ['open brackets', '['.repeat(2 ** 21)],
    ['pairs of brackets', `[${'[],'.repeat(2 ** 19)}[]]`],
    ['backslashes', `["${'\\\\'.repeat(2 ** 20)}"]`],
    ['quotes', '"'.repeat(2 ** 21)],
    ['open braces inside strings', `["${'{'.repeat(2 ** 20)}"]`],
    ['almost keys', `["${'__proto_'.repeat(2 ** 18)}"]`],
    ['names', `{${Array.from({ length: 2 ** 17 }, (_, at) => `"n${at}":1`).join(',')}}`],
  ])('of two MiB of %s costs linear time', (_name, text) => {
    const bytes = Buffer.from(text)
    const effort_ms = startEffort()
    try {
      parseJsonBody(bytes, true)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
    }
    expect(effort_ms()).toBeLessThan(1_500)
  })
})
