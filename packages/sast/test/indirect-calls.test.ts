import { expect, test } from 'vitest'
import { memoryTree } from '@gatehouse/testkit/memory-tree'
import { runScan } from '@gatehouse/scan-engine'
import { createSastScanner, OWN_PACK } from '../src/index.ts'

async function injections(statement: string): Promise<number> {
  const code = [
    "const { exec } = require('child_process')",
    "const app = require('express')()",
    `app.get('/', (req, res) => { const x = 'ls ' + req.query.a; ${statement} })`,
  ]
  const tree = memoryTree({ 'a.js': code.join('\n') })
  const { observations } = await runScan({ tree, scanners: [createSastScanner({ rules: OWN_PACK })] })
  return observations.filter(({ cweId = '' }) => /^CWE-(?:77|78|94|95)$/.test(cweId)).length
}

test.each([
  'exec.call(null, x)',
  'exec.apply(null, [x])',
  'exec.apply(null, [x, { env: a[0] }])',
  'Reflect.apply(exec, undefined, [x])',
  '(0, exec)(x)',
  '(0, eval)(req.query.a)',
  'exec.apply(\n  null,\n  [\n    x,\n  ]\n)',
  '(0,\neval)(req.query.a)',
  'return(0,eval)(req.query.a)',
])('finds the injection in %s', async (statement) => {
  expect(await injections(statement)).toBeGreaterThan(0)
})

test.each(['exec.call(null, "ls")', 'exec.apply(null, ["ls"])', 'run(0, exec)(x)', '/a/.exec.call(pattern, x)'])(
  'finds no injection in %s',
  async (statement) => {
    expect(await injections(statement)).toBe(0)
  },
)
