import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { Failure } from '@gatehouse/kernel'
import { SECTION_BYTES_MAX, TABLE_MAGIC } from './format.ts'

/** Bytes that are gathered before they are written. */
const WRITE_BYTES = 1_048_576

/**
 * Writes a table from keys and a value function, which is called on demand.
 * @throws {Failure} `limit_reached` when the table would exceed its offsets
 */
export function writeTable(path: string, keys: Iterable<string>, valueOf: (key: string) => string): void {
  const sorted = inByteOrder(keys)
  const keyOffsets = new Uint32Array(sorted.length + 1)
  const valueOffsets = new Uint32Array(sorted.length + 1)
  const file = openOutput(path)
  try {
    sorted.forEach((key, at) => {
      file.write(Buffer.from(valueOf(key)))
      valueOffsets[at + 1] = checked(file.written())
    })
    const keysStart = file.written()
    sorted.forEach((key, at) => {
      file.write(Buffer.from(key))
      keyOffsets[at + 1] = checked(file.written() - keysStart)
    })
    const offsetsStart = file.written()
    file.write(bytesOf(keyOffsets))
    file.write(bytesOf(valueOffsets))
    file.write(TABLE_MAGIC)
    file.write(unsigned64(sorted.length))
    file.write(unsigned64(keysStart))
    file.write(unsigned64(offsetsStart))
  } finally {
    file.close()
  }
}

/**
 * Sorts by UTF-8 bytes. That is the order of UTF-16 units except for surrogate pairs, which are rare in names, and strings need a tenth of
 * the memory of buffers.
 */
function inByteOrder(keys: Iterable<string>): string[] {
  const sorted = [...keys].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  if (!sorted.some((key) => SURROGATE.test(key))) return sorted
  return sorted.sort((a, b) => Buffer.from(a).compare(Buffer.from(b)))
}

const SURROGATE = /[\ud800-\udfff]/

/** A file that is written from its start on, in large pieces, and is on the disk when it is closed. */
export interface Output {
  readonly write: (bytes: Uint8Array) => void
  /** Bytes so far. */
  readonly written: () => number
  /** Once is enough; more does no harm. */
  readonly close: () => void
}

export function openOutput(path: string): Output {
  const file = openSync(path, 'wx', 0o644)
  const pending = Buffer.allocUnsafe(WRITE_BYTES)
  let pendingBytes = 0
  let total = 0
  let open = true
  const put = (bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
  }
  const flush = () => {
    put(pending.subarray(0, pendingBytes))
    pendingBytes = 0
  }
  return {
    write: (bytes) => {
      total += bytes.length
      if (pendingBytes + bytes.length > WRITE_BYTES) flush()
      if (bytes.length > WRITE_BYTES) return put(bytes)
      pending.set(bytes, pendingBytes)
      pendingBytes += bytes.length
    },
    written: () => total,
    close: () => {
      if (!open) return
      open = false
      try {
        flush()
        fsyncSync(file)
      } finally {
        closeSync(file)
      }
    },
  }
}

function checked(bytes: number): number {
  if (bytes <= SECTION_BYTES_MAX) return bytes
  throw new Failure('limit_reached', 'There are too many advisories for one snapshot: a table would exceed 4 GiB.')
}

/** Offsets are little-endian, as every machine is that Node runs on. */
function bytesOf(offsets: Uint32Array): Buffer {
  return Buffer.from(offsets.buffer, offsets.byteOffset, offsets.byteLength)
}

function unsigned64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}
