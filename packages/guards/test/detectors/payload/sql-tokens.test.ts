import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sqlTokens } from '../../../src/detectors/payload/sql-tokens.ts'

function kinds(text: string): string {
  return sqlTokens(text, 0, text.length, 32)
    .map(({ kind, text: piece, unclosed }) => `${kind}:${piece}${unclosed ? '…' : ''}`)
    .join(' ')
}

describe('sqlTokens', () => {
  test.each([
    ["'a'='a", 'string:a compare:= string:a…'],
    ['1/**/=/* x */1--', 'number:1 compare:= number:1 comment:-'],
    ['/*!50000select*/ 2', 'word:select number:2'],
    ["'it\\'s' like 'x%'", "string:it\\'s compare:like string:x%"],
    ['@@version is not null', 'variable:@@version compare:is logic:not word:null'],
    ['sleep(5);', 'word:sleep open:( number:5 close:) semicolon:;'],
    ['`name` <> 0x2a #x', 'word:name compare:<> number:0x2a comment:#'],
    ['a||b&&!c', 'word:a logic:|| word:b logic:&& arithmetic:! word:c'],
  ])('cuts %s', (text, expected) => {
    expect(kinds(text)).toBe(expected)
  })

  test('always terminates, advances and stays in range', () => {
    const pieces = fc.array(
      fc.constantFrom("'", '"', '/*', '*/', '--', '#', '(', ')', 'or', '1', '\\', ' ', '\n', '/*!5', '%00', 'é', '\0'),
      { maxLength: 60 },
    )
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = parts.join('')
        const tokens = sqlTokens(text, 0, text.length, 500)
        const ends = tokens.map((token) => token.end)
        expect(ends).toEqual(ends.toSorted((a, b) => a - b))
        expect(ends.at(-1) ?? 0).toBeLessThanOrEqual(text.length)
      }),
    )
  })
})
