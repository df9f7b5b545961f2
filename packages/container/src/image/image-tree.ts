import { readSync } from 'node:fs'
import { Failure } from '@gatehouse/kernel'
import { compareText, type SourceTree } from '@gatehouse/scan-engine'
import type { ImageFile } from './image.ts'

/** Chunk size of a stream. */
const PIECE_BYTES = 1024 * 1024

/**
 * Returns a source tree of files of an image.
 * @param spool descriptor of the file with their contents
 */
export function imageTree(files: readonly ImageFile[], spool: number): SourceTree {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const known = (path: string): ImageFile => {
    const file = byPath.get(path)
    if (file === undefined) throw new Failure('not_found', `The image has no file ${path}.`)
    return file
  }
  return {
    files: [...byPath.values()]
      .map(({ path, size }) => ({ path, size_bytes: size }))
      .sort((a, b) => compareText(a.path, b.path)),
    read: async (path, maxBytes = Infinity) => readPart(known(path), spool, 0, maxBytes),
    async *stream(path, signal) {
      const file = known(path)
      for (let at = 0; at < file.size; at += PIECE_BYTES) {
        signal?.throwIfAborted()
        yield readPart(file, spool, at, PIECE_BYTES)
        await new Promise(setImmediate)
      }
    },
    gaps: [],
  }
}

/** Reads a part of a file; parts of a sparse file without data are zeros. */
function readPart({ size, offset, segments }: ImageFile, spool: number, from: number, maxBytes: number): Uint8Array {
  const length = Math.max(0, Math.min(size - from, maxBytes))
  if (segments === undefined) {
    const bytes = Buffer.allocUnsafe(length)
    return bytes.subarray(0, readInto(bytes, spool, offset + from))
  }
  const bytes = Buffer.alloc(length)
  let stored = offset
  for (const [at, count] of segments) {
    const begin = Math.max(at, from)
    const end = Math.min(at + count, from + length)
    if (begin < end) readInto(bytes.subarray(begin - from, end - from), spool, stored + begin - at)
    stored += count
  }
  return bytes
}

function readInto(bytes: Uint8Array, spool: number, position: number): number {
  let at = 0
  while (at < bytes.length) {
    const read = readSync(spool, bytes, at, bytes.length - at, position + at)
    if (read === 0) break
    at += read
  }
  return at
}
