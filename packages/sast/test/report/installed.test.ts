import { describe, expect, test } from 'vitest'
import { installedFoldersIn } from '../../src/report/installed.ts'
import { hasForeignEncoding } from '../../src/text/decode.ts'
import { languageOf } from '../../src/languages/all.ts'

const folderOf = (paths: readonly string[], path: string) =>
  installedFoldersIn({ files: [...paths, path].map((item) => ({ path: item, size_bytes: 1 })) })(path)

describe('a folder of installed packages', () => {
  test.each([
    [['package.json'], 'node_modules/x/a.js', 'node_modules/'],
    [['app/package.json'], 'app/node_modules/x/node_modules/y/a.js', 'app/node_modules/'],
    [
      ['lib/python3.12/site-packages/flask-3.dist-info/METADATA'],
      'lib/python3.12/site-packages/flask/app.py',
      'lib/python3.12/site-packages/',
    ],
    [['.venv/pyvenv.cfg'], '.venv/lib/a.py', '.venv/'],
    [['infra/main.tf'], 'infra/.terraform/modules/a/main.py', 'infra/.terraform/'],
  ])('requires a manifest: %j', (manifests, path, folder) => {
    expect(folderOf(manifests, path)).toBe(folder)
  })

  test.each([
    [['package.json'], 'Node_Modules/x/a.js'],
    [['package.json'], 'src/node_modules/x/a.js'],
    [['node_modules/x/package.json'], 'node_modules/x/a.js'],
    [['pyproject.toml', 'src/site-packages/setup.py'], 'src/site-packages/a.py'],
    [['pyvenv.cfg'], 'venv/a.py'],
    [['package.json'], 'node_modules.js'],
    [['package.json'], 'my_node_modules/a.js'],
  ])('is not detected by its name alone: %j %s', (manifests, path) => {
    expect(folderOf(manifests, path)).toBeUndefined()
  })
})

test('Python files that declare another encoding than they are read in are recognized', () => {
  const foreign = [
    '# coding: utf-7\n',
    '#!/usr/bin/python\n# -*- coding: cp037 -*-\n',
    '# vim: set fileencoding=utf_16 :\n',
    '# coding=unicode_escape\n',
  ]
  for (const head of foreign) expect([head, hasForeignEncoding(`${head}x = 1\n`)]).toEqual([head, true])
  const usual = [
    '',
    '# coding: utf-8\n',
    '# -*- coding: latin-1 -*-\n',
    '# coding: utf8\n',
    'x = 1\ny = 2\n# coding: utf-7\n',
    'encoding: utf-7\n',
    '# -*- coding: utf-8-unix -*-\n',
    '# coding: iso-8859-15\n',
    '# coding: cp1252\n',
    '# coding: US-ASCII\n',
  ]
  for (const head of usual) expect([head, hasForeignEncoding(`${head}x = 1\n`)]).toEqual([head, false])
})

test.each([
  ['a.pyw', 'python'],
  ['app.wsgi', 'python'],
  ['a.php5', 'php'],
  ['a.php7', 'php'],
  ['a.phar', 'php'],
  ['site.module', 'php'],
  ['a.es6', 'javascript'],
  ['a.jsm', 'javascript'],
])('%s is %s', (path, language) => {
  expect(languageOf(path)?.name).toBe(language)
})
