import { describe, expect, test } from 'vitest'
import { Failure } from '../../../src/failure.ts'
import { CODE_POINT_MAX } from '../../../src/match/regex/char-set.ts'
import { PATTERN_UNITS_MAX } from '../../../src/match/regex/limits.ts'
import { compileRegex } from '../../../src/match/regex/regex.ts'
import { compileRegexSet } from '../../../src/match/regex/regex-set.ts'
import { propertySet } from '../../../src/match/regex/unicode.ts'

describe('an invalid pattern is rejected with reason and position', () => {
  test.each([
    ['a(?=b)', 'has a lookahead, which a linear-time engine cannot match, at offset 1'],
    ['a(?!b)', 'has a lookahead, which a linear-time engine cannot match, at offset 1'],
    ['(?<=a)b', 'has a lookbehind, which a linear-time engine cannot match, at offset 0'],
    ['x(?<!a)b', 'has a lookbehind, which a linear-time engine cannot match, at offset 1'],
    ['(a)\\1', 'has a backreference, which a linear-time engine cannot match, at offset 3'],
    ['(?<n>a)\\k<n>', 'has a backreference, which a linear-time engine cannot match, at offset 7'],
    ['(?P<n>a)(?P=n)', 'has a backreference, which a linear-time engine cannot match, at offset 8'],
    ['(?>a)', 'has an atomic group, which a linear-time engine cannot match, at offset 0'],
    ['a++', 'has a possessive quantifier, which a linear-time engine cannot match, at offset 2'],
    ['a**', 'has a nested quantifier at offset 2'],
    ['*a', 'has nothing to repeat at offset 0'],
    ['{2}', 'has nothing to repeat at offset 0'],
    ['^*', 'quantifies an anchor at offset 1'],
    ['a{,5}', 'has a quantifier without a minimum, which must be written {0,…}, at offset 1'],
    ['a{3,2}', 'has a quantifier whose minimum exceeds its maximum at offset 1'],
    ['a{1001}', 'repeats more than 1000 times at offset 1'],
    ['(a', 'has an unclosed group at offset 0'],
    ['a)', 'has an unmatched closing parenthesis at offset 1'],
    ['[a', 'has an unclosed character class at offset 0'],
    ['[]a]', 'starts a class with "]", which must be written \\], at offset 1'],
    ['[z-a]', 'has a range in reverse order at offset 1'],
    ['[\\d-z]', 'uses a class as the end of a range at offset 1'],
    ['[[:no:]]', 'names the unknown class "no" at offset 1'],
    ['\\y', 'has the unknown escape \\y at offset 0'],
    ['\\', 'ends in a backslash at offset 0'],
    ['\\x1', 'has an incomplete \\x at offset 0'],
    ['\\u{110000}', 'has a code point outside Unicode at offset 0'],
    ['\\012', 'has an octal escape, which is ambiguous: write \\x.., at offset 0'],
    ['\\p{Klingon}', 'names a Unicode property that does not exist, "Klingon", at offset 0'],
    ['(?x)a', 'has an unknown kind of group or flag at offset 0'],
    ['(?<a>.)(?<a>.)', 'has two groups named "a" at offset 7'],
    ['('.repeat(101), 'nests more than 100 groups at offset 100'],
    ['()'.repeat(101), 'has more than 100 capturing groups at offset 200'],
  ])('%s', (pattern, sentence) => {
    expect(() => compileRegex(pattern)).toThrow(new Failure('invalid_request', `The pattern ${sentence}.`))
  })

  test.each([
    ['a'.repeat(PATTERN_UNITS_MAX + 1), /has 4097 characters; the limit is 4096/],
    ['((a{100}){100}){100}', /compiles to \d+ instructions; the limit is 5000/],
    ['((((?:){1000}){1000}){1000}){1000}', /compiles to \d+ instructions; the limit is 5000/],
    ['\\p{L}'.repeat(33), /names more than 32 Unicode properties at offset 160/],
    [
      Array.from({ length: 1_100 }, (_, i) => String.fromCharCode(0x4e00 + i)).join(''),
      /distinguishes more than 1000 character classes/,
    ],
    ['(?:'.repeat(90) + 'a?' + '){0,2}'.repeat(90), /instructions; the limit is 5000/],
  ])('when it is too large (%#)', (pattern, sentence) => {
    expect(() => compileRegex(pattern)).toThrow(sentence)
  })

  test('in a set with its number', () => {
    expect(() => compileRegexSet([{ pattern: 'a' }, { pattern: '(?=a)' }])).toThrow(
      /^Pattern 2: The pattern has a lookahead/,
    )
  })
})

