import { describe, expect, test } from 'vitest'
import { findings, places } from './found.ts'

const RULE = `rules:
- id: r
  mode: taint
  languages: [javascript, typescript, go, php, python, java, kotlin, csharp]
  severity: HIGH
  message: m
  pattern-sources: [{pattern: source()}]
  pattern-sinks: [{patterns: [{pattern: sink($X)}, {focus-metavariable: $X}]}]
`

async function found(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  return places(await findings(RULE, files))
}

const RUN = 'export function run(q) {\n  sink(q)\n}\n'

function calling(module: string): string {
  return `import { run } from '${module}'\nrun(source())\n`
}

describe('names of modules in settings of TypeScript', () => {
  test.each([
    ['a prefix', '{"compilerOptions": {"paths": {"@db/*": ["./data/*"]}}}', '@db/run', 'web/data/run.ts'],
    [
      'from a base',
      '{"compilerOptions": {"baseUrl": "./lib", "paths": {"@db/*": ["data/*"]}}}',
      '@db/run',
      'web/lib/data/run.ts',
    ],
    ['a base alone', '{"compilerOptions": {"baseUrl": "lib"}}', 'data/run', 'web/lib/data/run.ts'],
    ['one name', '{"compilerOptions": {"paths": {"db": ["./data/run.ts"]}}}', 'db', 'web/data/run.ts'],
    [
      'the longest that fits',
      '{"compilerOptions": {"paths": {"@/*": ["./no/*"], "@/db/*": ["./data/*"]}}}',
      '@/db/run',
      'web/data/run.ts',
    ],
    [
      'with comments, and commas too many',
      '{\n// one "text"\n"compilerOptions": {/* two */ "paths": {"//x/*": [], "@db/*": ["./data/*",],},},}',
      '@db/run',
      'web/data/run.ts',
    ],
    ['of another file', '{"extends": "../tsconfig.base"}', '@all/run', 'shared/run.ts'],
  ])('%s: %s', async (_title, settings, module, path) => {
    const base = '{"compilerOptions": {"baseUrl": ".", "paths": {"@all/*": ["shared/*"]}}}'
    const files = { 'web/tsconfig.json': settings, 'tsconfig.base.json': base }
    expect(await found({ ...files, 'web/a/b.ts': calling(module), [path]: RUN })).toEqual([`web/a/b.ts:2 → ${path}:2`])
  })

  test.each([
    ['a name that none fits', '{"compilerOptions": {"paths": {"@db/*": ["./data/*"]}}}'],
    ['settings that are none', '{"compilerOptions": '],
  ])('%s', async (_title, settings) => {
    const files = { 'tsconfig.json': settings, 'a.ts': calling('@dc/run'), 'data/run.ts': RUN }
    expect(await found(files)).toEqual([])
  })
})

describe('names of packages of the tree', () => {
  test.each([
    ['its index', '{"name": "@own/db"}', '@own/db', 'packages/db/index.js'],
    ['its sources', '{"name": "@own/db"}', '@own/db', 'packages/db/src/index.ts'],
    ['its main file', '{"name": "db", "main": "./lib/main.js"}', 'db', 'packages/db/lib/main.js'],
    ['what its main file is made from', '{"name": "db", "main": "dist/main.js"}', 'db', 'packages/db/src/main.ts'],
    ['a part', '{"name": "@own/db"}', '@own/db/run', 'packages/db/run.ts'],
    ['what it exports', '{"name": "db", "exports": {".": {"import": "./e.mjs"}}}', 'db', 'packages/db/e.mjs'],
    ['a part of that', '{"name": "db", "exports": {"./x": "./src/y.ts"}}', 'db/x', 'packages/db/src/y.ts'],
    ['any part', '{"name": "db", "exports": {"./*": "./dist/*.js"}}', 'db/x', 'packages/db/src/x.ts'],
  ])('%s: %s', async (_title, settings, module, path) => {
    const files = { 'packages/db/package.json': settings, 'app/a.ts': calling(module), [path]: RUN }
    expect(await found(files)).toEqual([`app/a.ts:2 → ${path}:2`])
  })

  test('names for its own use', async () => {
    const settings = '{"imports": {"#db/*": "./data/*.js"}}'
    const files = { 'app/package.json': settings, 'app/x/a.js': calling('#db/run'), 'app/data/run.js': RUN }
    expect(await found(files)).toEqual(['app/x/a.js:2 → app/data/run.js:2'])
  })

  test('a package of others', async () => {
    const files = { 'packages/db/package.json': '{"name": "db"}', 'a.ts': calling('dbx'), 'packages/db/index.ts': RUN }
    expect(await found(files)).toEqual([])
  })
})

