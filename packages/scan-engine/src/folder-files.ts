import { closeSync, constants, fstatSync, openSync, readlinkSync, readSync, realpathSync } from 'node:fs'
import { join, sep } from 'node:path'
import { Failure } from '@gatehouse/kernel'
import type { SourceTree, TreeFile } from './tree.ts'

/** Chunk size of a stream. */
const PIECE_BYTES = 1024 * 1024

/** Own limit: maximum time before yielding to other requests. */
const TURN_MS = 10

/**
 * Reads files below a folder, only at their listed locations. Reads are synchronous: for a tree of small files the runtime's thread pool
 * costs more than the reading.
 * @param root as `realpath` returns it
 * @param files readable files
 */
export function folderFiles(root: string, files: readonly TreeFile[]): Pick<SourceTree, 'read' | 'stream'> {
  const known = new Set(files.map(({ path }) => path))
  const turn = yieldTaker()
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
 * @returns function to call between tasks: it returns a promise that yields to the event loop when the time is up, and undefined
 * otherwise
 */
export function yieldTaker(): () => Promise<void> | undefined {
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
 * Opens a file below the root, even if folders on the path changed since they were listed.
 * @throws {Failure} `not_found` when the path is no longer a file below the root
 */
function openInside(root: string, path: string): OpenFile {
  const full = join(root, path)
  let fd: number | undefined
  try {
    fd = openSync(full, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const stat = fstatSync(fd)
    if (stat.isFile() && realPathOf(fd, full) === root + (root.endsWith(sep) ? '' : sep) + path.split('/').join(sep)) {
      return { fd, size: stat.size }
    }
  } catch (cause) {
    if (fd !== undefined) closeSync(fd)
    throw new Failure('not_found', `The file ${path} is no longer readable.`, { cause })
  }
  closeSync(fd)
  throw new Failure('not_found', `The file ${path} is no longer readable.`)
}

/** Returns the location of an open file. Linux reports it for the file itself, other systems only for its path. */
function realPathOf(fd: number, path: string): string {
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
