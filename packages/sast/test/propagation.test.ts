import { describe, expect, test } from 'vitest'
import { matches } from './matches.ts'

/** Title, file extension, pattern, code, and the matched texts. */
type Row = readonly [string, string, string, string, readonly string[]]

const SYMBOLS: readonly Row[] = [
  ['one name', 'py', 'foo().bar()', 'x = foo()\nx.bar()\n', ['x.bar()']],
  ['several names', 'py', 'a.f(...).g.h(...)', 'x = a.f(1)\ny = x.g\ny.h(2)\n', ['y.h(2)']],
  ['no name that is given two values', 'py', 'foo().bar()', 'x = foo()\nx = baz()\nx.bar()\n', []],
  ['nothing out of a branch', 'py', 'foo().bar()', 'if c:\n  x = foo()\nx.bar()\n', []],
  ['what is in the same branch', 'py', 'foo().bar()', 'if c:\n  x = foo()\n  x.bar()\n', ['x.bar()']],
  ['names of JavaScript', 'js', 'foo().bar()', 'const x = foo(); x.bar()', ['x.bar()']],
  ['names of Java', 'java', 'a.foo().bar()', 'class A { void m() { B x = a.foo(); x.bar(); } }', ['x.bar()']],
  ['names of Go', 'go', 'a.Foo().Bar()', 'package p\nfunc m() {\n x := a.Foo()\n x.Bar()\n}\n', ['x.Bar()']],
  ['a name that is its own value', 'py', 'foo().bar()', 'x = x\nx.bar()\n', []],
]

const TEXTS: readonly Row[] = [
  ['either of two', 'py', 'f("...")', 'def g():\n  if c():\n    p = "a"\n  else:\n    p = "b"\n  f(p)\n', ['f(p)']],
  ['not one that may be none', 'py', 'f("...")', 'def g():\n  p = "a"\n  if c():\n    p = h()\n  f(p)\n', []],
  ['not what a caller gives', 'py', 'f("...")', 'def g(p):\n  if c():\n    p = "a"\n  f(p)\n', []],
  ['not what is changed', 'py', 'f("...")', 'p = "a"\np = "b"\np += c\nf(p)\n', []],
  ['of JavaScript', 'js', 'f("...")', 'let p = "a"; if (c) p = "b"; f(p)', ['f(p)']],
  ['not of another function', 'js', 'f("...")', 'let p = "a"; function g() { p = h() } f(p)', []],
  ['not one of them alone', 'py', 'f("a")', 'p = "a"\np = "b"\nf(p)\n', []],
]

const NAMES: readonly Row[] = [
  ['a class', 'php', 'new A\\B(...)', '<?php use A\\B; new B(1); new C(1);', ['new B(1)']],
  [
    'another name of a class',
    'php',
    'new A\\B(...)',
    '<?php use A\\B as C; new C(1); new \\A\\B(2); new B(3);',
    ['new C(1)', 'new \\A\\B(2)'],
  ],
  ['a function', 'php', 'A\\f(...)', '<?php use function A\\f; f(1);', ['f(1)']],
  ['one of a group', 'php', 'Q\\S::t(...)', '<?php use Q\\{R, S as T}; T::t(1); R::t(2);', ['T::t(1)']],
  ['its own namespace', 'php', 'new N\\C(...)', '<?php namespace N; new C();', ['new C()']],
  ['a name of none', 'php', 'f(...)', '<?php \\f(1);', ['\\f(1)']],
  [
    'a type of a namespace',
    'cs',
    'System.IO.File.Read($X)',
    'using System.IO;\nclass A { void m() { File.Read(a); Other.Read(b); } }',
    ['File.Read(a)'],
  ],
  ['what is made', 'cs', 'new A.B.C(...)', 'using A.B;\nclass Q { void m() { new C(1); } }', ['new C(1)']],
  [
    'another name of a type',
    'cs',
    'new A.B.C(...)',
    'using X = A.B.C;\nclass Q { void m() { new X(1); } }',
    ['new X(1)'],
  ],
  ['members of a type', 'cs', 'A.B.F(...)', 'using static A.B;\nclass Q { void m() { F(1); } }', ['F(1)']],
  ['nothing of another one', 'cs', 'A.B.F(...)', 'using A.C;\nclass Q { void m() { B.F(1); } }', []],
]

describe('symbolic propagation resolves a name to its assigned expression', () => {
  test.each(SYMBOLS)('%s (%s)', async (_title, extension, pattern, code, expected) => {
    expect(await matches(extension, pattern, code, { symbols: true })).toEqual(expected)
    expect(await matches(extension, pattern, code)).toEqual([])
  })
})

describe('constant propagation resolves a name with only string assignments', () => {
  test.each(TEXTS)('%s (%s)', async (_title, extension, pattern, code, expected) => {
    expect(await matches(extension, pattern, code)).toEqual(expected)
    expect(await matches(extension, pattern, code, { constants: false })).toEqual([])
  })
})

describe('an import alias matches the qualified name', () => {
  test.each(NAMES)('%s (%s)', async (_title, extension, pattern, code, expected) => {
    expect(await matches(extension, pattern, code)).toEqual(expected)
  })
})
