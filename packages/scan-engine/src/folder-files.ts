import { closeSync, constants, fstatSync, openSync, readlinkSync, readSync, realpathSync } from 'node:fs'
import { join, sep } from 'node:path'
import { Failure } from '@gatehouse/kernel'
import type { SourceTree, TreeFile } from './tree.ts'

/** Bytes of one piece of a stream. */
const PIECE_BYTES = 1024 * 1024

/** So long files are read before anything else of the thread has its turn. Ours: a request waits no longer than for one check. */
const TURN_MS = 10

/**
 * Reads files below a folder, each from the place where it was listed and from nowhere else. Files are read as fast as the disk
 * gives them, without a thread of the runtime between: for a tree of small files that thread costs more than the reading.
 * @param root as `realpath` says it
 * @param files what may be read
 */
export function folderFiles(root: string, files: readonly TreeFile[]): Pick<SourceTree, 'read' | 'stream'> {
  const known = new Set(files.map(({ path }) => path))
  const turn = turnTaker()
  const openKnown = (path: string): OpenFile => {
    if (!known.has(path)) throw new Failure('not_found', `The tree has no file ${path}.`)
    return openInside(root, path)
  }
  return {
    async read(path, maxBytes) {
      await turn()
      const file = openKnown(path)
      try {
        return readUpTo(file, maxBytes)
      } finally {
        closeSync(file.fd)
      }
    },
    async *stream(path, signal) {
      const { fd } = openKnown(path)
      try {
        for (;;) {
          await turn()
          signal?.throwIfAborted()
          const buffer = Buffer.allocUnsafe(PIECE_BYTES)
          const bytes = readSync(fd, buffer, 0, PIECE_BYTES, null)
          if (bytes === 0) return
          yield buffer.subarray(0, bytes)
        }
      } finally {
        closeSync(fd)
      }
    },
  }
}

/**
 * @returns a function that is called between pieces of work: it gives the thread to others where it has had it for long, and
 *   nothing to wait for where not
 */
export function turnTaker(): () => Promise<void> | undefined {
  let last = performance.now()
  return () => {
    if (performance.now() - last < TURN_MS) return undefined
    return new Promise((resolve) => {
      setImmediate(() => {
        last = performance.now()
        resolve()
      })
    })
  }
}

interface OpenFile {
  readonly fd: number
  readonly size: number
}

/**
 * Opens a file below the root, whatever became of the folders on the way since they were listed.
 * @throws {Failure} `not_found` when it is a file below the root no more
 */
function openInside(root: string, path: string): OpenFile {
  const full = join(root, path)
  let fd: number | undefined
  try {
    fd = openSync(full, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const stat = fstatSync(fd)
    if (stat.isFile() && placeOf(fd, full) === root + (root.endsWith(sep) ? '' : sep) + path.split('/').join(sep)) {
      return { fd, size: stat.size }
    }
  } catch (cause) {
    if (fd !== undefined) closeSync(fd)
    throw new Failure('not_found', `The file ${path} cannot be read any more.`, { cause })
  }
  closeSync(fd)
  throw new Failure('not_found', `The file ${path} cannot be read any more.`)
}

/** Where an open file lies: the kernel of Linux says it of the file itself, other systems of its path alone. */
function placeOf(fd: number, path: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`)
  } catch {
    return realpathSync.native(path)
  }
}

function readUpTo({ fd, size }: OpenFile, maxBytes = Infinity): Uint8Array {
  const wanted = Math.min(size, maxBytes)
  const buffer = Buffer.allocUnsafe(wanted)
  let at = 0
  while (at < wanted) {
    const bytes = readSync(fd, buffer, at, wanted - at, at)
    if (bytes === 0) break
    at += bytes
  }
  return buffer.subarray(0, at)
}
