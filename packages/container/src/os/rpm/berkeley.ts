// Hash databases of Berkeley DB, in RHEL 8 and earlier: dbinc/db_page.h of Berkeley DB.

const MAGIC = 0x061561
const HASH_PAGE = 13
const HASH_PAGE_UNSORTED = 2
const OVERFLOW_PAGE = 7
/** Type of an item whose value is on overflow pages, and of one on its hash page. */
const OFF_PAGE = 3
const ON_PAGE = 1
/** A smaller value is the number of the next package. */
const HEADER_BYTES_MIN = 16
const HEADER_BYTES = 26
/** Own limit for one package header. */
const VALUE_BYTES_MAX = 64 * 1024 * 1024

export function isBerkeley(file: Buffer): boolean {
  return file.length >= 512 && (file.readUInt32LE(12) === MAGIC || file.readUInt32BE(12) === MAGIC)
}

/**
 * Yields the header of each package.
 * @throws {RangeError} for an invalid database
 */
export function* berkeleyBlobs(file: Buffer): Generator<Buffer> {
  const isLittle = file.readUInt32LE(12) === MAGIC
  const word = (at: number) => (isLittle ? file.readUInt32LE(at) : file.readUInt32BE(at))
  const half = (at: number) => (isLittle ? file.readUInt16LE(at) : file.readUInt16BE(at))
  const size = word(20)
  if (size < 512 || size > 65_536 || file[24] !== 0) throw new RangeError('The database has an invalid page size.')
  const pages = Math.floor(file.length / size)
  let bytes = 0
  for (let page = 1; page < pages; page++) {
    const start = page * size
    const type = file[start + 25]
    if (type !== HASH_PAGE && type !== HASH_PAGE_UNSORTED) continue
    const entries = half(start + 20)
    if (HEADER_BYTES + entries * 2 > size) throw new RangeError('The database has an invalid page.')
    // Keys and values alternate.
    for (let entry = 1; entry < entries; entry += 2) {
      const item = start + half(start + HEADER_BYTES + entry * 2)
      // Items are stored from the end of the page.
      const end = start + half(start + HEADER_BYTES + (entry - 1) * 2)
      if (file[item] === ON_PAGE && end - item > HEADER_BYTES_MIN) yield file.subarray(item + 1, end)
      if (file[item] !== OFF_PAGE) continue
      const length = word(item + 8)
      bytes += length
      if (length > VALUE_BYTES_MAX || bytes > file.length) throw new RangeError('The database has an invalid value.')
      yield overflow(word(item + 4), length)
    }
  }

  function overflow(first: number, length: number): Buffer {
    const parts: Buffer[] = []
    let left = length
    for (let page = first; left > 0; page = word(page * size + 16)) {
      const start = page * size
      if (page === 0 || page >= pages || file[start + 25] !== OVERFLOW_PAGE)
        throw new RangeError('The database has an invalid overflow page.')
      const used = Math.min(left, half(start + 22), size - HEADER_BYTES)
      if (used === 0) throw new RangeError('The database has an empty overflow page.')
      parts.push(file.subarray(start + HEADER_BYTES, start + HEADER_BYTES + used))
      left -= used
    }
    return Buffer.concat(parts)
  }
}
