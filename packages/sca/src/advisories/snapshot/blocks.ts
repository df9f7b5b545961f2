import { closeSync, openSync } from 'node:fs'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { OSV_RECORD_BYTES_MAX } from '../../osv/record.ts'
import { readAt } from '../table/open.ts'
import { openOutput } from '../table/write.ts'

/** Bytes of text in a block before it is packed: one is unpacked in about a quarter of a millisecond. */
const BLOCK_BYTES = 65_536

/** Bytes of blocks that stay unpacked for the next reader: 64 blocks as a rule; one with a record of many MB stays alone. */
const KEPT_BYTES_MAX = 64 * 2 * BLOCK_BYTES

/** Fast to write; denser levels save a tenth. */
const LEVEL = 3

/** Where a text lies: the block in the file, and the text in the block. Bytes. */
export interface Place {
  readonly block: number
  readonly packed: number
  readonly start: number
  readonly length: number
}

export interface BlockWriter {
  /** Takes a text; its place is known when {@link close} returned. */
  readonly add: (text: string) => number
  /** The place of a text, by the number that `add` gave it. */
  readonly placeOf: (number: number) => Place
  readonly close: () => void
}

/** Texts one behind the other, packed in blocks. */
export function openBlockWriter(path: string): BlockWriter {
  const file = openOutput(path)
  // Four plain numbers a text: an object each would take some ten times that.
  const places: number[] = []
  /** Texts that wait for their block, one behind the other, in memory that is used again and again. */
  let pending = Buffer.allocUnsafe(2 * BLOCK_BYTES)
  let pendingBytes = 0
  /** Where each of them begins. */
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
  readonly read: (place: Place) => string
  readonly close: () => void
}

/** Reads texts at their places; the blocks that were used last stay unpacked. */
export function openBlockReader(path: string): BlockReader {
  const file = openSync(path, 'r')
  const kept = new Map<number, Buffer>()
  let keptBytes = 0
  const block = (place: Place): Buffer => {
    const known = kept.get(place.block)
    kept.delete(place.block)
    keptBytes -= known?.length ?? 0
    const unpacked =
      known ??
      inflateRawSync(readAt(file, place.block, place.packed), { maxOutputLength: BLOCK_BYTES + OSV_RECORD_BYTES_MAX })
    kept.set(place.block, unpacked)
    keptBytes += unpacked.length
    for (const [oldest, { length }] of kept) {
      if (keptBytes <= KEPT_BYTES_MAX || kept.size === 1) break
      kept.delete(oldest)
      keptBytes -= length
    }
    return unpacked
  }
  return {
    read: (place) => block(place).toString('utf8', place.start, place.start + place.length),
    close: () => closeSync(file),
  }
}
