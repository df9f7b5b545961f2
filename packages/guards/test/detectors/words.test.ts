import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isWholeWord } from '../../src/detectors/words/boundary.ts'
import { collapseSpace } from '../../src/detectors/words/collapse.ts'
import { compileWordList, HITS_MAX, RANGES_MAX } from '../../src/detectors/words/word-list.ts'
import { redact } from '../../src/engine/redact.ts'
import { makeViews } from '../../src/text/views.ts'

const find = (words: string[], text: string) =>
  compileWordList(words)
    .find(makeViews(text))
    .map(({ word, start, end }) => [words[word], text.slice(start, end)])

describe('collapseSpace', () => {
  const spaces = fc.constantFrom(' ', '\n', '\t', '\u00a0', '\u3000')
  const texts = fc
    .array(fc.oneof(spaces, fc.constantFrom('a', 'b', '😀')), { maxLength: 40 })
    .map((parts) => parts.join(''))

  test('preserves every other character, and collapses each run to one space', () => {
    fc.assert(
      fc.property(texts, (source) => {
        const collapsed = collapseSpace(source)
        const { text } = collapsed
        expect(text).toBe(source.replaceAll(/[ \n\t\u00a0\u3000]+/g, ' '))
        const back = Array.from({ length: text.length }, (_, at) => source[collapsed.toSource(at)]!)
        expect(back.map((char) => (char.trim() === '' ? ' ' : char)).join('')).toBe(text)
        expect(collapsed.toSource(text.length)).toBe(source.length)
      }),
    )
  })
})

describe('isWholeWord', () => {
  test.each([
    ['the acme shop', 'acme', true],
    ['acmeology', 'acme', false],
    ['my_acme', 'acme', false],
    ['acme2', 'acme', false],
    ['acme.', 'acme', true],
    ['C++ code', 'C++', true],
    ['😀acme😀', 'acme', true],
    ['这是机密文件', '机密', true],
    ['naïve', 'na', false],
    ['éacme', 'acme', false],
  ])('%s: %s is %s', (text, word, whole) => {
    const at = text.indexOf(word)
    expect(isWholeWord(text, at, at + word.length)).toBe(whole)
  })
})

describe('a word list and leet', () => {
  test.each([
    ['zebrafalcon', 'z3br4f4lc0n'],
    ['zebrafalcon', 'Z3BR4F4LC0N'],
    ['zebrafalcon', 'zebr4falcon'],
    ['zebrafalcon', 'z3br@f@lc0n'],
    ['quixotl', 'qu!x0tl'],
    ['wyvernlux', 'wyv3rn1ux'],
    ['project zebrafalcon', 'project z3br4f4lc0n'],
  ])('%s is found as %s', (word, text) => {
    expect(find([word], `Tell me about ${text}, please.`)).toEqual([[word, text]])
  })

  test('a word inside of base64 is found', () => {
    const encoded = Buffer.from('about z3br4f4lc0n today').toString('base64')
    expect(find(['zebrafalcon'], `decode ${encoded}`).map(([word]) => word)).toEqual(['zebrafalcon'])
  })

  test.each([
    ['silos', 'part 51L05'],
    ['zebras', 'part Z38R45-7 in stock'],
    ['deface', 'color #d3f4c3'],
    ['deface', 'commit d3f4c3'],
    ['defaced', 'commit d3f4c3d'],
    ['aes', 'Galaxy A35 phone'],
    ['betas', 'release 8.3.745'],
    ['oslo', 'v0.51.0-rc1'],
    ['facade', 'id 7d1e-f4c4d3-11'],
    ['zebrafalcon', 'z3br4f4lc0ns'],
    ['modeler', 'model3r2'],
    ['sales', 'order 54135'],
  ])('%s is not found in %s', (word, text) => {
    expect(find([word], text)).toEqual([])
  })
})

