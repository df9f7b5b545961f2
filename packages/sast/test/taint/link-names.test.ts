import { describe, expect, test } from 'vitest'
import { findings } from './found.ts'

const RULE = `rules:
- id: r
  mode: taint
  languages: [LANGUAGE]
  severity: HIGH
  message: m
  pattern-sources: [{pattern: source()}]
  pattern-sinks: [{patterns: [{pattern: sink($X)}, {focus-metavariable: $X}]}]
`

/** Returns `sure` or `guess`: whether a finding depends on more than a name. */
async function told(language: string, files: Readonly<Record<string, string>>): Promise<string> {
  const [found] = await findings(RULE.replace('LANGUAGE', language), files)
  if (found === undefined) return ''
  return found.isGuess === true ? 'guess' : 'sure'
}

describe('a call of C# and a method of the tree that has its name', () => {
  const JOBS = 'namespace Own;\npublic class Jobs { public void Start(string q) { sink(q); } }\n'

  test.each([
    ['on a type of a library', 'void F() { Process.Start(source()); }', ''],
    ['on a type of a library with its path', 'void F() { System.Diagnostics.Process.Start(source()); }', ''],
    ['on a parameter of such a type', 'void F(Process p) { p.Start(source()); }', ''],
    ['on what is made of such a type', 'void F() { var p = new Process(); p.Start(source()); }', ''],
    ['on what such a type gives', 'void F() { var p = Process.GetCurrent(); p.Start(source()); }', ''],
    ['on a parameter of the type', 'void F(Jobs j) { j.Start(source()); }', 'sure'],
    ['on a property of the type', 'Jobs Work { get; } void F() { Work.Start(source()); }', 'sure'],
    ['on something of which no type is known', 'void F(dynamic d) { d.Start(source()); }', 'guess'],
  ])('%s: %s', async (_title, code, expected) => {
    const own = `using System.Diagnostics;\nnamespace Own;\nclass A { ${code} }\n`
    expect(await told('csharp', { 'a.cs': own, 'jobs.cs': JOBS })).toBe(expected)
  })

  test.each([
    ['of a namespace that is not there', 'using System.Diagnostics;\nnamespace X;', ''],
    ['of a namespace that is there', 'using Own;\nnamespace X;', 'sure'],
    ['of the namespace around', 'namespace Own.Inner;', 'sure'],
  ])('a class with the same name, %s', async (_title, head, expected) => {
    const process = 'namespace Own;\npublic class Process { public static void Start(string q) { sink(q); } }\n'
    const own = `${head}\nclass A { void F() { Process.Start(source()); } }\n`
    expect(await told('csharp', { 'a.cs': own, 'b.cs': process })).toBe(expected)
  })

  test('a global using directive applies to all files', async () => {
    const process = 'namespace Own;\npublic class Process { public static void Start(string q) { sink(q); } }\n'
    const own = 'namespace X;\nclass A { void F() { Process.Start(source()); } }\n'
    const all = { 'a.cs': own, 'b.cs': process, 'usings.cs': 'global using Own;\n' }
    expect(await told('csharp', all)).toBe('sure')
  })
})

describe('a call of JavaScript and a method of the tree that has its name', () => {
  const JOBS = 'export class Jobs {\n  launch(q) { sink(q) }\n  query(q) { sink(q) }\n}\n'

  test.each([
    ['of a module', "import lib from 'lib'\nlib.launch(source())", ''],
    ['of all of a module', "import * as lib from 'lib'\nlib.launch(source())", ''],
    ['of a module in the old way', "const lib = require('lib')\nlib.launch(source())", ''],
    ['of what every program has', 'process.launch(source())', ''],
    ['of what a library made, by a name that many have', "import { Pool } from 'lib'\nnew Pool().query(source())", ''],
    ['of what a library gave, by a name that many have', "import { open } from 'lib'\nopen().query(source())", ''],
    ['of what a library gave, by a rare name', "import { find } from 'lib'\nfind('jobs').launch(source())", 'guess'],
    ['of what it is given', 'export function f(jobs) { jobs.query(source()) }', 'guess'],
    ['of what is made', "import { Jobs } from './jobs.js'\nnew Jobs().query(source())", 'sure'],
    ['of a class of the same name that is not there', "import x from './x.js'\nnew Jobs().launch(source())", ''],
  ])('%s: %s', async (_title, code, expected) => {
    expect(await told('javascript', { 'a.js': code, 'jobs.js': JOBS })).toBe(expected)
  })
})

