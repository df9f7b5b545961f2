import { describe, expect, test } from 'vitest'
import { search } from './search.ts'

/** Title, language, extension, the search, code, and the matched texts. */
type Row = readonly [string, string, string, string, string, readonly string[]]

/** The newer way to write the same. */
const NEWER: readonly Row[] = [
  ['a pattern', 'python', 'py', 'match: f(...)', 'f(1)\ng(2)\n', ['f(1)']],
  ['either', 'python', 'py', 'match:\n  any:\n  - f(...)\n  - pattern: g(...)', 'f(1)\ng(2)\nh(3)\n', ['f(1)', 'g(2)']],
  [
    'all with what is around and what is not',
    'python',
    'py',
    'match:\n  all:\n  - f($X)\n  - inside: |\n      def $F(..., $X, ...):\n        ...\n  - not: f(b)\n  - not:\n      inside: g(...)',
    'def m(a, b):\n  f(a)\n  f(b)\n  g(f(a))\nf(a)\n',
    ['f(a)'],
  ],
  ['a regex', 'python', 'py', 'match:\n  all:\n  - regex: a+\n  - not:\n      regex: xa', 'aa\nxaa\n', ['aa']],
  [
    'conditions',
    'python',
    'py',
    'match:\n  pattern: f($X, $Y)\n  where:\n  - metavariable: $X\n    regex: ^a\n  - comparison: $Y > 1\n  - focus: $X',
    'f(a, 2)\nf(b, 2)\nf(a1, 1)\n',
    ['a'],
  ],
  [
    'what stands in a metavariable',
    'javascript',
    'js',
    'match:\n  all:\n  - f($X)\n  where:\n  - metavariable: $X\n    any:\n    - $A + $B\n    - g(...)',
    'f(a + b); f(g(1)); f(c)',
    ['f(a + b)', 'f(g(1))'],
  ],
  [
    'a text in another language',
    'javascript',
    'js',
    'match:\n  pattern: f("$X")\n  where:\n  - metavariable: $X\n    language: python\n    pattern: |\n      import $M',
    'f("import os"); f("1")',
    ['f("import os")'],
  ],
]

