import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cipherFinder } from '../../src/judges/sight/ciphers.ts'
import { mirrored, reversed, rotated } from '../../src/judges/sight/foldings.ts'

/** Returns each cipher separately: the finder checks them in one pass. */
function writings(word: string): ReadonlyMap<string, string> {
  const all = new Map<string, string>([
    ['reversed', reversed(word)],
    ['atbash', mirrored(word)],
    ['atbash reversed', reversed(mirrored(word))],
  ])
  for (let by = 1; by < 26; by += 1) {
    all.set(`rot${by}`, rotated(word, by))
    all.set(`rot${by} reversed`, reversed(rotated(word, by)))
  }
  return all
}

const letters = (most: number, from = 'abcxyz') =>
  fc.string({ unit: fc.constantFrom(...from.split('')), maxLength: most })

describe('a word in a cipher', () => {
  test.each(['zubalokanidefo', 'key-made-up-0123'])(
    'is detected at any position, with the name of its cipher: %s',
    (word) => {
      const find = cipherFinder(word)
      for (const [cipher, written] of writings(word)) {
        for (const [before, after] of [
          ['', ''],
          ['it says ', ' and no more'],
          ['xx', 'yy'],
          ['é ', ' ☃'],
          ['0', '9'],
        ] as const) {
          const hit = find(before + written + after)
          // A rotation of Atbash is an Atbash of a rotation, and some words are palindromes.
          expect(hit, `${cipher}: ${before}`).toMatchObject({ at: before.length, length: word.length })
          expect(writings(word).get(hit!.cipher)).toBe(written)
        }
      }
      expect(find(word)).toBeUndefined()
      expect(find('')).toBeUndefined()
    },
  )

  test('in pig latin is found as well', () => {
    expect(cipherFinder('zubalokanidefo')('say ubalokanidefozay now')).toEqual({
      cipher: 'pig latin',
      at: 4,
      length: 16,
    })
  })

  test('is detected only if a cipher text is present', () => {
    const { counterexample } = fc.check(
      fc.property(
        letters(5).filter((word) => word.length >= 3),
        letters(60, 'abcxyz 0'),
        (word, text) => {
          const hit = cipherFinder(word)(text)
          const isThere = [...writings(word).values()].some((written) => text.includes(written))
          // Pig latin is looked for last.
          if (hit === undefined || hit.cipher === 'pig latin') return !isThere
          return text.slice(hit.at, hit.at + hit.length) === writings(word).get(hit.cipher)
        },
      ),
      { numRuns: 3_000 },
    )
    expect(counterexample).toBeNull()
  })
})
