import { createReadStream, existsSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import type { Transform } from 'node:stream'
import { Failure } from '@gatehouse/kernel/thread'
import { DOCUMENT_BYTES_MAX, ENTRIES_MAX } from './limits.ts'
import { TarIndex } from './tar-index.ts'

/** Part of a file on this machine. */
export interface Blob {
  readonly file: string
  readonly offset: number
  readonly size: number
}

/** Files of an image archive or image layout by name. */
export interface BlobStore {
  /** Returns undefined when the image has no such file. */
  readonly find: (name: string) => Promise<Blob | undefined>
}

/** Size of a chunk of a layer: with the default of 16 KiB, turns of the event loop take a fifth of the time. */
const CHUNK_BYTES = 256 * 1024

export type Compression = 'none' | 'gzip' | 'zstd'

/** Returns the compression of a blob by its first bytes; media types of layers are often wrong. */
export async function compressionOf(blob: Blob): Promise<Compression> {
  const head = await readBlob({ ...blob, size: Math.min(blob.size, 4) })
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip'
  const isZstd = head[1] === 0xb5 && head[2] === 0x2f && head[3] === 0xfd && head[0] === 0x28
  // A Zstandard file may begin with a skippable frame.
  const isSkippable = ((head[0] ?? 0) & 0xf0) === 0x50 && head[1] === 0x2a && head[2] === 0x4d && head[3] === 0x18
  return isZstd || isSkippable ? 'zstd' : 'none'
}

/** Returns a decompressing stream; undefined for uncompressed blobs. */
export function decompressor(compression: Compression): Transform | undefined {
  if (compression === 'none') return undefined
  const options = { chunkSize: CHUNK_BYTES }
  return compression === 'gzip' ? createGunzip(options) : createZstdDecompress(options)
}

export function streamBlob({ file, offset, size }: Blob): AsyncIterable<Buffer> {
  return size === 0
    ? emptyStream()
    : createReadStream(file, { start: offset, end: offset + size - 1, highWaterMark: CHUNK_BYTES })
}

async function* emptyStream(): AsyncGenerator<Buffer> {
  // No chunks.
}

export async function readBlob({ file, offset, size }: Blob): Promise<Buffer> {
  const handle = await open(file)
  try {
    const bytes = Buffer.alloc(size)
    const { bytesRead } = await handle.read(bytes, 0, size, offset)
    return bytes.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** @throws {Failure} `invalid_request` for a document above the size limit or without valid JSON */
export async function readDocument(
  blob: Blob,
  name: string,
): Promise<{ readonly bytes: Buffer; readonly json: unknown }> {
  if (blob.size > DOCUMENT_BYTES_MAX) throw new Failure('invalid_request', `${name} is larger than 4 MiB.`)
  const bytes = await readBlob(blob)
  try {
    return { bytes, json: JSON.parse(bytes.toString('utf8')) }
  } catch (cause) {
    throw new Failure('invalid_request', `${name} is not valid JSON.`, { cause })
  }
}

/** Files of a folder in the OCI image layout. Only names of that layout are looked up. */
export function folderBlobs(folder: string): BlobStore {
  return {
    async find(name) {
      const file = join(folder, name)
      if (!existsSync(file)) return undefined
      const found = await stat(file)
      return found.isFile() ? { file, offset: 0, size: found.size } : undefined
    },
  }
}

/**
 * Files of an uncompressed tar archive. Links in it are resolved within it: `docker save` of earlier versions links equal layers.
 * @throws {Failure} `invalid_request` for an invalid archive
 */
export async function archiveBlobs(file: string): Promise<BlobStore> {
  const blobs = new Map<string, Blob | string>()
  const index = new TarIndex(({ path, type, offset, size, target = '', segments }) => {
    if (blobs.size >= ENTRIES_MAX) throw new Failure('invalid_request', 'The image archive contains too many entries.')
    const name = posix.normalize(path)
    if (type === 'file' && segments === undefined) blobs.set(name, { file, offset, size })
    else if (type === 'symlink') blobs.set(name, posix.join(posix.dirname(name), target))
    else if (type === 'hardlink') blobs.set(name, posix.normalize(target))
  })
  for await (const chunk of createReadStream(file)) index.add(chunk as Buffer)
  index.end()
  return {
    async find(name) {
      const found = blobs.get(posix.normalize(name))
      const resolved = typeof found === 'string' ? blobs.get(found) : found
      return typeof resolved === 'string' ? undefined : resolved
    },
  }
}
