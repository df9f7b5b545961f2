import { describe, expect, test } from 'vitest'
import { matches } from './matches.ts'
import { search } from './search.ts'

/** Title, extension, pattern, code, and the matched texts: syntax that third-party rules use. */
const ROWS: readonly (readonly [string, string, string, string, readonly string[]])[] = [
  [
    'any piece of code in a text',
    'js',
    '`...${...}...`',
    'a = `from ${t}`; b = `${u}`; c = `plain`; d = "${v}"',
    ['`from ${t}`', '`${u}`'],
  ],
  ['only a piece of code', 'js', '`${...}`', 'a = `${u}`; b = `x ${u}`', ['`${u}`']],
  ['a text before it', 'ts', '`/api/${...}`', 'get(`/api/${id}`); get(`/web/${id}`)', ['`/api/${id}`']],
  ['any piece of a text of Python', 'py', 'f"...{...}..."', 'a = f"x {y} z"\nb = "x {y} z"\n', ['f"x {y} z"']],
  ['any piece of a text of Ruby', 'rb', '"...#{...}..."', 'a = "x #{y}"\nb = "x"\n', ['"x #{y}"']],
  [
    'a word anywhere in a command',
    'sh',
    'eval <... wget ...>',
    'eval $(wget -qO- u)\neval $x\n',
    ['eval $(wget -qO- u)'],
  ],
  [
    'a command anywhere in what a variable gets',
    'sh',
    '$OUT=<... fetch ... ...>\n...\neval $OUT',
    'a=$(fetch -q u)\nb=1\neval $a\n',
    ['a=$(fetch -q u) b=1 eval $a'],
  ],
  [
    'the first of several commands',
    'sh',
    'curl ... | sh ...',
    'curl u | sh -s | tee log\ncurl u | tee log\n',
    ['curl u | sh -s | tee log'],
  ],
  ['all of two commands', 'sh', 'a | b', 'a | b\nb | a\nc | a | b\n', ['a | b']],
  [
    'one value under several',
    'go',
    'switch $X {\ncase 7, ...: ...\n}',
    'package m\nfunc f(n int) {\n\tswitch n {\n\tcase 7:\n\t\tg()\n\t}\n\tswitch n {\n\tcase 8, 7:\n\t\tg()\n\t}\n}\n',
    ['switch n { case 7: g() }'],
  ],
  [
    'bits and remainders',
    'go',
    'g(40)',
    'package m\nfunc f(n int) {\n\ta := 5\n\tg(a << 3)\n\tg(80 >> 1)\n\tg(120 & 47)\n\tg(32 | 8)\n\tg(42 ^ 2)\n\tg(140 % 100)\n\tg(n & 40)\n\tg(40 % 0)\n}\n',
    ['g(a << 3)', 'g(80 >> 1)', 'g(120 & 47)', 'g(32 | 8)', 'g(42 ^ 2)', 'g(140 % 100)'],
  ],
  ['no bits of what is below nothing, and none past all numbers', 'py', 'g($N)', 'g(1)\n', ['g(1)']],
  [
    'an annotation that is declared is an interface',
    'java',
    '@Target(...)\ninterface $I { ... }',
    '@Target(METHOD)\n@Kept\npublic @interface Traced { String value(); }\n@Target(TYPE) interface Plain {}\ninterface Other {}\n',
    ['@Target(METHOD) @Kept public @interface Traced { String value(); }', '@Target(TYPE) interface Plain {}'],
  ],
  [
    'some members of a class',
    'rb',
    'class $C < Base\n  ...\n  allow :all\nend',
    'class A < Base\n  x 1\n  allow :all\n  y 2\nend\nclass B < Base\n  allow :one\nend\n',
    ['class A < Base x 1 allow :all y 2 end'],
  ],
  [
    'some members of a class of Python',
    'py',
    'class $C(Base):\n  ...\n  debug = True\n',
    'class A(Base):\n  x = 1\n  debug = True\n  y = 2\n\nclass B(Base):\n  debug = False\n',
    ['class A(Base): x = 1 debug = True y = 2'],
  ],
  [
    'what is made with a word on how',
    'cpp',
    'p = new $T[$N];',
    'void f() { p = new (std::nothrow) int[4]; p = new int; }',
    ['p = new (std::nothrow) int[4]'],
  ],
]

