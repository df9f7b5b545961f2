import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { zipSync } from 'fflate'
import { Failure } from '@gatehouse/kernel'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openRecords } from '../../src/advisories/sources/open.ts'

/** Offset of the uncompressed size in the central directory. APPNOTE.TXT section 4.3.12. */
const CENTRAL_SIZE_AT = 24

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'advisories-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function read(bytes: Uint8Array, name: string): Promise<string> {
  const path = join(root, name)
  await writeFile(path, bytes)
  try {
    let records = 0
    for await (const _record of await openRecords(path)) {
      records += 1
      // Longer than any operation in flight: an error without a listener would end the process here.
      await setTimeout(20)
    }
    return `${records} records`
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return error.message
  }
}

test('a zip of advisories with an entry larger than declared fails the import only', async () => {
  const bytes = Buffer.from(zipSync({ 'GHSA-1.json': Buffer.from(' '.repeat(1024 * 1024)) }))
  bytes.writeUInt32LE(1_000, bytes.indexOf('PK\u0001\u0002') + CENTRAL_SIZE_AT)
  expect(await read(bytes, 'all.zip')).toContain('too many bytes in the stream')
})

test.each(['a.zip', 'a.jsonl.gz', 'a.jsonl'])('a damaged %s fails the import alone', async (name) => {
  const zip = zipSync({ 'GHSA-1.json': Buffer.from('{}'.repeat(5_000)) })
  const gzip = Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0]), Buffer.alloc(2_000, 0xff)])
  const bytes = name.endsWith('.zip') ? zip.fill(0xff, 41, 60) : name.endsWith('.gz') ? gzip : Buffer.alloc(9, 0xff)
  expect(await read(bytes, name)).not.toBe('')
})

test('a zip of advisories with a wrong CRC-32 fails the import and names the entry', async () => {
  const bytes = Buffer.from(zipSync({ 'GHSA-1.json': Buffer.from('{}') }))
  bytes.writeUInt32LE(1, bytes.indexOf('PK\u0001\u0002') + 16)
  expect(await read(bytes, 'all.zip')).toBe('"all.zip" is corrupt: the CRC-32 of "GHSA-1.json" is wrong.')
})
