import { patient_ms } from '@gatehouse/testkit'
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

test('a form that is put together from itself in a loop is not known', async () => {
  const text =
    'import re\ndef f():\n  form = ""\n  while more():\n    form = form + "a"\n  x = source()\n  if re.fullmatch(form, x):\n    sink(x)\n'
  expect(places(await findings(RULE, { 'a.py': text }))).toEqual(['a.py:6 → a.py:8'])
})

test('a text that doubles with each line is not made', async () => {
  const lines = Array.from({ length: 40 }, (_, at) => `  t${at + 1} = t${at} + t${at}\n`).join('')
  const text = `import re\ndef f():\n  t0 = "ab"\n${lines}  x = source()\n  if re.fullmatch(t40, x):\n    sink(x)\n`
  const started = performance.now()
  expect(places(await findings(RULE, { 'a.py': text }))).toEqual(['a.py:44 → a.py:46'])
  expect(performance.now() - started).toBeLessThan(patient_ms(3_000))
})

test('members that are made of each other are not gone through for ever', async () => {
  const text = `const o = {}\no.a = o.b.c\no.b = o.a.d\no.c = o.d = o.a.b.c.d\nfunction f() { const x = source(); if (!o.a.b.includes(x)) return
  sink(x) }\n`
  expect(places(await findings(rule('javascript'), { 'a.js': text }))).toEqual(['a.js:5 → a.js:6'])
})

test('a list that is filled in very many places is read once', async () => {
  const fills = Array.from({ length: 1500 }, (_, at) => `LIST.push('a${at}')\n`).join('')
  const asks = Array.from({ length: 100 }, () => '  if (!LIST.includes(x)) return\n').join('')
  const text = `const LIST = []\n${fills}function f() {\n  const x = source()\n${asks}  sink(x)\n  sink(source())\n}\n`
  const started = performance.now()
  expect(places(await findings(rule('javascript'), { 'a.js': text }))).toEqual(['a.js:1605 → a.js:1605'])
  expect(performance.now() - started).toBeLessThan(patient_ms(6_000))
})

test('options of a regex that are no words end at once', async () => {
  const text = `import re\ndef f():\n  x = source()\n  if re.search("^[a-z]+$", x, ${'('.repeat(60)}1${')'.repeat(60)} | é):\n    sink(x)\n`
  const started = performance.now()
  expect(places(await findings(RULE, { 'a.py': text }))).toEqual(['a.py:3 → a.py:5'])
  expect(performance.now() - started).toBeLessThan(patient_ms(3_000))
})