/** Language, class file with its content, and the expected report by file and code. */
const ROWS: readonly (readonly [string, string, string, readonly (readonly [string, string, string])[]])[] = [
  [
    'python',
    'jobs.py',
    'class Jobs:\n  def launch(self, q):\n    sink(q)\n',
    [
      ['a.py', 'import lib\nlib.launch(source())\n', ''],
      ['a.py', 'from lib import tool\ntool.launch(source())\n', ''],
      ['a.py', 'from lib import Tool\ndef f(t: Tool):\n  t.launch(source())\n', ''],
      ['a.py', 'def f(t):\n  t.launch(source())\n', 'guess'],
      ['a.py', 'from jobs import Jobs\ndef f(t: Jobs):\n  t.launch(source())\n', 'sure'],
    ],
  ],
  [
    'go',
    'own/jobs.go',
    'package own\ntype Jobs struct {}\nfunc (j *Jobs) Launch(q string) { sink(q) }\n',
    [
      ['a.go', 'package a\nimport "lib"\nfunc f() { lib.Launch(source()) }\n', ''],
      ['a.go', 'package a\nimport "lib"\nfunc f(t *lib.Tool) { t.Launch(source()) }\n', ''],
      ['a.go', 'package a\nfunc f(t interface{}) { t.Launch(source()) }\n', 'guess'],
    ],
  ],
  [
    'java',
    'own/Jobs.java',
    'package own;\npublic class Jobs { void launch(String q) { sink(q); } }\n',
    [
      ['A.java', 'import lib.Tool;\nclass A { void f(Tool t) { t.launch(source()); } }\n', ''],
      ['A.java', 'import lib.Tool;\nclass A { void f() { Tool.launch(source()); } }\n', ''],
      ['A.java', 'import own.*;\nclass A { void f(Jobs t) { t.launch(source()); } }\n', 'sure'],
      ['A.java', 'class A { <T> void f(T t) { t.launch(source()); } }\n', 'guess'],
    ],
  ],
  [
    'php',
    'Jobs.php',
    '<?php\nnamespace Own;\nclass Jobs { function launch($q) { sink($q); } }\n',
    [
      ['a.php', '<?php\nnamespace App;\nuse Lib\\Tool;\nfunction f(Tool $t) { $t->launch(source()); }\n', ''],
      ['a.php', '<?php\nnamespace App;\nuse Lib\\Tool;\nTool::launch(source());\n', ''],
      ['a.php', '<?php\nnamespace App;\nfunction f($t) { $t->launch(source()); }\n', 'guess'],
    ],
  ],
  [
    'ruby',
    'jobs.rb',
    'class Jobs\n  def launch(q)\n    sink(q)\n  end\nend\n',
    [
      ['a.rb', 'Tool.launch(source())\n', ''],
      ['a.rb', 'def f(t)\n  t.launch(source())\nend\n', 'guess'],
      ['a.rb', 'Jobs.new.launch(source())\n', 'sure'],
    ],
  ],
]

describe.each(ROWS)('%s', (language, path, jobs, rows) => {
  test.each(rows)('%s: %j', async (own, code, expected) => {
    expect(await told(language, { [own]: code, [path]: jobs })).toBe(expected)
  })
})

