import { Failure, messageOf, withKeptError } from '@gatehouse/kernel/thread'
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl'
import { isOfMachine, type Unpacking } from './unpacking.ts'

/** Bit 0 of the general purpose flags: the entry is encrypted. APPNOTE.TXT section 4.4.4. */
const ENCRYPTED = 1
/** Upper half of the external attributes, where the archive was made on Unix: the mode of the file. */
const UNIX = 3
const TYPE_MASK = 0o170000
const SYMLINK = 0o120000
const REGULAR = 0o100000
const FOLDER = 0o040000

/**
 * Unpacks a zip archive.
 * @throws {Failure} `invalid_request` for what is no archive, is cut off, or has an entry that no archive may have
 */
export async function unpackZip(path: string, unpacking: Unpacking, signal: AbortSignal): Promise<void> {
  let zip: ZipFile | undefined
  try {
    zip = await openPromise(path, { lazyEntries: true, autoClose: false, decodeStrings: false })
    for await (const entry of zip.eachEntry()) await unpackEntry(zip, entry, unpacking)
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (error instanceof Failure) throw error
    if (isOfMachine(error)) throw new Failure('unavailable', 'The archive cannot be unpacked here.', { cause: error })
    throw new Failure('invalid_request', `The archive cannot be read: ${messageOf(error)}.`, { cause: error })
  } finally {
    zip?.close()
  }
}

async function unpackEntry(zip: ZipFile, entry: Entry, unpacking: Unpacking): Promise<void> {
  const name = nameOf(entry)
  // Entries may share their bytes, so that the sum says more than there is.
  unpacking.packed_bytes = Math.min(unpacking.packed_bytes + entry.compressedSize, zip.fileSize)
  const kind = kindOf(entry, name)
  if (kind === FOLDER) return unpacking.folder(name)
  if (kind === SYMLINK) return unpacking.skip(name, 'it is a symbolic link')
  if (kind !== REGULAR) return unpacking.skip(name, 'it is neither a file nor a folder')
  if ((entry.generalPurposeBitFlag & ENCRYPTED) !== 0) return unpacking.skip(name, 'it is encrypted')
  const content = withKeptError(await zip.openReadStreamPromise(entry))
  try {
    await unpacking.file(name, content)
  } finally {
    content.destroy()
  }
}

/** The name as the archive has it: the library is asked not to repair or to judge it. */
function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true)
}

function kindOf({ externalFileAttributes, versionMadeBy }: Entry, name: string): number {
  if (name.endsWith('/')) return FOLDER
  const type = (externalFileAttributes >>> 16) & TYPE_MASK
  return versionMadeBy >>> 8 === UNIX && type !== 0 ? type : REGULAR
}
