import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findingsOf, scanned } from '../scans.ts'
import { makeOrganization, makePerson, type Person, serve, type Served } from '../serve.ts'

let service: Served
let ann: Person
beforeAll(async () => {
  service = await serve({ worker: { idle_ms: 20, hold_ms: 50, lanes: 2 } })
  ann = await makePerson(service.store, await makeOrganization(service.store), 'DEVELOPER')
})
afterAll(() => service.close())

const FINE = 'export const add = (a, b) => a + b\n'
const WEAK =
  "const cp = require('child_process')\nrequire('express')().get('/', (req, res) => cp.exec('ls ' + req.query.d))\n"
const WEAK_PYTHON = "import os\nfrom flask import request\n\n\ndef a():\n    os.system('ls ' + request.args['d'])\n"

const scan = (files: Readonly<Record<string, string>>) =>
  scanned(
    service,
    ann,
    { 'b.js': FINE, ...files },
    { scanType: 'SAST_ONLY', projectName: `shop ${crypto.randomUUID()}` },
  )

describe('source code that is not analysed', () => {
  test.each([
    ['a control character in its name', { 'a\n.js': WEAK }],
    ['a character that reorders text in its name', { '\u202ea.js': WEAK }],
    ['a backslash in its name', { 'x\\a.js': WEAK }],
    ['a folder of version control', { '.git/hooks/a.js': WEAK }],
    ['a deeper folder of version control', { 'x/.git/a.js': WEAK }],
    ['a declared encoding', { 'a.py': `# coding: utf-7\n${WEAK_PYTHON}` }],
  ])('fails the gate: %s', async (_why, files) => {
    const item = await scan(files)
    expect([item['gateResult'], String(item['gateReasons'])]).toEqual([
      'FAILED',
      expect.stringContaining('not analyzed'),
    ])
  })

  test('is reported under the scanner that runs, with a title that names the cause', async () => {
    const item = await scan({ 'a\n.js': WEAK })
    const { findings } = await findingsOf(service, ann, item['id'], '?severity=INFO')
    expect(findings.map(({ scanner, ruleId, title }) => [scanner, ruleId, title])).toEqual([
      ['SAST_PATTERN', 'coverage/skipped', 'Source not scanned in full: input skipped'],
    ])
  })

  test.each([
    ['node_modules without a manifest', { 'node_modules/x/a.js': WEAK }],
    ['Node_Modules', { 'package.json': '{}', 'Node_Modules/x/a.js': WEAK }],
    ['site-packages without packages', { 'src/site-packages/a.py': WEAK_PYTHON }],
    ['.venv without an environment', { '.venv/a.py': WEAK_PYTHON }],
    ['a colon in its name', { 'a:b.js': WEAK }],
    ['an extension for windows', { 'a.pyw': WEAK_PYTHON }],
    ['an extension of PHP 5', { 'a.php5': "<?php system('ls ' . $_GET['d']);\n" }],
    ['an old extension of modules', { 'a.es6': WEAK }],
  ])('is analysed: %s', async (_why, files) => {
    const item = await scan(files)
    expect([item['gateResult'], Number(item['criticalCount']) + Number(item['highCount'])]).toEqual(['FAILED', 1])
  })

  test('does not fail the gate for real packages and usual folders of version control', async () => {
    const item = await scan({
      'package.json': '{"name": "shop"}',
      'node_modules/x/a.js': WEAK,
      '.venv/pyvenv.cfg': 'version = 3.12\n',
      '.venv/lib/a.py': WEAK_PYTHON,
      '.git/HEAD': 'ref: refs/heads/fix.js\n',
      '.git/refs/heads/fix.js': '0\n',
      '.git/logs/refs/heads/fix.js': '0\n',
      '.git/hooks/pre-commit.sample': '#!/bin/sh\n',
      'c.py': '# -*- coding: latin-1 -*-\nx = 1\n',
    })
    expect([item['gateResult'], item['gateReasons']]).toEqual(['PASSED', expect.anything()])
  })
})
