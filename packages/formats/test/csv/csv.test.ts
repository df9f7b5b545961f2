import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvLine } from '../../src/csv/csv.ts'

describe('a line of CSV', () => {
  test.each([
    [['a', 1, null, undefined, true], 'a,1,,,true\r\n'],
    [['a,b', 'say "x"', 'two\nlines', ' edge '], '"a,b","say ""x""","two\nlines"," edge "\r\n'],
    [[-1, 0.5], '-1,0.5\r\n'],
    [[''], '\r\n'],
  ])('of %j is %j', (cells, line) => {
    expect(csvLine(cells)).toBe(line)
  })

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '  =cmd|x', '=HYPERLINK("http://a","b")'])(
    'escapes the formula %j',
    (formula) => {
      expect(parse(csvLine([formula]))).toEqual([`'${formula}`])
    },
  )

  test('round-trips any text and never starts a formula', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 5 }), (cells) => {
        const read = parse(csvLine(cells))
        expect(read.map((cell, at) => (cell === `'${cells[at]}` ? cells[at] : cell))).toEqual(cells)
        for (const cell of read) expect(cell).not.toMatch(/^ *[=+\-@\t\r\n＝＋－＠]/)
      }),
    )
  })
})

/** Parses one line by RFC 4180, character by character. */
function parse(line: string): string[] {
  const cells: string[] = []
  let cell = ''
  let quoted = false
  for (let at = 0; at < line.length - 2; at += 1) {
    const character = line[at]!
    if (quoted && character === '"' && line[at + 1] === '"') {
      cell += '"'
      at += 1
    } else if (character === '"') {
      quoted = !quoted
    } else if (character === ',' && !quoted) {
      cells.push(cell)
      cell = ''
    } else {
      cell += character
    }
  }
  return [...cells, cell]
}
