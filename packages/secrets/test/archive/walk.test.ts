import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newBudget, archiveEntries, archiveKind } from '@gatehouse/scan-engine/archive'
import { KINDS, randomFrom } from '../corpus/draw.ts'
import { scanFiles, scanOne } from '../scan.ts'

const secret = `STRIPE_KEY=${KINDS['stripe']?.(randomFrom(1))}\n`

/** Returns a tar archive of one file with a POSIX header. */
function tar(name: string, content: Uint8Array): Buffer {
  const header = Buffer.alloc(512)
  header.write(name, 0)
  header.write('0000644\0', 100)
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124)
  header.write('0ustar\u000000', 156)
  header.write('        ', 148)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  const padding = Buffer.alloc((512 - (content.length % 512)) % 512)
  return Buffer.concat([header, content, padding, Buffer.alloc(1_024)])
}

const zip = (files: Record<string, Uint8Array>) => Buffer.from(zipSync(files))
const bytes = Buffer.from(secret)

test.each([
  ['app.zip', zip({ 'config/app.env': bytes }), 'config/app.env'],
  ['app.jar', zip({ 'WEB-INF/x.properties': bytes }), 'WEB-INF/x.properties'],
  ['app.tar', tar('etc/app.env', bytes), 'etc/app.env'],
  ['app.tgz', gzipSync(tar('etc/app.env', bytes)), 'etc/app.env'],
  ['app.env.gz', gzipSync(bytes), 'app.env'],
  ['app.ear', zip({ 'lib/a.jar': zip({ 'a.env': bytes }) }), 'lib/a.jar!/a.env'],
])('a secret in %s is found at the archive, with the file inside', async (path, archive, entry) => {
  const [found] = await scanOne(path, archive)
  expect(found).toMatchObject({
    ruleId: 'secrets/stripe-key',
    filePath: path,
    startLine: 1,
    metadata: { archiveEntry: entry },
  })
})

describe('a coverage gap is reported for', () => {
  test.each([
    ['an archive that is not opened', 'a.7z', Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4]), 'unparsed'],
    [
      'a file that cannot be unpacked',
      'a.gz',
      Buffer.concat([gzipSync(bytes).subarray(0, 30), Buffer.from('damaged')]),
      'unreadable',
    ],
    ['a bomb', 'a.zip', zip({ bomb: Buffer.alloc(40_000_000) }), 'too_large'],
    [
      'an archive without a directory',
      'b.zip',
      Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), Buffer.alloc(100)]),
      'unreadable',
    ],
  ])('%s', async (_label, path, content, reason) => {
    const { gaps } = await scanFiles({ [path]: content })
    expect(gaps).toEqual([expect.objectContaining({ reason, filePath: path })])
  })

  test('archives within archives beyond the bound', async () => {
    const nested = Array.from({ length: 6 }).reduce((inner: Buffer) => zip({ 'x.zip': inner }), zip({ 'a.env': bytes }))
    const { observations, gaps } = await scanFiles({ 'a.zip': nested })
    expect(observations).toEqual([])
    expect(gaps).toHaveLength(1)
  })
})

test('total unpacked size is bounded, even for many names of the same bytes', () => {
  const item = zip({ bomb: Buffer.alloc(20_000_000) })
  const end = item.length - 22
  const directory = item.subarray(item.readUInt32LE(end + 16), end)
  const record = Buffer.from(item.subarray(end))
  record.writeUInt32LE(directory.length * 40, 12)
  const many = Buffer.concat([
    item.subarray(0, end - directory.length),
    ...Array.from({ length: 40 }, () => directory),
    record,
  ])
  let total = 0
  let refused = 0
  for (const entry of archiveEntries(many, 'zip', newBudget())) {
    if ('bytes' in entry) total += entry.bytes.length
    else refused++
  }
  expect(total).toBeLessThanOrEqual(256 * 1024 * 1024)
  expect(refused).toBeGreaterThan(20)
})

test('arbitrary bytes after any archive header return entries and never throw', () => {
  let read = 0
  const heads = [[0x50, 0x4b, 3, 4], [0x1f, 0x8b, 8], Array.from(tar('a', bytes).subarray(0, 512))]
  fc.assert(
    fc.property(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 600 }), fc.nat(255), (head, tail, cut) => {
      const whole = Buffer.concat([Buffer.from(head), Buffer.from(tail), zip({ a: bytes }).subarray(cut)])
      const kind = archiveKind(whole)
      if (kind !== undefined && kind !== 'sealed') read += [...archiveEntries(whole, kind, newBudget())].length
    }),
    { numRuns: 300 },
  )
  expect(read).toBeGreaterThan(100)
})

describe('an entry with a wrong checksum is a coverage gap, and its content is not read', () => {
  const problemsOf = (archive: Buffer) =>
    [...archiveEntries(archive, archiveKind(archive.subarray(0, 512))!, newBudget())].map((archiveEntry) =>
      'bytes' in archiveEntry ? archiveEntry.name : archiveEntry.detail,
    )

  test.each([0, 9] as const)('CRC-32 of a zip, packed with level %s', (level) => {
    const archive = Buffer.from(zipSync({ 'a.env': [bytes, { level }], 'b.env': [bytes, { level }] }))
    archive.writeUInt32LE(1, archive.lastIndexOf('PK\u0001\u0002') + 16)
    expect(problemsOf(archive)).toEqual([
      'a.env',
      "This file is corrupt: its CRC-32 does not match the archive's record.",
    ])
  })

  test('header of a tar', () => {
    const first = tar('a.env', bytes).subarray(0, 1_024)
    const second = tar('b.env', bytes)
    second.write('c', 0)
    expect(problemsOf(Buffer.concat([first, second]))).toEqual(['a.env', 'This archive is truncated or corrupt.'])
  })

  test('CRC-32 of a gzip', () => {
    const archive = gzipSync(bytes)
    archive.writeUInt32LE(1, archive.length - 8)
    expect(problemsOf(archive)).toEqual(['This file cannot be unpacked.'])
  })
})
