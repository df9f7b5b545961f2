import { constants, crc32, inflateRawSync } from 'node:zlib'
import { type Entry, fromBufferPromise, getFileNameLowLevel, validateFileName } from 'yauzl'
import { decodeText, looksLikeText } from '../decode.ts'
import { RATIO_FREE_BYTES, RATIO_MAX } from '../limits.ts'
import { zipEnd } from '../sniff.ts'
import type { Sink } from '../sink.ts'
import { type Layout, layoutOf } from './layout.ts'
import { extraFields, type LocalHeader, localHeader } from './local-header.ts'

/** File of an archive, not yet inflated. */
export interface ZipEntry {
  /** Unique within the archive: repeated names get a number. */
  readonly name: string
  readonly encrypted: boolean
  readonly isRepeated: boolean
  /**
   * Returns the data, checked against every limit; an exceeded limit is reported as a problem to the sink.
   * @returns undefined when the data is unavailable
   */
  read(): Promise<Uint8Array | undefined>
  /** First bytes of the data, for type detection; undefined if they cannot be read. */
  head(): Uint8Array | undefined
}

const STORED = 0
const DEFLATED = 8

/** The packed data of a file and how to read it. */
interface Packed {
  readonly name: string
  readonly method: number
  readonly isEncrypted: boolean
  /** Undefined when the archive has no such data. */
  readonly data: Buffer | undefined
  readonly crc32: number | undefined
  readonly size: number | undefined
}

/**
 * Returns the files of a ZIP in the order of its directory, then files that the directory hides. Folders are left out.
 * @param path location of the archive, for problems
 * @throws {Error} without a usable directory
 */
export async function zipEntries(bytes: Uint8Array, sink: Sink, path: string): Promise<ZipEntry[]> {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = archiveStart(whole)
  const buffer = whole.subarray(start)
  // Names are decoded here, because the library rejects the entire archive for one invalid name. Sizes are checked here too.
  const options = { autoClose: false, lazyEntries: true, decodeStrings: false, validateEntrySizes: false }
  const zip = await fromBufferPromise(buffer, options)
  const files = new FileList(sink, path)
  const listed: Entry[] = []
  for await (const entry of zip.eachEntry()) {
    if (!sink.entry()) {
      files.tooMany()
      return files.entries
    }
    listed.push(entry)
    const header = localHeader(buffer, entry.relativeOffsetOfLocalHeader)
    files.add(packedOf(entry, header, buffer))
    if (entry.fileComment.length > 0) sink.hidden('archive comments', decodeLatin(entry.fileCommentRaw))
    readExtra(entry.extraFieldRaw, sink)
    if (header?.extra.equals(entry.extraFieldRaw) === false) readExtra(header.extra, sink)
  }
  const comment = zip.comment as string | Buffer
  sink.hidden('archive comments', typeof comment === 'string' ? comment : decodeLatin(comment))
  report(layoutOf(whole, start, listed), files, sink, path)
  return files.entries
}

/** Adds the files and the text that only other programs would find, and reports them. */
function report({ unlisted, outside, isDamaged }: Layout, files: FileList, sink: Sink, path: string): void {
  for (const { header, packed } of unlisted) {
    if (!sink.entry()) return files.tooMany()
    const { method, isEncrypted } = header
    files.add({ name: decodeLatin(header.name), method, isEncrypted, data: packed, crc32: undefined, size: undefined })
    readExtra(header.extra, sink)
  }
  for (const data of outside) sink.hidden('data outside the archived files', printable(data))
  if (unlisted.length > 0) {
    const message = "The archive's directory and local headers differ, so programs can read different files from it."
    sink.problem('polyglot', message, path)
  } else if (isDamaged)
    sink.problem('damaged', 'The archive contains data outside its entries, or its records disagree.', path)
}

class FileList {
  readonly entries: ZipEntry[] = []
  readonly #names = new Set<string>()
  readonly #sink: Sink
  readonly #path: string

  constructor(sink: Sink, path: string) {
    this.#sink = sink
    this.#path = path
  }

  add(packed: Packed): void {
    const sink = this.#sink
    const path = this.#path
    const { name, isEncrypted: encrypted } = packed
    const fault = validateFileName(name.endsWith('/') ? name.slice(0, -1) : name)
    if (fault !== null || /[\u0000-\u001f\\]/.test(name)) {
      sink.problem(
        'unsafe_path',
        'An entry name points outside the folder or contains invalid characters.',
        `${path}/${name}`,
      )
    }
    if (name.endsWith('/') && packed.size === 0) return
    const isRepeated = this.#names.has(name)
    const unique = isRepeated ? `${name} (${this.entries.length + 1})` : name
    this.#names.add(unique)
    const where = path === '' ? name : `${path}/${name}`
    this.entries.push({
      name: unique,
      encrypted,
      isRepeated,
      read: () => Promise.resolve(readPacked(packed, where, sink)),
      head: () => headOf(packed),
    })
  }

