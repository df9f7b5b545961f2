import { describe, expect, test } from 'vitest'
import { matches } from './matches.ts'

/** Title, file extension, pattern, code, and the matched texts. */
type Row = readonly [string, string, string, string, readonly string[]]

const CALLS: readonly Row[] = [
  ['a call without arguments', 'js', 'f()', 'f(); f(1); g()', ['f()']],
  ['any arguments', 'js', 'f(...)', 'f(); f(1, 2); g(1)', ['f()', 'f(1, 2)']],
  ['arguments around one', 'py', 'f(..., 1, ...)', 'f(1)\nf(0, 1)\nf(1, 2)\nf(2)\n', ['f(1)', 'f(0, 1)', 'f(1, 2)']],
  ['a metavariable for one argument', 'java', 'f($X)', 'class A { void m() { f(a); f(a, b); f(); } }', ['f(a)']],
  [
    'the same metavariable twice',
    'go',
    'f($X, $X)',
    'package p\nfunc m() {\n f(a, a)\n f(a, b)\n f(a.b, a . b)\n}\n',
    ['f(a, a)', 'f(a.b, a . b)'],
  ],
  ['a metavariable for what is called', 'js', '$F(1)', 'f(1); a.b(1); g(2)', ['f(1)', 'a.b(1)']],
  ['a metavariable for the object', 'py', '$O.run(...)', 'a.run()\nb.c.run(1)\nrun(2)\n', ['a.run()', 'b.c.run(1)']],
  ['a metavariable for the rest', 'js', 'f(1, $...REST)', 'f(1); f(1, 2, 3); f(2, 1)', ['f(1)', 'f(1, 2, 3)']],
  ['named arguments in any order', 'py', 'f(a=1, b=2)', 'f(b=2, a=1)\nf(a=1)\nf(a=1, b=2, c=3)\n', ['f(b=2, a=1)']],
  [
    'a named argument among others',
    'py',
    'f(..., shell=True, ...)',
    'f(x, shell=True)\nf(shell=True, y=1)\nf(x)\nf(shell=False)\n',
    ['f(x, shell=True)', 'f(shell=True, y=1)'],
  ],
  [
    'what is made',
    'java',
    'new Random(...)',
    'class A { Object o = new Random(1); Object p = new SecureRandom(); }',
    ['new Random(1)'],
  ],
  ['a chain of calls', 'js', '$A.b(...).c(...)', 'x.b(1).c(2); x.b().d()', ['x.b(1).c(2)']],
]

const STRINGS: readonly Row[] = [
  ['any string', 'js', 'f("...")', 'f("a"); f(\'b\'); f(`c`); f(d); f(`x${d}`)', ['f("a")', "f('b')", 'f(`c`)']],
  ['a string in other quotes', 'py', "f('a')", 'f("a")\nf("""a""")\nf("b")\n', ['f("a")', 'f("""a""")']],
  [
    'what a string holds',
    'go',
    'f("$S", "$S")',
    'package p\nfunc m() {\n f("a", `a`)\n f("a", "b")\n}\n',
    ['f("a", `a`)'],
  ],
  ['a string that is a constant', 'js', 'f("...")', 'const k = "v"; f(k); let m = "v"; m = g(); f(m)', ['f(k)']],
  [
    'a string of an exact text by its name',
    'py',
    'f("md5")',
    'ALG = "md5"\ndef g():\n  f(ALG)\n  f("sha1")\n',
    ['f(ALG)'],
  ],
  ['strings that are added', 'java', 'f("ab")', 'class A { void m() { f("a" + "b"); f("a" + c); } }', ['f("a" + "b")']],
  ['a parameter that hides a constant', 'js', 'f("...")', 'const k = "v"; function g(k) { f(k) }', []],
  ['a number by its name', 'py', 'f(1024)', 'N = 0x400\nf(N)\nf(2048)\n', ['f(N)']],
]

const NAMES: readonly Row[] = [
  [
    'an alias of a module',
    'py',
    'subprocess.call(...)',
    'import subprocess as sp\nsp.call(x)\nother.call(x)\n',
    ['sp.call(x)'],
  ],
  ['a name of a module', 'py', 'os.system(...)', 'from os import system as run\nrun(x)\nsystem(x)\n', ['run(x)']],
  [
    'a named import',
    'ts',
    'child_process.exec(...)',
    "import { exec as run } from 'node:child_process'\nrun(x)\nexec(x)\n",
    ['run(x)'],
  ],
  [
    'a module within a package',
    'ts',
    'fs.promises.readFile(...)',
    "import { readFile as read } from 'node:fs/promises'\nimport * as fs from 'fs/promises'\nread(x)\nfs.readFile(y)\n",
    ['read(x)', 'fs.readFile(y)'],
  ],
  [
    'a module with signs in its name',
    'js',
    'koa.router.of(...)',
    "import { of } from '@koa/router'\nimport { of as other } from './koa/router'\nof(x)\nother(y)\n",
    ['of(x)'],
  ],
  [
    'a module that is required',
    'js',
    'child_process.exec(...)',
    "const cp = require('child_process'); const { exec } = require('child_process'); cp.exec(x); exec(y)",
    ['cp.exec(x)', 'exec(y)'],
  ],
  [
    'a class by its full name',
    'java',
    'new java.util.Random()',
    'import java.util.Random;\nclass A { Object a = new Random(); Object b = new java.util.Random(); Object c = new other.Random(); }',
    ['new Random()', 'new java.util.Random()'],
  ],
  [
    'a class of a package',
    'java',
    'new java.util.Random()',
    'import java.util.*;\nclass A { Object a = new Random(); }',
    ['new Random()'],
  ],
  [
    'a package by another name',
    'go',
    'http.Get(...)',
    'package p\nimport web "net/http"\nfunc m() {\n web.Get(u)\n other.Get(u)\n}\n',
    ['web.Get(u)'],
  ],
]

