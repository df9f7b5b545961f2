import { describe, expect, test } from 'vitest'
import type { MatchOptions } from '../src/match/source.ts'
import { matches } from './matches.ts'

/** Pattern, code, and the matched texts; rule options where they are not the default. */
type Row = readonly [string, string, readonly string[], Partial<MatchOptions>?]

const inMethod = (code: string): string => `class A { void m() { ${code} } }`
const inFunc = (code: string): string => `package p\nfunc m() {\n${code}\n}\n`

const JAVASCRIPT: readonly Row[] = [
  ['for (...) { ... }', 'for (let i = 0; i < 3; i++) { a() }', ['for (let i = 0; i < 3; i++) { a() }']],
  ['for (...) { ... }', 'for (const a of b) { c() }', ['for (const a of b) { c() }']],
  ['for (...; ...; ...) { ... }', 'for (const a of b) { c() }', []],
  ['if ($X) { ... }', 'if (a) b()', ['if (a) b()']],
  ['if ($X) { f() }', 'if (a) g()', []],
  ['$X.on("...", ($R) => { ... })', 'a.on("b", r => { c() })', ['a.on("b", r => { c() })']],
  ['(...) => $X', 'x = b => d()', ['b => d()']],
  ['function ($X) { ... }', 'x = b => { d() }; y = (c) => e()', ['b => { d() }', '(c) => e()']],
  ['function ($X) { ... }', 'x = b => { d() }', [], { arrows: false }],
  ['function $F($X) { ... }', 'x = b => { d() }', []],
  ['var $X = f()', 'const a = f(); let b = f(); var c = f()', ['const a = f();', 'let b = f();', 'var c = f()']],
  ['var $X = f()', 'const a = f(); var c = f()', ['var c = f()'], { anyVar: false }],
  ['f({ a: $V })', 'f({ a: 1, b: 2 })', ['f({ a: 1, b: 2 })']],
  ['f({ a: $V })', 'f({ a: 1, b: 2 })', [], { openRecords: false }],
  ['f({ a: $V })', 'f({ b: 2 })', []],
  ['f({})', 'f({ b: 2 })', []],
  ['f("=~/^ab/")', 'f("abc"); f("xab")', ['f("abc")']],
  ['f("=~/AB/i")', 'f("xab"); f("b")', ['f("xab")']],
  ['<a ...>...</a>', 'x = <a href={b}>c</a>', ['<a href={b}>c</a>']],
  ['f(`...`)', 'f(`a`); f(`b${c}`); f("d")', ['f(`a`)', 'f(`b${c}`)']],
  ['f("...")', 'f(`a`); f(`b${c}`); f("d")', ['f(`a`)', 'f("d")']],
  ['<a b={$X} />', 'x = <a b={c}></a>; y = <a b={d}>e</a>; z = <a c b={f} />', ['<a b={c}></a>', '<a c b={f} />']],
  ['$X && b', 'f(a && b && c)', ['a && b']],
  ['... && b', 'f(a && b && c)', ['a && b']],
  ['... && b && ...', 'f(a && b && c)', ['a && b && c', 'a && b']],
  ['b && a', 'f(a && b)', ['a && b'], { swapLogic: true }],
  ['a.b', "f(a['b'], a[b], a['b c'], a[0])", ["a['b']"]],
  ['$X.b.$Y', "f(a['b'].c, a.b['c'], a['b']['c'], a['c'].b)", ["a['b'].c", "a.b['c']", "a['b']['c']"]],
  ['$X.b(...)', "a['b'](c); a['c'](b)", ["a['b'](c)"]],
  ['$X.b.c(...)', 'a?.b?.c(d); a?.c.b(d)', ['a?.b?.c(d)']],
]

const JAVASCRIPT_NAMES: readonly Row[] = [
  ['m.run(...)', "import m from 'm'\nconst held = m.run\nheld(a)", ['held(a)']],
  ['m.run(...)', "import { run } from 'm'\nconst held = run\nheld(a)", ['held(a)']],
  ['m.run(...)', "import m from 'm'\nlet held = m.run\nheld = other\nheld(a)", []],
  ['m.run(...)', "import m from 'm'\nconst held = m.stop\nheld(a)", []],
  ['m.run(...)', "import m from 'm'\nconst held = m.run\nfunction f(held) { held(a) }", []],
  ['run(...)', "import { run as other } from 'm'\nother(a)", ['other(a)']],
  ['run(...)', "import { stop as other } from 'm'\nother(a)", []],
  ['run(...)', "import m from 'm'\nm.run(a)", []],
]

const PYTHON_NAMES: readonly Row[] = [
  ['os.system(...)', 'import os\nrun = os.system\nrun(a)\n', ['run(a)']],
  ['os.system(...)', 'import os\nrun = os.system\nrun = print\nrun(a)\n', []],
  ['os.system(...)', 'run = os.system\nrun(a)\n', []],
  ['system(...)', 'from os import system as run\nrun(a)\n', ['run(a)']],
  ['open(...)', 'from PIL import Image\nImage.open(a)\n', []],
]

const GO_NAMES: readonly Row[] = [
  ['exec.Command(...)', 'package p\nimport "os/exec"\nfunc m() {\nrun := exec.Command\nrun(a)\n}\n', ['run(a)']],
]

