import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { unpack, type UnpackBounds } from '../../src/index.ts'
import { lyingZip } from './lying-size.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sources-'))
  await mkdir(join(root, 'into'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function unpacked(bytes: Uint8Array, bounds?: UnpackBounds, signal = new AbortController().signal) {
  const path = join(root, 'archive')
  await writeFile(path, bytes)
  return unpack(path, join(root, 'into'), signal, bounds)
}

/** Creates a defective reader: the code runs for every job. */
function reader(code: string): URL {
  const program = `import { parentPort } from 'node:worker_threads'\nparentPort.on('message', () => { ${code} })`
  return new URL(`data:text/javascript,${encodeURIComponent(program)}`)
}

test('unpacks in a thread of its own', async () => {
  const result = await unpacked(zipSync({ 'a/b.txt': Buffer.from('text') }))
  expect(result).toEqual({ files: 1, bytes: 4, skipped: [], skippedCount: 0 })
  expect(await readFile(join(root, 'into/a/b.txt'), 'utf8')).toBe('text')
})

test('hands the refusal of a lying entry on', async () => {
  await expect(unpacked(lyingZip())).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('it expands beyond the declared 1000 bytes'),
  })
})

test.each([
  ['crashes', `setImmediate(() => { throw new Error('nobody listens') })`, 'the unpacker crashed'],
  ['never ends', 'for (;;) {}', 'unpacking exceeded 1.5 s'],
  [
    'takes all memory',
    'const kept = []; for (;;) kept.push({ at: kept.length })',
    'unpacking exceeded 16 MB of memory',
  ],
])('rejects an archive if its reader %s', async (_title, code, reason) => {
  const bounds = { program: reader(code), heap_mb: 16, timeout_ms: reason.includes('1.5') ? 1_500 : 60_000 }
  await expect(unpacked(zipSync({}), bounds)).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining(reason),
  })
})

test('ends with the reason of the signal', async () => {
  const stop = new AbortController()
  const running = unpacked(zipSync({}), { program: reader('for (;;) {}') }, stop.signal)
  stop.abort(new Error('the scan was paused'))
  await expect(running).rejects.toThrow('the scan was paused')
})
