import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { ARTIFACT_KINDS, type ArtifactKind } from '@gatehouse/contracts/scans'
import type { NewArtifact } from '@gatehouse/store/findings'

/** Own limit of text per chunk, in UTF-16 units: large enough for little overhead, small enough not to block others. */
const CHUNK_UNITS = 64 * 1024

/** Observes an artifact during compression, for example to sign it. */
export interface Onlooker {
  readonly update: (bytes: Uint8Array) => void
}

/** Compresses an artifact for storage. Streams its pieces, so that the complete text is never in memory. */
export async function packArtifact(
  kind: ArtifactKind,
  pieces: Iterable<string> | AsyncIterable<string>,
  onlooker?: Onlooker,
): Promise<NewArtifact> {
  const hash = createHash('sha256')
  const content: Buffer[] = []
  let size_bytes = 0
  async function* bytes(): AsyncGenerator<Buffer> {
    for await (const chunk of inChunks(pieces)) {
      const item = Buffer.from(chunk)
      size_bytes += item.length
      hash.update(item)
      onlooker?.update(item)
      yield item
    }
  }
  await pipeline(Readable.from(bytes()), createGzip(), async (packed: AsyncIterable<Buffer>) => {
    for await (const chunk of packed) content.push(chunk)
  })
  const { type, mediaType } = ARTIFACT_KINDS[kind]
  return { kind, type, mediaType, size_bytes, sha256: hash.digest('hex'), content: Buffer.concat(content) }
}

/** Splits text into chunks of about equal size. */
export async function* inChunks(pieces: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  let entries: string[] = []
  let units = 0
  for await (const piece of pieces) {
    entries.push(piece)
    units += piece.length
    if (units >= CHUNK_UNITS) {
      yield entries.join('')
      entries = []
      units = 0
    }
  }
  if (units > 0) yield entries.join('')
}
