import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { decodeHeader, encodeHeader } from '../../src/stateless/header-value.ts'

describe('a value in a header', () => {
  test('round-trips, and contains no invalid header characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        const header = encodeHeader(value)
        expect(header).toMatch(/^[\t\u0020-\u007e]*$/)
        expect(header).toBe(header.trim())
        expect(decodeHeader(header)).toBe(value)
      }),
    )
  })

  // The examples of MCP 2026-07-28, "Value Encoding".
  test.each([
    ['us-west1', 'us-west1'],
    ['Hello, 世界', '=?base64?SGVsbG8sIOS4lueVjA==?='],
    [' padded ', '=?base64?IHBhZGRlZCA=?='],
    ['line1\nline2', '=?base64?bGluZTEKbGluZTI=?='],
    ['=?base64?literal?=', '=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?='],
  ])('%j is %s', (value, header) => {
    expect(encodeHeader(value)).toBe(header)
    expect(decodeHeader(header)).toBe(value)
  })

  test.each(['=?base64?a?=', '=?base64?ab=c?=', '=?base64?/w==?=', 'gr\u00fc\u00dfe', 'a\r\nb: c', '=?base64?YQ?='])(
    '%j is invalid',
    (header) => {
      expect(decodeHeader(header)).toBeUndefined()
    },
  )
})