  tooMany(): void {
    this.#sink.problem('decompression_bomb', 'The archive contains too many files; not all were read.', this.#path)
  }
}

/** Offsets of an archive that was appended to another file count from its own first byte, not from that of the file. */
function archiveStart(data: Buffer): number {
  const end = zipEnd(data)
  if (end === undefined) return 0
  const start = end - data.readUInt32LE(end + 12) - data.readUInt32LE(end + 16)
  return start > 0 && data.indexOf('PK\x01\x02', end - data.readUInt32LE(end + 12), 'latin1') !== -1 ? start : 0
}

function packedOf(entry: Entry, header: LocalHeader | undefined, buffer: Buffer): Packed {
  return {
    name: nameOf(entry),
    method: entry.compressionMethod,
    isEncrypted: entry.isEncrypted(),
    data: header && buffer.subarray(header.dataStart, header.dataStart + entry.compressedSize),
    crc32: entry.crc32,
    size: entry.uncompressedSize,
  }
}

function readPacked(packed: Packed, where: string, sink: Sink): Uint8Array | undefined {
  const { method, isEncrypted, data } = packed
  if (isEncrypted) {
    sink.problem('encrypted', 'A file in the archive is encrypted.', where)
    return undefined
  }
  if (method !== STORED && method !== DEFLATED) {
    sink.problem('unsupported_type', `A file in the archive uses the unsupported compression method ${method}.`, where)
    return undefined
  }
  if (sink.bytesLeft === 0) {
    sink.problem(
      'decompression_bomb',
      'The uncompressed size of the archived files exceeds the limit; not all were read.',
      where,
    )
    return undefined
  }
  if (data === undefined) {
    sink.problem('damaged', 'A file in the archive cannot be unpacked.', where)
    return undefined
  }
  if (method === STORED) sink.spend(data.length)
  const content = method === STORED ? data : inflated(data, where, sink)
  if (content !== undefined && !hasListedContent(content, packed)) {
    sink.problem('damaged', 'A file in the archive does not match its checksum or size.', where)
  }
  return content
}

/** Compressed bytes that are read for the start of a file. They expand to at most a thousand times their size. */
const HEAD_BYTES = 4_096

function headOf({ data, isEncrypted, method }: Packed): Uint8Array | undefined {
  if (data === undefined || isEncrypted) return undefined
  const start = data.subarray(0, HEAD_BYTES)
  if (method === STORED) return start
  if (method !== DEFLATED) return undefined
  try {
    return inflateRawSync(start, { finishFlush: constants.Z_SYNC_FLUSH })
  } catch {
    return undefined
  }
}

function hasListedContent(content: Uint8Array, { crc32: sum, size }: Packed): boolean {
  return (size === undefined || size === content.length) && (sum === undefined || sum === crc32(content))
}

/** The declared size is untrusted; the actual output is bounded. */
function inflated(packed: Buffer, where: string, sink: Sink): Uint8Array | undefined {
  const most = Math.min(sink.bytesLeft, Math.max(RATIO_FREE_BYTES, packed.length * RATIO_MAX))
  try {
    const data = inflateRawSync(packed, { maxOutputLength: most })
    sink.spend(data.length)
    return data
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      // Failed inflation counts too; otherwise many bombs would multiply the limit.
      sink.spend(most)
      sink.problem('decompression_bomb', 'An entry expands beyond the limit.', where)
    } else {
      sink.problem('damaged', 'A file in the archive cannot be unpacked.', where)
    }
    return undefined
  }
}

/** Archives may lack the UTF-8 flag although their names are UTF-8. */
function nameOf(entry: Entry): string {
  const raw = entry.fileNameRaw
  const utf8 = raw.toString('utf8')
  if (!utf8.includes('\ufffd')) return utf8
  return getFileNameLowLevel(entry.generalPurposeBitFlag, raw, entry.extraFields, true)
}

function decodeLatin(bytes: Buffer): string {
  const utf8 = bytes.toString('utf8')
  return utf8.includes('\ufffd') ? bytes.toString('latin1') : utf8
}

/** Extra fields contain sizes, times and padding. Programs that list files do not show text in them. */
function readExtra(extra: Buffer, sink: Sink): void {
  for (const { data } of extraFields(extra)) sink.hidden('archive extra fields', printable(data))
}

/** Shorter runs of characters occur by chance in binary data. */
const RUN = /[\p{L}\p{N}\p{P}\p{S}\p{Zs}\t\n\r]{12,}/gu

/** The text in bytes that may be binary. */
function printable(data: Buffer): string {
  if (data.length < 12) return ''
  if (looksLikeText(data)) return decodeText(data).text
  return data.toString('utf8').replaceAll('\ufffd', '\0').match(RUN)?.join('\n') ?? ''
}
