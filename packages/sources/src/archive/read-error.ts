import { Failure, messageOf } from '@gatehouse/kernel/thread'
import { isOfMachine, type Unpacking } from './unpacking.ts'

/** Errors of archive readers for truncated archives. */
const ENDS_EARLY =
  /unexpected end of (?:file|data)|unexpected EOF|End of central directory record signature not found|overflows file bounds/i
/** Errors of the tar reader for other formats. */
const NO_TAR = /Invalid (?:tar )?header|Unexpected end of data/
const ENCRYPTED = /encrypt/i

/**
 * Converts the error of an archive reader to a failure that names the cause and the entry.
 * @param error of the reader
 */
export function readError(error: unknown, unpacking: Unpacking): Failure {
  if (error instanceof Failure) return error
  if (isOfMachine(error)) return new Failure('unavailable', 'The archive cannot be unpacked.', { cause: error })
  return new Failure('invalid_request', sentenceOf(error, unpacking.current), { cause: error })
}

/** @param entry displayable name; undefined before the first entry */
function sentenceOf(error: unknown, entry: string | undefined): string {
  const message = messageOf(error)
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (ENCRYPTED.test(message)) return encryptedSentence()
  if (entry === undefined && NO_TAR.test(message)) {
    return 'The archive has no complete tar header: it is truncated or not a tar archive. Send tar, tar.gz or zip.'
  }
  const where = entry === undefined ? '' : ` at or after its entry "${entry}"`
  if (ENDS_EARLY.test(message)) {
    return `The archive ends early${where}: it is truncated, or a header states too large a size. Create the archive again.`
  }
  if (NO_TAR.test(message)) {
    return `The archive is corrupt${where}: invalid tar header. Create the archive again.`
  }
  if (code === 'Z_DATA_ERROR') {
    return `The archive is corrupt${where}: invalid compressed data. Create the archive again.`
  }
  return `The archive cannot be read${where}: ${message}.`
}

/** @param entry displayable name */
export function encryptedSentence(entry?: string): string {
  const which = entry === undefined ? 'an entry' : `its entry "${entry}"`
  return `The archive is encrypted: ${which} requires a password. Send an unencrypted archive.`
}