describe('wildcard imports', () => {
  test.each([
    ['a function', 'import b.*\nfun f() { top(source()) }'],
    ['a class', 'import b.*\nfun f(d: Dao) { d.find(source()) }'],
    ['what goes with a class', 'import b.*\nfun f() { Dao.go(source()) }'],
    ['an object', 'import b.One\nfun f() { One.add(source()) }'],
    ['a function under another name', 'import b.top as t\nfun f() { t(source()) }'],
    ['a function on a text', 'import b.shown\nfun f() { source().shown() }'],
    ['a function on a text, given something', 'import b.*\nfun f() { "a".with(source()) }'],
  ])('Kotlin: %s', async (_title, code) => {
    const b =
      'package b\nclass Dao {\n fun find(q: String) { sink(q) }\n companion object {\n  fun go(q: String) { sink(q) }\n }\n}\n' +
      'object One {\n fun add(q: String) { sink(q) }\n}\nfun top(q: String) { sink(q) }\n' +
      'fun String.shown() { sink(this) }\nfun String.with(q: String) { sink(q) }\n'
    expect(await told('kotlin', { 'a.kt': `package a\n${code}\n`, 'b.kt': b })).toBe('sure')
  })

  test('Kotlin: a function on a text of a package that is not there', async () => {
    const b = 'package b\nfun String.shown() { sink(this) }\n'
    expect(await told('kotlin', { 'a.kt': 'package a\nfun f() { source().shown() }\n', 'b.kt': b })).toBe('')
  })

  test.each([
    ['a class', 'import b.*;\nclass A { void f() { Dao.go(source()); } }'],
    ['functions of a class', 'import static b.Dao.*;\nclass A { void f() { go(source()); } }'],
  ])('Java: %s', async (_title, code) => {
    const b = 'package b;\npublic class Dao { static void go(String q) { sink(q); } }\n'
    expect(await told('java', { 'a/A.java': `package a;\n${code}\n`, 'b/Dao.java': b })).toBe('sure')
  })
})

describe('a path with a call resolved by name only', () => {
  /** Passes the input through this number of calls before an unknown call. */
  const code = (steps: number): string =>
    `${Array.from({ length: steps }, (_, at) => `function go${at}(x, d) {\n go${at + 1}(x, d) }\n`).join('')}function go${steps}(x, d) { d.startIt(x) }\nfunction f(d) { go0(source(), d) }\n`
  const JOBS = 'export class Jobs { startIt(q) { sink(q) } }\n'

  test('is reported if it is short', async () => {
    expect(await told('javascript', { 'a.js': code(2), 'jobs.js': JOBS })).toBe('guess')
  })

  test('is not reported if it is long', async () => {
    expect(await told('javascript', { 'a.js': code(20), 'jobs.js': JOBS })).toBe('')
  })

  test('is reported at any length if the call is resolved', async () => {
    const known = `import { Jobs } from './jobs.js'\n${code(20).replace('function f(d) {', 'function f() { const d = new Jobs();')}`
    expect(await told('javascript', { 'a.js': known, 'jobs.js': JOBS })).toBe('sure')
  })
})

test.each([
  ['python', 'a.py', 'def f(env, x):\n    env["HTTP_HOST"] = x\n    sink(env)\n', 0],
  ['python', 'a.py', 'def f(env, x):\n    x = env["HTTP_HOST"]\n    sink(x)\n', 1],
  ['javascript', 'a.js', 'function f(env, x) { env["HTTP_HOST"] = x; sink(x) }', 0],
  ['javascript', 'a.js', 'function f(env, x) { env["HTTP_HOST"] += x; sink(env["HTTP_HOST"]) }', 1],
  ['php', 'a.php', '<?php $env["HTTP_HOST"] = $x; sink($x);', 0],
  ['php', 'a.php', '<?php $x = $env["HTTP_HOST"]; sink($x);', 1],
])('an assignment to a member by its key is not a source: %s: %#', async (language, name, code, count) => {
  const env = language === 'php' ? '$env' : 'env'
  const rule = RULE.replace('LANGUAGE', language).replace('source()', `'${env}["HTTP_HOST"]'`)
  expect(await findings(rule, { [name]: code })).toHaveLength(count)
})
