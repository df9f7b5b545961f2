import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { openAdvisories } from '../../src/advisories/database.ts'
import { importAdvisories } from '../../src/advisories/import.ts'
import { advisory, given, into, temporaryFolder } from './make.ts'

const RECORDS = [advisory('GHSA-1', 'a', '1.0.0'), advisory('GHSA-2', 'b', '2.0.0')]
const LINES = RECORDS.map((record) => JSON.stringify(record)).join('\n')

describe('Advisories are imported', () => {
  test.each([
    ['from JSON lines', 'all.jsonl', Buffer.from(`${LINES}\n\n`)],
    ['from lines without an end', 'all.jsonl', Buffer.from(LINES)],
    ['from packed JSON lines', 'all.jsonl.gz', gzipSync(LINES)],
    ['from one record', 'GHSA-1.json', Buffer.from(JSON.stringify(RECORDS[0]))],
    [
      'from a zip whatever its name',
      'export',
      zip({ 'npm/GHSA-1.json': RECORDS[0], 'GHSA-2.json': RECORDS[1], 'README.md': {} }),
    ],
  ])('%s', async (_title, name, bytes) => {
    const folder = temporaryFolder()
    const path = join(temporaryFolder(), name)
    writeFileSync(path, bytes)
    const report = await importAdvisories({ ...into(folder), sources: [path] })
    expect(report).toMatchObject({ rejected: 0, added: report.snapshot.records, previous: undefined })
    expect(idsOf(folder, 'a', '0.9.0')).toEqual(['GHSA-1'])
  })

  test('from a folder and its subfolders, without following links', async () => {
    const folder = temporaryFolder()
    const tree = temporaryFolder()
    const outside = temporaryFolder()
    mkdirSync(join(tree, '2026'))
    writeFileSync(join(tree, '2026', 'GHSA-1.json'), JSON.stringify(RECORDS[0]))
    writeFileSync(join(tree, 'notes.txt'), 'none')
    writeFileSync(join(outside, 'GHSA-2.json'), JSON.stringify(RECORDS[1]))
    symlinkSync(outside, join(tree, 'link'))
    symlinkSync(join(outside, 'GHSA-2.json'), join(tree, 'GHSA-2.json'))
    const { snapshot } = await importAdvisories({ ...into(folder), sources: [tree] })
    expect(snapshot).toMatchObject({
      records: 1,
      packages: 1,
      ecosystems: { npm: 1 },
      createdAt: '2026-02-03T04:05:06.000Z',
    })
  })

  test('from a folder of collections, in the layout of mirrors', async () => {
    const folder = temporaryFolder()
    const tree = temporaryFolder()
    writeFileSync(join(tree, 'npm.jsonl.gz'), gzipSync(JSON.stringify(RECORDS[0])))
    writeFileSync(join(tree, 'all.zip'), zip({ 'GHSA-2.json': RECORDS[1] }))
    const { added } = await importAdvisories({ ...into(folder), sources: [tree] })
    expect(added).toBe(2)
  })

  test('and an import without advisories fails: an empty snapshot would match no package', async () => {
    const folder = temporaryFolder()
    await expect(importAdvisories({ ...into(folder), sources: [temporaryFolder()] })).rejects.toThrow(
      'The source is empty.',
    )
    expect(openAdvisories({ folder })).toBeUndefined()
  })

  test('and replace a damaged snapshot', async () => {
    const folder = temporaryFolder()
    const { snapshot } = await importAdvisories({ ...into(folder), sources: [given(RECORDS[0])] })
    const [path] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('manifest.json'),
    )
    writeFileSync(join(folder, path!), '{}')
    await expect(importAdvisories({ ...into(folder), sources: [given(RECORDS[1])], update: true })).rejects.toThrow(
      'corrupt',
    )
    const importReport = await importAdvisories({ ...into(folder), sources: [given(...RECORDS)] })
    expect([importReport.snapshot.records, importReport.previous]).toEqual([2, snapshot.id])
  })

  test('and unreadable records are counted and named', async () => {
    const folder = temporaryFolder()
    const report = await importAdvisories({ ...into(folder), sources: [given('{', { id: 7 }, '', RECORDS[0])] })
    expect(report).toMatchObject({ added: 1, rejected: 3 })
    expect(report.reasons).toEqual([
      'record 0: invalid JSON',
      expect.stringContaining('record 1: id: '),
      expect.stringContaining('record 2: it is empty or larger'),
    ])
  })

  test('and an import without readable records fails and keeps the old snapshot', async () => {
    const folder = temporaryFolder()
    await importAdvisories({ ...into(folder), sources: [given(...RECORDS)] })
    const path = join(temporaryFolder(), 'page.html')
    writeFileSync(path, '<html>\n</html>\n')
    await expect(importAdvisories({ ...into(folder), sources: [path] })).rejects.toThrow('No advisory could be read')
    await expect(importAdvisories({ ...into(folder), sources: ['/nowhere/at/all'] })).rejects.toThrow(
      'File or folder not found',
    )
    expect(idsOf(folder, 'a', '0.9.0')).toEqual(['GHSA-1'])
    expect(readdirSync(folder).sort()).toEqual(['current', 'snapshots'])
  })

  test('with the same snapshot id in any order', async () => {
    const [one, other] = [temporaryFolder(), temporaryFolder()]
    const forth = await importAdvisories({ ...into(one), sources: [given(...RECORDS)] })
    const back = await importAdvisories({ ...into(other), sources: [given(...RECORDS.toReversed())] })
    const less = await importAdvisories({ ...into(other), sources: [given(RECORDS[0])] })
    expect(back.snapshot.id).toBe(forth.snapshot.id)
    expect(less.snapshot.id).not.toBe(forth.snapshot.id)
  })

  test('until cancelled, and no files remain', async () => {
    const folder = temporaryFolder()
    const signal = AbortSignal.abort(new Error('stopped'))
    await expect(importAdvisories({ ...into(folder), sources: [given(...RECORDS)], signal })).rejects.toThrow('stopped')
    expect(readdirSync(folder)).toEqual([])
  })

  test('but not over another import that was faster', async () => {
    const folder = temporaryFolder()
    async function* slow() {
      yield* given(RECORDS[0])
      await importAdvisories({ ...into(folder), sources: [given(RECORDS[1])] })
    }
    await expect(importAdvisories({ ...into(folder), sources: [slow()] })).rejects.toThrow('Another advisory import')
    expect(idsOf(folder, 'b', '1.0.0')).toEqual(['GHSA-2'])
  })
})

