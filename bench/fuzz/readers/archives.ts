import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { zipSync } from 'fflate'
import { openRecords } from '../../../packages/sca/src/advisories/sources/open.ts'
import { newBudget, UNPACKED_BYTES_MAX } from '../../../packages/scan-engine/src/archive/limits.ts'
import { archiveEntries, archiveKind } from '../../../packages/scan-engine/src/archive/walk.ts'
import { unpackArchive } from '../../../packages/sources/src/archive/unpack.ts'
import { Unpacking } from '../../../packages/sources/src/archive/unpacking.ts'
import { unpackDump } from '../../../packages/sources/src/svn/dump.ts'
import type { FuzzReader } from '../reader.ts'

const never = new AbortController().signal
const text = (value: string): Buffer => Buffer.from(value)

const ZIP = zipSync({
  'src/a.ts': text('let a = 1\n'),
  'b.txt': [text('stored'), { level: 0 }],
  'c/': new Uint8Array(),
})
const RECORD = '{"id":"GHSA-1","modified":"2026-01-01T00:00:00Z","affected":[]}\n'

async function tar(): Promise<Buffer> {
  const archive = pack()
  archive.entry({ name: 'dir/', type: 'directory' })
  archive.entry({ name: 'dir/a.txt' }, 'one')
  archive.entry({ name: `${'long/'.repeat(30)}b.txt` }, 'two')
  archive.entry({ name: 'link', type: 'symlink', linkname: '/etc/passwd' })
  archive.finalize()
  const pieces: Uint8Array[] = []
  for await (const piece of archive as object as AsyncIterable<Uint8Array>) pieces.push(piece)
  return Buffer.concat(pieces)
}

const TAR = await tar()

const folder = await mkdtemp(join(tmpdir(), 'gatehouse-fuzz-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
let mutants = 0

/** Folder for each mutant, removed with the extracted files. */
async function within<Result>(use: (root: string) => Promise<Result>): Promise<Result> {
  mutants += 1
  const root = join(folder, String(mutants))
  await mkdir(root)
  try {
    return await use(root)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

function unpacking(name: string, samples: readonly Uint8Array[], inner?: Uint8Array): FuzzReader {
  return {
    name,
    samples: () => samples,
    ...(inner === undefined ? {} : { parts: () => [inner], wrap: (part) => gzipSync(part, { level: 1 }) }),
    // 256 KiB of mutant inflate to about 256 MB at most.
    outputMax: 300 * 1024 * 1024,
    read: (bytes) =>
      within(async (root) => {
        await mkdir(join(root, 'into'))
        await writeFile(join(root, 'archive'), bytes)
        return (await unpackArchive(join(root, 'archive'), join(root, 'into'), never)).bytes
      }),
  }
}

function walking(name: string, samples: readonly Uint8Array[], inner?: Uint8Array): FuzzReader {
  return {
    name,
    samples: () => samples,
    ...(inner === undefined ? {} : { parts: () => [inner], wrap: (part) => gzipSync(part, { level: 1 }) }),
    outputMax: UNPACKED_BYTES_MAX,
    read(bytes) {
      const buffer = Buffer.from(bytes)
      const kind = archiveKind(buffer.subarray(0, 512))
      if (kind === undefined || kind === 'sealed') return 0
      let size = 0
      for (const entry of archiveEntries(buffer, kind, newBudget())) size += 'bytes' in entry ? entry.bytes.length : 0
      return size
    },
  }
}

function advisories(
  name: string,
  samples: readonly Uint8Array[],
  more: Pick<FuzzReader, 'parts' | 'wrap'> = {},
): FuzzReader {
  return {
    name,
    samples: () => samples,
    ...more,
    outputMax: 300 * 1024 * 1024,
    read: (bytes) =>
      within(async (root) => {
        await writeFile(join(root, 'records'), bytes)
        let size = 0
        for await (const record of await openRecords(join(root, 'records'))) size += record.text.length
        return size
      }),
  }
}

function dumpNode(path: string, content: string): string {
  const delta = `SVN\0${String.fromCharCode(0, 0, content.length, 1, content.length, 0x80 | content.length)}${content}`
  return `Node-path: ${path}\nNode-kind: file\nNode-action: add\nText-delta: true\nProp-content-length: 10\nText-content-length: ${delta.length}\nContent-length: ${10 + delta.length}\n\nPROPS-END\n${delta}\n\n`
}

const DUMP = Buffer.from(
  `SVN-fs-dump-format-version: 3\n\nUUID: x\n\nRevision-number: 1\nProp-content-length: 10\nContent-length: 10\n\nPROPS-END\n\n${dumpNode('lib/a.txt', 'one')}${dumpNode('b.txt', 'two')}`,
  'latin1',
)

export const ARCHIVE_READERS: readonly FuzzReader[] = [
  unpacking('upload-zip', [ZIP]),
  unpacking('upload-tar', [TAR]),
  unpacking('upload-tgz', [gzipSync(TAR)], TAR),
  walking('inner-zip', [ZIP, zipSync({ 'd.zip': ZIP })]),
  walking('inner-tar', [TAR]),
  walking('inner-gzip', [gzipSync(TAR), gzipSync('text')], TAR),
  advisories('advisory-zip', [zipSync({ 'GHSA-1.json': text(RECORD) })]),
  advisories('advisory-gzip', [gzipSync(RECORD + RECORD)], {
    parts: () => [text(RECORD + RECORD)],
    wrap: (part) => gzipSync(part, { level: 1 }),
  }),
  {
    name: 'svn-dump',
    samples: () => [DUMP],
    outputMax: 64 * 1024 * 1024,
    read: (bytes) =>
      within(async (root) => {
        const target = new Unpacking(root, never, { what: 'repository' })
        async function* pieces(): AsyncGenerator<Buffer> {
          for (let at = 0; at < bytes.length; at += 4_096) yield Buffer.from(bytes.subarray(at, at + 4_096))
        }
        await unpackDump(pieces(), '', target)
        return target.done().bytes
      }),
  },
]
