import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Failure } from '@gatehouse/kernel/thread'
import {
  archiveBlobs,
  type Blob,
  type BlobStore,
  compressionOf,
  decompressor,
  folderBlobs,
  streamBlob,
} from './blobs.ts'
import type { ImageConfig } from './documents.ts'
import { FileSystem } from './file-system.ts'
import type { ImageContents, ImageLayer } from './image.ts'
import { imageParts, type LayerBlob } from './layout.ts'
import { ENTRIES_MAX, IMAGE_BYTES_MAX, RATIO_FROM_BYTES, RATIO_MAX } from './limits.ts'
import { type TarEntry, TarIndex } from './tar-index.ts'

export interface ReadImageJob {
  /** An archive of `docker save` or an OCI image layout, as a folder or as a tar archive. */
  readonly path: string
  /** Empty folder for uncompressed layers. */
  readonly folder: string
  readonly platform?: string
}

/** Name of the file with all uncompressed layers in the folder of a job. */
export const SPOOL_FILE = 'layers'

/**
 * Reads an image: verifies the digests of all parts, writes the uncompressed layers to one file and lists their entries. No name in the
 * image becomes a path on this machine.
 * @throws {Failure} `invalid_request` for an image that is invalid, incomplete or above a limit
 */
export async function readImage({ path, folder, platform }: ReadImageJob): Promise<ImageContents> {
  const store = await openStore(path, folder)
  const { config, layers, others } = await imageParts(store, platform)
  const instructions = instructionsOf(config)
  const fileSystem = new FileSystem()
  const spool = new Spool(await open(join(folder, SPOOL_FILE), 'wx', 0o600))
  try {
    const described: ImageLayer[] = []
    for (const [index, layer] of layers.entries()) {
      const instruction = instructions[index]
      fileSystem.apply(index, await spool.addLayer(layer, index))
      described.push({ index, digest: layer.digest ?? layer.diffId, ...(instruction !== undefined && { instruction }) })
    }
    const { files, links, left } = fileSystem.finish()
    if (others.length > 0)
      left.push(
        `The archive contains ${others.length} more images, which were not scanned: ${others.slice(0, 5).join(', ')}.`,
      )
    return { config, layers: described, files, links, left }
  } finally {
    await spool.close()
  }
}

async function openStore(path: string, folder: string): Promise<BlobStore> {
  const found = await stat(path)
  if (found.isDirectory()) return folderBlobs(path)
  const blob = { file: path, offset: 0, size: found.size }
  const compression = await compressionOf(blob)
  if (compression === 'none') return archiveBlobs(path)
  const unpacked = join(folder, 'archive')
  const handle = await open(unpacked, 'wx', 0o600)
  try {
    const limit = new ExpansionLimit(IMAGE_BYTES_MAX)
    await unpackBlob(blob, limit, async (chunk) => void (await handle.write(chunk)))
  } finally {
    await handle.close()
  }
  return archiveBlobs(unpacked)
}

/** Limits of decompression, which count the actual output. */
class ExpansionLimit {
  packed = 0
  #unpacked = 0
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  /** @throws {Failure} `invalid_request` above a limit */
  add(bytes: number): void {
    this.#unpacked += bytes
    if (this.#unpacked > this.#most)
      throw new Failure('invalid_request', `The image expands beyond ${IMAGE_BYTES_MAX / 1024 ** 3} GiB.`)
    if (this.#unpacked > RATIO_FROM_BYTES && this.#unpacked > this.packed * RATIO_MAX)
      throw new Failure('invalid_request', `The compression ratio of a layer exceeds ${RATIO_MAX}.`)
  }
}

async function unpackBlob(
  blob: Blob,
  limit: ExpansionLimit,
  write: (chunk: Buffer) => Promise<void>,
  packedHash?: Hash,
): Promise<void> {
  const step = decompressor(await compressionOf(blob))
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of streamBlob(blob)) {
      limit.packed += chunk.length
      packedHash?.update(chunk)
      yield chunk
    }
  }
  const output = async (chunks: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of chunks) {
      limit.add(chunk.length)
      await write(chunk)
    }
  }
  try {
    const source = Readable.from(counted())
    await (step === undefined ? pipeline(source, output) : pipeline(source, step, output))
  } catch (error) {
    if (error instanceof Failure || (error instanceof Error && 'syscall' in error)) throw error
    throw new Failure('invalid_request', 'A layer of the image cannot be decompressed.', { cause: error })
  }
}

/** One file with all uncompressed layers. */
class Spool {
  readonly #handle: FileHandle
  #position = 0
  #entries = 0

  constructor(handle: FileHandle) {
    this.#handle = handle
  }

  /** @returns the entries, with offsets in the spool file */
  async addLayer({ blob, digest, diffId }: LayerBlob, index: number): Promise<readonly TarEntry[]> {
    const start = this.#position
    const entries: TarEntry[] = []
    const tar = new TarIndex((entry) => {
      this.#entries += 1
      if (this.#entries > ENTRIES_MAX)
        throw new Failure('invalid_request', `The image has more than ${ENTRIES_MAX} entries.`)
      entries.push({ ...entry, offset: start + entry.offset })
    })
    const packedHash = digest === undefined ? undefined : createHash(algorithmOf(digest))
    const hash = createHash(algorithmOf(diffId))
    await unpackBlob(
      blob,
      new ExpansionLimit(IMAGE_BYTES_MAX - start),
      async (chunk) => {
        hash.update(chunk)
        tar.add(chunk)
        await this.#handle.write(chunk, 0, chunk.length, this.#position)
        this.#position += chunk.length
      },
      packedHash,
    )
    tar.end()
    if (packedHash !== undefined) checkDigest(packedHash, digest ?? '', index)
    checkDigest(hash, diffId, index)
    return entries
  }

  async close(): Promise<void> {
    await this.#handle.close()
  }
}

function algorithmOf(digest: string): string {
  return digest.slice(0, digest.indexOf(':'))
}

function checkDigest(hash: Hash, digest: string, index: number): void {
  if (`${algorithmOf(digest)}:${hash.digest('hex')}` === digest) return
  throw new Failure('invalid_request', `Layer ${index} does not match its digest ${digest}.`)
}

/** Maximum length of an instruction in a finding. */
const INSTRUCTION_CHARS_MAX = 500

/** Returns the instruction of each layer from the history; entries without a layer are left out. */
function instructionsOf({ history, rootfs }: ImageConfig): readonly (string | undefined)[] {
  const created = (history ?? []).filter(({ empty_layer: isEmpty }) => isEmpty !== true)
  // Without one entry for each layer, instructions cannot be attributed.
  if (created.length !== rootfs.diff_ids.length) return []
  return created.map(({ created_by: by }) => {
    const text = (by ?? '').trim()
    return text === '' ? undefined : instructionText(text).slice(0, INSTRUCTION_CHARS_MAX)
  })
}

/** Docker's classic builder records `RUN` as a shell command, and other instructions after `#(nop)`. */
function instructionText(text: string): string {
  const nop = /^\/bin\/sh -c #\(nop\)\s+/.exec(text)
  if (nop !== null) return text.slice(nop[0].length)
  const run = /^\/bin\/sh -c\s+/.exec(text)
  return (run === null ? text : `RUN ${text.slice(run[0].length)}`).replace(/\s+# buildkit$/, '')
}
