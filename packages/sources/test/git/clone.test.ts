import { execFileSync } from 'node:child_process'
import { lstat, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEgress } from '@gatehouse/kernel/egress'
import { type GitServer, hasPrograms, makeRepository, SEARCH_PATH, serveGit } from '@gatehouse/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Cloned, cloneGit, type CloneOptions, isRef } from '../../src/index.ts'
import { loopbackEgress } from './loopback.ts'

const HAS_GIT = hasPrograms('git')
const TOKEN = 'made-up-token-0123456789'
let root: string
let commits: string[]
let open: GitServer
let closed: GitServer
let into: string
let number = 0
beforeAll(async () => {
  if (!HAS_GIT) return
  root = await mkdtemp(join(tmpdir(), 'git-test-'))
  commits = makeRepository(root, 'repo', [
    { 'a.txt': 'one', '.gitattributes': '*.bin filter=lfs\n', 'big.bin': 'version https://git-lfs' },
    { 'a.txt': 'two', 'lib/b.txt': 'three', '.gitmodules': '[submodule "x"]\n\tpath = x\n\turl = file:///etc\n' },
  ])
  open = await serveGit(root)
  closed = await serveGit(root, TOKEN)
})
afterAll(async () => {
  if (!HAS_GIT) return
  await Promise.all([open.close(), closed.close()])
  await rm(root, { recursive: true, force: true })
})
beforeEach(() => {
  into = join(root, `into-${(number += 1)}`)
})

const clone = (more: Partial<CloneOptions> = {}): Promise<Cloned> =>
  cloneGit({
    url: `http://127.0.0.1:${open.port}/repo.git`,
    into,
    egress: loopbackEgress(),
    searchPath: SEARCH_PATH,
    signal: new AbortController().signal,
    ...more,
  })

describe.skipIf(!HAS_GIT)('a repository', () => {
  test('is fetched at its latest commit, without the .git folder', async () => {
    expect(await clone()).toEqual({ commit: commits[1], branch: undefined, isBranchHead: true })
    expect((await readdir(into)).sort()).toEqual(['.gitattributes', '.gitmodules', 'a.txt', 'big.bin', 'lib'])
    expect(await readFile(join(into, 'a.txt'), 'utf8')).toBe('two')
  })

  test('is fetched by branch or by commit', async () => {
    expect(await clone({ branch: 'feature/one' })).toEqual({
      commit: commits[0],
      branch: 'feature/one',
      isBranchHead: true,
    })
    expect(await readFile(join(into, 'a.txt'), 'utf8')).toBe('one')
    await rm(into, { recursive: true })
    expect(await clone({ branch: 'main', commit: commits[1]! })).toMatchObject({ commit: commits[1] })
  })

  test('is fetched by branch if a tag has the same name', async () => {
    const tag = (name: string) =>
      execFileSync('git', ['-C', join(root, 'repo.git'), 'update-ref', `refs/tags/${name}`, commits[0]!])
    tag('main')
    tag('v1')
    expect(await clone({ branch: 'main' })).toMatchObject({ commit: commits[1], isBranchHead: true })
    await rm(into, { recursive: true })
    expect(await clone({ branch: 'v1' })).toMatchObject({ commit: commits[0], isBranchHead: false })
    await rm(into, { recursive: true })
    await expect(clone({ branch: 'nowhere' })).rejects.toMatchObject({ code: 'invalid_request' })
  })

  test('is fetched with full history on request', async () => {
    await clone({ history: true })
    expect(await readdir(into)).toContain('.git')
  })

  test('is fetched from the checked address: the name is not resolved again', async () => {
    // Only the egress policy resolves this name.
    expect(await clone({ url: `http://git.test:${open.port}/repo.git` })).toMatchObject({ commit: commits[1] })
  })
})

