import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPayload } from '../../../src/agentic/data-policy/payload.ts'
import { run } from './run.ts'

const spans = fc.array(
  fc.record({
    start: fc.nat(200),
    length: fc.integer({ min: 1, max: 60 }),
    replacement: fc.option(fc.oneof(fc.constant(''), fc.string({ maxLength: 5 })), { nil: undefined }),
  }),
  { maxLength: 6 },
)
const container = fc.json({ stringUnit: 'binary' }).filter((json) => /^["[{]/.test(json))

type Drawn = { readonly start: number; readonly length: number; readonly replacement: string | undefined }
const toSpan = ({ start, length, replacement }: Drawn) => ({
  start,
  end: start + length,
  label: 'GONE',
  ...(replacement === undefined ? {} : { replacement }),
})

/** Returns every list and object with its content, independent of key order: numeric keys come first in JavaScript. */
function nesting(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(nesting).join()}]`
  if (typeof value !== 'object' || value === null) return ''
  return `{${Object.values(value).map(nesting).sort().join()}}`
}

/** Returns every scalar, including those of JSON in strings. */
function leaves(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(leaves)
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leaves)
  const isJson = typeof value === 'string' && /^\s*(?:\{|\[(?!GONE\]))/.test(value)
  return isJson ? leaves(JSON.parse(value)) : [value]
}

describe('a rewrite', () => {
  test('at any offsets of JSON content preserves its lists and objects', () => {
    fc.assert(
      fc.property(container, spans, (json, drawn) => {
        const payload = readPayload(json)
        const places = drawn.map(toSpan).filter(({ end }) => end <= payload.text.length)
        expect(nesting(JSON.parse(payload.rewrite(places)))).toBe(nesting(JSON.parse(json)))
      }),
      { numRuns: 1_000 },
    )
  })

  test('at any offsets of the JSON text preserves them too', () => {
    fc.assert(
      fc.property(container, spans, (json, drawn) => {
        const payload = readPayload(json)
        const places = drawn.map(toSpan).filter(({ end }) => end <= json.length)
        expect(nesting(JSON.parse(payload.rewrite(payload.fromRaw(places))))).toBe(nesting(JSON.parse(json)))
      }),
      { numRuns: 1_000 },
    )
  })

  test('of everything leaves no value', () => {
    fc.assert(
      fc.property(container, (json) => {
        const payload = readPayload(json)
        const all = [{ start: 0, end: payload.text.length, label: 'GONE' }]
        expect(leaves(JSON.parse(payload.rewrite(all))).filter((leaf) => leaf !== '[GONE]' && leaf !== '')).toEqual([])
      }),
    )
  })
})

test('a payload of any characters is decided about', async () => {
  const policy = {
    sanitization_rules: [
      { pattern_id: 'a', regex: '[^a-z]+' },
      { pattern_id: 'b', regex: '\\p{L}', action: 'detect' },
    ],
    role_policies: [{ role: '*', action: 'redact' }],
  }
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (payload) => {
      const verdict = await run(payload, policy)
      expect(verdict.result?.details).not.toHaveProperty('error')
    }),
    { numRuns: 300 },
  )
})
