import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gateUnanalysed } from '../../src/gate/index.ts'
import { openFolder } from '../../src/index.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'unlisted-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

async function treeOf(name: string, paths: readonly string[]) {
  for (const path of paths) {
    await mkdir(dirname(join(root, name, path)), { recursive: true })
    await writeFile(join(root, name, path), 'x = 1\n')
  }
  return openFolder(join(root, name), { versionControl: 'told' })
}

test('code that lies too deep is not analysed and counts', async () => {
  const { gaps } = await treeOf('deep', [`${'d/'.repeat(105)}a.js`, `${'d/'.repeat(105)}note.txt`, 'b.js'])
  expect(gateUnanalysed(gaps, false)).toEqual({ files: 1, examples: [`${'d/'.repeat(105)}a.js`] })
})

test('code in folders of version control counts, names of branches do not', async () => {
  const { gaps } = await treeOf('vc', [
    '.git/hooks/a.js',
    '.git/refs/heads/b.js',
    '.git/logs/refs/heads/b.js',
    'x/CVS/c.py',
  ])
  expect(gateUnanalysed(gaps, false)).toEqual({ files: 2, examples: ['.git/hooks/a.js', 'x/CVS/c.py'] })
})
