import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '@gatehouse/kernel'
import { temporaryFolder } from '@gatehouse/testkit'
import * as fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { openFolder } from '../../src/mcp/confined-folder.ts'
import { pathParts } from '../../src/mcp/confined-path.ts'

/** Creates a folder, and an inaccessible one next to it. */
async function twoFolders() {
  const around = temporaryFolder()
  onTestFinished(() => around.remove())
  const [inside, outside] = [join(around.path, 'inside'), join(around.path, 'outside')]
  mkdirSync(join(inside, 'src'), { recursive: true })
  mkdirSync(outside)
  writeFileSync(join(outside, 'secret.ts'), 'export const key = 1')
  writeFileSync(join(inside, 'src', 'a.ts'), 'export const a = 1')
  return { inside, outside, folder: await openFolder(inside) }
}

const ESCAPES = [
  '../outside/secret.ts',
  'src/../../outside/secret.ts',
  '/etc/passwd',
  '//etc/passwd',
  String.raw`..\outside\secret.ts`,
  String.raw`src\..\..\outside`,
  'C:/Windows/win.ini',
  'src/a.ts:stream',
  'src/a.ts\u0000.json',
  'src/\u202ea.ts',
  '..',
  './..',
  'src/..',
  'nul',
  'src/con.json',
  'a. /b',
  '\ud800',
  'a/'.repeat(40),
  'a'.repeat(600),
]

describe('a path', () => {
  proves('redteam:mcp.read-repo-confined', 'that leads elsewhere is refused, however it is written', async () => {
    const { folder, outside } = await twoFolders()
    for (const path of ESCAPES) {
      await expect(folder.read(path, 1_000).then(String)).rejects.toBeInstanceOf(Failure)
      await expect(folder.write(path, 'x')).rejects.toBeInstanceOf(Failure)
      await expect(folder.within(path)).rejects.toBeInstanceOf(Failure)
      await expect(folder.remove(path)).rejects.toBeInstanceOf(Failure)
    }
    expect(readdirSync(outside)).toEqual(['secret.ts'])
  })

  test('has no parent parts for any input', () => {
    const part = fc.constantFrom('..', '.', '', 'a', ' ', 'b.c', '…', '..a', 'a..', '%2e%2e', '\\', '\t', '...')
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (some) => {
        expect(partsOrNone(some.join('/')).filter((item) => /^\.{0,2}$|[\\/]/.test(item))).toEqual([])
      }),
    )
  })
})

/** Returns no parts for a rejected path. */
function partsOrNone(path: string): readonly string[] {
  try {
    return pathParts(path)
  } catch (thrown) {
    if (thrown instanceof Failure) return []
    throw thrown
  }
}

describe('a link', () => {
  test('to an outside target is not read, listed or written through', async () => {
    const { folder, inside, outside } = await twoFolders()
    symlinkSync(join(outside, 'secret.ts'), join(inside, 'linked.ts'))
    symlinkSync(outside, join(inside, 'linked'))
    symlinkSync(join(inside, 'src'), join(inside, 'again'))
    expect(await folder.read('linked.ts', 1_000)).toBeUndefined()
    expect(await folder.read('linked/secret.ts', 1_000)).toBeUndefined()
    const listed: string[] = []
    for await (const { path } of folder.list()) listed.push(path)
    expect(listed).toEqual(['src/a.ts'])
    await expect(folder.within('linked')).rejects.toThrow('links are not followed')
    await expect(folder.write('linked/new.json', 'x')).rejects.toThrow(Failure)
    await expect(folder.write('linked/deep/new.json', 'x')).rejects.toThrow(Failure)
    await expect(folder.write('linked.ts', 'x')).rejects.toThrow('not a regular file')
    expect(await folder.names('linked')).toEqual([])
    expect(readdirSync(outside)).toEqual(['secret.ts'])
    expect(readFileSync(join(outside, 'secret.ts'), 'utf8')).toBe('export const key = 1')
  })

  test('in a cycle or without a target is skipped', async () => {
    const { folder, inside } = await twoFolders()
    symlinkSync('.', join(inside, 'circle'))
    symlinkSync('nowhere', join(inside, 'nowhere.ts'))
    const listed: string[] = []
    for await (const { path } of folder.list()) listed.push(path)
    expect(listed).toEqual(['src/a.ts'])
    expect(await folder.read('nowhere.ts', 1_000)).toBeUndefined()
    await expect(folder.write('nowhere.ts', 'x')).rejects.toThrow(Failure)
    expect(existsSync(join(inside, 'nowhere'))).toBe(false)
  })
})

describe('a file', () => {
  test('is written whole, for its owner alone, and leaves no draft', async () => {
    const { folder, inside } = await twoFolders()
    await folder.write('a/b/redteam.json', '{}')
    await folder.write('a/b/redteam.json', '{"a": 1}')
    expect(readdirSync(join(inside, 'a', 'b'))).toEqual(['redteam.json'])
    expect(await folder.read('a/b/redteam.json', 1_000)).toBe('{"a": 1}')
    expect(lstatSync(join(inside, 'a', 'b', 'redteam.json')).mode & 0o077).toBe(0)
    await expect(folder.write('src', 'x')).rejects.toThrow('not a regular file')
    await expect(folder.write('src/a.ts/b.json', 'x')).rejects.toThrow(Failure)
  })

  test('that is too large, no text or no file is not read', async () => {
    const { folder, inside } = await twoFolders()
    writeFileSync(join(inside, 'large.ts'), 'x'.repeat(2_000))
    writeFileSync(join(inside, 'binary.ts'), Buffer.from([1, 0, 2]))
    expect(await folder.read('large.ts', 1_000)).toBeUndefined()
    expect(await folder.read('binary.ts', 1_000)).toBeUndefined()
    expect(await folder.read('src', 1_000)).toBeUndefined()
    expect(await folder.read('missing.ts', 1_000)).toBeUndefined()
    expect(await folder.read('', 1_000)).toBeUndefined()
  })
})

test('dependency, build and dot folders are skipped', async () => {
  const { folder, inside } = await twoFolders()
  for (const path of [
    'node_modules/x/i.js',
    '.git/config',
    '.env',
    '.aws/credentials.json',
    'dist/a.js',
    'venv/b.py',
  ]) {
    mkdirSync(join(inside, path, '..'), { recursive: true })
    writeFileSync(join(inside, path), 'x')
  }
  const listed: string[] = []
  for await (const { path } of folder.list()) listed.push(path)
  expect(listed).toEqual(['src/a.ts'])
})

test('there has to be a folder', async () => {
  const { inside } = await twoFolders()
  await expect(openFolder(join(inside, 'missing'))).rejects.toThrow('Folder not found')
  await expect(openFolder(join(inside, 'src', 'a.ts'))).rejects.toThrow('Folder not found')
})
