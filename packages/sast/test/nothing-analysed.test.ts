import { runScan } from '@gatehouse/scan-engine'
import { coverageOf, gateUnanalysed } from '@gatehouse/scan-engine/gate'
import { memoryTree as treeOf } from '@gatehouse/testkit/memory-tree'
import { describe, expect, test } from 'vitest'
import { createSastScanner, OWN_PACK } from '../src/index.ts'

const gapsOf = async (files: Readonly<Record<string, string>>, isOnly = false) => {
  const { gaps } = await runScan({ tree: treeOf(files), scanners: [createSastScanner({ rules: OWN_PACK, isOnly })] })
  return gaps
}

const ELIXIR = 'defmodule A do\nend\n'

describe('a scan without source code to analyse', () => {
  test('names the unsupported languages, whatever else is scanned', async () => {
    const gaps = await gapsOf({
      'a.ex': ELIXIR,
      'b.exs': ELIXIR,
      'c.lua': 'x = 1\n',
      Dockerfile: 'FROM a\n',
      'd.json': '{}',
    })
    const detail = 'No source code was analyzed. Static analysis does not support Elixir (2 files), Lua (1 file).'
    expect(coverageOf(gaps).blind).toEqual([detail])
  })

  test('is reported except for files that do not concern SAST', async () => {
    const detail = 'No source code was analyzed: the source has no files that static analysis supports.'
    const files = { 'README.md': 'a\n', LICENSE: 'b\n', 'package.json': '{}' }
    expect(coverageOf(await gapsOf(files, true)).blind).toEqual([detail])
    expect(coverageOf(await gapsOf(files)).blind).toEqual([])
  })

  test.each([
    ['a program', { 'a.py': 'x = 1\n' }],
    ['a template', { 'a.ejs': '<p><%= a %></p>\n' }],
    ['a script by its first line', { run: '#!/bin/bash\necho a\n' }],
    ['a build description', { Dockerfile: 'FROM a\n' }],
  ])('%s counts as analysed', async (_case, files) => {
    expect(coverageOf(await gapsOf(files, true)).blind).toEqual([])
  })

  test('is complete when it also has supported code, and the languages are named', async () => {
    const gaps = await gapsOf({ 'a.pl': 'print 1;\n', 'a.py': 'x = 1\n' })
    expect(coverageOf(gaps).blind).toEqual([])
    expect(gaps).toMatchObject([{ reason: 'not_covered', detail: 'Static analysis does not support Perl (1 file).' }])
  })

  test('files that an ignore file leaves out are not analysed', async () => {
    const gaps = await gapsOf({ 'a.py': 'x = 1\n', '.semgrepignore': '*.py\n' }, true)
    expect(coverageOf(gaps).blind).toHaveLength(1)
  })
})

test('a file with flows truncated by a limit counts as not analysed', async () => {
  const lines = Array.from({ length: 6_000 }, (_, at) => `o.k${at} = o.k${at - 1} + g${at}(o)`).join('\n')
  const code = `app.get('/', (req, res) => { let o = {}\n${lines}\ncp.exec(req.query.x); res.end() })\n`
  const gaps = await gapsOf({ 'a.js': `const cp = require('child_process')\n${code}` })
  expect(gateUnanalysed(gaps, true)).toEqual({ files: 1, examples: ['a.js'] })
}, 60_000)
