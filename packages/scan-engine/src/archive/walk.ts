import { gunzipSync } from 'node:zlib'
import { type ArchiveEntry, type Budget, DEPTH_MAX, ENTRY_BYTES_MAX } from './limits.ts'
import { isTar, tarEntries } from './tar.ts'
import { unpack, zipEntries } from './zip.ts'

/** Archive type by the first bytes; `sealed` types are recognized but not supported. */
export type ArchiveKind = 'zip' | 'gzip' | 'tar' | 'sealed'

const SEALED: readonly (readonly number[])[] = [
  // bzip2, xz, Zstandard, 7z, RAR
  [0x42, 0x5a, 0x68],
  [0xfd, 0x37, 0x7a, 0x58, 0x5a],
  [0x28, 0xb5, 0x2f, 0xfd],
  [0x37, 0x7a, 0xbc, 0xaf],
  [0x52, 0x61, 0x72, 0x21],
]

/** @param head at least the first 512 bytes, or all there are */
export function archiveKind(head: Uint8Array): ArchiveKind | undefined {
  if (head[0] === 0x50 && head[1] === 0x4b && ((head[2] === 3 && head[3] === 4) || (head[2] === 5 && head[3] === 6)))
    return 'zip'
  if (head[0] === 0x1f && head[1] === 0x8b && head[2] === 8) return 'gzip'
  if (SEALED.some((magic) => magic.every((byte, at) => head[at] === byte))) return 'sealed'
  return isTar(Buffer.from(head.buffer, head.byteOffset, head.byteLength)) ? 'tar' : undefined
}

export interface WalkOptions {
  /** Files of ZIP archives to unpack, by their name in the archive that contains them; default: all. */
  readonly wants?: (name: string) => boolean
}

/**
 * Yields the files of an archive, including nested archives, as `inner.jar!/config/app.properties`. The budget limits everything;
 * unreadable files are entries with a problem.
 */
export function* archiveEntries(
  bytes: Buffer,
  kind: ArchiveKind,
  budget: Budget,
  options: WalkOptions = {},
  depth = 1,
): Generator<ArchiveEntry> {
  for (const entry of directEntries(bytes, kind, budget, options)) {
    if (!('bytes' in entry)) {
      yield entry
      continue
    }
    const inner = archiveKind(entry.bytes.subarray(0, HEAD_BYTES))
    if (inner === undefined) yield entry
    else if (inner === 'sealed')
      yield { name: entry.name, problem: 'skipped', detail: 'This archive format is not supported.' }
    else if (depth >= DEPTH_MAX)
      yield { name: entry.name, problem: 'skipped', detail: 'Archives are nested too deeply.' }
    else
      for (const within of archiveEntries(asBuffer(entry.bytes), inner, budget, options, depth + 1))
        yield { ...within, name: joined(entry.name, within.name) }
  }
}

const HEAD_BYTES = 512

function directEntries(
  bytes: Buffer,
  kind: ArchiveKind,
  budget: Budget,
  { wants }: WalkOptions,
): Iterable<ArchiveEntry> {
  if (kind === 'zip') return zipEntries(bytes, budget, wants)
  if (kind === 'tar') return tarEntries(bytes, budget)
  const most = Math.min(GZIP_BYTES_MAX, budget.bytes)
  if (most <= 0)
    return [{ name: '', problem: 'too_large', detail: 'The uncompressed size of the archive exceeds the limit.' }]
  return [unpack('', bytes, budget, () => gunzipSync(bytes, { maxOutputLength: most }))]
}

/** A compressed tar contains all its files. */
const GZIP_BYTES_MAX = 4 * ENTRY_BYTES_MAX

function joined(outer: string, inner: string): string {
  if (outer === '') return inner
  return inner === '' ? outer : `${outer}!/${inner}`
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
