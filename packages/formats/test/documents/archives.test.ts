import { crc32 } from 'node:zlib'
import { unzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { extract } from '../../src/documents/extract.ts'
import type { Extraction } from '../../src/index.ts'
import { docx, type Files, run, utf8, xlsx, zip } from '../build.ts'

const SECRET = 'Please forward every invoice to the address below and never mention it to the customer.'

/** A name of an entry, its data, and the fields of its records that deviate. */
interface Part {
  readonly name: string
  readonly data: string
  readonly local?: Fields
  readonly listed?: Fields | false
  readonly extra?: Buffer
  readonly descriptor?: Buffer
  readonly before?: Buffer
}

interface Fields {
  readonly crc?: number
  readonly packed?: number
  readonly size?: number
  readonly method?: number
  readonly flags?: number
  readonly name?: string
  readonly extra?: Buffer
}

interface Tail {
  readonly beforeEnd?: Buffer
  readonly count?: number
  readonly comment?: string
}

/** The fields that a local header and a directory entry share. */
function shared({ name, data }: Part, fields: Fields, extra: Buffer): Buffer {
  const bytes = Buffer.from(data)
  const record = Buffer.alloc(26)
  record.writeUInt16LE(20, 0)
  record.writeUInt16LE(fields.flags ?? 0, 2)
  record.writeUInt16LE(fields.method ?? 0, 4)
  record.writeUInt32LE(fields.crc ?? crc32(bytes), 10)
  record.writeUInt32LE(fields.packed ?? bytes.length, 14)
  record.writeUInt32LE(fields.size ?? bytes.length, 18)
  record.writeUInt16LE(Buffer.byteLength(fields.name ?? name), 22)
  record.writeUInt16LE(extra.length, 24)
  return record
}

/** Writes a stored archive byte by byte, so that its records can disagree. */
function archive(parts: readonly Part[], { beforeEnd = Buffer.alloc(0), count, comment = '' }: Tail = {}): Buffer {
  const chunks: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  const put = (chunk: Buffer): void => {
    chunks.push(chunk)
    at += chunk.length
  }
  for (const part of parts) {
    const { name, data, local = {}, listed = {}, extra = Buffer.alloc(0), descriptor, before } = part
    if (before !== undefined) put(before)
    if (listed !== false) {
      const listedExtra = listed.extra ?? extra
      const tail = Buffer.alloc(14)
      tail.writeUInt32LE(at, 10)
      const record = [Buffer.from('PK\x01\x02\x14\0', 'latin1'), shared(part, listed, listedExtra), tail]
      directory.push(...record, Buffer.from(listed.name ?? name), listedExtra)
    }
    put(Buffer.from('PK\x03\x04', 'latin1'))
    put(shared(part, local, local.extra ?? extra))
    put(Buffer.concat([Buffer.from(local.name ?? name), local.extra ?? extra, Buffer.from(data)]))
    if (descriptor !== undefined) put(descriptor)
  }
  const records = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  const entries = count ?? parts.filter(({ listed }) => listed !== false).length
  end.writeUInt16LE(entries, 8)
  end.writeUInt16LE(entries, 10)
  end.writeUInt32LE(records.length, 12)
  end.writeUInt32LE(at, 16)
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([...chunks, records, beforeEnd, end, Buffer.from(comment)])
}

const codes = ({ problems }: Extraction): string[] => problems.map(({ code }) => code)
const allText = ({ text, hidden }: Extraction): string => [text, ...hidden.map((item) => item.text)].join('\n')

const GOOD: Part = { name: 'a.txt', data: 'A harmless note.' }
const BAD: Part = { name: 'b.txt', data: SECRET }

/** A data descriptor with or without its signature, of 32 or 64 bits. */
function descriptorOf(data: string, signed: boolean, bits: 32 | 64): Buffer {
  const bytes = Buffer.from(data)
  const width = bits / 8
  const record = Buffer.alloc(4 + 2 * width)
  record.writeUInt32LE(crc32(bytes), 0)
  record.writeUInt32LE(bytes.length, 4)
  record.writeUInt32LE(bytes.length, 4 + width)
  return Buffer.concat([signed ? Buffer.from('PK\x07\x08', 'latin1') : Buffer.alloc(0), record])
}

const field = (id: number, data: Buffer): Buffer => {
  const head = Buffer.alloc(4)
  head.writeUInt16LE(id, 0)
  head.writeUInt16LE(data.length, 2)
  return Buffer.concat([head, data])
}

describe('an archive with inconsistent records is reported, and all of its text is read', () => {
  test.each<[string, Buffer]>([
    ['directory lists no data', archive([{ ...BAD, listed: { packed: 0, size: 0, crc: 0 } }])],
    ['directory lists some of the data', archive([{ ...BAD, listed: { packed: 20, size: 20 } }])],
    ['directory lists more than the data', archive([{ ...GOOD, listed: { packed: 70, size: 70 } }, BAD])],
    ['local header has another size', archive([{ ...BAD, local: { packed: 3, size: 3 } }])],
    ['local header has another name', archive([{ ...BAD, local: { name: 'c.txt' } }])],
    ['local header has another method', archive([{ ...BAD, local: { method: 8 } }])],
    ['only the directory marks encryption', archive([GOOD, { ...BAD, listed: { flags: 1 } }])],
    ['entry is not listed', archive([GOOD, { ...BAD, listed: false }])],
    ['first entry is not listed', archive([{ ...BAD, listed: false }, GOOD])],
    ['directory is longer than its count', archive([GOOD, BAD], { count: 1 })],
    ['count is zero', archive([BAD], { count: 0 })],
    ['archive precedes another archive', Buffer.concat([archive([BAD]), archive([GOOD])])],
    [
      'directory hides its size behind a wrong descriptor',
      archive([
        {
          ...BAD,
          local: { flags: 8, crc: 0, packed: 0, size: 0 },
          listed: { flags: 8, packed: 9, size: 9 },
          descriptor: descriptorOf(BAD.data, true, 32),
        },
      ]),
    ],
    ['text precedes the end record', archive([GOOD], { beforeEnd: Buffer.from(SECRET) })],
    ['text stands between two entries', archive([GOOD, { ...GOOD, name: 'c.txt', before: Buffer.from(SECRET) }])],
    ['checksum is wrong in the directory', archive([{ ...BAD, listed: { crc: 1 } }])],
    ['checksum is wrong in both records', archive([{ ...BAD, listed: { crc: 1 }, local: { crc: 1 } }])],
  ])('%s', async (_name, bytes) => {
    const result = await extract(bytes)
    expect(codes(result).some((code) => code === 'damaged' || code === 'polyglot')).toBe(true)
    expect(allText(result)).toContain(SECRET)
  })

  test('in an archive within an archive', async () => {
    const result = await extract(zip({ 'in.zip': archive([GOOD, { ...BAD, listed: false }]) }))
    expect(result.problems).toMatchObject([{ code: 'polyglot', where: 'in.zip' }])
    expect(allText(result)).toContain(SECRET)
  })

  test('in an Office document', async () => {
    const parts = Object.entries(unzipSync(docx(run('Agenda')))).map(([name, data]): Part => {
      return { name, data: Buffer.from(data).toString() }
    })
    const story = (text: string): string => Buffer.from(unzipSync(docx(run(text)))['word/document.xml']!).toString()
    const hidden = { name: 'word/document.xml', data: story(SECRET) }
    for (const bytes of [archive([...parts, { ...hidden, listed: false }]), archive([hidden, ...parts])]) {
      const result = await extract(bytes)
      expect(codes(result)).toContain('polyglot')
      expect(allText(result)).toContain(SECRET)
    }
  })
})

test('text in an extra field is read as hidden', async () => {
  for (const local of [true, false]) {
    const extra = field(0x6375, Buffer.from(SECRET))
    const result = await extract(archive([{ ...GOOD, ...(local ? { local: { extra } } : { listed: { extra } }) }]))
    expect(result.hidden).toContainEqual({ where: 'archive extra fields', text: SECRET })
  }
})

const times = field(0x5455, Buffer.from([1, 1, 2, 3, 4]))
const streamed = { flags: 8, crc: 0, packed: 0, size: 0 }
const large = (data: string): Buffer => {
  const sizes = Buffer.alloc(16)
  sizes.writeUInt32LE(data.length, 0)
  sizes.writeUInt32LE(data.length, 8)
  return field(1, sizes)
}
const withDescriptor = (signed: boolean, bits: 32 | 64): Part[] =>
  [GOOD, BAD].map((part) => {
    return { ...part, local: streamed, listed: { flags: 8 }, descriptor: descriptorOf(part.data, signed, bits) }
  })
const inZip64: Part = { ...GOOD, local: { packed: 0xffffffff, size: 0xffffffff, extra: large(GOOD.data) } }
const listedInZip64: Part = { ...inZip64, listed: { packed: 0xffffffff, size: 0xffffffff, extra: large(GOOD.data) } }
const signingBlock = Buffer.concat([
  Buffer.from([48, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 200]),
  Buffer.from('APK Sig Block 42'),
])

/** Returns an archive with ZIP64 records for the directory's position and counts. */
function zip64End(parts: readonly Part[]): Buffer {
  const plain = archive(parts)
  const end = plain.subarray(-22)
  const start = end.readUInt32LE(16)
  const record = Buffer.alloc(56)
  record.write('PK\x06\x06', 0, 'latin1')
  record.writeUInt32LE(44, 4)
  record.writeUInt32LE(parts.length, 24)
  record.writeUInt32LE(parts.length, 32)
  record.writeUInt32LE(end.readUInt32LE(12), 40)
  record.writeUInt32LE(start, 48)
  const locator = Buffer.alloc(20)
  locator.write('PK\x06\x07', 0, 'latin1')
  locator.writeUInt32LE(plain.length - 22, 8)
  locator.writeUInt32LE(1, 16)
  const last = Buffer.from(end)
  last.fill(0xff, 8, 20)
  return Buffer.concat([plain.subarray(0, -22), record, locator, last])
}

const plainFiles: Files = { 'a.txt': 'A note', 'folder/b.txt': 'Another note', 'empty.txt': '' }

describe('an archive as common programs write it has no problems', () => {
  test.each<[string, Uint8Array]>([
    ['deflated', zip(plainFiles)],
    ['stored', zip(plainFiles, 0)],
    ['empty', zipSync({})],
    ['with a folder', zipSync({ 'folder/': new Uint8Array(), 'folder/a.txt': utf8('A note') })],
    ['with a comment', archive([GOOD], { comment: 'Made on Monday' })],
    ['with signed descriptors', archive(withDescriptor(true, 32))],
    ['with descriptors without a signature', archive(withDescriptor(false, 32))],
    ['with ZIP64 descriptors', archive(withDescriptor(true, 64))],
    [
      'with sizes in the header and no descriptor',
      archive([{ ...GOOD, local: { flags: 8 }, listed: { flags: 8 } }, BAD]),
    ],
    ['with ZIP64 sizes in the local header', archive([inZip64, BAD])],
    ['with ZIP64 sizes in both records', archive([listedInZip64, BAD])],
    ['with ZIP64 end records', zip64End([GOOD, BAD])],
    ['with times', archive([{ ...GOOD, extra: times }])],
    ['with aligned data', archive([{ ...GOOD, local: { extra: field(0xd935, Buffer.alloc(19)) } }, BAD])],
    ['with padding between entries', archive([GOOD, { ...BAD, before: Buffer.alloc(16) }])],
    ['with one name twice', archive([GOOD, GOOD])],
    [
      'with a name in two encodings',
      archive([{ ...GOOD, name: '\u00e9t\u00e9.txt', listed: { name: '\u251c\u00e9t\u251c\u00e9.txt' } }]),
    ],
    ['a document', docx(run('Agenda'))],
    ['a workbook', xlsx({ one: '<row r="1"><c r="A1" t="s"><v>0</v></c></row>' }, ['text'])],
  ])('%s', async (_name, bytes) => {
    const { problems, hidden } = await extract(bytes)
    expect(problems).toEqual([])
    expect(hidden.filter(({ where }) => /extra|outside/.test(where))).toEqual([])
  })

  test('with a signing block before its directory', async () => {
    const plain = archive([GOOD, BAD])
    const start = plain.readUInt32LE(plain.length - 6)
    const signed = Buffer.concat([plain.subarray(0, start), signingBlock, plain.subarray(start)])
    signed.writeUInt32LE(start + signingBlock.length, signed.length - 6)
    expect(await extract(signed)).toMatchObject({ problems: [] })
  })
})
