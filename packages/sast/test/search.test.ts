import { describe, expect, test } from 'vitest'
import { search } from './search.ts'

/** Title, language, extension, the search, code, and the matched texts. */
type Row = readonly [string, string, string, string, string, readonly string[]]

const OPERATORS: readonly Row[] = [
  [
    'either of two',
    'python',
    'py',
    'pattern-either:\n- pattern: a(...)\n- pattern: b(...)',
    'a(1)\nb(2)\nc(3)\n',
    ['a(1)', 'b(2)'],
  ],
  [
    'both of two, by the smaller',
    'javascript',
    'js',
    'patterns:\n- pattern: f($X)\n- pattern: g(...)',
    'f(g(1)); g(2); f(3)',
    ['g(1)'],
  ],
  [
    'within',
    'python',
    'py',
    'patterns:\n- pattern: run($X)\n- pattern-inside: |\n    def $F(..., $X, ...):\n      ...',
    'def a(x):\n  run(x)\n  run(y)\nrun(x)\n',
    ['run(x)'],
  ],
  [
    'not within',
    'java',
    'java',
    'patterns:\n- pattern: f(...)\n- pattern-not-inside: |\n    try { ... } catch ($E $X) { ... }',
    'class A { void m() { f(1); try { f(2); } catch (E e) { } } }',
    ['f(1)'],
  ],
  [
    'not the same code',
    'javascript',
    'js',
    'patterns:\n- pattern: f(...)\n- pattern-not: f("...")',
    'f(x); f("a"); f()',
    ['f(x)', 'f()'],
  ],
  [
    'what is not, under what is bound',
    'go',
    'go',
    'patterns:\n- pattern: f($X, $Y)\n- pattern-not: f($X, $X)',
    'package p\nfunc m() {\n f(a, a)\n f(a, b)\n}\n',
    ['f(a, b)'],
  ],
  ['a text', 'python', 'py', 'pattern-regex: TO+DO', '# TOODO\nx = 1\n', ['TOODO']],
  ['a text in code', 'python', 'py', 'patterns:\n- pattern: f(...)\n- pattern-regex: \\d+', 'f(12)\ng(3)\n', ['12']],
  [
    'not a text',
    'python',
    'py',
    'patterns:\n- pattern: f(...)\n- pattern-not-regex: safe',
    'f(safe)\nf(other)\n',
    ['f(other)'],
  ],
  ['a text of any file', 'regex', 'txt', 'pattern-regex: ^key=(\\w+)$', 'a\nkey=b\n', ['key=b']],
  [
    'what matters of it',
    'javascript',
    'js',
    'patterns:\n- pattern: f($X, $Y)\n- focus-metavariable: $Y',
    'f(a, b)',
    ['b'],
  ],
  [
    'a search in a search',
    'python',
    'py',
    'patterns:\n- pattern-either:\n  - patterns:\n    - pattern: f($X)\n    - pattern-not: f(1)\n  - pattern: g($X)\n- pattern-inside: |\n    def $F(...):\n      ...',
    'def a():\n  f(1)\n  f(2)\n  g(1)\n',
    ['f(2)', 'g(1)'],
  ],
]

const CONDITIONS: readonly Row[] = [
  [
    'a name by a regex',
    'python',
    'py',
    'patterns:\n- pattern: $F(...)\n- metavariable-regex:\n    metavariable: $F\n    regex: (?i)exec',
    'execute(1)\nEXEC(2)\nmy_exec(3)\n',
    ['execute(1)', 'EXEC(2)'],
  ],
  [
    'a text by a regex',
    'javascript',
    'js',
    'patterns:\n- pattern: f("$S")\n- metavariable-regex:\n    metavariable: $S\n    regex: "^http:"',
    'f("http://a"); f("https://a")',
    ['f("http://a")'],
  ],
  [
    'a number',
    'python',
    'py',
    'patterns:\n- pattern: f($N)\n- metavariable-comparison:\n    comparison: $N < 2048 and $N > 0',
    'f(1024)\nf(4096)\nf(x)\n',
    ['f(1024)'],
  ],
  [
    'a number by its name',
    'java',
    'java',
    'patterns:\n- pattern: f($N)\n- metavariable-comparison:\n    metavariable: $N\n    comparison: $N < 2048',
    'class A { static final int N = 512; void m() { f(N); f(4096); } }',
    ['f(N)'],
  ],
  [
    'a number in another base',
    'python',
    'py',
    'patterns:\n- pattern: chmod($M)\n- metavariable-comparison:\n    metavariable: $M\n    comparison: $M % 8 >= 6',
    'chmod(0o777)\nchmod(0o750)\n',
    ['chmod(0o777)'],
  ],
  [
    'what stands in it',
    'javascript',
    'js',
    'patterns:\n- pattern: f($X)\n- metavariable-pattern:\n    metavariable: $X\n    pattern: $A + $B',
    'f(a + b); f(a)',
    ['f(a + b)'],
  ],
  [
    'what does not stand in it',
    'javascript',
    'js',
    'patterns:\n- pattern: f($X)\n- metavariable-pattern:\n    metavariable: $X\n    patterns:\n    - pattern-not: |\n        "..."',
    'f("a"); f(a)',
    ['f(a)'],
  ],
  [
    'a text in a string',
    'python',
    'py',
    'patterns:\n- pattern: f($X)\n- metavariable-pattern:\n    metavariable: $X\n    language: regex\n    pattern-regex: ^select',
    'f("select 1")\nf("a select")\n',
    ['f("select 1")'],
  ],
  [
    'something random',
    'python',
    'py',
    'patterns:\n- pattern: k = "$S"\n- metavariable-analysis:\n    metavariable: $S\n    analyzer: entropy',
    'k = "f8Ax02mQz71LpWv3"\nk = "aaaaaaaaaaaaaaaa"\n',
    ['k = "f8Ax02mQz71LpWv3"'],
  ],
  [
    'a regex that explodes',
    'javascript',
    'js',
    'patterns:\n- pattern: new RegExp("$R")\n- metavariable-analysis:\n    metavariable: $R\n    analyzer: redos',
    'new RegExp("^(a+)+$"); new RegExp("^a+$")',
    ['new RegExp("^(a+)+$")'],
  ],
  [
    'a type',
    'java',
    'java',
    'patterns:\n- pattern: $X.run()\n- metavariable-type:\n    metavariable: $X\n    type: Task',
    'class A { void m(Task t, Other o) { t.run(); o.run(); } }',
    ['t.run()'],
  ],
  [
    'a type that code names with its package',
    'java',
    'java',
    'patterns:\n- pattern: $X.run()\n- metavariable-type:\n    metavariable: $X\n    type: Task',
    'class A { void m(org.some.Task t, org.some.SubTask o) { t.run(); o.run(); } }',
    ['t.run()'],
  ],
]