describe('packages of Go', () => {
  const DB = 'package db\nfunc Run(q string) {\n sink(q)\n}\n'
  const calls = (module: string): string => `package a\nimport "${module}"\nfunc f() { db.Run(source()) }\n`

  test.each([
    ['of the module', 'example.org/own/db', 'db/b.go', ['a/a.go:3 → db/b.go:3']],
    ['of another module', 'example.org/other/db', 'db/b.go', []],
    ['of a module in a folder', 'example.org/inner/db', 'inner/db/b.go', ['a/a.go:3 → inner/db/b.go:3']],
  ])('%s', async (_title, module, path, expected) => {
    const mods = { 'go.mod': 'module example.org/own\n\ngo 1.22\n', 'inner/go.mod': 'module example.org/inner\n' }
    expect(await found({ ...mods, 'a/a.go': calls(module), [path]: DB })).toEqual(expected)
  })
})

describe('names that need no settings', () => {
  test.each([
    [
      'PHP: a function of a namespace',
      {
        'src/a.php': '<?php\nnamespace App;\nuse function Own\\run;\nrun(source());\n',
        'lib/b.php': '<?php\nnamespace Own;\nfunction run($q) {\n sink($q);\n}\n',
      },
      'src/a.php:4 → lib/b.php:4',
    ],
    [
      'PHP: a class by where its namespace is mapped',
      {
        'src/Web/A.php': '<?php\nnamespace App\\Web;\nuse App\\Db\\Dao;\n(new Dao())->run(source());\n',
        'src/Db/Dao.php': '<?php\nnamespace App\\Db;\nclass Dao { function run($q) {\n sink($q);\n} }\n',
      },
      'src/Web/A.php:4 → src/Db/Dao.php:4',
    ],
    [
      'Python: a package in src',
      {
        'src/own/a.py': 'from own.db.run import run\nrun(source())\n',
        'src/own/db/run.py': 'def run(q):\n  sink(q)\n',
      },
      'src/own/a.py:2 → src/own/db/run.py:2',
    ],
    [
      'Python: two folders up',
      { 'own/x/y/a.py': 'from ...db import run\nrun(source())\n', 'own/db.py': 'def run(q):\n  sink(q)\n' },
      'own/x/y/a.py:2 → own/db.py:2',
    ],
    [
      'Java: a package in a folder of its own',
      {
        'src/main/java/p/A.java': 'package p;\nimport q.B;\nclass A { void f() { B.run(source()); } }\n',
        'core/src/main/java/q/B.java':
          'package q;\npublic class B { public static void run(String q) {\n sink(q); } }\n',
      },
      'src/main/java/p/A.java:3 → core/src/main/java/q/B.java:3',
    ],
    [
      'C#: a namespace',
      {
        'Web/A.cs': 'using Own.Db;\nnamespace Own.Web;\nclass A { void F() { B.Run(source()); } }\n',
        'Db/B.cs': 'namespace Own.Db;\npublic static class B { public static void Run(string q) {\n sink(q); } }\n',
      },
      'Web/A.cs:3 → Db/B.cs:3',
    ],
  ])('%s', async (_title, files, expected) => {
    expect(await found(files)).toEqual([expected])
  })
})