const WITHIN: readonly Row[] = [
  [
    'code in a text',
    'python',
    'py',
    'patterns:\n- pattern: run($X)\n- metavariable-pattern:\n    metavariable: $X\n    language: javascript\n    pattern-either:\n    - pattern: eval(...)\n    - pattern: $A.send($B)',
    'run("eval(1)")\nrun("a.send(b)")\nrun("a.get(b)")\nc = "eval(2)"\nrun(c)\nrun(d)\n',
    ['run("eval(1)")', 'run("a.send(b)")', 'run(c)'],
  ],
  [
    'what is bound there, for what is asked next',
    'python',
    'py',
    'patterns:\n- pattern: run($X)\n- metavariable-pattern:\n    metavariable: $X\n    language: javascript\n    patterns:\n    - pattern: get($U)\n    - metavariable-regex:\n        metavariable: $U\n        regex: admin\n- focus-metavariable: $U',
    'run("get(admin1)")\nrun("get(user)")\n',
    ['admin1'],
  ],
  [
    'what is bound outside, for what is asked within',
    'python',
    'py',
    'patterns:\n- pattern: run($F, $X)\n- metavariable-pattern:\n    metavariable: $X\n    patterns:\n    - pattern: $F($Y)\n    - metavariable-regex:\n        metavariable: $F\n        regex: ^a',
    'run(a, a(1))\nrun(b, b(1))\nrun(a, c(1))\n',
    ['run(a, a(1))'],
  ],
  [
    'words of a text',
    'java',
    'java',
    'patterns:\n- pattern: query("$SQL")\n- metavariable-pattern:\n    metavariable: $SQL\n    language: generic\n    pattern: DELETE FROM $T',
    'class A { void m() { query("x; DELETE  FROM t"); query("DELETED FROM t"); } }',
    ['query("x; DELETE FROM t")'],
  ],
  [
    'a regex whose groups have names',
    'regex',
    'txt',
    'patterns:\n- pattern-regex: (?<KEY>\\w+)=(?P<VALUE>\\w+)\n- metavariable-comparison:\n    comparison: $VALUE > 5\n- focus-metavariable: $KEY',
    'a=3\nb=9\n',
    ['b'],
  ],
  [
    'what several focus on',
    'python',
    'py',
    'patterns:\n- pattern: f($X)\n- pattern: $A + $B\n- focus-metavariable: $X\n- focus-metavariable: $B',
    'f(a + b)\n',
    ['b'],
  ],
  [
    'either of a list that is focused on',
    'python',
    'py',
    'patterns:\n- pattern: f($X, $Y)\n- focus-metavariable:\n  - $X\n  - $Y',
    'f(a, b)\n',
    ['a', 'b'],
  ],
  [
    'the value of a name, where a regex asks for it',
    'python',
    'py',
    'patterns:\n- pattern: f($X)\n- metavariable-regex:\n    metavariable: $X\n    regex: ^secret\n    constant-propagation: true',
    'a = "secret1"\nf(a)\nf(b)\n',
    ['f(a)'],
  ],
  [
    'a number that a name stands for, where a regex asks for it',
    'javascript',
    'js',
    'patterns:\n- pattern: f($X)\n- metavariable-regex:\n    metavariable: $X\n    regex: ^1024$\n    constant-propagation: true',
    'const N = 1024; const M = 2048; f(N); f(M); f(1024)',
    ['f(N)', 'f(1024)'],
  ],
  [
    'a number of a class that a comparison asks for',
    'java',
    'java',
    'patterns:\n- pattern: f($X)\n- metavariable-comparison: {metavariable: $X, comparison: $X < 2048}',
    'class A { static final int N = 1024; static final int M = 4096; void g() { f(A.N); f(N); f(A.M); } }',
    ['f(A.N)', 'f(N)'],
  ],
  [
    'a number of a macro that a comparison asks for',
    'c',
    'c',
    'patterns:\n- pattern: f($X)\n- metavariable-comparison: {metavariable: $X, comparison: $X < 2048}',
    '#define N 1024\n#define M 4096\nvoid g(void) { f(N); f(M); }\n',
    ['f(N)'],
  ],
  [
    'its name alone, where none does',
    'python',
    'py',
    'patterns:\n- pattern: f($X)\n- metavariable-regex:\n    metavariable: $X\n    regex: ^secret',
    'a = "secret1"\nf(a)\nf(secret2)\n',
    ['f(secret2)'],
  ],
]

/** One of the patterns is valid in the other language only. */
const KIN = 'pattern-either:\n- pattern: f($X as any)\n- pattern: g($X)'

describe('a rule for two languages, where one language extends the other', () => {
  test('runs in the base language without unsupported patterns', async () => {
    const found = await search('javascript, typescript', 'js', KIN, 'g(1); f(2)')
    expect(found).toEqual({ texts: ['g(1)'], messages: ['m'], skipped: [] })
  })

  test('runs in the extended language in full', async () => {
    const { texts } = await search('javascript, typescript', 'ts', KIN, 'g(1); f(2 as any)')
    expect(texts).toEqual(['g(1)', 'f(2 as any)'])
  })

  test('a pattern that neither language parses is reported', async () => {
    const { skipped } = await search(
      'javascript, typescript',
      'js',
      'pattern-either:\n- pattern: f((\n- pattern: g($X)',
      'g(1)',
    )
    expect(skipped).toEqual(['Invalid javascript in a pattern: f(('])
  })
})

describe.each([
  ['the newer way', NEWER],
  ['in a metavariable', WITHIN],
] as const)('%s', (_group, rows) => {
  test.each(rows)('%s (%s)', async (_title, language, extension, formula, code, expected) => {
    const { texts, skipped } = await search(language, extension, formula, code)
    expect(skipped).toEqual([])
    expect(texts).toEqual(expected)
  })
})
