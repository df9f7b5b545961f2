import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readDocument } from '../src/generic/document.ts'
import { findGeneric } from '../src/generic/find.ts'
import { DEFAULT_GENERIC, type GenericOptions, QUOTES } from '../src/generic/options.ts'
import { readGenericPattern } from '../src/generic/pattern.ts'
import { search } from './search.ts'

function found(pattern: string, text: string, genericOptions: Partial<GenericOptions> = {}): readonly string[] {
  const options = { ...DEFAULT_GENERIC, ...genericOptions }
  const document = readDocument(text, options)!
  return findGeneric(readGenericPattern(pattern, options), document, options, () => {}).map(({ start, end }) =>
    text.slice(start, end).replace(/\s+/g, ' '),
  )
}

/** Title, pattern, text, and its matches. */
type Row = readonly [string, string, string, readonly string[]]

const numbers = (count: number) => Array.from({ length: count }, (_, at) => `  ${at},\n`).join('')

const ROWS: readonly Row[] = [
  ['words, however they are spaced', 'a = b', 'a=b\na   =\n  b\nab', ['a=b', 'a = b']],
  ['whole words alone', 'run(', 'rerun( run (', ['run (']],
  ['a metavariable for one word', 'port $N;', 'port 80;\nport a b;\n', ['port 80;']],
  ['no metavariable for a sign', 'port $N', 'port =', []],
  ['the same word twice', '$A = $A', 'x = x\nx = y\n', ['x = x']],
  ['a dollar before a metavariable', 'go $$HOST ...;', 'go $h/x;\ngo h/x;\n', ['go $h/x;']],
  ['names of other languages', 'go $host;', 'go $host;', ['go $host;']],
  ['an ellipsis in braces', 'f(...)', 'f(1, g(2), 3) h(4)', ['f(1, g(2), 3)']],
  ['no ellipsis out of its braces', 'f(... x ...)', 'f(a); g(x)', []],
  ['what stands deeper in braces', 'f(... x ...)', 'f(a, g(x))', ['f(a, g(x))']],
  ['braces over lines', 'f(...)', `f(\n${numbers(9)})`, [`f( ${numbers(9).trim().replace(/\s+/g, ' ')} )`]],
  ['no more lines than ten', 'f(...)', `f(\n${numbers(10)})`, []],
  ['twice as many', 'f(... ...)', `f(\n${numbers(10)})`, [`f( ${numbers(10).trim().replace(/\s+/g, ' ')} )`]],
  ['an ellipsis at the end, as far as its block goes', '- a ...', '- a b\n  c\n- a\n', ['- a b c - a', '- a']],
  [
    'what is indented in the pattern is so in the text',
    '[one]\n  ...\n  name = ...',
    '[one]\n  x = 1\n  name = a\n[one]\n  x = 2\n[two]\n  name = b\n',
    ['[one] x = 1 name = a'],
  ],
  [
    'what is not indented in the pattern may be so in the text',
    'on {\n...\nx off;',
    'on {\n    y on;\n    x off;\n}\n',
    ['on { y on; x off;'],
  ],
  ['what comes after a block', 'a:\n  b\nc', 'a:\n  b\nc\na:\n  b\n  d\nc\n', ['a: b c']],
  ['a line that is indented less ends what began deeper', 'a\nb', '  a\nb\na\nb\n', ['a b']],
  ['other letters are signs', 'é = $X', 'é = 1', ['é = 1']],
  ['a brace too many', 'a) b', 'x (a) b\na) b\n', ['a) b']],
  ['all of a text', '...', 'a b\nc', ['a b c']],
]

