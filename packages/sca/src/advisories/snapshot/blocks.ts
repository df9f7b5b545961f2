import { closeSync, openSync } from 'node:fs'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { OSV_RECORD_BYTES_MAX } from '../../osv/record.ts'
import { readAt } from '../table/open.ts'
import { openOutput } from '../table/write.ts'

/** Block size before compression: one block is decompressed in about a quarter of a millisecond. */
const BLOCK_BYTES = 65_536

/** Size of cached decompressed blocks: usually 64; a block with a record of many MB is cached alone. */
const KEPT_BYTES_MAX = 64 * 2 * BLOCK_BYTES

/** Fast to write; denser levels save a tenth. */
const LEVEL = 3

/** Location of a text: its block in the file, and its range in the block. Bytes. */
export interface BlockPosition {
  readonly block: number
  readonly packed: number
  readonly start: number
  readonly length: number
}

export interface BlockWriter {
  /** Adds a text; its location is known after {@link close}. */
  readonly add: (text: string) => number
  /** Returns the location of a text, by the number that `add` returned. */
  readonly placeOf: (number: number) => BlockPosition
  readonly close: () => void
}

/** Opens a writer for concatenated texts in compressed blocks. */
export function openBlockWriter(path: string): BlockWriter {
  const file = openOutput(path)
  // Four numbers per text in flat arrays: objects would need some ten times the memory.
  const places: number[] = []
  /** Texts of the current block, in a reused buffer. */
  let pending = Buffer.allocUnsafe(2 * BLOCK_BYTES)
  let pendingBytes = 0
  /** Start offset of each text. */
  let starts: number[] = []
  const flush = () => {
    const packed = deflateRawSync(pending.subarray(0, pendingBytes), { level: LEVEL })
    for (const [at, start] of starts.entries()) {
      places.push(file.written(), packed.length, start, (starts[at + 1] ?? pendingBytes) - start)
    }
    file.write(packed)
    starts = []
    pendingBytes = 0
  }
  return {
    add: (text) => {
      const bytes = Buffer.byteLength(text)
      if (pendingBytes + bytes > pending.length) {
        const larger = Buffer.allocUnsafe(pendingBytes + bytes)
        pending.copy(larger, 0, 0, pendingBytes)
        pending = larger
      }
      pending.write(text, pendingBytes)
      starts.push(pendingBytes)
      pendingBytes += bytes
      const number = places.length / 4 + starts.length - 1
      if (pendingBytes >= BLOCK_BYTES) flush()
      return number
    },
    placeOf: (number) => {
      const [block = 0, packed = 0, start = 0, length = 0] = places.slice(4 * number, 4 * number + 4)
      return { block, packed, start, length }
    },
    close: () => {
      if (starts.length > 0) flush()
      file.close()
    },
  }
}

export interface BlockReader {
  readonly read: (place: BlockPosition) => string
  readonly close: () => void
}

/** Opens a reader of texts by location; recently used blocks stay decompressed. */
export function openBlockReader(path: string): BlockReader {
  const file = openSync(path, 'r')
  const remaining = new Map<number, Buffer>()
  let keptBytes = 0
  const block = (place: BlockPosition): Buffer => {
    const known = remaining.get(place.block)
    remaining.delete(place.block)
    keptBytes -= known?.length ?? 0
    const unpacked =
      known ??
      inflateRawSync(readAt(file, place.block, place.packed), { maxOutputLength: BLOCK_BYTES + OSV_RECORD_BYTES_MAX })
    remaining.set(place.block, unpacked)
    keptBytes += unpacked.length
    for (const [oldest, { length }] of remaining) {
      if (keptBytes <= KEPT_BYTES_MAX || remaining.size === 1) break
      remaining.delete(oldest)
      keptBytes -= length
    }
    return unpacked
  }
  return {
    read: (place) => block(place).toString('utf8', place.start, place.start + place.length),
    close: () => closeSync(file),
  }
}
