import { startEffort } from '@gatehouse/testkit'
import { expect, test } from 'vitest'
import { findings, places } from './found.ts'

const RULE = `rules:
- id: r
  mode: taint
  languages: [python]
  severity: HIGH
  message: m
  pattern-sources: [{pattern: source()}]
  pattern-sinks: [{patterns: [{pattern: sink($X)}, {focus-metavariable: $X}]}]
`
const MODULES = 16

/** Returns a package in which each module imports all others by name and re-exports all of their exports. */
function tangled(): Record<string, string> {
  const names = Array.from({ length: MODULES }, (_, at) => `m${at}`)
  const all = names.map((name) => `from . import ${name}\nfrom .${name} import *\n`).join('')
  return {
    'p/__init__.py': all,
    ...Object.fromEntries(
      names.map((name, at) => [
        `p/${name}.py`,
        `${all}state_${name} = Box()\ndef read_${name}():\n  return m${(at + 1) % MODULES}.read_m${(at + 1) % MODULES}()\ndef use_${name}(x):\n  ${names[(at + 5) % MODULES]!}.put(x)\n`,
      ]),
    ),
    'p/m0.py': `${all}def read_m0():\n  return source()\n`,
    'app.py':
      'import p\nfrom p import m7\nsink(p.m1.read_m1())\nsink(m7.read_m7())\nsink(p.read_m3())\nsink(p.m2.nothing())\n',
  }
}

/** A class of Python below many that are below each other: a member that none has is looked for in each once. */
function ladder(steps: number): string {
  const rungs = Array.from({ length: steps }, (_, at) =>
    at === 0
      ? 'class A0:\n  pass\nclass B0:\n  pass\n'
      : `class A${at}(A${at - 1}, B${at - 1}):\n  pass\nclass B${at}(A${at - 1}, B${at - 1}):\n  pass\n`,
  )
  return `${rungs.join('')}a = A${steps - 1}()\na.missing(source())\nsink(a.other)\n`
}

test('modules that import each other are visited once, and re-exported flows are reported', async () => {
  const effort_ms = startEffort()
  expect(places(await findings(RULE, tangled()))).toEqual([
    'p/m0.py:34 → app.py:3',
    'p/m0.py:34 → app.py:4',
    'p/m0.py:34 → app.py:5',
  ])
  expect(effort_ms()).toBeLessThan(15_000)
})

test('a member missing from all base classes is searched once per class', async () => {
  const effort_ms = startEffort()
  expect(places(await findings(RULE, { 'a.py': ladder(40) }))).toEqual([])
  expect(effort_ms()).toBeLessThan(6_000)
})

const LOADED = `rules:
- id: r
  mode: taint
  languages: [javascript, python]
  severity: HIGH
  message: m
  pattern-sources: [{pattern: source()}]
  pattern-sinks: [{patterns: [{pattern: sink($X)}, {focus-metavariable: $X}]}]
`

test.each([
  ['awaited', 'js', "async function f() { const m = await import('./lib.js'); m.run(source()) }"],
  ['destructured', 'js', "async function f() { const { run } = await import('./lib.js'); run(source()) }"],
  ['continued', 'js', "import('./lib.js').then((m) => m.run(source()))"],
  ['continued with a pattern', 'js', "import('./lib.js').then(function ({ run }) { run(source()) })"],
  ['importlib', 'py', "import importlib\nm = importlib.import_module('lib')\nm.run(source())"],
  ['__import__', 'py', "def f():\n  __import__('lib').run(source())"],
])('data is followed into a module loaded at run time: %s', async (_case, extension, code) => {
  const lib =
    extension === 'js' ? 'import a from "a"\nexport const run = (x) => sink(x)\n' : 'def run(x):\n  return sink(x)\n'
  const found = await findings(LOADED, { [`app.${extension}`]: code, [`lib.${extension}`]: lib })
  expect(found.map(({ sink }) => sink.filePath)).toEqual([`lib.${extension}`])
})
