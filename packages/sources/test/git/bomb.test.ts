import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { type GitServer, hasPrograms, SEARCH_PATH, serveGit } from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cloneGit, openHistory } from '../../src/index.ts'
import { loopbackEgress } from './loopback.ts'

const HAS_GIT = hasPrograms('git')
const BLOCK = Buffer.alloc(1024 * 1024)
const BLOCKS = 600

/** Returns the id of an object whose content is provided in pieces. */
function idOf(type: string, length: number, pieces: Iterable<Uint8Array>): Buffer {
  const hash = createHash('sha1').update(`${type} ${length}\0`)
  for (const piece of pieces) hash.update(piece)
  return hash.digest()
}

/** An object of a pack: gitformat-pack(5). */
function packed(kind: number, length: number, content: Uint8Array, before: Uint8Array = Buffer.alloc(0)): Buffer {
  const head = [(kind << 4) | (length & 15)]
  for (let rest = length >> 4; rest > 0; rest >>= 7) {
    head[head.length - 1]! |= 128
    head.push(rest & 127)
  }
  return Buffer.concat([Buffer.from(head), before, deflateSync(content)])
}

function number(value: number): number[] {
  const bytes = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest]
    bytes.push((rest & 127) | 128)
  }
}

/** Creates a repository of some kilobytes with a file of 600 MiB, made of copies of one zero block, and one that is a part of it. */
function makeBomb(folder: string): void {
  const git = (args: readonly string[], input?: Uint8Array) =>
    execFileSync('git', args, {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: SEARCH_PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1' },
      ...(input === undefined ? {} : { input }),
    }).trim()
  mkdirSync(folder)
  git(['init', '--quiet', '--bare', '--initial-branch=main'])
  // Otherwise the server would send such a large file without a delta; a malicious one does not.
  git(['config', 'core.bigFileThreshold', '8g'])
  const base = idOf('blob', BLOCK.length, [BLOCK])
  const size = BLOCKS * BLOCK.length
  const bomb = idOf(
    'blob',
    size,
    Array.from({ length: BLOCKS }, () => BLOCK),
  )
  // Each instruction copies a mebibyte from the beginning of the base.
  const copies = Array.from({ length: BLOCKS }, () => [0xc0, 0x10]).flat()
  const delta = Buffer.from([...number(BLOCK.length), ...number(size), ...copies])
  const bit = idOf('blob', 16, [Buffer.alloc(16)])
  const cut = Buffer.from([...number(size), 16, 0x90, 16])
  const files = Object.entries({ base, bit, bomb })
  const tree = Buffer.concat(files.flatMap(([name, id]) => [Buffer.from(`100644 ${name}\0`), id]))
  const treeId = idOf('tree', tree.length, [tree])
  const commit = Buffer.from(`tree ${treeId.toString('hex')}\nauthor A <a@b> 1 +0000\ncommitter A <a@b> 1 +0000\n\nx\n`)
  const objects = [
    packed(3, BLOCK.length, BLOCK),
    packed(7, delta.length, delta, base),
    packed(7, cut.length, cut, bomb),
    packed(2, tree.length, tree),
    packed(1, commit.length, commit),
  ]
  const body = Buffer.concat([Buffer.from('PACK\0\0\0\u0002\0\0\0\u0005', 'latin1'), ...objects])
  const pack = Buffer.concat([body, createHash('sha1').update(body).digest()])
  git(['index-pack', '--stdin'], pack)
  writeFileSync(join(folder, 'refs/heads/main'), `${idOf('commit', commit.length, [commit]).toString('hex')}\n`)
}

let root: string
let server: GitServer
beforeAll(async () => {
  if (!HAS_GIT) return
  root = await mkdtemp(join(tmpdir(), 'git-bomb-'))
  makeBomb(join(root, 'bomb.git'))
  server = await serveGit(root)
})
afterAll(async () => {
  if (!HAS_GIT) return
  await server.close()
  await rm(root, { recursive: true, force: true })
})

describe.skipIf(!HAS_GIT)('a few kilobytes that are gigabytes', () => {
  test('are rejected before they exhaust memory', async () => {
    const into = join(root, 'into')
    const cloning = cloneGit({
      url: `http://127.0.0.1:${server.port}/bomb.git`,
      into,
      egress: loopbackEgress(),
      searchPath: SEARCH_PATH,
      signal: new AbortController().signal,
    })
    await expect(cloning).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('npacking a file of the repository requires more than'),
    })
    expect(await readdir(into)).toEqual([])
  })

  test('do not exhaust memory during a history scan, and unreadable content is reported', async () => {
    const signal = new AbortController().signal
    const history = await openHistory({ folder: join(root, 'bomb.git'), searchPath: SEARCH_PATH, signal })
    const paths = []
    for await (const { path } of history.versions()) paths.push(path)
    expect(paths).toEqual(['base'])
    expect(history.left()).toEqual([
      '1 file version is larger than 100 MiB.',
      '1 file version is not in this copy of the repository.',
    ])
  })
})
