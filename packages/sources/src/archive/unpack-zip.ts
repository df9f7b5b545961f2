import { crc32 } from 'node:zlib'
import { Failure, withKeptError } from '@gatehouse/kernel/thread'
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl'
import { shownName } from './entry-path.ts'
import { encryptedSentence, readError } from './read-error.ts'
import type { Unpacking } from './unpacking.ts'

/** Bit 0 of the general purpose flags: the entry is encrypted. APPNOTE.TXT section 4.4.4. */
const ENCRYPTED = 1
/** Stored and deflated. APPNOTE.TXT section 4.4.5. */
const METHODS: ReadonlySet<number> = new Set([0, 8])
/** Upper half of the external attributes for archives from Unix: the file mode. */
const UNIX = 3
const TYPE_MASK = 0o170000
const SYMLINK = 0o120000
const REGULAR = 0o100000
const FOLDER = 0o040000

/**
 * Extracts a zip archive.
 * @throws {Failure} `invalid_request` for an invalid or truncated archive, or a forbidden entry
 */
export async function unpackZip(path: string, unpacking: Unpacking, signal: AbortSignal): Promise<void> {
  let zip: ZipFile | undefined
  try {
    // Sizes are compared here, for a message that names the entry and the cause.
    const options = { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: false }
    zip = await openPromise(path, options)
    let encrypted: string | undefined
    for await (const entry of zip.eachEntry()) {
      await unpackEntry(zip, entry, unpacking)
      if (isEncrypted(entry)) encrypted ??= nameOf(entry)
    }
    if (encrypted !== undefined && unpacking.done().files === 0) {
      throw new Failure('invalid_request', encryptedSentence(shownName(encrypted)))
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : readError(error, unpacking)
  } finally {
    zip?.close()
  }
}

async function unpackEntry(zip: ZipFile, entry: Entry, unpacking: Unpacking): Promise<void> {
  const name = nameOf(entry)
  // Entries may share bytes, so that the sum may exceed the file size.
  unpacking.packed_bytes = Math.min(unpacking.packed_bytes + entry.compressedSize, zip.fileSize)
  const kind = kindOf(entry, name)
  if (kind === FOLDER) return unpacking.folder(name)
  if (kind === SYMLINK) return unpacking.skip(name, 'it is a symbolic link', true)
  if (kind !== REGULAR) return unpacking.skip(name, 'it is neither a file nor a folder')
  if (isEncrypted(entry)) return unpacking.skip(name, 'it is encrypted')
  if (!METHODS.has(entry.compressionMethod)) {
    return unpacking.skip(name, `its compression method ${entry.compressionMethod} is not supported`)
  }
  const content = withKeptError(await zip.openReadStreamPromise(entry))
  try {
    await unpacking.file(name, ofStatedContent(content, entry, unpacking))
  } finally {
    content.destroy()
  }
}

/** The content, which must have the length and the CRC-32 that the archive states. */
async function* ofStatedContent(
  content: AsyncIterable<Uint8Array>,
  { uncompressedSize: stated_bytes, crc32: statedSum }: Entry,
  unpacking: Unpacking,
): AsyncGenerator<Uint8Array> {
  let size_bytes = 0
  let sum = 0
  for await (const chunk of content) {
    size_bytes += chunk.length
    if (size_bytes > stated_bytes) throw unpacking.refusal(`it expands beyond the declared ${stated_bytes} bytes`)
    sum = crc32(chunk, sum)
    yield chunk
  }
  if (size_bytes < stated_bytes)
    throw unpacking.refusal(`it ends after ${size_bytes} of the declared ${stated_bytes} bytes`)
  if (sum !== statedSum)
    throw unpacking.refusal(`its CRC-32 is ${shownSum(sum)}, and the archive declares ${shownSum(statedSum)}`)
}

function shownSum(sum: number): string {
  return (sum >>> 0).toString(16).padStart(8, '0')
}

function isEncrypted({ generalPurposeBitFlag }: Entry): boolean {
  return (generalPurposeBitFlag & ENCRYPTED) !== 0
}

/** Returns the raw name: the library must not repair or validate it. */
function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true)
}

function kindOf({ externalFileAttributes, versionMadeBy }: Entry, name: string): number {
  if (name.endsWith('/')) return FOLDER
  const type = (externalFileAttributes >>> 16) & TYPE_MASK
  return versionMadeBy >>> 8 === UNIX && type !== 0 ? type : REGULAR
}
