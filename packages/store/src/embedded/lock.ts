import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Failure } from '@gatehouse/kernel'
import { folderFailure } from './folder.ts'
import { isAlive, ownIdentity, type ProcessIdentity } from './process.ts'

/** Maximum number of tries while the lock changes owners. */
const ATTEMPTS_MAX = 20

interface Holder extends ProcessIdentity {
  /** Unique id of this lock. */
  readonly nonce: string
}

export interface FolderLock {
  /** Releases the lock; idempotent. */
  release(): void
}

/**
 * Acquires a lock file with the owner's identity. The lock of a dead owner is taken over.
 *
 * Several processes may detect the same dead owner at once, and one must not remove the new lock of another. Removing a lock therefore
 * requires another lock, named after the nonce of the removed lock.
 * @param path lock file in an existing folder
 * @param what locked resource, for the error message
 * @throws {Failure} `unavailable` with the owner's process id
 */
export function acquireLock(path: string, what: string): FolderLock {
  const own: Holder = { ...ownIdentity(), nonce: randomUUID() }
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    if (writeExclusively(path, own)) return { release: () => releaseOwn(path, own) }
    const holder = readHolder(path)
    if (holder === undefined) continue
    if (isAlive(holder)) {
      throw new Failure(
        'unavailable',
        `${what} is in use by process ${holder.pid}; stop it first, or choose a different one`,
        {
          extra: { pid: holder.pid },
        },
      )
    }
    const claim = acquireLock(`${path}.${holder.nonce}`, what)
    try {
      if (readHolder(path)?.nonce === holder.nonce) rmSync(path, { force: true })
    } finally {
      claim.release()
    }
  }
  throw new Failure('unavailable', `several processes are starting ${what} at the same time; try again`)
}

/** Creates the file atomically with its content: written under a temporary name, then linked. */
function writeExclusively(path: string, own: Holder): boolean {
  const aside = `${path}.${own.nonce}.new`
  try {
    writeFileSync(aside, JSON.stringify(own), { flag: 'wx', mode: 0o600 })
    linkSync(aside, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw folderFailure(error, path)
  } finally {
    rmSync(aside, { force: true })
  }
}

function readHolder(path: string): Holder | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw folderFailure(error, path)
  }
  try {
    const { pid, started, nonce } = JSON.parse(text) as Partial<Holder>
    if (typeof pid === 'number' && typeof started === 'string' && typeof nonce === 'string' && /^[\w-]+$/.test(nonce)) {
      return { pid, started, nonce }
    }
  } catch {
    // Falls through: a lock file left empty by a machine crash has no living owner.
  }
  return { pid: 0, started: '', nonce: 'unreadable' }
}

function releaseOwn(path: string, own: Holder): void {
  if (readHolder(path)?.nonce === own.nonce) rmSync(path, { force: true })
}
