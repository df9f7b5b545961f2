import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { gateUnanalysed } from '../src/gate/index.ts'
import { openFolder } from '../src/index.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tree-'))
  await mkdir(join(root, 'in/lib'), { recursive: true })
  await mkdir(join(root, 'in/.git'))
  await writeFile(join(root, 'secret'), 'outside')
  await writeFile(join(root, 'in/.git/config'), 'x')
  await writeFile(join(root, 'in/b.ts'), 'one')
  await writeFile(join(root, 'in/lib/a.ts'), 'two')
  await writeFile(join(root, 'in/.env'), 'three')
})
afterEach(() => rm(root, { recursive: true, force: true }))
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString()

test('a folder is listed in a stable order, without version control folders', async () => {
  const tree = await openFolder(join(root, 'in'))
  expect(tree.files).toEqual([
    { path: '.env', size_bytes: 5 },
    { path: 'b.ts', size_bytes: 3 },
    { path: 'lib/a.ts', size_bytes: 3 },
  ])
  expect(tree.gaps).toEqual([])
  expect([text(await tree.read('lib/a.ts')), text(await tree.read('.env', 2))]).toEqual(['two', 'th'])
})

test('a large file is read in chunks that form the whole file', async () => {
  const bytes = Buffer.alloc(2_500_000, 'abcdefg')
  await writeFile(join(root, 'in/large'), bytes)
  const tree = await openFolder(join(root, 'in'))
  const pieces: Uint8Array[] = []
  for await (const piece of tree.stream('large')) pieces.push(piece)
  expect(pieces.map(({ length }) => length <= 1024 * 1024)).toEqual([true, true, true])
  expect(Buffer.concat(pieces).equals(bytes)).toBe(true)
})

describe('excluded files are reported', () => {
  test('links to any target', async () => {
    await symlink('../secret', join(root, 'in/link'))
    await symlink('..', join(root, 'in/up'))
    const tree = await openFolder(join(root, 'in'))
    expect(tree.files).toHaveLength(3)
    expect(tree.gaps).toMatchObject([
      { reason: 'skipped', detail: '2 entries (link, up): It is a symbolic link, which is not followed.' },
    ])
  })

  test('links with the name of code are listed, and fail no gate', async () => {
    await symlink('../secret', join(root, 'in/run.js'))
    const { gaps } = await openFolder(join(root, 'in'))
    expect(gaps).toMatchObject([
      {
        filePath: 'run.js',
        unanalysed: [{ path: 'run.js', language: 'javascript', cause: 'link', extent: 'file' }],
      },
    ])
    expect(gateUnanalysed(gaps, true).files).toBe(0)
  })

  test('folders of installed packages, by their kind', async () => {
    for (const folder of ['a', 'b']) await mkdir(join(root, 'in', folder, 'node_modules'), { recursive: true })
    const tree = await openFolder(join(root, 'in'), { ignores: (path) => path.endsWith('node_modules/') })
    expect(tree.gaps).toMatchObject([
      {
        detail:
          'Installed packages excluded by ignore rules of the folder: 2 folders node_modules (a/node_modules, b/node_modules).',
      },
    ])
  })

  test('names that are not UTF-8', async () => {
    await writeFile(Buffer.concat([Buffer.from(join(root, 'in/')), Buffer.from([0xff, 0xfe])]), 'x')
    const tree = await openFolder(join(root, 'in'))
    expect(tree.gaps).toMatchObject([{ reason: 'skipped', detail: 'Its name is not UTF-8.' }])
  })

  test('files matched by ignore rules, as a count', async () => {
    const tree = await openFolder(join(root, 'in'), { ignores: (path) => path === 'lib/' || path === '.env' })
    expect(tree.files.map(({ path }) => path)).toEqual(['b.ts'])
    expect(tree.gaps).toMatchObject([{ detail: '2 files and folders were excluded by ignore rules.' }])
  })

  test('folders that cannot be read', async () => {
    // Gone between the listing of its parent and its own.
    const ignores = (path: string): boolean => {
      if (path === 'lib/') rmSync(join(root, 'in/lib'), { recursive: true })
      return false
    }
    const tree = await openFolder(join(root, 'in'), { ignores })
    expect(tree.gaps).toMatchObject([{ filePath: 'lib/', reason: 'unreadable' }])
  })
})

describe('changes after listing are not followed', () => {
  test('a file that became a link', async () => {
    const tree = await openFolder(join(root, 'in'))
    await rm(join(root, 'in/b.ts'))
    await symlink('../secret', join(root, 'in/b.ts'))
    await expect(tree.read('b.ts')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a folder that became a link', async () => {
    const tree = await openFolder(join(root, 'in'))
    await mkdir(join(root, 'elsewhere'))
    await writeFile(join(root, 'elsewhere/a.ts'), 'outside')
    await rename(join(root, 'in/lib'), join(root, 'in/old'))
    await symlink('../elsewhere', join(root, 'in/lib'))
    await expect(tree.read('lib/a.ts')).rejects.toMatchObject({ code: 'not_found' })
  })

  test.each(['../secret', '/etc/passwd', '.git/config', 'lib/../b.ts'])('unlisted paths: %s', async (path) => {
    const tree = await openFolder(join(root, 'in'))
    await expect(async () => tree.read(path)).rejects.toMatchObject({ code: 'not_found' })
  })
})

test('a path that is not a folder is rejected', async () => {
  await expect(openFolder(join(root, 'nowhere'))).rejects.toMatchObject({ code: 'not_found' })
  await expect(openFolder(join(root, 'secret'))).rejects.toMatchObject({ code: 'not_found' })
})
