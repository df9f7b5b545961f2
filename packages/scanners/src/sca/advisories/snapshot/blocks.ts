import { closeSync, openSync } from 'node:fs'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { OSV_RECORD_BYTES_MAX } from '../../osv/record.ts'
import { readAt } from '../table/open.ts'
import { openOutput } from '../table/write.ts'

/** Bytes of text in a block before it is packed: one is unpacked in about a quarter of a millisecond. */
const BLOCK_BYTES = 65_536

/** Blocks that stay unpacked for the next reader: 4 MB of text as a rule. */
const BLOCKS_KEPT = 64

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
  /** Takes a text; its place is known when {@link close} returns. */
  readonly add: (text: string) => number
  /** @returns the place of each text, by the number that `add` gave it */
  readonly close: () => readonly Place[]
}

/** Texts one behind the other, packed in blocks. */
export function openBlockWriter(path: string): BlockWriter {
  const file = openOutput(path)
  const places: Place[] = []
  let pending: { readonly start: number; readonly bytes: Buffer }[] = []
  let pendingBytes = 0
  const flush = () => {
    const packed = deflateRawSync(Buffer.concat(pending.map(({ bytes }) => bytes)), { level: LEVEL })
    for (const { start, bytes } of pending) {
      places.push({ block: file.written(), packed: packed.length, start, length: bytes.length })
    }
    file.write(packed)
    pending = []
    pendingBytes = 0
  }
  return {
    add: (text) => {
      const bytes = Buffer.from(text)
      pending.push({ start: pendingBytes, bytes })
      pendingBytes += bytes.length
      const number = places.length + pending.length - 1
      if (pendingBytes >= BLOCK_BYTES) flush()
      return number
    },
    close: () => {
      if (pending.length > 0) flush()
      file.close()
      return places
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
  const block = (place: Place): Buffer => {
    const known = kept.get(place.block)
    kept.delete(place.block)
    const unpacked =
      known ??
      inflateRawSync(readAt(file, place.block, place.packed), { maxOutputLength: BLOCK_BYTES + OSV_RECORD_BYTES_MAX })
    kept.set(place.block, unpacked)
    const [oldest] = kept.keys()
    if (kept.size > BLOCKS_KEPT && oldest !== undefined) kept.delete(oldest)
    return unpacked
  }
  return {
    read: (place) => block(place).toString('utf8', place.start, place.start + place.length),
    close: () => closeSync(file),
  }
}