describe('syntax beyond the common subset', () => {
  test.each([
    ['(?i)ab', 'xAB', [1, 3]],
    ['a(?i:b)c', 'aBc', [0, 3]],
    ['a(?i:b)c', 'aBC', undefined],
    ['(?i)a(?-i)b', 'AB Ab', [3, 5]],
    ['(?s).+', 'a\nb', [0, 3]],
    ['(?m)^b$', 'a\nb\nc', [2, 3]],
    ['\\Aab\\z', 'ab', [0, 2]],
    ['\\Qa.b\\E', 'xa.b', [1, 4]],
    ['[[:alpha:]]+', '12ab3', [2, 4]],
    ['[[:^digit:]]+', '12ab3', [2, 4]],
    ['\\pL+', '1é2', [1, 2]],
    ['\\p{^L}', 'é2', [1, 2]],
    ['\\p{Greek}+', 'abγδ', [2, 4]],
    ['\\x{1f600}', 'a😀', [1, 3]],
    ['\\ud83d\\ude00', 'a😀', [1, 3]],
    ['\\ud83d', '😀\ud83d', [2, 3]],
    ['{a}', 'x{a}', [1, 4]],
    ['a]', 'a]', [0, 2]],
  ] as [string, string, [number, number] | undefined][])('%s', (pattern, text, span) => {
    expect(compileRegex(pattern).find(text)).toEqual(span === undefined ? undefined : { start: span[0], end: span[1] })
  })

  test('names the captures of named groups, in both spellings', () => {
    const match = compileRegex('(?P<user>\\w+)@(?<host>\\w+)(?<port>:\\d+)?').exec('to me@here')
    expect(match).toEqual({
      start: 3,
      end: 10,
      spans: [{ start: 3, end: 10 }, { start: 3, end: 5 }, { start: 6, end: 10 }, undefined],
      groups: ['me@here', 'me', 'here', undefined],
      named: { user: 'me', host: 'here' },
    })
  })

  test('a search from within a surrogate pair starts after it', () => {
    expect(compileRegex('.').find('😀a', 1)).toEqual({ start: 2, end: 3 })
    expect(compileRegex('\\b').find('a😀', 2)).toBeUndefined()
  })

  test('an offset beyond the text has no match', () => {
    expect(compileRegex('').find('ab', 3)).toBeUndefined()
    expect(compileRegex('').find('ab', 2)).toEqual({ start: 2, end: 2 })
  })
})

test('a Unicode property agrees with the runtime', () => {
  for (const [name, native] of [
    ['Lu', /^\p{Lu}$/u],
    ['Cs', /^\p{Cs}$/u],
    ['Greek', /^\p{Script=Greek}$/u],
  ] as const) {
    const set = propertySet(name) ?? []
    let wrong = 0
    for (let codePoint = 0, range = 0; codePoint <= CODE_POINT_MAX; codePoint += codePoint > 0x1ffff ? 97 : 1) {
      while (range < set.length && (set[range + 1] as number) < codePoint) range += 2
      const inside = range < set.length && (set[range] as number) <= codePoint
      if (inside !== native.test(String.fromCodePoint(codePoint))) wrong++
    }
    expect(wrong).toBe(0)
  }
})

test('case is folded as the runtime folds it', () => {
  const differing: string[] = []
  for (let codePoint = 0; codePoint < 0x20000; codePoint++) {
    const letter = String.fromCodePoint(codePoint)
    if (!/\p{L}/u.test(letter)) continue
    for (const other of [letter.toUpperCase(), letter.toLowerCase()]) {
      if (other === letter || other.length !== letter.length) continue
      const native = new RegExp(`^\\u{${codePoint.toString(16)}}$`, 'iu').test(other)
      if (compileRegex(`^\\u{${codePoint.toString(16)}}$`, { ignoreCase: true }).test(other) !== native)
        differing.push(letter)
    }
  }
  expect(differing).toEqual([])
})

test('a set with very many distinct characters runs as several automata', () => {
  const pattern = (from: number) =>
    `[${Array.from({ length: 700 }, (_, i) => String.fromCharCode(from + 2 * i)).join('')}]`
  const item = (from: number) =>
    Array.from({ length: 700 }, (_, i) => `${String.fromCharCode(from + i)}?`).join('') + '[xy]'
  const set = compileRegexSet([{ pattern: item(0x4e00) }, { pattern: item(0x5e00) }, { pattern: pattern(0x4e00) }])
  expect(set.matching('\u5e07x')).toEqual([0, 1])
  expect(set.matching('\u4e02')).toEqual([2])
})
