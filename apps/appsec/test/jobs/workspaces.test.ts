import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uuidv7 } from '@gatehouse/kernel'
import { createEgress } from '@gatehouse/kernel/egress'
import { createKeyRing } from '@gatehouse/kernel/sealing'
import type { ScanRow } from '@gatehouse/store/scans'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWorkspaces, type Workspaces } from '../../src/jobs/workspaces.ts'
import { tarOf } from '../archives.ts'

const FILES = 400
let dataDir: string
let folder: string
let workspaces: Workspaces
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'workspaces-'))
  folder = join(dataDir, 'workspaces', 'one')
  await mkdir(join(dataDir, 'sources'))
  const names = Array.from({ length: FILES }, (_, at) => [`d${at % 20}/f${at}`, 'x'] as const)
  await writeFile(join(dataDir, 'sources', 'upload'), tarOf(Object.fromEntries(names)))
  const hosts = { credentialsFor: () => Promise.resolve(undefined) }
  const keys = createKeyRing([randomBytes(32)])
  workspaces = createWorkspaces({ egress: createEgress(), hosts, keys, dataDir, folder })
})
afterEach(async () => {
  await workspaces.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** Returns the scan data that a workspace uses. */
function scanOf(sourceFile: string): ScanRow {
  const source = { kind: 'upload', name: 'shop', sha256: '' }
  const row: Partial<ScanRow> = { id: uuidv7(), source: source as ScanRow['source'], sourceFile, sourceSecret: null }
  return row as ScanRow
}
const never = new AbortController().signal

test('a source unpacked during cleanup of its old workspace is complete', async () => {
  const scan = scanOf('upload')
  for (let times = 0; times < 2; times += 1) {
    await workspaces.of(scan, never)
    const removing = workspaces.forget(scan.id)
    const { tree } = await workspaces.of(scan, never)
    await removing
    const read = await Promise.all(tree.files.map(({ path }) => tree.read(path, 10).catch(() => undefined)))
    expect(read.filter((item) => item !== undefined)).toHaveLength(FILES)
    await workspaces.forget(scan.id)
  }
  expect(await readdir(folder)).toEqual([])
})

test('aborting one waiter does not abort the others', async () => {
  const scan = scanOf('upload')
  const paused = new AbortController()
  const first = workspaces.of(scan, paused.signal)
  const second = workspaces.of(scan, never)
  const reason = new Error('paused')
  paused.abort(reason)
  await expect(first).rejects.toBe(reason)
  expect((await second).tree.files).toHaveLength(FILES)
})

test('a fetch without waiters stops and leaves no files', async () => {
  const scan = scanOf('upload')
  const paused = new AbortController()
  const waiting = workspaces.of(scan, paused.signal)
  paused.abort(new Error('paused'))
  await expect(waiting).rejects.toThrow('paused')
  expect(await readdir(folder)).toEqual([])
})

test('version control folders in an upload are reported as a coverage gap', async () => {
  await writeFile(join(dataDir, 'sources', 'hidden'), tarOf({ 'CVS/evil.js': 'x', '.git/config': 'x', 'a.js': 'x' }))
  const { tree, gaps } = await workspaces.of(scanOf('hidden'), never)
  expect(tree.files.map(({ path }) => path)).toEqual(['a.js'])
  expect(new Set(gaps.map(({ reason, filePath }) => `${reason} ${filePath}`))).toEqual(
    new Set(['skipped .git', 'skipped CVS']),
  )
})

test('a failed source fetch is retried', async () => {
  const scan = scanOf('later')
  await expect(workspaces.of(scan, never)).rejects.toThrow('ENOENT')
  await writeFile(join(dataDir, 'sources', 'later'), tarOf({ a: 'x' }))
  expect((await workspaces.of(scan, never)).tree.files).toHaveLength(1)
})