const PYTHON: readonly Row[] = [
  ['1 + 2 + ...', 'a = 1 + 2 + 3 + 4\n', ['1 + 2 + 3 + 4', '1 + 2 + 3', '1 + 2']],
  ['A | B | C', 'x = C | A | B\ny = A | B\n', ['C | A | B']],
  ['A | B | C', 'x = C | A | B\n', [], { regroups: false }],
  ['A | $X', 'x = B | A | C\n', ['B | A | C', 'B | A']],
  ['A | A', 'x = A | B | A\n', []],
  ['A and B', 'x = B and A\n', []],
  ['A and B and C', 'x = C and (B and A)\n', ['C and (B and A)'], { swapLogic: true }],
  [
    '@a\n@b\ndef $F(...):\n  ...\n',
    '@b\n@c\n@a\ndef f(x):\n  pass\n@a\ndef g():\n  pass\n',
    ['@b @c @a def f(x): pass'],
  ],
  ['f"..."', 'a(f"b{c}d", f"e", "g", rf"{h}")\n', ['f"b{c}d"', 'f"e"', 'rf"{h}"']],
  ['"..."', 'a(f"b{c}d", "g")\n', ['"g"']],
  ['f("=~/^ab/")', 'x = "abc"\nf(x)\nf("b")\n', ['f(x)']],
]

const JAVA: readonly Row[] = [
  ['for (...) { ... }', inMethod('for (int i = 0; i < 3; i++) { a(); }'), ['for (int i = 0; i < 3; i++) { a(); }']],
  ['for (...) { ... }', inMethod('for (String a : b) { c(); }'), ['for (String a : b) { c(); }']],
  [
    'for (...) { ... f($X); ... }',
    inMethod('for (A a : b) { f(a); } for (A a : b) { g(a); }'),
    ['for (A a : b) { f(a); }'],
  ],
  ['@F(...)', '@F(1) class A { @G void m() { } }', ['@F(1)']],
  [
    '@F(..., g = X.H, ...)\n$T $M(...) { ... }',
    'class A { @F(a = "b", g = X.H) int m(int a) { } @F(g = X.I) int n() { } }',
    ['@F(a = "b", g = X.H) int m(int a) { }'],
  ],
  ['@$F', '@F(1) class A { @G void m() { } }', ['@G']],
  [
    'try { ... } catch (...) { ... }',
    inMethod('try { a(); } catch (E e) { b(); }'),
    ['try { a(); } catch (E e) { b(); }'],
  ],
  ['new $T[]{...}', inMethod('f(new int[]{1, 2});'), ['new int[]{1, 2}']],
  ['class $C', 'class A extends B { int x; }', ['class A extends B { int x; }']],
  ['"..." + ...', inMethod('f("x" + a + b);'), ['"x" + a + b', '"x" + a']],
  ['if ($X) { ... return $Y; }', inMethod('if (a) return b;'), ['if (a) return b;']],
  ['a.f(<... b ...>)', inMethod('a.f("x" + b.c()); a.f(d);'), ['a.f("x" + b.c())']],
]

const TYPESCRIPT: readonly Row[] = [
  [
    '@A({ ..., b: $B, ... })\nclass $C { ... }',
    '@A({ b: 1, d: 2 }) export class E { m() {} }\n@A({ d: 2 }) export class F { }\nexport class G { }',
    ['@A({ b: 1, d: 2 }) export class E { m() {} }'],
  ],
  ['class $C { ... }', '@A() export class E { m() {} }', ['class E { m() {} }']],
  [
    '($X: A).f(...)',
    'class Q { constructor(private x: A, z: A) {} m(y: A) { this.x.f(1); y.f(2); this.z.f(3) } }',
    ['this.x.f(1)', 'y.f(2)'],
  ],
]

const CSHARP: readonly Row[] = [['f($"...")', inMethod('f($"a{b}c"); f("d");'), ['f($"a{b}c")']]]

const GO: readonly Row[] = [
  ['&T{A: true}', inFunc('a := &T{B: 1, A: true}'), ['&T{B: 1, A: true}']],
  ['T{1}', inFunc('a := T{1, 2}'), []],
  ['$X | FLAG', inFunc('a := FLAG | OTHER'), ['FLAG | OTHER']],
]

describe.each([
  ['js', JAVASCRIPT],
  ['py', PYTHON],
  ['java', JAVA],
  ['go', GO],
  ['ts', TYPESCRIPT],
  ['cs', CSHARP],
  ['mjs', JAVASCRIPT_NAMES],
  ['pyi', PYTHON_NAMES],
  ['go', GO_NAMES],
] as const)('%s', (extension, rows) => {
  test.each(rows.map((row) => [row[0], row[1], row] as const))('%s in %s', async (pattern, code, row) => {
    const [, , expected, options = {}] = row
    expect(await matches(extension, pattern, code, options)).toEqual(expected)
  })
})

test('patterns with too many equivalent forms are reported', async () => {
  const code = `f(${Array.from({ length: 150 }, (_, at) => `a${at}`).join(', ')})\n`
  await expect(matches('py', 'f(..., $A, ..., $B, ...)', code)).rejects.toThrow('more than 10000 ways')
})
