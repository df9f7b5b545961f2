import type { Entry } from 'yauzl'
import { endBeforeDescriptor, type LocalHeader, localHeader, matchDescriptor } from './local-header.ts'

/** A file that has a local header and that the directory does not list, or lists with other data. */
export interface UnlistedFile {
  readonly header: LocalHeader
  readonly packed: Buffer
}

/** Content of an archive outside of the files in its directory. */
export interface Layout {
  readonly unlisted: readonly UnlistedFile[]
  /** Bytes that belong to no file and to no record of the format. Padding with zeros is left out. */
  readonly outside: readonly Buffer[]
  /** Whether the archive breaks the format: its records disagree, or bytes belong to none of them. */
  readonly isDamaged: boolean
}

const LOCAL = Buffer.from('PK\x03\x04', 'latin1')
const END = Buffer.from('PK\x05\x06', 'latin1')
const END64_LOCATOR = 0x07064b50
const END64 = 0x06064b50
const END64_BYTES = 56
const LOCATOR_BYTES = 20
const MAX_U32 = 0xffffffff
/** End marker of the signing block that Android packages have before their directory. */
const SIGNING_BLOCK_END = Buffer.from('APK Sig Block 42', 'latin1')

/**
 * Compares the directory of an archive with its local headers and accounts for every byte, because programs differ in which of them they
 * follow. APPNOTE.TXT 4.3. Linear in the size of the archive.
 * @param whole the file
 * @param start offset of the archive in the file
 * @param entries all entries of the directory
 */
export function layoutOf(whole: Buffer, start: number, entries: readonly Entry[]): Layout {
  const reading = new LayoutReading(whole.subarray(start))
  // For an archive appended to another file type, the caller reads both.
  if (start > 0 && whole.subarray(0, 2).equals(LOCAL.subarray(0, 2))) reading.gapIn(whole.subarray(0, start))
  reading.directory(entries)
  return reading.layout()
}

class LayoutReading {
  readonly #unlisted: UnlistedFile[] = []
  readonly #outside: Buffer[] = []
  readonly #buffer: Buffer
  #isDamaged = false

  constructor(buffer: Buffer) {
    this.#buffer = buffer
  }

  layout(): Layout {
    return { unlisted: this.#unlisted, outside: this.#outside, isDamaged: this.#isDamaged }
  }

  directory(entries: readonly Entry[]): void {
    const { start, end } = this.#directoryBounds()
    let at = 0
    const sorted = entries.toSorted((one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader)
    for (const [index, entry] of sorted.entries()) {
      const offset = entry.relativeOffsetOfLocalHeader
      if (offset < at) this.#isDamaged = true
      else this.#gap(at, offset)
      const next = sorted[index + 1]?.relativeOffsetOfLocalHeader ?? start
      at = Math.max(at, this.#file(entry, next))
    }
    if (at > start) this.#isDamaged = true
    else this.#gap(at, start)
    const listed = entries.reduce((sum, entry) => {
      return sum + 46 + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
    }, start)
    if (listed > end) this.#isDamaged = true
    else this.#gap(listed, end)
  }

  /** Processes bytes outside of listed files: files by their local headers, and other data. */
  gapIn(bytes: Buffer): void {
    if (bytes.every((byte) => byte === 0)) return
    this.#isDamaged = true
    let at = 0
    for (let found = bytes.indexOf(LOCAL); found !== -1; found = bytes.indexOf(LOCAL, at)) {
      const header = localHeader(bytes, found)
      if (header === undefined) break
      if (found > at) this.#outside.push(bytes.subarray(at, found))
      const next = bytes.indexOf(LOCAL, header.dataStart)
      at = this.#addUnlisted(bytes, header, next === -1 ? bytes.length : next)
    }
    if (at < bytes.length) this.#outside.push(bytes.subarray(at))
  }

  #gap(from: number, to: number): void {
    const bytes = this.#buffer.subarray(from, to)
    if (bytes.subarray(-SIGNING_BLOCK_END.length).equals(SIGNING_BLOCK_END)) this.#outside.push(bytes)
    else this.gapIn(bytes)
  }

  /** @returns end offset of the file's data */
  #file(entry: Entry, next: number): number {
    const header = localHeader(this.#buffer, entry.relativeOffsetOfLocalHeader)
    if (header === undefined) {
      this.#isDamaged = true
      return entry.relativeOffsetOfLocalHeader
    }
    const end = header.dataStart + entry.compressedSize
    const descriptor = header.hasDescriptor ? matchDescriptor(this.#buffer, end, entry) : undefined
    if (agrees(header, entry, descriptor !== undefined)) {
      if (!header.name.equals(entry.fileNameRaw)) this.#outside.push(header.name)
      return end + (descriptor ?? 0)
    }
    this.#isDamaged = true
    this.#addUnlisted(this.#buffer, header, Math.max(next, header.dataStart))
    return end
  }

  /** @returns end offset of the file's data */
  #addUnlisted(bytes: Buffer, header: LocalHeader, limit: number): number {
    // Without a size in the header, the data ends at the latest before the next record.
    const isKnown = !header.hasDescriptor || header.compressedSize > 0
    const end = isKnown ? Math.min(header.dataStart + header.compressedSize, bytes.length) : limit
    const dataEnd = isKnown ? end : endBeforeDescriptor(bytes, header.dataStart, end)
    this.#unlisted.push({ header, packed: bytes.subarray(header.dataStart, dataEnd) })
    return end
  }

  /** Returns the start of the directory according to the end record, and the start of the records after the directory. */
  #directoryBounds(): { readonly start: number; readonly end: number } {
    const buffer = this.#buffer
    const record = buffer.lastIndexOf(END)
    const offset = buffer.readUInt32LE(record + 16)
    const locator = record - LOCATOR_BYTES
    if (locator < 0 || buffer.readUInt32LE(locator) !== END64_LOCATOR) return { start: offset, end: record }
    const at = Number(buffer.readBigUInt64LE(locator + 8))
    if (at + END64_BYTES > locator || buffer.readUInt32LE(at) !== END64) {
      this.#isDamaged = true
      return { start: offset, end: record }
    }
    const start = Number(buffer.readBigUInt64LE(at + 48))
    if (offset !== MAX_U32 && offset !== start) this.#isDamaged = true
    this.#gap(at + END64_BYTES, locator)
    return { start: offset === MAX_U32 ? start : offset, end: at }
  }
}

/** Whether a local header describes the file that the directory lists. Sizes may follow the data instead. */
function agrees(header: LocalHeader, entry: Entry, hasDescriptor: boolean): boolean {
  const isSame = (own: number, listed: number): boolean =>
    own === listed || (hasDescriptor && (own === 0 || own === MAX_U32))
  return (
    header.method === entry.compressionMethod &&
    header.isEncrypted === entry.isEncrypted() &&
    isSameName(header.name, entry.fileNameRaw) &&
    isSame(header.crc32, entry.crc32) &&
    isSame(header.compressedSize, entry.compressedSize) &&
    isSame(header.uncompressedSize, entry.uncompressedSize)
  )
}

/** Programs that change an archive may write other than ASCII characters of a name in another encoding. */
function isSameName(local: Buffer, listed: Buffer): boolean {
  return local.equals(listed) || (hasOther(local) && hasOther(listed) && asciiOf(local).equals(asciiOf(listed)))
}

function hasOther(name: Buffer): boolean {
  return name.some((byte) => byte > 0x7f)
}

function asciiOf(name: Buffer): Buffer {
  return Buffer.from(name.filter((byte) => byte <= 0x7f))
}
