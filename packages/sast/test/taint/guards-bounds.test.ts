import { startEffort } from '@gatehouse/testkit'
import { expect, test } from 'vitest'
import { findings, places } from './found.ts'

const rule = (language: string): string => `rules:
- id: r
  mode: taint
  languages: [${language}]
  severity: HIGH
  message: m
  pattern-sources: [{pattern: source()}]
  pattern-sinks: [{patterns: [{pattern: sink($X)}, {focus-metavariable: $X}]}]
`
const RULE = rule('python')

test('a string built from itself in a loop is unknown', async () => {
  const text =
    'import re\ndef f():\n  form = ""\n  while more():\n    form = form + "a"\n  x = source()\n  if re.fullmatch(form, x):\n    sink(x)\n'
  expect(places(await findings(RULE, { 'a.py': text }))).toEqual(['a.py:6 → a.py:8'])
})

test('a string that doubles with each line is not built', async () => {
  const lines = Array.from({ length: 40 }, (_, at) => `  t${at + 1} = t${at} + t${at}\n`).join('')
  const text = `import re\ndef f():\n  t0 = "ab"\n${lines}  x = source()\n  if re.fullmatch(t40, x):\n    sink(x)\n`
  const effort_ms = startEffort()
  expect(places(await findings(RULE, { 'a.py': text }))).toEqual(['a.py:44 → a.py:46'])
  expect(effort_ms()).toBeLessThan(9_000)
})

test('members defined by each other terminate', async () => {
  const text = `const o = {}\no.a = o.b.c\no.b = o.a.d\no.c = o.d = o.a.b.c.d\nfunction f() { const x = source(); if (!o.a.b.includes(x)) return
  sink(x) }\n`
  expect(places(await findings(rule('javascript'), { 'a.js': text }))).toEqual(['a.js:5 → a.js:6'])
})

test('a list filled in very many places is read once', async () => {
  const fills = Array.from({ length: 1500 }, (_, at) => `LIST.push('a${at}')\n`).join('')
  const asks = Array.from({ length: 100 }, () => '  if (!LIST.includes(x)) return\n').join('')
  const text = `const LIST = []\n${fills}function f() {\n  const x = source()\n${asks}  sink(x)\n  sink(source())\n}\n`
  const effort_ms = startEffort()
  expect(places(await findings(rule('javascript'), { 'a.js': text }))).toEqual(['a.js:1605 → a.js:1605'])
  expect(effort_ms()).toBeLessThan(18_000)
})

test('regex options that are not constant return immediately', async () => {
  const text = `import re\ndef f():\n  x = source()\n  if re.search("^[a-z]+$", x, ${'('.repeat(60)}1${')'.repeat(60)} | é):\n    sink(x)\n`
  const effort_ms = startEffort()
  expect(places(await findings(RULE, { 'a.py': text }))).toEqual(['a.py:3 → a.py:5'])
  expect(effort_ms()).toBeLessThan(9_000)
})

test('a call with very many arguments is read once', async () => {
  const input = Array.from({ length: 40_000 }, () => 'x').join()
  const text = `function isA(x) { return x === 'a' }\nfunction f() {\n  const x = source()\n  if (!isA(${input})) return\n  sink(x)\n}\nfunction g() { sink(source()) }\n`
  const effort_ms = startEffort()
  expect(places(await findings(rule('javascript'), { 'a.js': text }))).toEqual(['a.js:7 → a.js:7'])
  expect(effort_ms()).toBeLessThan(9_000)
})

test('a very deep class hierarchy is sorted once', async () => {
  const methods = Array.from(
    { length: 200 },
    (_, at) => `  void f${at}() { String x = source(); if (!isOk(x)) return; sink(x); }\n`,
  ).join('')
  const below = Array.from(
    { length: 200 },
    (_, at) => `class B${at} extends B${at - 1} { boolean isOk(String x) { return true; } }\n`,
  ).join('')
  const text = `class A {\n  boolean isOk(String x) { return x.equals("a"); }\n${methods}  void g() { sink(source()); }\n}\n${below}`
  const effort_ms = startEffort()
  expect(places(await findings(rule('java'), { 'A.java': text }))).toEqual(['A.java:203 → A.java:203'])
  expect(effort_ms()).toBeLessThan(18_000)
})

test('an override in a subclass applies, also several levels down', async () => {
  const text = (last: string): string =>
    `class A {\n  boolean isOk(String x) { return x.equals("a"); }\n  void f() {\n    String x = source();\n    if (!isOk(x)) return;\n    sink(x);\n  }\n}
class B extends A {}\nclass C extends my.pack.B {}\nclass D extends ${last} { boolean isOk(String x) { return true; } }\nclass E extends E {}\n`
  expect(places(await findings(rule('java'), { 'A.java': text('C') }))).toEqual(['A.java:4 → A.java:6'])
  expect(places(await findings(rule('java'), { 'A.java': text('Other') }))).toEqual([])
})

test('checks in two files that ask each other are not gone through in every order', async () => {
  const all = Array.from({ length: 28 }, (_, at) => at)
  const file = (own: string, other: string): string =>
    `import { ${all.map((at) => `is${other}${at}`).join(', ')} } from './${other.toLowerCase()}'\n` +
    all
      .map((at) => {
        const asks = all.map((item) => `  if (!is${other}${item}(x)) return false\n`).join('')
        return `export function is${own}${at}(x) {\n${asks}  return true\n}\n`
      })
      .join('')
  const files = {
    'a.js': file('A', 'B'),
    'b.js': file('B', 'A'),
    'c.js': `import { isA0 } from './a'\nfunction f() {\n  const x = source()\n  if (!isA0(x)) return\n  sink(x)\n}\n`,
  }
  const effort_ms = startEffort()
  expect(places(await findings(rule('javascript'), files))).toEqual(['c.js:3 → c.js:5'])
  expect(effort_ms()).toBeLessThan(18_000)
})