describe('An update', () => {
  test('adds records, replaces older versions, and keeps the rest', async () => {
    const folder = temporaryFolder()
    const first = await importAdvisories({ ...into(folder), sources: [given(...RECORDS)] })
    const newer = advisory('GHSA-1', 'a', '1.5.0', { modified: '2026-01-02T00:00:00Z' })
    const older = advisory('GHSA-2', 'b', '9.0.0', { modified: '2025-01-01T00:00:00Z' })
    const report = await importAdvisories({
      ...into(folder),
      update: true,
      sources: [given(newer, older, advisory('GHSA-3', 'c', '3.0.0'))],
    })
    expect(report).toMatchObject({ previous: first.snapshot.id, added: 1, snapshot: { records: 3 } })
    expect(idsOf(folder, 'a', '1.2.0')).toEqual(['GHSA-1'])
    expect(idsOf(folder, 'b', '3.0.0')).toEqual([])
    expect(idsOf(folder, 'b', '1.0.0')).toEqual(['GHSA-2'])
    expect(idsOf(folder, 'c', '1.0.0')).toEqual(['GHSA-3'])
  })

  test('creates the same snapshot as a full import', async () => {
    const [steps, whole] = [temporaryFolder(), temporaryFolder()]
    await importAdvisories({ ...into(steps), sources: [given(RECORDS[0])] })
    const second = await importAdvisories({ ...into(steps), update: true, sources: [given(RECORDS[1])] })
    const once = await importAdvisories({ ...into(whole), sources: [given(...RECORDS)] })
    expect(second.snapshot).toEqual(once.snapshot)
  })

  test('withdraws and restores advisories', async () => {
    const folder = temporaryFolder()
    await importAdvisories({ ...into(folder), sources: [given(...RECORDS)] })
    const withdrawn = advisory('GHSA-1', 'a', '1.0.0', {
      modified: '2026-02-01T00:00:00Z',
      withdrawn: '2026-02-01T00:00:00Z',
    })
    const report = await importAdvisories({ ...into(folder), update: true, sources: [given(withdrawn)] })
    expect(report).toMatchObject({ changed: 1, snapshot: { withdrawn: 1, packages: 1 } })
    expect(idsOf(folder, 'a', '0.9.0')).toEqual([])
    const back = advisory('GHSA-1', 'a', '1.0.0', { modified: '2026-03-01T00:00:00Z' })
    await importAdvisories({ ...into(folder), update: true, sources: [given(back)] })
    expect(idsOf(folder, 'a', '0.9.0')).toEqual(['GHSA-1'])
  })

  test('leaves a reader of the old snapshot its data', async () => {
    const folder = temporaryFolder()
    const { snapshot } = await importAdvisories({ ...into(folder), sources: [given(...RECORDS)] })
    const reader = openAdvisories({ folder })
    for (const fixed of ['1.1.0', '1.2.0', '1.3.0', '1.4.0']) {
      await importAdvisories({ ...into(folder), sources: [given(advisory('GHSA-1', 'a', fixed))] })
    }
    expect(reader?.match({ ecosystem: 'npm', name: 'b', version: '1.0.0' })).toHaveLength(1)
    expect(reader?.record('GHSA-2')?.id).toBe('GHSA-2')
    reader?.close()
    expect(readdirSync(join(folder, 'snapshots'))).toHaveLength(3)
    expect(() => openAdvisories({ folder, snapshot: snapshot.id })).toThrow('Advisory snapshot')
  })
})

describe('A snapshot that is damaged', () => {
  test.each([
    ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length - 9)],
    ['empty', () => Buffer.alloc(0)],
    ['something else', (bytes: Buffer) => Buffer.alloc(bytes.length, 0xff)],
  ])('because a table is %s is reported and not used', async (_title, damage) => {
    const folder = temporaryFolder()
    const { snapshot } = await importAdvisories({ ...into(folder), sources: [given(...RECORDS)] })
    const path = join(folder, 'snapshots', snapshot.id, 'packages.table')
    writeFileSync(path, damage(readFileSync(path)))
    expect(() => openAdvisories({ folder })).toThrow('corrupt')
  })

  test('or missing is not an empty snapshot', () => {
    expect(openAdvisories({ folder: temporaryFolder() })).toBeUndefined()
  })
})

function idsOf(folder: string, name: string, version: string): string[] {
  const database = openAdvisories({ folder })
  const ids = database?.match({ ecosystem: 'npm', name, version }).map(({ id }) => id)
  database?.close()
  return ids ?? ['nothing was imported']
}

function zip(files: Readonly<Record<string, unknown>>): Uint8Array {
  return zipSync(
    Object.fromEntries(Object.entries(files).map(([name, content]) => [name, strToU8(JSON.stringify(content))])),
  )
}
