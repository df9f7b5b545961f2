import { describe, expect, test } from 'vitest'
import { jsonBytes } from '../../src/json/bytes.ts'

const LONG = 65_536

describe('JSON as bytes', () => {
  test.each([
    ['an empty object', {}],
    ['an empty list', []],
    ['a text', 'ü"\n'],
    ['null', null],
    ['a number', -0.5],
    ['members without a value', { a: undefined, b: [undefined, 1], c: { d: undefined } }],
    ['names that need escapes', { 'a"\n': 1, __proto: { toJSON: 1 } }],
    ['a long text', { a: 'x'.repeat(3 * LONG + 1), b: '' }],
    ['a long text with escapes', ['\\"\n\u0001'.repeat(LONG)]],
    ['a long text of emoji, from an odd position', `x${'😀'.repeat(LONG)}`],
    ['a long text of halves of characters', '\ud83d'.repeat(LONG + 3) + '\ude00'.repeat(LONG)],
    ['many short values', { rows: Array.from({ length: 20_000 }, (_, id) => ({ id, name: `é${id}`, none: null })) }],
    ['many empty containers', Array.from({ length: 20_000 }, (_, id) => (id % 2 === 0 ? {} : []))],
    ['long texts among short ones', [{ a: 1, b: 'y'.repeat(2 * LONG), c: [{ d: 'z'.repeat(LONG) }], e: {} }, []]],
    ['long names', { ['n'.repeat(2 * LONG)]: 1, ['m'.repeat(LONG)]: {} }],
  ])('is that of JSON.stringify: %s', async (_name, value) => {
    expect((await jsonBytes(value)).toString()).toBe(JSON.stringify(value))
  })

  test('preserves a member named __proto__', async () => {
    const text = `{"__proto__":{"a":"${'x'.repeat(LONG)}"}}`
    expect((await jsonBytes(JSON.parse(text))).toString()).toBe(text)
  })
})
