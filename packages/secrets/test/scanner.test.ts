import { describe, expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import { createSecretsScanner } from '../src/scanner.ts'
import { type HistoryBlob, scanHistory } from '../src/history.ts'
import { KINDS, randomFrom } from './corpus/draw.ts'
import { scanFiles } from './scan.ts'
import { contextOf, treeOf } from './tree.ts'

const value = (kind: string, seed = 1) => KINDS[kind]?.(randomFrom(seed)) ?? ''

describe('the plan', () => {
  test('splits the tree by bytes and file count, deterministically and without reading', () => {
    const files = Array.from({ length: 5_000 }, (_, at) => ({
      path: `f${at}`,
      size_bytes: at === 7 ? 200_000_000 : 100,
    }))
    const tree = { ...treeOf({}), files }
    const shards = createSecretsScanner().plan(tree)
    expect(shards.map(({ files: some }) => some.length)).toEqual([7, 1, ...Array.from({ length: 9 }, () => 500), 492])
    expect(createSecretsScanner().plan(tree)).toEqual(shards)
    expect(new Set(shards.map(({ id }) => id)).size).toBe(shards.length)
  })

  test('skips empty files and counts only the scanned part of images', () => {
    const tree = treeOf({ 'a.png': 'x', 'c.ts': '', 'd.ts': 'x' })
    const large = ['e.png', 'f.png'].map((path) => ({ path, size_bytes: 200_000_000 }))
    const shards = createSecretsScanner().plan({ ...tree, files: [...tree.files, ...large] })
    expect(shards.map(({ files }) => files.map(({ path }) => path))).toEqual([['a.png', 'd.ts', 'e.png', 'f.png']])
  })
})

describe('a shard', () => {
  test('ends with the reason of the signal, within 2 s, also in the middle of a large file', async () => {
    const line = `password = "${value('word')}" and more text of a log that goes on and on\n`
    const tree = treeOf({ 'big.log': line.repeat(600_000) })
    const stop = new AbortController()
    const scanner = createSecretsScanner()
    const running = scanner.run(scanner.plan(tree)[0] ?? { id: '', files: [] }, contextOf(tree, stop.signal))
    setTimeout(() => stop.abort(new Error('paused')), 100)
    const effort_ms = startEffort()
    await expect(running).rejects.toThrow('paused')
    expect(effort_ms()).toBeLessThan(6_000)
  })

  test('counts its files and reports an unreadable file as a gap', async () => {
    const tree = treeOf({ 'a.env': `K=${value('github')}`, 'b.env': 'x', 'c.env': `K=${value('gitlab')}` })
    const broken = {
      ...tree,
      read: async (path: string, max?: number) =>
        path === 'b.env' ? Promise.reject(new Error('it is gone')) : tree.read(path, max),
    }
    let done = 0
    const scanner = createSecretsScanner()
    const context = { ...contextOf(broken), progress: (files: number) => (done += files) }
    const { observations, gaps } = await scanner.run({ id: 's', files: tree.files }, context)
    expect(observations.map(({ filePath }) => filePath)).toEqual(['a.env', 'c.env'])
    expect(gaps).toEqual([
      {
        scanner: 'SECRETS_PATTERN',
        reason: 'unreadable',
        filePath: 'b.env',
        detail: expect.stringContaining('it is gone'),
      },
    ])
    expect(done).toBe(3)
  })
})

describe('a history', () => {
  const blob = (path: string, blobId: string, commit: string, text: string): HistoryBlob => ({
    path,
    blobId,
    commit,
    bytes: Buffer.from(text),
  })
  const context = { clock: { now: () => Date.UTC(2026, 10, 21) }, signal: new AbortController().signal }

  test('is searched once per blob, and a value is reported once with its first commit', async () => {
    let scanned = 0
    const token = value('github')
    async function* blobs() {
      yield blob('a.env', 'b1', 'c1', `K=${token}`)
      yield blob('old/a.env', 'b1', 'c2', `K=${token}`)
      yield blob('a.env', 'b2', 'c3', `K=${token}\nX=1`)
      yield blob('b.env', 'b3', 'c4', `P=${value('stripe')}`)
    }
    const { observations } = await scanHistory(blobs(), { ...context, progress: () => scanned++ })
    expect(scanned).toBe(3)
    expect(observations.map(({ metadata }) => [metadata['commit'], metadata['blobs']])).toEqual([
      ['c1', 2],
      ['c4', 1],
    ])
  })

  test('ends with the reason of the signal', async () => {
    async function* endless() {
      for (let at = 0; ; at++) yield blob('a', `${at}`, 'c', 'x')
    }
    const stop = new AbortController()
    setTimeout(() => stop.abort(new Error('stopped')), 50)
    await expect(scanHistory(endless(), { ...context, signal: stop.signal, progress: () => {} })).rejects.toThrow(
      'stopped',
    )
  })
})

test('lock files, translations and maps of sources are searched for vendors’ structures alone', async () => {
  const text = `"password": "${value('pwr')}",\n"token": "${value('github')}"`
  const { observations } = await scanFiles({
    'package-lock.json': text,
    'src/locales/en.json': text,
    'app.js.map': text,
    'app.json': text,
  })
  expect(observations.map(({ filePath, ruleId }) => `${filePath} ${ruleId}`).sort()).toEqual([
    'app.js.map secrets/github-token',
    'app.json secrets/github-token',
    'app.json secrets/password',
    'package-lock.json secrets/github-token',
    'src/locales/en.json secrets/github-token',
  ])
})
