import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { pack } from 'tar-stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { unpackArchive } from '../../src/index.ts'
import { lyingZip } from './lying-size.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sources-'))
  await mkdir(join(root, 'into'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function unpacked(bytes: Uint8Array) {
  const path = join(root, 'archive')
  await writeFile(path, bytes)
  return unpackArchive(path, join(root, 'into'), new AbortController().signal)
}

async function tarOf(...names: readonly string[]): Promise<Buffer> {
  const tar = pack()
  for (const name of names) tar.entry({ name }, 'console.log(1)\n'.repeat(200))
  tar.finalize()
  const chunks: Uint8Array[] = []
  for await (const chunk of tar as object as AsyncIterable<Uint8Array>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The size and the checksum of the first header. POSIX.1-1988, the fields at 124 and 148. */
function withSize(tar: Buffer, octal: string): Buffer {
  const bytes = Buffer.from(tar)
  bytes.write(`${octal}\0`, 124, 'latin1')
  bytes.fill(' ', 148, 156)
  const sum = bytes.subarray(0, 512).reduce((total, byte) => total + byte, 0)
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return bytes
}

/** Offsets of the flags and of the method after the signatures. APPNOTE.TXT sections 4.3.7 and 4.3.12. */
const LOCAL = { signature: 'PK\u0003\u0004', flags: 6, method: 8 }
const CENTRAL = { signature: 'PK\u0001\u0002', flags: 8, method: 10 }

function withField(zip: Uint8Array, name: string, field: 'flags' | 'method', value: number): Buffer {
  const bytes = Buffer.from(zip)
  for (const header of [LOCAL, CENTRAL]) {
    const index = bytes.indexOf(name, bytes.indexOf(header.signature))
    const start = bytes.lastIndexOf(header.signature, index)
    const place = header === LOCAL ? start : bytes.lastIndexOf(header.signature, bytes.lastIndexOf(name))
    bytes.writeUInt16LE(value, place + header[field])
  }
  return bytes
}

/** The CRC-32 of the last entry in the directory. APPNOTE.TXT section 4.3.12. */
function withSum(zip: Uint8Array): Buffer {
  const bytes = Buffer.from(zip)
  bytes.writeUInt32LE(1, bytes.lastIndexOf(CENTRAL.signature) + 16)
  return bytes
}

/** RFC 1952 section 2.3.1: the last eight bytes are the CRC-32 and the size. */
function withGzipSum(gzip: Buffer): Buffer {
  gzip.writeUInt32LE(1, gzip.length - 8)
  return gzip
}

const ENDS =
  /^The archive ends early.*: it is truncated, or a header states too large a size\. Create the archive again\.$/
const source = Buffer.from('console.log(1)\n')

describe('a refused archive names its cause', () => {
  test.each([
    ['a cut gzip', async () => gzipSync(await tarOf('a.js')).subarray(0, 60), ENDS],
    ['a cut tar', async () => (await tarOf('a.js', 'b.js')).subarray(0, 5_000), ENDS],
    ['a size in a tar beyond its end', async () => withSize(await tarOf('a.js'), '77777777777'), ENDS],
    ['a cut zip', async () => zipSync({ 'a.js': source }).subarray(0, 60), ENDS],
    ['zeros in a gzip', async () => gzipSync(Buffer.alloc(4_096, 1)), /^The archive has no complete tar header: /],
    [
      'a damaged gzip',
      async () => Buffer.from(gzipSync(await tarOf('a.js'))).fill(0xff, 30, 60),
      /^The archive is corrupt.*: invalid compressed data\./,
    ],
    [
      'a damaged tar header',
      async () => (await tarOf('a.js', 'b.js')).fill(0x41, 512 * 7, 512 * 8),
      /^The archive is corrupt at or after its entry "a\.js": invalid tar header\./,
    ],
    [
      'a zip entry with another CRC-32',
      async () => withSum(zipSync({ 'a.js': source })),
      /entry "a\.js": its CRC-32 is [0-9a-f]{8}, and the archive declares 00000001\.$/,
    ],
    [
      'a gzip with another CRC-32',
      async () => withGzipSum(gzipSync(await tarOf('a.js'))),
      /^The archive is corrupt.*: invalid compressed data\./,
    ],
    [
      'a zip entry that expands to more than its size',
      async () => lyingZip('a.js'),
      /entry "a\.js": it expands beyond the declared 1000 bytes\.$/,
    ],
    [
      'a zip entry that has less than its size',
      async () => lyingZip('a.js', 2 * 1024 * 1024),
      /entry "a\.js": it ends after 1048576 of the declared 2097152 bytes\.$/,
    ],
    [
      'an encrypted zip',
      async () => withField(zipSync({ 'a.js': source }, { level: 0 }), 'a.js', 'flags', 1),
      /^The archive is encrypted: its entry "a\.js" requires a password\. Send an unencrypted archive\.$/,
    ],
    [
      'a zip with strong encryption',
      async () => withField(zipSync({ 'a.js': source }), 'a.js', 'flags', 0x41),
      /^The archive is encrypted: /,
    ],
  ] as const)('%s', async (_title, bytes, message) => {
    await expect(unpacked(await bytes())).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(message),
    })
  })
})

test.each([
  ['an encrypted entry', 'flags', 1, 'it is encrypted'],
  ['an entry of another compression method', 'method', 93, 'its compression method 93 is not supported'],
] as const)('%s next to readable entries is skipped', async (_title, field, value, detail) => {
  const zip = withField(zipSync({ 'a.js': source, 'b.js': source }), 'a.js', field, value)
  expect(await unpacked(zip)).toMatchObject({ files: 1, skipped: [{ name: 'a.js', detail }] })
})

test('names with a colon or with ".." inside the folder are files; the folder itself is not', async () => {
  const names = ['a:b.js', 'src/__tests__/../c.js', 'a/..']
  const left = { files: 2, skipped: [{ name: 'a/..', detail: 'its name is empty or refers to the archive folder' }] }
  expect(await unpacked(zipSync(Object.fromEntries(names.map((name) => [name, source]))))).toMatchObject(left)
  const files = (await readdir(join(root, 'into'), { recursive: true })).sort()
  expect(files).toEqual(['a:b.js', 'src', 'src/c.js'])
})
