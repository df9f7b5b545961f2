import { array, assert, integer, oneof, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { jsonb, storable } from '../../../src/tables/appsec/jsonb.ts'

const units = string({ unit: 'binary' })
const halves = array(integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes))

test('JSON for the database preserves every text except invalid characters', () => {
  assert(
    property(oneof(units, halves), (text) => {
      expect(JSON.parse(jsonb({ [text]: [text] }))).toEqual({ [storable(text)]: [storable(text)] })
    }),
  )
  expect(jsonb({ a: 'b\u0000\ud83d\ude00\udead' })).toBe('{"a":"b\\ufffd\ud83d\ude00\\ufffd"}')
  expect(JSON.parse(jsonb({ a: '\\u0000 \\\\ud800 \u0000' }))).toEqual({ a: '\\u0000 \\\\ud800 \ufffd' })
})