describe.each([
  ['operators', OPERATORS],
  ['conditions', CONDITIONS],
] as const)('%s', (_group, rows) => {
  test.each(rows)('%s (%s)', async (_title, language, extension, formula, code, expected) => {
    const { texts, skipped } = await search(language, extension, formula, code)
    expect(skipped).toEqual([])
    expect(texts).toEqual(expected)
  })
})

describe('invalid rules', () => {
  test.each([
    ['taint without a source', 'mode: taint\npattern-sources: []', 'pattern-sources must contain at least one item.'],
    ['a key', 'pattern: f()\nwhere: g', 'Unknown key where.'],
    ['an option', 'pattern: f()\noptions: {go_deeper_expr: false}', 'Invalid option go_deeper_expr: false.'],
    [
      'a regex that calls itself',
      'pattern-regex: a(?R)',
      'The regular expression of pattern-regex is not supported: The pattern has a group of an unknown kind at offset 1.',
    ],
    ['both ways at once', 'pattern: f()\nmatch: g()', 'Only one of match and pattern is allowed.'],
    [
      'a key of match',
      'match:\n  every: f()',
      'Unknown key every in match. One of pattern, regex, all, any, not, inside is required.',
    ],
    ['a match of nothing', 'match:\n  not: f()', 'match contains only negative conditions.'],
    [
      'names of modules',
      'patterns:\n- pattern: $M.f()\n- metavariable-name: {metavariable: $M, module: a}',
      'metavariable-name is not supported. Write the full name in the pattern.',
    ],
    [
      'code of Python',
      'patterns:\n- pattern: f($X)\n- pattern-where-python: "True"',
      'Unknown key pattern-where-python.',
    ],
    ['rules that are joined', 'mode: join\njoin: {}', 'mode: join is not supported.'],
    [
      'another language',
      'patterns:\n- pattern: f($X)\n- metavariable-pattern: {metavariable: $X, language: klingon, pattern: a}',
      'The language klingon is not supported.',
    ],
    ['no code', 'pattern: "f(("', 'Invalid python in a pattern: f(('],
    ['nothing to find', 'patterns:\n- pattern-not: f()', 'patterns requires at least one positive pattern.'],
    [
      'a comparison',
      'patterns:\n- pattern: f($X)\n- metavariable-comparison: {comparison: "$X ?? 1"}',
      'The comparison "$X ?? 1" is not supported.',
    ],
  ])('%s is named, and the rule does not run', async (_title, formula, reason) => {
    expect(await search('python', 'py', formula, 'f()\n')).toEqual({ texts: [], messages: [], skipped: [reason] })
  })
})

describe('a message', () => {
  test('contains the metavariable values', async () => {
    const found = await search(
      'python',
      'py',
      'pattern: f($X, $N)',
      'N = 3\nf(a.b, N)\n',
      'uses $X with $N that is value($N), not $Y',
    )
    expect(found.messages).toEqual(['uses a.b with N that is 3, not $Y'])
  })

  test('shows no secret', async () => {
    const { messages } = await search('python', 'py', 'pattern: f("$K")', 'f("sk9Ab37xYz0Lm4Qw8Rt2")\n', 'the key $K')
    expect(messages).toEqual(['the key sk9A****'])
  })
})