test.each(ROWS)('%s (%s): %s', async (_shown, extension, pattern, code, expected) => {
  expect(await matches(extension, pattern, code)).toEqual(expected)
})

describe('an image of a Dockerfile', () => {
  const images = 'FROM alpine\nFROM alpine:3\nFROM alpine@sha256:0a\nFROM --platform=linux/arm64 alpine:3 AS a\n'

  test('matches by name without a tag in the pattern', async () => {
    const formula = 'patterns:\n- pattern: FROM $I\n- pattern-not: FROM $I:$T\n- pattern-not: FROM $I@$D'
    expect((await search('dockerfile', 'dockerfile', formula, images)).texts).toEqual(['FROM alpine'])
  })

  test('is bound without its tag', async () => {
    const { messages } = await search('dockerfile', 'dockerfile', 'pattern: FROM $I', 'FROM alpine:3\n', '$I')
    expect(messages).toEqual(['alpine'])
  })
})

describe('decorators in their order', () => {
  const ordered = (pattern: string): string =>
    `options:\n  decorators_order_matters: true\npattern: |\n  ${pattern.replaceAll('\n', '\n  ')}`
  const python = '@a(1)\n@b(2)\n@c(3)\ndef f():\n  pass\n\n@c(3)\n@a(1)\ndef g():\n  pass\n'

  test.each([
    ['@a(...)\n@c(...)\ndef $F(...):\n  ...', 1],
    ['@c(...)\n@a(...)\ndef $F(...):\n  ...', 1],
    ['@b(...)\n@a(...)\ndef $F(...):\n  ...', 0],
    ['@a(...)\ndef $F(...):\n  ...', 2],
  ])('%s', async (pattern, count) => {
    expect((await search('python', 'py', ordered(pattern), python)).texts).toHaveLength(count)
  })

  test('ignore modifiers between them', async () => {
    const code = 'class C {\n  @A public @B static void f() {}\n  @B @A void g() {}\n}\n'
    const { texts } = await search('java', 'java', ordered('@A @B static void $F() { ... }'), code)
    expect(texts).toEqual(['@A public @B static void f() {}'])
    expect((await search('java', 'java', ordered('@B @A void $F() { ... }'), code)).texts).toHaveLength(1)
    const any = 'pattern: "@B @A void $F() { ... }"'
    expect((await search('java', 'java', any, code)).texts).toHaveLength(2)
  })
})

describe('a name for all that a part finds', () => {
  test('works in conditions and messages', async () => {
    const formula =
      'match:\n  all:\n  - pattern: run(...)\n    as: $CALL\n  where:\n  - metavariable: $CALL\n    pattern: risky'
    const found = await search('python', 'py', formula, 'run(risky)\nrun(calm)\n', '"$CALL here"')
    expect([found.texts, found.messages]).toEqual([['run(risky)'], ['run(risky) here']])
  })

  test('is the same in all parts', async () => {
    const formula = 'match:\n  all:\n  - inside: twice($X, $X)\n  - pattern: run(...)\n    as: $X'
    const { texts } = await search('python', 'py', formula, 'twice(run(1), run(1))\ntwice(run(1), run(2))\n')
    expect(texts).toEqual(['run(1)', 'run(1)'])
  })

  test('requires a metavariable', async () => {
    const { skipped } = await search('python', 'py', 'match:\n  pattern: run(...)\n  as: call', 'run(1)\n')
    expect(skipped).toEqual(['as must be a metavariable; call is not.'])
  })
})
