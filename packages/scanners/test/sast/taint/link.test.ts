import { describe, expect, test } from 'vitest'
import { findings, places } from './found.ts'

const RULE = `rules:
- id: r
  mode: taint
  languages: [javascript, typescript, python, java]
  severity: HIGH
  message: m
  pattern-sources: [{pattern: source()}]
  pattern-sinks: [{patterns: [{pattern: 'sink($X, ...)'}, {focus-metavariable: $X}]}]
  pattern-sanitizers: [{pattern: clean(...)}]
`

/** What is shown, files, where it comes from and gets to. */
type Row = readonly [string, Readonly<Record<string, string>>, readonly string[]]

const SCRIPT: readonly Row[] = [
  ['what a function returns', { 'a.js': 'function f() { return source() }\nsink(f())' }, ['a.js:1 → a.js:2']],
  [
    'a function gives each caller what it got from it',
    { 'a.js': 'function id(v) { return v }\nconst a = id(source()), b = id(1)\nsink(b)\nsink(a)' },
    ['a.js:2 → a.js:4'],
  ],
  [
    'an import',
    { 'a.js': "import { run } from './b.js'\nrun(source())", 'b.js': 'export function run(q) {\n  sink(q)\n}' },
    ['a.js:2 → b.js:2'],
  ],
  [
    'a default import under an alias of the project',
    {
      'src/web/a.ts': "import run from '@/db/b'\nrun(source())",
      'src/db/b.ts': 'export default function (q: string) {\n  sink(q)\n}',
    },
    ['src/web/a.ts:2 → src/db/b.ts:2'],
  ],
  [
    'a module under one name, through one that gives all on',
    {
      'a.ts': "import * as db from './lib'\ndb.run(source())",
      'lib/index.ts': "export * from './run'\nexport { other as go } from './other'",
      'lib/run.ts': 'export const run = (q: string) => sink(q)',
      'lib/other.ts': 'export function other() {}',
    },
    ['a.ts:2 → lib/run.ts:1'],
  ],
  [
    'a module in the old way',
    {
      'a.js': "const { run } = require('./b')\nrun(source())",
      'b.js': 'function run(q) {\n  sink(q)\n}\nmodule.exports = { run }',
    },
    ['a.js:2 → b.js:2'],
  ],
  [
    'a member of a module in the old way',
    { 'a.js': "const b = require('./b')\nb.run(source())", 'b.js': 'exports.run = function (q) {\n  sink(q)\n}' },
    ['a.js:2 → b.js:2'],
  ],
  [
    'a method by the type of what is given to the constructor',
    {
      'a.ts':
        "import { Repo } from './repo'\nclass S {\n  constructor(private repo: Repo) {}\n  go() { this.repo.find(source()) }\n}",
      'repo.ts': 'export class Repo {\n  find(q: string) { sink(q) }\n}',
    },
    ['a.ts:4 → repo.ts:2'],
  ],
  [
    'a method of what implements an interface',
    {
      'a.ts': "import type { Repo } from './repo'\nexport function go(repo: Repo) {\n  repo.find(source())\n}",
      'repo.ts': 'export interface Repo { find(q: string): void }',
      'sql.ts': "import { Repo } from './repo'\nexport class Sql implements Repo {\n  find(q: string) { sink(q) }\n}",
    },
    ['a.ts:3 → sql.ts:3'],
  ],
  [
    'a method that a class has from above',
    { 'a.js': 'class A { go(v) { sink(v) } }\nclass B extends A {}\nnew B().go(source())' },
    ['a.js:3 → a.js:1'],
  ],
  [
    'a member that one method writes and another reads',
    { 'a.ts': 'class S {\n  set() { this.v = source() }\n  get() { sink(this.v) }\n  other() { sink(this.w) }\n}' },
    ['a.ts:2 → a.ts:3'],
  ],
  [
    'members of one object are not those of another one of its class',
    {
      'a.ts':
        'class S {\n  constructor(v) { this.v = v }\n  get() { return this.v }\n}\nconst a = new S(source()), b = new S(1)\nsink(b.get())\nsink(a.get())',
    },
    ['a.ts:5 → a.ts:7'],
  ],
  [
    'a list',
    { 'a.js': 'const a = []\na.push(source())\na.forEach((e) => sink(e))\nsink(a.join(","))' },
    ['a.js:2 → a.js:3', 'a.js:2 → a.js:4'],
  ],
  [
    'a map by its keys',
    { 'a.js': 'const m = new Map()\nm.set("a", source())\nsink(m.get("b"))\nsink(m.get("a"))' },
    ['a.js:2 → a.js:4'],
  ],
  ['one member of an object', { 'a.js': 'const o = { a: source(), b: 1 }\nsink(o.b)\nsink(o.a)' }, ['a.js:1 → a.js:3']],
  [
    'a function that is given, and what others give',
    {
      'a.js':
        'function each(l, f) { for (const x of l) f(x) }\neach([source()], (v) => {\n  sink(v)\n})\neach([1], (w) => {\n  sink(w)\n})',
    },
    ['a.js:2 → a.js:3'],
  ],
  [
    'what a function returns that is given',
    { 'a.js': 'function run(f) { return f() }\nsink(run(() => source()))\nsink(run(() => 1))' },
    ['a.js:2 → a.js:2'],
  ],
  [
    'a promise',
    {
      'a.js':
        'async function get() { return source() }\nget().then((v) => sink(v))\nexport async function f() {\n  sink(await get())\n}',
    },
    ['a.js:1 → a.js:2', 'a.js:1 → a.js:4'],
  ],
  [
    'what an inner function sees',
    { 'a.js': 'function f() {\n  const q = source()\n  later(() => sink(q))\n}' },
    ['a.js:2 → a.js:3'],
  ],
  [
    'a number',
    { 'a.js': 'sink(parseInt(source(), 10))\nsink(Number(source()))\nsink(String(source()))' },
    ['a.js:3 → a.js:3'],
  ],
  [
    'a variable of the module',
    { 'a.js': 'let now\nexport function set() { now = source() }\nexport function get() { sink(now) }' },
    ['a.js:2 → a.js:3'],
  ],
  [
    'an object that a function fills',
    { 'a.js': 'function fill(o) { o.a = source() }\nconst o = {}\nfill(o)\nsink(o.b)\nsink(o.a)' },
    ['a.js:1 → a.js:5'],
  ],
  [
    'a chain of files',
    {
      'a.js': "import { b } from './b.js'\nb(source())",
      'b.js': "import { c } from './c.js'\nexport function b(v) { c({ v }) }",
      'c.js': 'export function c({ v, w }) {\n  sink(w)\n  sink(v)\n}',
    },
    ['a.js:2 → c.js:3'],
  ],
  [
    'a function that calls itself',
    { 'a.js': 'function f(n, v) { return n ? f(n - 1, v + "a") : v }\nsink(f(3, source()))' },
    ['a.js:2 → a.js:2'],
  ],
  [
    'something of a library that has the name of a class here',
    {
      'a.js': "import { Repo } from 'lib'\nnew Repo().find(source())",
      'b.js': 'export class Repo { find(q) { sink(q) } }',
    },
    [],
  ],
]

