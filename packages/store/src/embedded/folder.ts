import { accessSync, constants, mkdirSync, statfsSync, statSync } from 'node:fs'
import { Failure, messageOf } from '@gatehouse/kernel'

/**
 * Returns a one-line failure for a denied folder operation.
 * @param path subject of the operation
 */
export function folderFailure(error: unknown, path: string): Failure {
  if (error instanceof Failure) return error
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull(path, error)
  const problem = PROBLEMS[code]
  if (problem === undefined) return new Failure('unavailable', `${path}: ${messageOf(error)}`, { cause: error })
  return new Failure('invalid_setting', `${path} ${problem}; ${CHOOSE_ANOTHER}`, { cause: error })
}

const CHOOSE_ANOTHER = 'choose another data folder (GATEHOUSE_DATA_DIR), or run as the user who owns it'

const PROBLEMS: Readonly<Record<string, string>> = {
  EACCES: 'cannot be used by this user',
  EPERM: 'cannot be used by this user',
  EROFS: 'is on a read-only file system',
  ENOTDIR: 'is not a folder',
  EEXIST: 'is not a folder',
}

export function diskFull(path: string, cause?: unknown): Failure {
  return new Failure('unavailable', `the disk of ${path} is full; free some space and start again`, { cause })
}

/**
 * Creates the data folder if missing, and rejects an inaccessible one.
 * @param passable true: other users may traverse the folder (not list it), so that the server's account can access its part
 */
export function prepareFolder(path: string, passable: boolean): void {
  try {
    mkdirSync(path, { recursive: true, mode: passable ? 0o711 : 0o700 })
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const owner = ownerOf(path)
    const self = process.getuid?.()
    if (owner !== undefined && self !== undefined && owner !== self) {
      throw new Failure(
        'invalid_setting',
        `${path} belongs to another user (uid ${owner}; current uid ${self}); ${CHOOSE_ANOTHER}`,
        { cause: error },
      )
    }
    throw folderFailure(error, path)
  }
}

/**
 * Rejects a nearly full disk, because a database that cannot write its log stops during operation.
 * @param bytesMin required free space, in bytes
 */
export function requireFreeSpace(path: string, bytesMin: number): void {
  const { bavail, bsize } = statfsSync(path)
  const free = bavail * bsize
  if (free >= bytesMin) return
  throw new Failure(
    'unavailable',
    `the disk of ${path} has ${mebibytes(free)} MiB free, but the database needs ${mebibytes(bytesMin)} MiB`,
  )
}

export function ownerOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.uid
}

function mebibytes(bytes: number): number {
  return Math.floor(bytes / (1024 * 1024))
}
