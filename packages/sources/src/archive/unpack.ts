import { open } from 'node:fs/promises'
import { Failure } from '@gatehouse/kernel/thread'
import { unpackTar } from './unpack-tar.ts'
import { unpackZip } from './unpack-zip.ts'
import { type Unpacked, Unpacking } from './unpacking.ts'

/** Number of bytes for format detection: the tar magic is at 257. */
const HEAD_BYTES = 512

/**
 * Extracts an archive (tar, gzipped tar, zip), detected by its bytes and not by its name, below an empty folder. Links, devices and
 * unreadable names are skipped and reported; an entry outside of the folder, and a decompression bomb, abort the extraction. The caller
 * removes the files that were written until then.
 * @throws {Failure} `invalid_request` with a sentence that names the entry; the signal's reason when it fires
 */
export async function unpackArchive(path: string, into: string, signal: AbortSignal): Promise<Unpacked> {
  const unpacking = new Unpacking(into, signal)
  const kind = kindOf(await headOf(path))
  if (kind === undefined) throw new Failure('invalid_request', 'The file is not an archive. Send tar, tar.gz or zip.')
  if (kind === 'zip') await unpackZip(path, unpacking, signal)
  else await unpackTar(path, unpacking, kind === 'gzip', signal)
  return unpacking.done()
}

/** Detects the archive type by the first bytes. */
export function kindOf(head: Uint8Array): 'zip' | 'gzip' | 'tar' | undefined {
  const starts = (...bytes: number[]): boolean => bytes.every((byte, at) => head[at] === byte)
  // An empty zip contains only the end record.
  if (starts(0x50, 0x4b, 3, 4) || starts(0x50, 0x4b, 5, 6)) return 'zip'
  if (starts(0x1f, 0x8b)) return 'gzip'
  const mark = Buffer.from(head.subarray(257, 262)).toString('latin1')
  if (mark === 'ustar') return 'tar'
  return isOldTar(head) ? 'tar' : undefined
}

/** Returns whether a header without format marks has a valid checksum. POSIX.1-1988, the field at 148. */
function isOldTar(head: Uint8Array): boolean {
  if (head.length < HEAD_BYTES || head[0] === 0) return false
  const stated = Number.parseInt(
    Buffer.from(head.subarray(148, 156))
      .toString('latin1')
      .replace(/[\0 ]+$/, ''),
    8,
  )
  let sum = 0
  for (const [at, byte] of head.subarray(0, HEAD_BYTES).entries()) sum += at >= 148 && at < 156 ? 0x20 : byte
  return stated === sum
}

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