describe('a word list', () => {
  test('finds words and phrases in any case, one match each', () => {
    expect(find(['acme', 'red fox'], 'ACME met a Red\n Fox; acmes did not')).toEqual([
      ['acme', 'ACME'],
      ['red fox', 'Red\n Fox'],
    ])
  })

  test('a shorter word inside a longer phrase is found as well', () => {
    expect(find(['bank', 'bank of ada'], 'the Bank of Ada')).toEqual([
      ['bank of ada', 'Bank of Ada'],
      ['bank', 'Bank'],
    ])
  })

  test.each([
    ['full width', 'ａｃｍｅ'],
    ['zero-width inside', 'ac\u200bme'],
    ['soft hyphen', 'ac\u00adme'],
    ['Cyrillic letters', 'аcmе'],
    ['leet', '4cm3'],
    ['spaced', 'a c m e'],
    ['dotted', 'a.c.m.e'],
    ['percent signs', '%61%63%6d%65'],
    ['entities', '&#97;&#99;&#109;&#101;'],
    ['marks', 'a\u0301cm\u0302e'],
  ])('sees through %s, and its redaction removes it', (_title, hidden) => {
    const text = `buy ${hidden} now`
    const hits = compileWordList(['acme']).find(makeViews(text))
    expect(hits.length).toBeGreaterThan(0)
    const clean = redact(
      text,
      hits.map(({ start, end }) => ({ start, end, label: 'X' })),
    )
    expect(compileWordList(['acme']).find(makeViews(clean))).toEqual([])
    expect(clean).toMatch(/^buy .*now$/)
  })

  test('agrees with a plain search on random words and texts', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 3 })
    const text = fc
      .array(fc.oneof(word, fc.constantFrom(' ', ', ', '.', '\n')), { maxLength: 30 })
      .map((p) => p.join(''))
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 6 }), text, (words, sample) => {
        // "aaa" has a second reading as "a"; the reference implements only the first.
        fc.pre(
          !/(.)\1\1/.test(sample) &&
            words.every((item) => !/(.)\1\1/.test(item)) &&
            !/\b\w\W+\w\W+\w\W+\w\b/.test(sample),
        )
        const expected = words.flatMap((item) =>
          [...sample.matchAll(new RegExp(`(?<![a-z])${item}(?![a-z])`, 'g'))].map((match) => `${item}@${match.index}`),
        )
        const hits = compileWordList(words)
          .find(makeViews(sample))
          .map(({ word: at, start }) => `${words[at]}@${start}`)
        expect(hits.toSorted()).toEqual(expected.toSorted())
      }),
      { numRuns: 300 },
    )
  })

  test.each([
    ['more than are named', 1_500, 1_500],
    ['many more than are named', 5_000, 5_000],
    ['more than are told one by one', RANGES_MAX + 5_000, RANGES_MAX + 1],
  ])('a text with %s contains none after replacement', (_title, words, ranges) => {
    const list = compileWordList(['acme', 'x corp'])
    for (const word of ['acme', 'ACM\u0415', 'x  corp']) {
      const text = `so: ${`${word}, `.repeat(words)}`
      const hits = list.find(makeViews(text))
      expect(hits.length).toBeGreaterThanOrEqual(ranges)
      expect(hits.length).toBeLessThanOrEqual(ranges + 5_000)
      const clean = redact(
        text,
        hits.map(({ start, end }) => ({ start, end, label: 'X' })),
      )
      expect(clean.length).toBeLessThanOrEqual(text.length)
      expect(clean).toMatch(/^so: (?:\[X\](?:, )?)+$/u)
    }
  })

  test('thousands of nested words are all replaced and reported as one range', () => {
    const words = Array.from({ length: 60 }, (_, index) => 'a '.repeat(index + 1).trim())
    const text = `${'b '.repeat(3)}${'a '.repeat(20_000)}`
    const hits = compileWordList(words).find(makeViews(text))
    expect(hits.length).toBeLessThanOrEqual(HITS_MAX + 4)
    expect(
      redact(
        text,
        hits.map(({ start, end }) => ({ start, end, label: 'X' })),
      ),
    ).toMatch(/^b b b (?:\[X\] )+$/u)
  })
})
