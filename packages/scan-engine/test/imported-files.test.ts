import { memoryTree as treeOf } from '@gatehouse/testkit/memory-tree'
import { describe, expect, test } from 'vitest'
import { entryPointsIn } from '../src/index.ts'

type Files = Readonly<Record<string, string>>

async function importedOf(files: Files): Promise<readonly string[]> {
  const entries = await entryPointsIn(treeOf(files))
  return Object.keys(files).filter((path) => /(?:^|\/)(?:demo|docs|tests?)\//.test(path) && entries.has(path))
}

const JAVA = { 'src/demo/Run.java': 'package shop.demo;\npublic class Run { }\n' }
const CSHARP = { 'demo/Run.cs': 'namespace Shop.Demo {\n  public class Run { }\n}\n' }
const GO = { 'go.mod': 'module example.com/shop\n', 'demo/run.go': 'package demo\n', 'demo/other.go': 'package demo\n' }

describe('production code makes an imported file production code', () => {
  test.each<[string, Files, readonly string[]]>([
    ['require', { 'src/a.js': "require('../demo/run')", 'demo/run.js': '' }, ['demo/run.js']],
    ['import', { 'src/a.mjs': "import { b } from '../demo/run.mjs'", 'demo/run.mjs': '' }, ['demo/run.mjs']],
    ['dynamic import', { 'src/a.js': "import(/* a */ '../demo/run.js')", 'demo/run.js': '' }, ['demo/run.js']],
    ['a variable', { 'src/a.js': "const m = '../de' + 'mo/run'\nrequire(m)", 'demo/run.js': '' }, ['demo/run.js']],
    ['escapes', { 'src/a.js': "require('\\u002e./demo/run')", 'demo/run.js': '' }, ['demo/run.js']],
    [
      'a joined path',
      { 'src/a.js': "require(path.join(__dirname, '..', 'demo', 'run'))", 'demo/run.js': '' },
      ['demo/run.js'],
    ],
    ['a folder', { 'src/a.js': "require('../demo')", 'demo/index.js': '' }, ['demo/index.js']],
    [
      'a folder with a manifest',
      { 'src/a.js': "require('../demo')", 'demo/package.json': '{"main": "lib/run.js"}', 'demo/lib/run.js': '' },
      ['demo/lib/run.js'],
    ],
    [
      'a workspace package',
      {
        'src/a.js': "import a from '@shop/demo'",
        'demo/package.json': '{"name": "@shop/demo", "main": "run.js"}',
        'demo/run.js': '',
      },
      ['demo/run.js'],
    ],
    ['a script', { 'bin/a': "#!/usr/bin/env node\nrequire('../demo/run')", 'demo/run.js': '' }, ['demo/run.js']],
    [
      'an installed package',
      { 'node_modules/a/a.js': "require('../../demo/run')", 'demo/run.js': '' },
      ['demo/run.js'],
    ],
    [
      'a manifest',
      { 'package.json': '{"main": "demo/run.js"}', 'demo/run.js': "require('./b')", 'demo/b.js': '' },
      ['demo/run.js', 'demo/b.js'],
    ],
    ['TypeScript', { 'src/a.ts': "import { b } from '../demo/run.js'", 'demo/run.ts': '' }, ['demo/run.ts']],
    ['export from', { 'src/a.ts': "export * from '../demo/run'", 'demo/run.tsx': '' }, ['demo/run.tsx']],
    ['an alias', { 'src/a.ts': "import b from '@/demo/run'", 'src/demo/run.ts': '' }, ['src/demo/run.ts']],
    ['Vue', { 'src/a.vue': "<script>\nimport b from '../demo/run'\n</script>", 'demo/run.ts': '' }, ['demo/run.ts']],
    ['a test by name', { 'src/a.js': "require('./test/b.spec')", 'src/test/b.spec.js': '' }, ['src/test/b.spec.js']],
    ['Python', { 'shop/a.py': 'from demo.run import b', 'demo/run.py': '' }, ['demo/run.py']],
    [
      'a Python package',
      { 'a.py': 'from demo import run', 'demo/__init__.py': '', 'demo/run.py': '' },
      ['demo/__init__.py', 'demo/run.py'],
    ],
    [
      'a relative module',
      { 'shop/a.py': 'from .demo import (\n  b,\n  run,\n)', 'shop/demo/run.py': '' },
      ['shop/demo/run.py'],
    ],
    ['import as', { 'a.py': 'import os, demo.run as b', 'src/demo/run.py': '' }, ['src/demo/run.py']],
    ['importlib', { 'a.py': "b = importlib.import_module('demo.run')", 'demo/run.py': '' }, ['demo/run.py']],
    ['PHP', { 'src/a.php': "<?php require_once __DIR__ . '/../demo/run.php';", 'demo/run.php': '' }, ['demo/run.php']],
    [
      'a PHP class',
      { 'src/a.php': '<?php\nuse Shop\\Demo\\Run;\n', 'demo/Run.php': '<?php\nnamespace Shop\\Demo;\nclass Run { }\n' },
      ['demo/Run.php'],
    ],
    ['require_relative', { 'app/a.rb': "require_relative '../demo/run'", 'demo/run.rb': '' }, ['demo/run.rb']],
    ['Ruby', { 'app/a.rb': "require File.join(__dir__, '..', 'demo', 'run')", 'demo/run.rb': '' }, ['demo/run.rb']],
    ['autoload', { 'lib/a.rb': "  autoload :Run, 'demo/run'", 'lib/demo/run.rb': '' }, ['lib/demo/run.rb']],
    [
      'Go',
      { ...GO, 'main.go': 'import "example.com/shop/demo"', 'demo/run_test.go': '' },
      ['demo/run.go', 'demo/other.go'],
    ],
    ['Java', { ...JAVA, 'src/A.java': 'package shop;\nimport shop.demo.Run;' }, ['src/demo/Run.java']],
    ['a Java package', { ...JAVA, 'src/A.java': 'import shop.demo.*;\nclass A { Run a; }' }, ['src/demo/Run.java']],
    ['a Java type', { ...JAVA, 'src/A.java': 'class A { shop.demo.Run a; }' }, ['src/demo/Run.java']],
    ['the same package', { ...JAVA, 'src/A.java': 'package shop.demo;\nclass A { Run a; }' }, ['src/demo/Run.java']],
    ['Kotlin', { 'a.kt': 'import shop.run\n', 'demo/run.kt': 'package shop\nfun run() { }\n' }, ['demo/run.kt']],
    ['C#', { ...CSHARP, 'src/A.cs': 'using Shop.Demo;\nclass A { Run a; }' }, ['demo/Run.cs']],
    ['a C# namespace', { ...CSHARP, 'src/A.cs': 'namespace Shop;\nclass A { Demo.Run a; }' }, ['demo/Run.cs']],
    ['C', { 'src/a.c': '#include "../demo/run.h"', 'demo/run.h': '', 'demo/run.c': '' }, ['demo/run.h', 'demo/run.c']],
    [
      'Rust',
      { 'src/main.rs': 'pub mod demo;', 'src/demo/mod.rs': 'mod run;', 'src/demo/run.rs': '' },
      ['src/demo/mod.rs', 'src/demo/run.rs'],
    ],
    ['a Rust path', { 'src/main.rs': '#[path = "../demo/run.rs"]\nmod run;', 'demo/run.rs': '' }, ['demo/run.rs']],
    ['Terraform', { 'main.tf': 'module "a" {\n  source = "./demo/a"\n}', 'demo/a/main.tf': '' }, ['demo/a/main.tf']],
    ['a shell script', { 'run.sh': '#!/bin/sh\n. "$here/demo/run.sh"\n', 'demo/run.sh': '' }, ['demo/run.sh']],
    [
      'other files',
      { 'a.js': "require('./demo/b')", 'demo/b.js': "require('../docs/c')", 'docs/c.js': '' },
      ['demo/b.js', 'docs/c.js'],
    ],
    [
      'a regular expression before it',
      { 'a.js': "const b = /[/*]/\nrequire('./demo/run')", 'demo/run.js': '' },
      ['demo/run.js'],
    ],
    ['NUL', { 'a.js': "require('./demo/run')".split('').join('\0'), 'demo/run.js': '' }, ['demo/run.js']],
  ])('by %s', async (_name, files, expected) => {
    expect(await importedOf(files)).toEqual(expected)
  })

  test('in a module whose name another folder claims', async () => {
    const decoys = { 'a/go.mod': GO['go.mod'], 'a/demo/a.go': '', 'b/go.mod': 'module example.com/shop/demo\n' }
    const found = await importedOf({ ...GO, ...decoys, 'main.go': 'import "example.com/shop/demo"' })
    expect(found).toEqual(expect.arrayContaining(['demo/run.go', 'demo/other.go']))
  })

  test('in a scan of changed files', async () => {
    const { files, ...tree } = treeOf({ 'src/a.js': "require('../demo/run')", 'demo/run.js': '' })
    const isChanged = ({ path }: { path: string }): boolean => path === 'demo/run.js'
    const changed = {
      ...tree,
      files: files.filter(isChanged),
      beside: files.filter((treeFile) => !isChanged(treeFile)),
    }
    expect((await entryPointsIn(changed)).has('demo/run.js')).toBe(true)
  })
})

describe('a file keeps its class', () => {
  test.each<[string, Files]>([
    ['if only a test imports it', { 'test/a.js': "require('../demo/run')", 'demo/run.js': '' }],
    ['if only a test by name imports it', { 'src/a.test.js': "require('../demo/run')", 'demo/run.js': '' }],
    ['if only documentation imports it', { 'docs/a.js': "require('../demo/run')", 'demo/run.js': '' }],
    ['if only an example imports it', { 'demo/a.js': "require('./run')", 'demo/run.js': '' }],
    ['if only the settings of tests import it', { 'jest.config.js': "require('./test/a')", 'test/a.js': '' }],
    ['if it imports production code', { 'a.js': "require('./b')", 'b.js': '', 'demo/run.js': "require('../a')" }],
    [
      'if a comment names it',
      { 'a.js': "/**\n * require('./demo/run')\n */\n// import './demo/run'", 'demo/run.js': '' },
    ],
    ['if a docstring names it', { 'a.py': '"""\nfrom demo.run import b\n"""\n# import demo.run', 'demo/run.py': '' }],
    ['if a package has the name of its folder', { 'a.js': "import a from 'demo'", 'demo/index.js': '' }],
    ['if a comment of Java names it', { ...JAVA, 'src/A.java': '// shop.demo.Run\n/** {@link shop.demo.Run} */' }],
    ['if another package has such a type', { ...JAVA, 'src/A.java': 'import other.Run;\nclass A { Run a; }' }],
    [
      'if the type is a member',
      { 'a.kt': 'package a\nval b = Run()', 'test/b.kt': 'package a\nclass B { class Run }' },
    ],
    ['if it is a unit test of Rust', { 'src/main.rs': '#[cfg(test)]\nmod tests;', 'src/tests/mod.rs': '' }],
    ['if another module of Go has the name', { ...GO, 'main.go': 'import "example.org/shop/demo"' }],
    ['if a comment of Ruby names it', { 'a.rb': "# require_relative 'demo/run'", 'demo/run.rb': '' }],
    ['if the path leaves the source', { 'a.js': "require('../../demo/run')", 'demo/run.js': '' }],
  ])('%s', async (_name, files) => {
    expect(await importedOf(files)).toEqual([])
  })
})

test.each([
  ['js', "'../"],
  ['js', '/*\n'],
  ['js', "require('"],
  ['js', '"'],
  ['py', 'from . import ('],
  ['py', '"""'],
  ['java', 'import a.'],
  ['java', 'a.b.c.'],
  ['java', '"\\'],
  ['cs', '@""'],
  ['go', '"a/'],
  ['php', 'require '],
  ['rb', 'require "a'],
  ['rs', 'mod a '],
  ['c', '#include "'],
])('reads a large file in %s of %j', async (extension, piece) => {
  const text = piece.repeat(Math.ceil(2_000_000 / piece.length))
  const files = { [`src/a.${extension}`]: text, [`demo/a.${extension}`]: 'class Other { }\n', 'go.mod': 'module a\n' }
  expect((await entryPointsIn(treeOf(files))).has(`demo/a.${extension}`)).toBe(false)
})
