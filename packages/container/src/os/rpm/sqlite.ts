// Reader for the table of packages in an SQLite database. The file comes from the image, so that no native code opens it.
// https://www.sqlite.org/fileformat.html

const MAGIC = 'SQLite format 3\0'
const TABLE_LEAF = 13
const TABLE_INTERIOR = 5
/** Own limit for one package header. */
const ROW_BYTES_MAX = 64 * 1024 * 1024
const DEPTH_MAX = 32

export function isSqlite(file: Buffer): boolean {
  return file.toString('latin1', 0, MAGIC.length) === MAGIC
}

/**
 * Yields the BLOB of each row of the table `Packages`.
 * @param wal write-ahead log beside the database, whose committed pages replace those of the database
 * @throws {RangeError} for an invalid database
 */
export function* sqliteBlobs(file: Buffer, wal: Buffer | undefined): Generator<Buffer> {
  const pages = new Pages(file, wal)
  for (const row of pages.rows(1)) {
    const [type, name, , root] = columns(row)
    if (type === 'table' && name === 'Packages' && typeof root === 'number') {
      for (const item of pages.rows(root)) {
        const blob = columns(item).find((value) => Buffer.isBuffer(value))
        if (Buffer.isBuffer(blob)) yield blob
      }
      return
    }
  }
  throw new RangeError('The database has no table Packages.')
}

class Pages {
  readonly #file: Buffer
  readonly #size: number
  /** Size of a page without the reserved bytes at its end. */
  readonly #usable: number
  readonly #logged: ReadonlyMap<number, Buffer>

  constructor(file: Buffer, wal: Buffer | undefined) {
    const size = file.readUInt16BE(16)
    this.#file = file
    this.#size = size === 1 ? 65_536 : size
    if (this.#size < 512) throw new RangeError('The database has an invalid page size.')
    this.#usable = this.#size - (file[20] ?? 0)
    this.#logged = wal === undefined ? new Map() : committedPages(wal, this.#size)
  }

  #page(number: number): Buffer {
    const start = (number - 1) * this.#size
    const page = this.#logged.get(number) ?? this.#file.subarray(start, start + this.#size)
    if (number < 1 || page.length < this.#size) throw new RangeError('The database is truncated.')
    return page
  }

  /** Yields the records of a table, each page once. */
  *rows(root: number): Generator<Buffer> {
    const seen = new Set<number>()
    const open: (readonly [page: number, depth: number])[] = [[root, 0]]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [number, depth] = next
      if (seen.has(number) || depth > DEPTH_MAX) throw new RangeError('The database contains a cycle.')
      seen.add(number)
      const page = this.#page(number)
      const at = number === 1 ? 100 : 0
      const type = page[at]
      const cells = page.readUInt16BE(at + 3)
      if (type === TABLE_INTERIOR) {
        const children = Array.from({ length: cells }, (_, cell) =>
          page.readUInt32BE(page.readUInt16BE(at + 12 + cell * 2)),
        )
        for (const child of [...children, page.readUInt32BE(at + 8)].toReversed()) open.push([child, depth + 1])
      } else if (type === TABLE_LEAF) {
        for (let cell = 0; cell < cells; cell++) yield this.#payload(page, page.readUInt16BE(at + 8 + cell * 2))
      } else throw new RangeError('The database has an unknown page type.')
    }
  }

  /** Returns the record of a cell, with its overflow pages. */
  #payload(page: Buffer, cell: number): Buffer {
    const [size, afterSize] = varint(page, cell)
    const [, start] = varint(page, afterSize)
    if (size > ROW_BYTES_MAX) throw new RangeError('A row of the database is too large.')
    const most = this.#usable - 35
    if (size <= most) return page.subarray(start, start + size)
    const least = Math.floor(((this.#usable - 12) * 32) / 255) - 23
    const local = least + ((size - least) % (this.#usable - 4))
    const kept = local <= most ? local : least
    const parts = [page.subarray(start, start + kept)]
    let left = size - kept
    for (let next = page.readUInt32BE(start + kept); left > 0;) {
      const overflow = this.#page(next)
      const part = overflow.subarray(4, Math.min(this.#usable, 4 + left))
      parts.push(part)
      left -= part.length
      next = overflow.readUInt32BE(0)
    }
    return Buffer.concat(parts)
  }
}

/** Returns the pages of complete transactions in a write-ahead log, the latest of each number. */
function committedPages(wal: Buffer, size: number): ReadonlyMap<number, Buffer> {
  const committed = new Map<number, Buffer>()
  const magic = wal.length < 32 ? 0 : wal.readUInt32BE(0)
  if ((magic & 0xfffffffe) >>> 0 !== 0x377f0682 || wal.readUInt32BE(8) !== size) return committed
  const salt = wal.subarray(16, 24)
  let open = new Map<number, Buffer>()
  for (let at = 32; at + 24 + size <= wal.length; at += 24 + size) {
    // Frames of an earlier use of the log have another salt.
    if (!wal.subarray(at + 8, at + 16).equals(salt)) break
    open.set(wal.readUInt32BE(at), wal.subarray(at + 24, at + 24 + size))
    if (wal.readUInt32BE(at + 4) === 0) continue
    for (const [number, page] of open) committed.set(number, page)
    open = new Map()
  }
  return committed
}

function varint(bytes: Buffer, from: number): readonly [value: number, end: number] {
  let value = 0
  for (let at = from; at < from + 8; at++) {
    const byte = bytes.readUInt8(at)
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return [value, at + 1]
  }
  return [value * 256 + bytes.readUInt8(from + 8), from + 9]
}

/** Widths of integers by serial type. */
const WIDTHS = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0] as const

function columns(record: Buffer): readonly (string | number | Buffer | undefined)[] {
  const [headerEnd, first] = varint(record, 0)
  const values: (string | number | Buffer | undefined)[] = []
  let data = headerEnd
  for (let at = first; at < headerEnd;) {
    const [type, next] = varint(record, at)
    at = next
    const width = type >= 12 ? Math.floor((type - 12) / 2) : (WIDTHS[type] ?? 0)
    const bytes = record.subarray(data, data + width)
    data += width
    if (type >= 12) values.push(type % 2 === 0 ? bytes : bytes.toString('utf8'))
    else if (type >= 1 && type <= 5) values.push(bytes.readUIntBE(0, width))
    else values.push(type === 9 ? 1 : undefined)
  }
  return values
}
