import { Failure } from '@gatehouse/kernel'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BacktrackingMatch } from '../src/rules/backtracking/match.ts'
import { parseBacktracking } from '../src/rules/backtracking/parse.ts'
import { RuleProblem } from '../src/rules/problem.ts'
import { groupNames } from '../src/rules/regex-text.ts'
import { regexOf } from '../src/rules/text-regex.ts'

const found = (source: string, text: string) =>
  regexOf(source, 'r')
    .findAll(text, 100)
    .map(({ start, end }) => text.slice(start, end))

describe('a regex of a rule', () => {
  test.each([
    ['looks ahead', 'a(?=b)', 'ab ac', ['a']],
    ['looks ahead for what is not to be', 'key=(?!safe)\\w+', 'key=safe key=bad', ['key=bad']],
    ['looks behind', '(?<=\\$)\\d+', '$12 34', ['12']],
    ['looks behind for what is not to be', '(?<!un)safe', 'unsafe safe', ['safe']],
    ['refers back', '(["\'])\\w*\\1', `"a' 'b'`, ["'b'"]],
    ['refers back by name', '(?P<q>[ab])x\\k<q>', 'axb bxb', ['bxb']],
    ['keeps what it took', '(?>a+)b', 'aab', ['aab']],
    ['takes all and gives nothing back', 'a++a', 'aaa', []],
    ['has alternatives', '(?=x)(?:xa|xb)+?c', 'xaxbc', ['xaxbc']],
    ['has flags', '(?i)(?=A)abc', 'xABC', ['ABC']],
    ['has lines', '^(?=b)\\w+$', 'a\nbc\n', ['bc']],
    ['has flags in the middle', 'a(?i)b', 'aB AB', ['aB']],
    ['has flags of a group', '(?i:a)b', 'Ab AB', ['Ab']],
    ['refers back by its own word', '(?P<q>[ab])(?P=q)', 'aab', ['aa']],
    ['refers back by number', '(a)(b)\\g{2}\\g1\\g{-2}', 'abbaa', ['abbaa']],
    ['ends with the text', 'ab\\z', 'ab\nab', ['ab']],
    ['ends with the last line', 'ab\\Z', 'ab\nab\n', ['ab']],
    ['begins with the text', '\\Aab', 'ab\nab', ['ab']],
    ['knows spaces of a line', '\\ha\\H', '\ta- a ', ['\ta-']],
    ['knows ends of lines', 'a\\Rb\\N', 'a\r\nbc', ['a\r\nbc']],
    ['knows letters', '[\\p{L}\\d]+', '.é1', ['é1']],
    ['knows what are none', '\\p{^L}\\P{N}', 'a1.', ['1.']],
    ['knows classes by name', '[[:^digit:]_]+', '1ab_', ['ab_']],
    ['quotes', '\\Qa.b\\E+', 'a.bb axb', ['a.bb']],
    ['quotes to its end', 'x\\Q(+', 'x(+', ['x(+']],
    ['is written with spaces', '(?xi) a b # c\n [ ]c', 'AB c', ['AB c']],
    ['is written with spaces within a group', '(?x: a b )[ ]c', 'ab c', ['ab c']],
    ['has remarks', 'a(?#no)b', 'ab', ['ab']],
    ['repeats often', '(?=a).{0,20000}x', 'abx', ['abx']],
    ['has classes by name', '(?=\\S)[[:digit:]]{2}', 'a 12', ['12']],
  ])('%s: %s', (_title, source, text, expected) => {
    expect(found(source, text)).toEqual(expected)
  })

  test('returns its groups', () => {
    const groups = [{ start: 1, end: 2 }, { start: 1, end: 2 }, undefined]
    expect(regexOf('(?=a)(a)(b)?', 'r').findAll('xac', 1)[0]?.groups).toEqual(groups)
    expect(regexOf('(a)(b)?', 'r').findAll('xac', 1)[0]?.groups).toEqual(groups)
  })

  test.each([
    ['(?<A>x)(y)(?P<B>z)', [undefined, 'A', undefined, 'B']],
    ['(?:x)[(](?=y)\\((?i)(?<!z)(?<C>a)', [undefined, 'C']],
    ['[]()](a)', [undefined, undefined]],
    ["(?'D'a)[[:alpha:](](b)", [undefined, 'D', undefined]],
  ])('lists the names of its groups: %s', (source, names) => {
    expect(groupNames(source)).toEqual(names)
  })

  test('finds its groups wherever they are, as if it looked at all of the text', () => {
    const hits = regexOf('(?<A>\\w)=(\\w+)$', 'r').findAll('a=bc\nd=e f\ng=h', 10)
    expect(hits.map(({ groups }) => groups[2])).toEqual([
      { start: 2, end: 4 },
      { start: 13, end: 14 },
    ])
    const many = regexOf('(a)', 'r').findAll('a'.repeat(500), 1_000)
    expect(many.at(-1)?.groups[1]).toEqual({ start: 499, end: 500 })
  })

  test.each(['a(?(1)b)', '(?|a)', 'a\\Kb', '(?=a', 'a(?=)**', '(?R)(?=a)', '(?=a)\\q', '(?=a)\\9'])(
    'is rejected when invalid: %s',
    (source) => {
      expect(() => regexOf(source, 'r')).toThrow(RuleProblem)
    },
  )

  test('ends, however bad it is', () => {
    expect(() => regexOf('(?=a)(a+)+$', 'r').findAll(`${'a'.repeat(5_000)}b`, 1)).toThrow(Failure)
  })

  test('matches the same as the runtime', () => {
    const piece = fc.constantFrom(
      'a',
      'b',
      '.',
      'a*',
      '(a|b)',
      '(?:ab)+?',
      '[^a]',
      '\\b',
      'b{1,2}',
      '(?!b)',
      '(?<=a)',
      '(a?)\\w',
      '$',
      '^',
    )
    const sources = fc.array(piece, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''))
    const texts = fc.array(fc.constantFrom('a', 'b', ' ', 'c'), { maxLength: 8 }).map((chars) => chars.join(''))
    fc.assert(
      fc.property(sources, texts, (source, text) => {
        const { root } = parseBacktracking(source, { ignoreCase: false, multiLine: false, dotAll: false })
        const own = Array.from({ length: text.length + 1 }, (_, at) => new BacktrackingMatch(text).at(root, at)?.end)
        const theirs = Array.from({ length: text.length + 1 }, (_, at) => {
          const sticky = new RegExp(source, 'y')
          sticky.lastIndex = at
          const match = sticky.exec(text)
          return match === null ? undefined : at + match[0].length
        })
        expect(own).toEqual(theirs)
      }),
    )
  })
})
