import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wordsOf } from '../src/match/words.ts'
import { regexOf } from '../src/rules/text-regex.ts'
import { requiredWords } from '../src/search/required-words.ts'

const wordsFor = (source: string): readonly string[] | undefined => requiredWords(regexOf(source, 'r', true))

describe('required words of a regex', () => {
  test.each([
    ['are those between which it chooses', '^(?:includes|has|test)$', ['has', 'includes', 'test']],
    ['are put together of pieces', '^_?(?:req|request)$', ['_req', '_request', 'req', 'request']],
    ['may come after anything that ends a word', '^(?:.*\\.)?req$', ['req']],
    ['may be made of letters of a class', '[ab]cd$', ['acd', 'bcd']],
    ['end where a sign follows', '^foo\\.\\w*$', ['foo']],
    ['are those of the piece that says most', '^a\\.longer\\(', ['longer']],
    ['are looked for behind what is looked at alone', '^(?!foo)bar$', ['bar']],
    ['are those without what may be left out', '^foo(?: bar)?$', ['foo']],
    ['are written in all ways where letters may be small or large', '(?i)^if$', ['IF', 'If', 'iF', 'if']],
    ['count with their first letters', '^https?://', ['http', 'https']],
  ])('%s', (_title, source, words) => {
    expect(wordsFor(source)).toEqual(words)
  })

  test.each([
    ['where the word may go on', '^foo\\w*$'],
    ['where it may go on after the regex', '^foo'],
    ['where it may have begun before', '.*foo$'],
    ['where nothing is enough', '^(?:foo|)$'],
    ['where any word will do', '^[a-z]+$'],
    ['where one of the ways has no word', '^(?:foo|\\d+)$'],
    ['where letters are others than those of English', '^fooéfoo$'],
    ['where some of them may be', '^[aé]foo$'],
    ['where a sign before it may be left out', '^\\w+(?:\\.)*foo$'],
  ])('are unknown %s', (_where, source) => {
    expect(wordsFor(source)).toBeUndefined()
  })

  test('occur in each text that the regex matches, with any suffix', () => {
    let known = 0
    const wholes = fc
      .tuple(PIECES.piece, SIGNS, PIECES.piece, SIGNS, PIECES.piece)
      .map((parts) => of(parts.map(({ source }) => source).join(''), parts.map(({ sample }) => sample).join('')))
    fc.assert(
      fc.property(
        wholes,
        fc.constantFrom('', '$'),
        fc.constantFrom('', 'x', '.y', ' z', '1', '$', 'é'),
        (piece, end, more) => {
          const regex = regexOf(`^${piece.source}${end}`, 'r', true)
          const words = requiredWords(regex)
          const text = piece.sample + more
          if (words === undefined || !regex.startsIn(text)) return
          known += 1
          const own = wordsOf(text)
          const hasOne = words.some((word) => own.has(word))
          expect({ regex: regex.source, text, hasOne }).toMatchObject({ hasOne: true })
        },
      ),
      { numRuns: 3_000 },
    )
    expect(known).toBeGreaterThan(100)
  })
})

/** A piece of a regex, with a text that it matches. */
interface Piece {
  readonly source: string
  readonly sample: string
}

const of = (source: string, sample: string): Piece => ({ source, sample })

const SIGNS = fc.constantFrom(of('', ''), of('\\.', '.'), of('\\(', '('), of(' ', ' '))

const PIECES = fc.letrec<{ readonly piece: Piece; readonly atom: Piece }>((tie) => ({
  piece: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('atom'),
    fc.tuple(tie('piece'), tie('piece')).map(([a, b]) => of(a.source + b.source, a.sample + b.sample)),
    fc
      .tuple(tie('piece'), tie('piece'), fc.boolean())
      .map(([a, b, isFirst]) => of(`(?:${a.source}|${b.source})`, isFirst ? a.sample : b.sample)),
    fc.tuple(tie('piece'), fc.boolean()).map(([a, isThere]) => of(`(?:${a.source})?`, isThere ? a.sample : '')),
    fc.tuple(tie('piece'), fc.nat(2)).map(([a, times]) => of(`(?:${a.source})*`, a.sample.repeat(times))),
  ),
  atom: fc.constantFrom(
    of('foo', 'foo'),
    of('ba', 'ba'),
    of('r', 'r'),
    of('_', '_'),
    of('7', '7'),
    of('\\.', '.'),
    of('\\(', '('),
    of(' ', ' '),
    of('-', '-'),
    of('\\$', '$'),
    of('[ab]', 'b'),
    of('[^.]', 'q'),
    of('\\w*', 'w'),
    of('\\w+', 'w9'),
    of('\\W', '!'),
    of('.*', 'any.thing'),
    of('.', '/'),
    of('\\b', ''),
  ),
}))
