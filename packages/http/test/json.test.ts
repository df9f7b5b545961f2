import { Failure } from '@gatehouse/kernel'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { jsonDepth, parseJsonBody } from '../src/json.ts'

function naiveDepth(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(naiveDepth))
}

function namesPrototype(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (Object.getPrototypeOf(value) !== Object.prototype && !Array.isArray(value)) return true
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(namesPrototype)
}

/** JSON values whose texts are full of what the scan has to see through. */
const tricky = fc.json({
  maxDepth: 12,
  stringUnit: fc.constantFrom('"', '\\', '[', ']', '{', '}', 'a', '\u00e9', '\ufffd', '\u{1f600}'),
})

describe('a JSON body', () => {
  test('has the depth that recursion would find', () => {
    fc.assert(
      fc.property(tricky, (text) => {
        expect(jsonDepth(text, 1_000)).toBe(naiveDepth(JSON.parse(text)))
      }),
    )
  })

  test('reads like JSON.parse where nothing is refused', () => {
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

  test('never holds a key that reaches a prototype, however it is spelled', () => {
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

  test.each([
    ['open brackets', '['.repeat(2 ** 21)],
    ['pairs of brackets', `[${'[],'.repeat(2 ** 19)}[]]`],
    ['backslashes', `["${'\\\\'.repeat(2 ** 20)}"]`],
    ['quotes', '"'.repeat(2 ** 21)],
    ['open braces inside strings', `["${'{'.repeat(2 ** 20)}"]`],
    ['almost keys', `["${'__proto_'.repeat(2 ** 18)}"]`],
  ])('of two MiB of %s costs linear time', (_name, text) => {
    const bytes = Buffer.from(text)
    const started_ms = performance.now()
    try {
      parseJsonBody(bytes)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
    }
    expect(performance.now() - started_ms).toBeLessThan(500)
  })
})
