import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { Failure } from '@gatehouse/kernel'
import { FOOTER_BYTES, TABLE_MAGIC } from './format.ts'

/** A table that was written before: keys in memory, values on the disk. */
export interface Table {
  readonly size: number
  /** Returns the value of a key; undefined when the key does not exist. */
  readonly get: (key: string) => string | undefined
  /** All keys in their order. */
  readonly keys: () => Iterable<string>
  readonly close: () => void
}

/** @throws {Failure} `unavailable` when the file is no table or was cut short */
export function openTable(path: string): Table {
  const file = openSync(path, 'r')
  try {
    return readTable(path, file)
  } catch (cause) {
    closeSync(file)
    throw cause
  }
}

interface Layout {
  readonly count: number
  readonly keysStart: number
  readonly offsetsStart: number
}

function readTable(path: string, file: number): Table {
  const { count, keysStart, offsetsStart } = readLayout(path, file)
  const keys = readAt(file, keysStart, offsetsStart - keysStart)
  const keyOffsets = readOffsets(file, offsetsStart, count)
  const valueOffsets = readOffsets(file, offsetsStart + 4 * (count + 1), count)
  const keyAt = (at: number) => keys.subarray(keyOffsets[at], keyOffsets[at + 1])
  return {
    size: count,
    get: (key) => {
      const at = search(Buffer.from(key), count, keyAt)
      if (at === -1) return undefined
      const start = valueOffsets[at] ?? 0
      const end = valueOffsets[at + 1] ?? 0
      if (end < start || end > keysStart) throw damaged(path)
      return readAt(file, start, end - start).toString()
    },
    *keys() {
      for (let at = 0; at < count; at += 1) yield keyAt(at).toString()
    },
    close: () => closeSync(file),
  }
}

/** Returns the index of the key among sorted ones, or -1. */
function search(key: Buffer, count: number, keyAt: (at: number) => Buffer): number {
  let low = 0
  let high = count - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const order = key.compare(keyAt(middle))
    if (order === 0) return middle
    if (order < 0) high = middle - 1
    else low = middle + 1
  }
  return -1
}

function readLayout(path: string, file: number): Layout {
  const { size } = fstatSync(file)
  if (size < FOOTER_BYTES) throw damaged(path)
  const footer = readAt(file, size - FOOTER_BYTES, FOOTER_BYTES)
  const numbers = [0, 1, 2].map((at) => Number(footer.readBigUInt64LE(TABLE_MAGIC.length + 8 * at)))
  const [count = 0, keysStart = 0, offsetsStart = 0] = numbers
  const fits = keysStart <= offsetsStart && offsetsStart + 8 * (count + 1) + FOOTER_BYTES === size
  if (!footer.subarray(0, TABLE_MAGIC.length).equals(TABLE_MAGIC) || !fits) throw damaged(path)
  return { count, keysStart, offsetsStart }
}

function readOffsets(file: number, start: number, count: number): Uint32Array {
  const bytes = readAt(file, start, 4 * (count + 1))
  const offsets = new Uint32Array(count + 1)
  for (let at = 0; at <= count; at += 1) offsets[at] = bytes.readUInt32LE(4 * at)
  return offsets
}

/** Reads bytes at a position of a file. @throws {Failure} `unavailable` when the file ends earlier */
export function readAt(file: number, start: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  let at = 0
  while (at < length) {
    const read = readSync(file, bytes, at, length - at, start + at)
    if (read === 0) throw new Failure('unavailable', 'An advisory snapshot file is truncated. Import it again.')
    at += read
  }
  return bytes
}

function damaged(path: string): Failure {
  const name = path.split('/').at(-1) ?? path
  return new Failure(
    'unavailable',
    `The advisory snapshot is corrupt: "${name}" is not a valid table. Import it again.`,
  )
}