describe('a pattern for texts without a grammar finds', () => {
  test.each(ROWS)('%s', (_title, pattern, text, expected) => {
    expect(found(pattern, text)).toEqual(expected)
  })

  test('matches according to its options', () => {
    expect(found('key = $...V', 'key = p@$$w\nx = 1\n', { maxSpan: 0 })).toEqual(['key = p@$$w'])
    expect(found('a ... b', 'a\nb\na c b', { maxSpan: 0 })).toEqual(['a c b'])
    expect(found('a: b', 'a: /* c\n */ b', { comments: 'c' })).toEqual(['a: /* c */ b'])
    expect(found('a b', 'a // c\nb', { comments: 'cpp' })).toEqual(['a // c b'])
    expect(found('a b', 'a # c\nb', { comments: 'shell' })).toEqual(['a # c b'])
    expect(found('a b', 'a # c\nb')).toEqual([])
  })

  test('matches of the aliengrep engine', () => {
    const alien = { engine: 'aliengrep' as const }
    expect(found('f(...)', `f(\n${numbers(30)})`, alien)).toHaveLength(1)
    expect(found('Type: $X', 'tYPE: A', { ...alien, isCaseless: true })).toEqual(['tYPE: A'])
    expect(found('d = $X;', 'd = aa+b/c==;', { ...alien, wordCharacters: '+/=' })).toEqual(['d = aa+b/c==;'])
    expect(found('x ... x', 'a x <x> x a', { ...alien, braces: [['<', '>']] })).toContain('x <x> x')
    const lines = { ...alien, isMultiline: false, braces: [...DEFAULT_GENERIC.braces, ...QUOTES] }
    expect(found('a\nb', 'x a\nb x', lines)).toEqual(['a b'])
    expect(found('a\nb', 'x a b x', lines)).toEqual([])
    expect(found('a b', 'a\nb', lines)).toEqual([])
    expect(found('p: ...', 'p: a b\nc', lines)).toEqual(['p: a b'])
    expect(found('p: .... c', 'p: a b\nc', lines)).toEqual(['p: a b c'])
  })

  test('no match in unrelated text, and terminates', () => {
    const piece = fc.constantFrom('a', 'b', '$X', '...', '$...Y', '(', ')', '\n', '\n  ', '{', '}')
    const word = fc.constantFrom('a', 'b', '(', ')', '{', '}', '\n', '\n  ', '\n    ', ' ')
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 1, maxLength: 8 }),
        fc.array(word, { maxLength: 30 }),
        (parts, words) => {
          const pattern = parts.join(' ')
          fc.pre(pattern.trim() !== '')
          const text = words.join(' ')
          for (const hit of found(pattern, text)) expect(text.replace(/\s+/g, ' ')).toContain(hit)
        },
      ),
    )
  })

  test('matches in a long text in linear time', () => {
    const count = (lines: number): number => {
      let steps = 0
      const text = 'a ( b [ c\n  d e f\n'.repeat(lines)
      const document = readDocument(text, DEFAULT_GENERIC)!
      findGeneric(readGenericPattern('a ... ... b ... $X ... z', DEFAULT_GENERIC), document, DEFAULT_GENERIC, () => {
        steps += 1
      })
      return steps
    }
    expect(count(2_000)).toBeLessThan(count(1_000) * 2.2)
    expect(count(2_000)).toBeLessThan(2_000_000)
  })
})

describe('a rule for texts without a grammar', () => {
  test.each([
    ['a pattern', 'pattern: bind $IP ...;', 'bind 0.0.0.0 x;\n', ['bind 0.0.0.0 x;']],
    [
      'one in another',
      'patterns:\n- pattern-inside: |\n    server {\n    ...\n    }\n- pattern: listen $P;',
      'listen 1;\nserver {\n  listen 2;\n}\n',
      ['listen 2;'],
    ],
    ['one that is not', 'patterns:\n- pattern: go $X\n- pattern-not: go safe', 'go safe\ngo home\n', ['go home']],
    [
      'a regex',
      'patterns:\n- pattern: k = $V\n- metavariable-regex:\n    metavariable: $V\n    regex: \\d+$',
      'k = 12\nk = ab\n',
      ['k = 12'],
    ],
    [
      'code of another language',
      'patterns:\n- pattern: <script ...>$...JS</script>\n- metavariable-pattern:\n    metavariable: $...JS\n    language: javascript\n    pattern: log($X)',
      '<script>\n log("a")\n</script>\n<script>\n go(1)\n</script>\n',
      ['<script> log("a") </script>'],
    ],
    [
      'a group of a regex',
      'patterns:\n- pattern-regex: use "(.*)"\n- metavariable-pattern:\n    metavariable: $1\n    language: generic\n    pattern: big',
      'use "big-one"\nuse "bigone"\n',
      ['use "big-one"'],
    ],
    ['options', 'pattern: a ... b\noptions:\n  generic_ellipsis_max_span: 0', 'a\nb\na x b\n', ['a x b']],
  ])('finds %s', async (_title, formula, text, expected) => {
    expect(await search('generic', 'txt', formula, text)).toMatchObject({ texts: expected, skipped: [] })
  })

  test.each([
    ['generic_ellipsis_max_span: -1', 'generic_ellipsis_max_span must be a number of lines up to 10000.'],
    ['generic_comment_style: pascal', 'generic_comment_style must be one of c, cpp, shell.'],
    ['generic_caseless: true', 'The option generic_caseless requires generic_engine: aliengrep.'],
    ['generic_else: 1', 'Unknown option generic_else.'],
  ])('is refused with %s', async (option, reason) => {
    const { skipped } = await search('generic', 'txt', `pattern: a\noptions:\n  ${option}`, 'a')
    expect(skipped).toEqual([reason])
  })

  test('rejects patterns for the regex language', async () => {
    expect((await search('regex', 'txt', 'pattern: a', 'a')).skipped).toEqual([
      'A rule for the language regex supports only pattern-regex.',
    ])
  })
})
