import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { unpackTar } from '../../src/archive/unpack-tar.ts'
import { unpackZip } from '../../src/archive/unpack-zip.ts'
import { Unpacking } from '../../src/archive/unpacking.ts'
import { lyingZip } from './lying-size.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sources-'))
  await mkdir(join(root, 'into'))
})
afterEach(() => rm(root, { recursive: true, force: true }))
const never = new AbortController().signal

/** Simulates a machine on which opening a file takes longer than decompressing its content: the stream fails before it has a reader. */
class BusyUnpacking extends Unpacking {
  override async file(name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const hasEnded = (): boolean => content instanceof Readable && content.destroyed
    for (let turn = 0; turn < TURNS && !hasEnded(); turn += 1) await setTimeout(1)
    await super.file(name, content)
  }
}

/** More turns than any event of the entry needs. */
const TURNS = 300

async function failed(bytes: Uint8Array, read: typeof unpackZip): Promise<unknown> {
  const path = join(root, 'archive')
  await writeFile(path, bytes)
  const unpacking = new BusyUnpacking(join(root, 'into'), never)
  return read(path, unpacking, never).then(
    () => undefined,
    (error: unknown) => error,
  )
}

test('an entry larger than declared is rejected, even with a late reader', async () => {
  expect(lyingZip().length).toBeLessThan(1_200)
  expect(await failed(lyingZip(), unpackZip)).toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('it expands beyond the declared 1000 bytes'),
  })
})

test('an entry with damaged compressed bytes is rejected, even with a late reader', async () => {
  const bytes = lyingZip()
  const start = bytes.indexOf('a.txt') + 'a.txt'.length
  bytes.fill(0xff, start, start + 100)
  expect(await failed(bytes, unpackZip)).toMatchObject({ code: 'invalid_request' })
})

test('a tar truncated within an entry is rejected, even with a late reader', async () => {
  const tar = pack()
  tar.entry({ name: 'a.txt' }, 'x'.repeat(100_000))
  tar.finalize()
  const chunks: Uint8Array[] = []
  for await (const chunk of tar as object as AsyncIterable<Uint8Array>) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  const plain = (path: string, unpacking: Unpacking, signal: AbortSignal) => unpackTar(path, unpacking, false, signal)
  expect(await failed(bytes.subarray(0, 40_000), plain)).toMatchObject({ code: 'invalid_request' })
  const packed = (path: string, unpacking: Unpacking, signal: AbortSignal) => unpackTar(path, unpacking, true, signal)
  const damaged = gzipSync(bytes)
  expect(await failed(damaged.subarray(0, damaged.length - 30), packed)).toMatchObject({ code: 'invalid_request' })
})
