import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { characters, hexStretches, stretches } from '../../src/judges/sight/spans.ts'

const some = fc.string({ unit: fc.constantFrom(...'Ab9+/_-= ,:\n\t.gZ27é '.split('')), maxLength: 80 })

describe('stretches of a text', () => {
  test.each([
    [
      'base64',
      /[A-Za-z0-9+/_-]{4,}={0,2}/g,
      (text: string) => stretches(text, characters('AZaz09++//__--'), 4, { mark: '=', most: 2 }),
    ],
    [
      'base32',
      /[A-Za-z2-7]{3,}={0,6}/g,
      (text: string) => stretches(text, characters('AZaz27'), 3, { mark: '=', most: 6 }),
    ],
    ['ascii85', /[!-uz]{5,}/g, (text: string) => stretches(text, characters('!uzz'), 5)],
    ['hex', /(?:[0-9A-Fa-f]{2}[\s,:-]?){3,}/g, (text: string) => hexStretches(text, 3)],
  ] as const)('are the matches of the pattern: %s', (_name, pattern, find) => {
    const { counterexample } = fc.check(
      fc.property(some, (text) => JSON.stringify(find(text)) === JSON.stringify(text.match(pattern) ?? [])),
      { numRuns: 3_000 },
    )
    expect(counterexample).toBeNull()
  })
})
