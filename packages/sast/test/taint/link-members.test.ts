import { expect, test } from 'vitest'
import { findings, places } from './found.ts'

const RULE = `rules:
- id: r
  mode: taint
  languages: [LANGUAGE]
  severity: HIGH
  message: m
  pattern-sources: [{pattern: source()}]
  pattern-sinks: [{patterns: [{pattern: sink($X)}, {focus-metavariable: $X}]}]
`

/** Language, title, files, and the expected flows. */
type Row = readonly [string, string, Readonly<Record<string, string>>, readonly string[]]

/** Members with accessor functions. */
const ACCESSED: readonly Row[] = [
  [
    'javascript',
    'get after a call that was given the object',
    {
      'a.js':
        'class A {\n constructor(v) { this._v = v }\n get v() { return this._v }\n}\nconst a = new A(source())\nlook(a)\nlook(a)\nsink(a.v)',
    },
    ['a.js:5 → a.js:8'],
  ],
  [
    'javascript',
    'get',
    {
      'a.js':
        'class A {\n constructor(v) { this._v = v }\n get v() { return this._v }\n get w() { return 1 }\n}\nconst a = new A(source())\nsink(a.v)\nsink(a.w)\nsink(new A(1).v)',
    },
    ['a.js:6 → a.js:7'],
  ],
  [
    'javascript',
    'get of a source',
    { 'a.js': 'class A { get v() { return source() } }\nconst a = new A()\nsink(a.v)' },
    ['a.js:1 → a.js:3'],
  ],
  [
    'javascript',
    'set, and a method that reads where it was put',
    {
      'a.js':
        'class A {\n set v(x) { this._v = x }\n read() { return this._v }\n}\nconst a = new A()\na.v = source()\nsink(a.read())\nsink(new A().read())',
    },
    ['a.js:6 → a.js:7'],
  ],
  [
    'typescript',
    'get of another file, by the type of a parameter',
    {
      'a.ts': "import { A } from './b'\nexport function f(a: A) {\n  sink(a.v)\n}",
      'b.ts': 'export class A { get v() { return source() } }',
    },
    ['b.ts:1 → a.ts:3'],
  ],
  [
    'python',
    'a property',
    {
      'a.py':
        'class A:\n  def __init__(self, v):\n    self._v = v\n  @property\n  def v(self):\n    return self._v\na = A(source())\nsink(a.v)\nsink(A(1).v)\n',
    },
    ['a.py:7 → a.py:8'],
  ],
  [
    'csharp',
    'a property with an expression',
    {
      'a.cs':
        'class A { string v; public A(string x) { v = x; } public string V => v; }\nclass B { void F() { var a = new A(source());\nsink(a.V);\nsink(new A("").V); } }',
    },
    ['a.cs:2 → a.cs:3'],
  ],
  [
    'kotlin',
    'get()',
    {
      'a.kt':
        'class A(val x: String) {\n val v: String\n  get() = x\n}\nfun f() {\n val a = A(source())\n sink(a.v)\n}\n',
    },
    ['a.kt:6 → a.kt:7'],
  ],
  [
    'ruby',
    'a method with = behind its name',
    {
      'a.rb':
        'class A\n def v=(x)\n  @w = x\n end\n def read\n  @w\n end\nend\na = A.new\na.v = source()\nsink(a.read)\n',
    },
    ['a.rb:10 → a.rb:11'],
  ],
]

/** Writes of one file to objects of another one. */
const SHARED: readonly Row[] = [
  [
    'javascript',
    'a member of an object',
    {
      'a.js': 'export const state = {}\nexport function get() {\n  sink(state.q)\n}',
      'b.js': "import { state } from './a.js'\nstate.q = source()",
      'c.js': "import { state } from './a.js'\nexport function get() {\n  sink(state.p)\n  sink(state.q)\n}",
    },
    ['b.js:2 → a.js:3', 'b.js:2 → c.js:4'],
  ],
  [
    'javascript',
    'the one thing of a module',
    {
      'a.js': 'export default {}',
      'b.js': "import state from './a.js'\nstate.q = source()",
      'c.js': "import all from './a.js'\nsink(all.q)",
    },
    ['b.js:2 → c.js:2'],
  ],
  [
    'javascript',
    'a module in the old way',
    {
      'a.js': 'module.exports = { q: 1 }',
      'b.js': "const s = require('./a')\ns.q = source()",
      'c.js': "const s = require('./a')\nsink(s.q)",
    },
    ['b.js:2 → c.js:2'],
  ],
  [
    'javascript',
    'a map, by its keys',
    {
      'a.js': 'export const m = new Map()',
      'b.js': "import { m } from './a.js'\nm.set('q', source())",
      'c.js': "import { m } from './a.js'\nsink(m.get('p'))\nsink(m.get('q'))",
    },
    ['b.js:2 → c.js:3'],
  ],
  [
    'python',
    'a variable of a module',
    { 'a.py': 'q = 1\n', 'b.py': 'import a\ndef f():\n  a.q = source()\n', 'c.py': 'import a\nsink(a.p)\nsink(a.q)\n' },
    ['b.py:3 → c.py:3'],
  ],
  [
    'python',
    'a dict',
    {
      'a.py': 'd = {}\n',
      'b.py': 'from a import d\nd["q"] = source()\n',
      'c.py': 'from a import d\nsink(d["p"])\nsink(d["q"])\n',
    },
    ['b.py:2 → c.py:3'],
  ],
]

test.each(ACCESSED)('%s: %s', async (language, _title, files, expected) => {
  expect(places(await findings(RULE.replace('LANGUAGE', language), files))).toEqual(expected)
})

test.each(SHARED)('%s: %s from another file', async (language, _title, files, expected) => {
  expect(places(await findings(RULE.replace('LANGUAGE', language), files))).toEqual(expected)
})

const SINKS = 'class Box {\n constructor(part) { this.part = part }\n run(v) { sink(v) }\n}\n'

test('the class of an object does not apply to its members', async () => {
  const code = `${SINKS}const box = new Box(made())\nbox.part.run(source())\nbox.run(1)`
  expect(places(await findings(RULE.replace('LANGUAGE', 'javascript'), { 'a.js': code }))).toEqual([])
})

test('a function that an object has in many members is each of them', async () => {
  const sets = Array.from({ length: 30 }, (_, at) => `set${at}() { this.m${at} = run }`).join('\n')
  const found = async (called: string) => {
    const code = `function run(v) { sink(v) }\nclass All {\n ${sets}\n go(v) { ${called}(v) }\n}\nnew All().go(source())`
    return places(await findings(RULE.replace('LANGUAGE', 'javascript'), { 'a.js': code }))
  }
  expect(await found('this.m2')).toHaveLength(1)
  expect(await found('this.m29')).toHaveLength(1)
  expect(await found('this.none')).toEqual([])
})
