import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { hasPrograms, SEARCH_PATH } from '@gatehouse/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type HistoryOptions, openHistory } from '../../src/index.ts'

let folder: string
let tick = 0
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'git-history-'))
  tick = 0
  if (hasPrograms('git')) git('init', '--quiet')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const FIXED = ['-c', 'user.name=A', '-c', 'user.email=a@example.org', '-c', 'init.defaultBranch=main']
const git = (...args: string[]): string => gitWith('', ...args)
function gitWith(input: string, ...args: string[]): string {
  // Ascending days from 2025-01-01.
  const date = `${Date.UTC(2025, 0, 1 + tick++) / 1_000} +0000`
  const env = {
    PATH: SEARCH_PATH,
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_DATE: date,
  }
  return execFileSync('git', [...FIXED, ...args], { cwd: folder, encoding: 'utf8', env, stdio: 'pipe', input }).trim()
}
function commit(files: Readonly<Record<string, string | null>>): string {
  for (const [path, text] of Object.entries(files)) {
    if (text === null) {
      rmSync(join(folder, path))
      continue
    }
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  git('add', '-A')
  git('commit', '--quiet', '--allow-empty', '-m', 'c')
  return git('rev-parse', 'HEAD')
}

async function read(options: Partial<HistoryOptions> = {}) {
  const signal = options.signal ?? new AbortController().signal
  const history = await openHistory({ folder, searchPath: SEARCH_PATH, signal, ...options })
  const versions = []
  for await (const { path, bytes, commit: id, headPath, authoredAt, isOutside } of history.versions()) {
    versions.push({
      path,
      text: Buffer.from(bytes).toString(),
      commit: id,
      headPath,
      day: authoredAt.toISOString().slice(0, 10),
      isOutside,
    })
  }
  return { versions, left: history.left(), read: history.read }
}

describe.skipIf(!hasPrograms('git'))('a history', () => {
  test('contains each version once, with the commit that added it and its current path', async () => {
    const item = commit({ 'a b.txt': 'one', 'lib/ü\n:100644 x.txt': 'odd', 'same.txt': 'one' })
    const two = commit({ 'a b.txt': 'two' })
    commit({ 'a b.txt': 'one', 'same.txt': null, 'empty.txt': '' })
    const { versions, left, read: counts } = await read()
    expect(versions).toMatchObject([
      { path: 'a b.txt', text: 'one', commit: item, headPath: 'a b.txt', isOutside: false },
      { path: 'lib/ü', text: 'odd', commit: item },
      { path: 'a b.txt', text: 'two', commit: two, headPath: null },
    ])
    expect(versions[0]!.day).toMatch(/^2025-01-0\d$/)
    expect(left).toEqual([])
    expect(counts).toEqual({ commits: 3, blobs: 3, bytes: 9 })
  })

  test('includes all branches, tags and merge changes, or a single branch on request', async () => {
    commit({ 'a.txt': 'base' })
    git('checkout', '--quiet', '-b', 'side')
    commit({ 'side.txt': 'side' })
    git('checkout', '--quiet', 'main')
    commit({ 'main.txt': 'main' })
    git('merge', '--quiet', '--no-commit', 'side')
    const merge = commit({ 'evil.txt': 'made by the merge' })
    git('checkout', '--quiet', '--orphan', 'gone')
    commit({ 'tagged.txt': 'tagged' })
    git('tag', 'kept')
    git('checkout', '--quiet', 'main')
    git('branch', '--quiet', '-D', 'gone')
    const { versions } = await read()
    expect(versions.map(({ path }) => path).sort()).toEqual(['a.txt', 'evil.txt', 'main.txt', 'side.txt', 'tagged.txt'])
    expect(versions.find(({ path }) => path === 'evil.txt')).toMatchObject({ commit: merge })
    const side = await read({ branch: 'side' })
    expect(side.versions.map(({ path }) => path)).toEqual(['a.txt', 'side.txt'])
    await expect(read({ branch: 'nowhere' })).rejects.toThrow('Branch, tag or commit "nowhere" not found')
    await expect(read({ branch: '--output=x' })).rejects.toThrow('not found in the repository')
  })

  test('since a commit or a day contains later versions and the current state of the rest', async () => {
    const item = commit({ 'a.txt': 'one', 'b.txt': 'kept' })
    commit({ 'a.txt': 'two' })
    const since = (await read({ since: item })).versions
    expect(since.map(({ text, isOutside }) => [text, isOutside])).toEqual([
      ['two', false],
      ['kept', true],
    ])
    const day = new Date(Date.UTC(2025, 0, 6)).toISOString().slice(0, 10)
    expect((await read({ since: day })).versions.map(({ text }) => text)).toEqual(['two', 'kept'])
    expect((await read({ since: item.slice(0, 10) })).versions).toHaveLength(2)
    for (const wrong of ['2025-99-01', 'f00dfeed', '--all', 'yesterday']) {
      await expect(read({ since: wrong })).rejects.toThrow(/Invalid date|neither/)
    }
  })

  test('that is truncated, too long or too large is reported', async () => {
    commit({ 'a.txt': 'one' })
    commit({ 'big.txt': 'x'.repeat(200), 'b.txt': 'b' })
    expect((await read({ limits: { blobBytes: 100 } })).left[0]).toMatch(/^1 file version is larger than/)
    expect((await read({ limits: { blobs: 1 } })).left[0]).toContain('history limit was reached')
    expect((await read({ limits: { commits: 1 } })).left).toEqual(['Only the newest 1 commits were read.'])
    const copy = join(folder, 'copy')
    git('clone', '--quiet', '--depth=1', `file://${folder}/.git`, copy)
    expect((await read({ folder: copy })).left[0]).toContain('shallow')
  })

  test('of trees that name themselves a billion times ends', async () => {
    const blob = commit({ 'a.txt': 'one' }) && git('rev-parse', 'HEAD:a.txt')
    const tree = (lines: string) => gitWith(`${lines}\n`, 'mktree')
    let inner = tree(`100644 blob ${blob}\ta.txt`)
    for (let depth = 0; depth < 9; depth += 1) {
      inner = tree(Array.from({ length: 10 }, (_, at) => `040000 tree ${inner}\td${at}`).join('\n'))
    }
    git('update-ref', 'HEAD', git('commit-tree', inner, '-m', 'bomb'))
    const { versions, left } = await read({ limits: { headFiles: 1_000 } })
    expect(versions).toHaveLength(1)
    expect(left).toEqual([expect.stringContaining('HEAD contains more than')])
  })

  test('is read from this folder only, never from a parent repository', async () => {
    commit({ 'sub/a.txt': 'one' })
    await expect(read({ folder: join(folder, 'sub') })).rejects.toThrow('not the root of a git repository')
  })

  test('without a commit is empty', async () => {
    expect((await read()).versions).toEqual([])
  })

  test('runs no commands from the repository configuration', async () => {
    commit({ 'a.txt': 'one' })
    const proof = join(folder, 'ran')
    const run = `touch ${proof}`
    for (const [name, value] of [
      ['core.fsmonitor', run],
      ['core.sshCommand', run],
      ['core.pager', run],
      ['diff.external', run],
      ['diff.x.textconv', run],
      ['gpg.program', run],
      ['log.showSignature', 'true'],
      ['extensions.partialClone', 'origin'],
      ['remote.origin.promisor', 'true'],
      ['remote.origin.url', `ext::sh -c touch% ${proof}`],
      ['protocol.ext.allow', 'always'],
      ['protocol.allow', 'always'],
      ['core.alternateRefsCommand', run],
    ] as const) {
      git('config', name, value)
    }
    writeFileSync(join(folder, '.gitattributes'), '* diff=x filter=x\n')
    // Without restrictions git would fetch a missing object.
    const id = git('rev-parse', 'HEAD:a.txt')
    rmSync(join(folder, '.git/objects', id.slice(0, 2), id.slice(2)))
    const { left } = await read()
    expect(left).toEqual(['1 file version is not in this copy of the repository.'])
    expect(existsSync(proof)).toBe(false)
  })

  test('ends with the reason of the signal', async () => {
    for (let at = 0; at < 3; at += 1) commit({ 'a.txt': `${at}` })
    const stop = new AbortController()
    const history = await openHistory({ folder, searchPath: SEARCH_PATH, signal: stop.signal })
    await expect(async () => {
      for await (const _version of history.versions()) stop.abort(new Error('stopped'))
    }).rejects.toThrow('stopped')
  })
})
