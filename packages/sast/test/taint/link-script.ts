/** Title, files, source and sink. */
export type Row = readonly [string, Readonly<Record<string, string>>, readonly string[]]

/** Programs of JavaScript and TypeScript. */
export const SCRIPT: readonly Row[] = [
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
