import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runGatehouse, temporaryFolder } from '@gatehouse/testkit'
import { expect, onTestFinished, test } from 'vitest'

test('a command completes its work after its output stream is closed', async () => {
  const folder = temporaryFolder()
  onTestFinished(() => folder.remove())
  const report = join(folder.path, 'rules.json')
  const run = runGatehouse(['rules', 'list'], { cwd: folder.path })
  run.child.stdout?.destroy()
  expect([await run.ended(), run.stderr()]).toEqual([0, ''])
  writeFileSync(join(folder.path, 'a.py'), 'one = 1\n')
  const scan = runGatehouse(['scan', '.', '--format', 'json', '-o', report], { cwd: folder.path })
  scan.child.stdout?.destroy()
  expect([await scan.ended(), scan.stderr()]).toEqual([0, expect.stringMatching(/^No findings in \d+ files?[^\n]*\n$/)])
  expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({ findings: [] })
})
