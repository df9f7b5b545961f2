import { inflateRawSync } from 'node:zlib'
import { type Entry, fromBufferPromise, getFileNameLowLevel, validateFileName, type ZipFile } from 'yauzl'
import { RATIO_FREE_BYTES, RATIO_MAX } from '../limits.ts'
import { zipEnd } from '../sniff.ts'
import type { Sink } from '../sink.ts'

/** One file of an archive, not yet inflated. */
export interface ZipEntry {
  readonly name: string
  readonly encrypted: boolean
  /**
   * The data, checked against every bound; a bound that is passed is a problem of the sink.
   * @returns undefined where there is none to be had
   */
  read(): Promise<Uint8Array | undefined>
}

const STORED = 0
const DEFLATED = 8

/**
 * The files of a ZIP in the order of its directory, which is what programs go by. Folders are left out.
 * @param path where the archive stands, for problems
 * @throws {Error} when there is no directory to go by
 */
export async function zipEntries(bytes: Uint8Array, sink: Sink, path: string): Promise<ZipEntry[]> {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const buffer = whole.subarray(archiveStart(whole))
  // Names are decoded here, because the library refuses an archive whole for one bad name. Sizes are checked here too.
  const options = { autoClose: false, lazyEntries: true, decodeStrings: false, validateEntrySizes: false }
  const zip = await fromBufferPromise(buffer, options)
  const entries: ZipEntry[] = []
  for await (const entry of zip.eachEntry()) {
    if (!sink.entry()) {
      sink.problem('decompression_bomb', 'There are too many files inside; not all were read.', path)
      break
    }
    const name = nameOf(entry)
    const fault = validateFileName(name.endsWith('/') ? name.slice(0, -1) : name)
    if (fault !== null || /[\u0000-\u001f\\]/.test(name)) {
      sink.problem(
        'unsafe_path',
        'A name inside leaves its folder or holds characters that no name has.',
        `${path}/${name}`,
      )
    }
    if (entry.fileComment.length > 0) sink.hidden('archive comments', decodeLatin(entry.fileCommentRaw))
    if (name.endsWith('/') && entry.uncompressedSize === 0) continue
    entries.push({ name, encrypted: entry.isEncrypted(), read: () => readEntry(zip, buffer, entry, name, sink, path) })
  }
  const comment = zip.comment as string | Buffer
  sink.hidden('archive comments', typeof comment === 'string' ? comment : decodeLatin(comment))
  return entries
}

/** Offsets of an archive that was appended to another file count from its own first byte, not from that of the file. */
function archiveStart(data: Buffer): number {
  const end = zipEnd(data)
  if (end === undefined) return 0
  const start = end - data.readUInt32LE(end + 12) - data.readUInt32LE(end + 16)
  return start > 0 && data.indexOf('PK\x01\x02', end - data.readUInt32LE(end + 12), 'latin1') !== -1 ? start : 0
}

async function readEntry(
  zip: ZipFile,
  buffer: Buffer,
  entry: Entry,
  name: string,
  sink: Sink,
  path: string,
): Promise<Uint8Array | undefined> {
  const where = path === '' ? name : `${path}/${name}`
  if (entry.isEncrypted()) {
    sink.problem('encrypted', 'A file inside is encrypted.', where)
    return undefined
  }
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
    sink.problem('unsupported_type', `A file inside is packed by method ${entry.compressionMethod}.`, where)
    return undefined
  }
  if (sink.bytesLeft === 0) {
    sink.problem('decompression_bomb', 'The files inside are too large together; not all were read.', where)
    return undefined
  }
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
  const packed = buffer.subarray(fileDataStart, fileDataStart + entry.compressedSize)
  if (entry.compressionMethod === STORED) {
    sink.spend(packed.length)
    return packed
  }
  return inflated(packed, where, sink)
}

/** The declared size is the sender's word; what comes out is what is bounded. */
function inflated(packed: Buffer, where: string, sink: Sink): Uint8Array | undefined {
  const most = Math.min(sink.bytesLeft, Math.max(RATIO_FREE_BYTES, packed.length * RATIO_MAX))
  try {
    const data = inflateRawSync(packed, { maxOutputLength: most })
    sink.spend(data.length)
    return data
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      // What was inflated in vain counts too, or many bombs would cost what one may not.
      sink.spend(most)
      sink.problem('decompression_bomb', 'A file inside grows beyond all measure when it is unpacked.', where)
    } else {
      sink.problem('damaged', 'A file inside cannot be unpacked.', where)
    }
    return undefined
  }
}

/** An archive may lack the flag that its names are UTF-8 and mean it all the same. */
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
