import { expect, test } from 'vitest'
import { createSastScanner, OWN_PACK } from '../src/index.ts'
import { gateUnanalysed } from '@gatehouse/scan-engine/gate'
import { runScan } from '@gatehouse/scan-engine'
import { memoryTree as treeOf } from '@gatehouse/testkit/memory-tree'

const HEAD = `const cp = require('child_process')
const app = require('express')()
`
const WEAK = `app.get('/', (req, res) => { cp.exec('ls ' + req.query.a) })\n`
const PYTHON_HEAD = `import os
from flask import Flask, request
app = Flask(__name__)
`
const PYTHON_WEAK = `@app.route('/')
def a():
    os.system('ls ' + request.args['a'])
`

async function scanned(path: string, content: string): Promise<{ isFound: boolean; counted: number; gaps: number }> {
  const { observations, gaps } = await runScan({
    tree: treeOf({ [path]: content }),
    scanners: [createSastScanner({ rules: OWN_PACK })],
  })
  return {
    isFound: observations.some(({ cweId }) => cweId === 'CWE-78'),
    counted: gateUnanalysed(gaps, false).files,
    gaps: gaps.filter(({ reason }) => reason === 'unparsed').length,
  }
}

test.each(['let x = = 1;', 'function ( {', 'if (', 'class {', 'import from from', 'foo(((((', '}}}}', 'x = {'])(
  'code after the error `%s` is analysed',
  async (error) => {
    expect(await scanned('a.js', `${HEAD}${error}\n${WEAK}`)).toEqual({ isFound: true, counted: 0, gaps: 1 })
  },
)

test.each(['class {\nimport from from', 'import from from\nclass {\nimport from from'])(
  'code after several errors is analysed: %j',
  async (errors) => {
    expect(await scanned('a.js', `${HEAD}${errors}\n${WEAK}`)).toMatchObject({ isFound: true, counted: 0 })
  },
)

test.each(['a.js', 'a.ts'])('a file with lines lost after errors counts as not analysed: %s', async (path) => {
  expect(await scanned(path, `${HEAD}${'class {\n'.repeat(5)}${WEAK}`)).toMatchObject({ counted: 1 })
})

test('a line that no grammar reads does not count', async () => {
  expect(await scanned('a.js', `${HEAD}const y = x |> double\n${WEAK}`)).toMatchObject({ isFound: true, counted: 0 })
})

test.each(['def (:', 'x = = 1', 'print "x" %', 'class :'])('Python after `%s` is analysed', async (error) => {
  expect(await scanned('a.py', `${PYTHON_HEAD}${error}\n${PYTHON_WEAK}`)).toMatchObject({ isFound: true })
})