describe.skipIf(!HAS_GIT)('a token', () => {
  const url = () => `http://127.0.0.1:${closed.port}/repo.git`

  test('opens a repository, and is sent to its host', async () => {
    expect(await clone({ url: url(), token: TOKEN })).toMatchObject({ commit: commits[1] })
    expect(closed.requests.at(-1)!.authorization).toMatch(/^Basic /)
  })

  test('that is wrong or missing is reported without being shown', async () => {
    const wrong = 'another-made-up-token'
    await expect(clone({ url: url(), token: wrong })).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'The repository requires an access token with read permission.',
    })
    await expect(clone({ url: url() })).rejects.toMatchObject({ code: 'invalid_request' })
  })

  test('is not sent to redirect targets', async () => {
    const failure: unknown = await clone({
      url: `http://127.0.0.1:${closed.port}/elsewhere`,
      token: TOKEN,
    }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect((failure as Error).message).not.toContain(TOKEN)
  })

  test('is in no address, argument or file that stays', async () => {
    await clone({ url: url(), token: TOKEN, history: true })
    const names = await readdir(join(into, '.git'), { recursive: true, withFileTypes: true })
    const texts = await Promise.all(
      names.filter((name) => name.isFile()).map((name) => readFile(join(name.parentPath, name.name), 'latin1')),
    )
    const encoded = Buffer.from(`x-access-token:${TOKEN}`).toString('base64')
    expect(texts.some((text) => text.includes(TOKEN) || text.includes(encoded))).toBe(false)
    expect((await readdir(tmpdir())).filter((name) => name.startsWith('gatehouse-git-'))).toEqual([])
  })
})

describe.skipIf(!HAS_GIT)('rejected repositories', () => {
  test.each([
    ['a file', 'file:///etc', 'egress_refused'],
    ['ssh', 'ssh://git@example.org/x', 'egress_refused'],
    ['a helper of git', 'ext::sh -c id', 'egress_refused'],
    ['a password in the address', 'https://a:b@example.org/x.git', 'egress_refused'],
  ])('%s', async (_title, url, code) => {
    await expect(clone({ url })).rejects.toMatchObject({ code })
  })

  test('http to a host that is not allowed', async () => {
    const egress = createEgress({ resolve: async () => ['93.184.216.34'] })
    await expect(clone({ url: 'http://example.org/x.git', egress })).rejects.toMatchObject({
      code: 'egress_refused',
      message: expect.stringContaining('https'),
    })
  })

  test('loopback without leave', async () => {
    const egress = createEgress({})
    await expect(clone({ egress, url: 'https://127.0.0.1/x.git' })).rejects.toMatchObject({ code: 'egress_refused' })
  })

  test.each([
    ['an option as a branch', { branch: '--upload-pack=id' }],
    ['two points', { branch: 'a..b' }],
    ['a short commit', { commit: 'abc123' }],
    ['a branch that is not there', { branch: 'nowhere' }],
    ['a commit that is not there', { commit: '0123456789'.repeat(4) }],
  ])('%s', async (_title, more) => {
    await expect(clone(more)).rejects.toMatchObject({ code: 'invalid_request' })
  })

  test('an address without a repository', async () => {
    await expect(clone({ url: `http://127.0.0.1:${open.port}/nothing.git` })).rejects.toMatchObject({
      code: 'invalid_request',
    })
  })
})

test.skipIf(!HAS_GIT)('links in a repository are written as text and never followed', async () => {
  makeRepository(root, 'linked', [{ 'a.txt': { link: '/etc/passwd' }, lib: { link: '..' } }])
  await clone({ url: `http://127.0.0.1:${open.port}/linked.git` })
  const found = await Promise.all(
    ['a.txt', 'lib'].map(async (name) => [
      (await lstat(join(into, name))).isFile(),
      await readFile(join(into, name), 'utf8'),
    ]),
  )
  expect(found).toEqual([
    [true, '/etc/passwd'],
    [true, '..'],
  ])
})

test.skipIf(!HAS_GIT)('it stops on abort', async () => {
  const stop = new AbortController()
  const reason = new Error('paused')
  const cloning = clone({ signal: stop.signal })
  stop.abort(reason)
  await expect(cloning).rejects.toBe(reason)
})

test.each([
  ['main', true],
  ['feature/a-b_c.1', true],
  ['-x', false],
  ['a b', false],
  ['a..b', false],
  ['a/', false],
  ['a.lock', false],
  ['@', false],
  ['refs/heads/ü', true],
  ['', false],
])('%s as a name of a branch: %s', (name, is) => {
  expect(isRef(name)).toBe(is)
})
