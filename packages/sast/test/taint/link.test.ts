import { describe, expect, test } from 'vitest'
import { findings, places } from './found.ts'
import { type Row, SCRIPT } from './link-script.ts'

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
  [
    'what one method of an object that all see puts into a list, and another takes out',
    {
      'a.py': 'from b import Jobs\njobs = Jobs()\ndef f():\n  jobs.add(source())\n  jobs.go()\n',
      'b.py':
        'class Jobs:\n  def __init__(self):\n    self.all = []\n  def add(self, job):\n    self.all.append(job)\n  def go(self):\n    for one in self.all:\n      sink(one)\n',
    },
    ['a.py:4 → b.py:8'],
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

const JAVA: readonly Row[] = [
  [
    'a function of a class of the package',
    {
      'p/A.java': inClass('A', 'void a() { B.run(source()); }'),
      'p/B.java': inClass('B', 'static void run(String q) { sink(q); }'),
    },
    ['p/A.java:3 → p/B.java:3'],
  ],
  [
    'an interface of a field, and what implements it',
    {
      'x/A.java': 'package x;\nimport y.Dao;\nclass A {\nprivate Dao dao;\nvoid a() { dao.find(source()); }\n}\n',
      'y/Dao.java': 'package y;\npublic interface Dao { void find(String q); }\n',
      'y/Sql.java': 'package y;\nclass Sql implements Dao {\npublic void find(String q) { sink(q); }\n}\n',
    },
    ['x/A.java:5 → y/Sql.java:3'],
  ],
  [
    'a chain of calls that give back what they were called on',
    {
      'A.java': inClass(
        'A',
        'void a() { StringBuilder b = new StringBuilder(); b.append("x").append(source());\nsink(b.toString()); }',
      ),
    },
    ['A.java:3 → A.java:4'],
  ],
  [
    'a map by its keys',
    {
      'A.java': inClass(
        'A',
        'void a(java.util.Map<String, String> m) { m.put("a", source());\nsink(m.get("b"));\nsink(m.get("a")); }',
      ),
    },
    ['A.java:3 → A.java:5'],
  ],
  [
    'what is set in one object and got from it',
    {
      'A.java': inClass('A', 'void a() { B b = new B(); b.setV(source());\nsink(b.getV());\nsink(new B().getV()); }'),
      'B.java': inClass('B', 'String v;\nvoid setV(String v) { this.v = v; }\nString getV() { return v; }'),
    },
    ['A.java:3 → A.java:4'],
  ],
  [
    'what a function makes',
    {
      'A.java': inClass('A', 'void a() { Makes.get().find(source()); }'),
      'Makes.java': inClass('Makes', 'static Dao get() { return new Dao(); }'),
      'Dao.java': inClass('Dao', 'void find(String q) { sink(q); }'),
    },
    ['A.java:3 → Dao.java:3'],
  ],
  [
    'a method from above',
    {
      'A.java': inClass('A extends B', 'void a() { run(source()); }'),
      'B.java': inClass('B', 'void run(String q) { sink(q); }'),
    },
    ['A.java:3 → B.java:3'],
  ],
  [
    'a stream',
    {
      'A.java': inClass(
        'A',
        'void a() { java.util.List.of(source()).stream().map(x -> x + "a").forEach(y -> sink(y)); }',
      ),
    },
    ['A.java:3 → A.java:3'],
  ],
]

function inClass(name: string, body: string): string {
  return `package p;\nclass ${name} {\n${body}\n}\n`
}

describe.each([
  ['JavaScript and TypeScript', SCRIPT],
  ['Python', PYTHON],
  ['Java', JAVA],
])('%s', (_language, rows) => {
  test.each(rows)('%s', async (_title, files, expected) => {
    expect(places(await findings(RULE, files))).toEqual(expected)
  })
})

test('the order of files does not change the result', async () => {
  const files = Object.entries({
    'a.js': "import { b } from './b.js'\nb(source())\nb(source())",
    'b.js': "import { c } from './c.js'\nexport function b(v) { c(v) }",
    'c.js': 'export function c(v) {\n  sink(v)\n}',
  })
  const taintFindings = await findings(RULE, Object.fromEntries(files))
  expect(taintFindings).toHaveLength(1)
  expect(await findings(RULE, Object.fromEntries(files.toReversed()))).toEqual(taintFindings)
})