const STATEMENTS: readonly Row[] = [
  ['statements that follow each other', 'js', 'a()\nb()', 'a(); b(); c(); a(); c(); b()', ['a(); b();']],
  [
    'statements with others between',
    'py',
    '$X = get()\n...\nuse($X)',
    'x = get()\nlog(x)\nuse(x)\nuse(y)\n',
    ['x = get() log(x) use(x)'],
  ],
  [
    'a statement deeper in a block',
    'py',
    '$X = get()\n...\nuse($X)',
    'x = get()\nif x:\n  use(x)\n',
    ['x = get() if x: use(x)'],
  ],
  [
    'a body',
    'js',
    'function $F(...) { ... eval($X); ... }',
    'function a(x) { log(x); eval(x) } function b() { log() }',
    ['function a(x) { log(x); eval(x) }'],
  ],
  [
    'a body in Python',
    'py',
    'def $F(..., $X, ...):\n  ...\n  eval($X)\n',
    'def a(x, y):\n  z()\n  eval(y)\ndef b(x):\n  eval(z)\n',
    ['def a(x, y): z() eval(y)'],
  ],
  [
    'a method',
    'java',
    '$T $M(...) { ... eval(...); ... }',
    'class A { public int m(int a) { eval(a); return 1; } int n() { return 2; } }',
    ['public int m(int a) { eval(a); return 1; }'],
  ],
  [
    'a function',
    'go',
    'func $F(...) {\n ...\n}',
    'package p\nfunc a(x int) {\n b()\n}\nvar c = 1\n',
    ['func a(x int) { b() }'],
  ],
  ['a condition', 'js', 'if ($X == null) { ... }', 'if (a == null) { b() } if (a) { c() }', ['if (a == null) { b() }']],
  [
    'a handler of errors',
    'java',
    'try { ... } catch ($E $X) { }',
    'class A { void m() { try { a(); } catch (Exception e) { } } }',
    ['try { a(); } catch (Exception e) { }'],
  ],
  [
    'a class',
    'py',
    'class $C(Base):\n  ...\n',
    'class A(Base):\n  x = 1\nclass B(Other):\n  x = 1\n',
    ['class A(Base): x = 1'],
  ],
  ['a return', 'js', 'return f($X)', 'function a() { return f(1) } function b() { f(1) }', ['return f(1)']],
]

const EQUAL: readonly Row[] = [
  ['parentheses', 'js', '$X = a + b', 'x = (a + b)', ['x = (a + b)']],
  [
    'a declaration as an assignment',
    'ts',
    '$X = f()',
    'const x: string = f(); y = f()',
    ['const x: string = f();', 'y = f()'],
  ],
  ['a short declaration', 'go', '$X = f()', 'package p\nfunc m() {\n x := f()\n}\n', ['x := f()']],
  ['a declared local', 'java', '$X = f()', 'class A { void m() { String x = f(); } }', ['String x = f();']],
  ['members of an object in any order', 'js', '({..., a: 1, ...})', 'x = {b: 2, a: 1}; y = {a: 2}', ['{b: 2, a: 1}']],
  ['keys of a dictionary', 'py', '{..., "a": $X, ...}', 'x = {"b": 1, "a": 2}\ny = {"b": 1}\n', ['{"b": 1, "a": 2}']],
  [
    'fields of a structure',
    'go',
    'tls.Config{..., InsecureSkipVerify: true, ...}',
    'package p\nvar c = tls.Config{MinVersion: 1, InsecureSkipVerify: true}\nvar d = tls.Config{MinVersion: 1}\n',
    ['tls.Config{MinVersion: 1, InsecureSkipVerify: true}'],
  ],
  ['bits in any order', 'py', '$X & 1', 'a & 1\n1 & b\n1 + c\n', ['a & 1', '1 & b']],
  ['something deep within', 'js', 'f(<... x ...>)', 'f(x); f(g(1 + x)); f(y)', ['f(x)', 'f(g(1 + x))']],
  [
    'a name of a type',
    'java',
    '(String $X).length()',
    'class A { void m(String s, Other o) { s.length(); o.length(); } }',
    ['s.length()'],
  ],
  [
    'a parameter of a type',
    'ts',
    '($R: Request).send()',
    'function m(r: Request, q: Other) { r.send(); q.send() }',
    ['r.send()'],
  ],
  [
    'a variable of a type',
    'go',
    '($C : *sql.DB).Query(...)',
    'package p\nfunc m(db *sql.DB, o *Other) {\n db.Query(q)\n o.Query(q)\n}\n',
    ['db.Query(q)'],
  ],
  ['anything as a value', 'py', '$X = ...', 'x = f()\ny == 1\n', ['x = f()']],
  ['a member whatever comes between', 'js', '$X. ... .end()', 'a.b().c.end(); a.start()', ['a.b().c.end()']],
]

describe.each([
  ['calls', CALLS],
  ['strings and constants', STRINGS],
  ['names', NAMES],
  ['statements', STATEMENTS],
  ['what is equal', EQUAL],
] as const)('%s', (_group, rows) => {
  test.each(rows)('%s (%s): %s', async (_title, extension, pattern, code, expected) => {
    expect(await matches(extension, pattern, code)).toEqual(expected)
  })
})