const PYTHON: readonly Row[] = [
  [
    'a function of a module',
    { 'app/a.py': 'from app.b import run\nrun(source())\n', 'app/b.py': 'def run(q):\n  sink(q)\n' },
    ['app/a.py:2 → app/b.py:2'],
  ],
  [
    'a module',
    { 'app/a.py': 'import app.b\napp.b.run(source())\n', 'app/b.py': 'def run(q):\n  sink(q)\n' },
    ['app/a.py:2 → app/b.py:2'],
  ],
  [
    'a module from its package, by the name of the parameter',
    {
      'app/a.py': 'from app import b\nb.run(q=source())\nb.run(p=source())\n',
      'app/b.py': 'def run(p=1, q=2):\n  sink(q)\n',
    },
    ['app/a.py:2 → app/b.py:2'],
  ],
  [
    'from beside',
    { 'app/a.py': 'from .b import run as go\ngo(source())\n', 'app/b.py': 'def run(q):\n  sink(q)\n' },
    ['app/a.py:2 → app/b.py:2'],
  ],
  [
    'from above',
    { 'app/x/a.py': 'from ..b import run\nrun(source())\n', 'app/b.py': 'def run(q):\n  sink(q)\n' },
    ['app/x/a.py:2 → app/b.py:2'],
  ],
  [
    'through a package that gives it on',
    {
      'a.py': 'from lib import run\nrun(source())\n',
      'lib/__init__.py': 'from .b import run\n',
      'lib/b.py': 'def run(q):\n  sink(q)\n',
    },
    ['a.py:2 → lib/b.py:2'],
  ],
  [
    'a method of what is kept in a member',
    {
      'app/a.py':
        "from app.b import Repo\nclass S:\n  def __init__(self):\n    self.repo = Repo('x')\n  def h(self):\n    self.repo.find(source())\n",
      'app/b.py':
        'class Repo:\n  def __init__(self, n):\n    self.n = n\n  def find(self, q):\n    sink(q)\n    sink(self.n)\n',
    },
    ['app/a.py:6 → app/b.py:5'],
  ],
  [
    'a constructor above',
    {
      'a.py':
        'class A:\n  def __init__(self, v):\n    self.v = v\n  def go(self):\n    sink(self.v)\nclass B(A):\n  def __init__(self, v):\n    super().__init__(v)\nB(source()).go()\nB(1).go()\n',
    },
    ['a.py:9 → a.py:5'],
  ],
  [
    'arguments with names that are passed on',
    {
      'a.py':
        'def inner(a=None, b=None):\n  sink(b)\ndef outer(**kw):\n  inner(**kw)\nouter(a=source())\nouter(b=source())\n',
    },
    ['a.py:6 → a.py:2'],
  ],
  [
    'arguments that are passed on',
    { 'a.py': 'def inner(a, b):\n  sink(b)\ndef outer(*xs):\n  inner(*xs)\nouter(source(), 1)\n' },
    [],
  ],
  ['what is mapped', { 'a.py': 'list(map(lambda y: sink(y), [source()]))\n' }, ['a.py:1 → a.py:1']],
  [
    'a function in a decorator',
    {
      'a.py':
        'def deco(fn):\n  def wrap(*a):\n    return fn(*a)\n  return wrap\n@deco\ndef run(q):\n  sink(q)\nrun(source())\n',
    },
    ['a.py:8 → a.py:7'],
  ],
  [
    'what is thrown',
    { 'a.py': 'def bad(v):\n  raise ValueError(v)\ntry:\n  bad(source())\nexcept ValueError as e:\n  sink(e.args)\n' },
    ['a.py:4 → a.py:6'],
  ],
  [
    'texts',
    { 'a.py': "sink('%s' % source())\nsink('{}'.format(source()))\nsink(int(source()))\n" },
    ['a.py:1 → a.py:1', 'a.py:2 → a.py:2'],
  ],
]

describe.each([
  ['JavaScript and TypeScript', SCRIPT],
  ['Python', PYTHON],
])('%s', (_language, rows) => {
  test.each(rows)('%s', async (_says, files, expected) => {
    expect(places(await findings(RULE, files))).toEqual(expected)
  })
})

test('the order of files changes nothing', async () => {
  const files = Object.entries({
    'a.js': "import { b } from './b.js'\nb(source())\nb(source())",
    'b.js': "import { c } from './c.js'\nexport function b(v) { c(v) }",
    'c.js': 'export function c(v) {\n  sink(v)\n}',
  })
  const one = await findings(RULE, Object.fromEntries(files))
  expect(one).toHaveLength(1)
  expect(await findings(RULE, Object.fromEntries(files.toReversed()))).toEqual(one)
})
