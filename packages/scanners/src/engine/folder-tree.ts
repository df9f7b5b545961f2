import { constants, type Dirent } from 'node:fs'
import { type FileHandle, lstat, open, readdir, realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { ScannerName } from '@gatehouse/contracts'
import { Failure } from '@gatehouse/kernel'
import { compareText } from './merge.ts'
import type { CoverageGap, GapReason } from './observation.ts'
import type { SourceTree, TreeFile } from './tree.ts'

/** Files of one tree: as many as the largest archive that is unpacked may have. */
export const TREE_FILES_MAX = 500_000
/** Folders within folders; deeper ones are a gap. */
const DEPTH_MAX = 100
/** Bytes of one piece of a stream. */
const PIECE_BYTES = 1024 * 1024
/** Gaps that are told one by one; the rest are counted in one more. */
const GAPS_TOLD_MAX = 200
/** Where version control keeps what it has stored: compressed, no file of the project. */
const VERSION_CONTROL: ReadonlySet<string> = new Set(['.git', '.svn', '.hg', '.bzr', 'CVS'])

export interface FolderOptions {
  /** Whether a path, relative and with `/`, stays out; a folder's ends in `/`, and what is below goes with it. */
  readonly ignores?: (path: string) => boolean
  readonly signal?: AbortSignal
}

/**
 * Lists a folder once, for all scanners. Links are never followed, neither now nor when a file is read later; what is left out
 * is a gap. Folders of version control are no part of the tree, and what `ignores` names is counted in one gap.
 * @throws {Failure} `not_found` when there is no such folder
 */
export async function openFolder(path: string, options: FolderOptions = {}): Promise<SourceTree> {
  const root = await realpath(path).catch(() => undefined)
  if (root === undefined || !(await lstat(root)).isDirectory()) {
    throw new Failure('not_found', `There is no folder ${path}.`)
  }
  const listing = new Listing(root, options)
  await listing.folder('', 0)
  const files = listing.files.sort((a, b) => compareText(a.path, b.path))
  const known = new Set(files.map((one) => one.path))
  const openKnown = (file: string): Promise<FileHandle> => {
    if (!known.has(file)) throw new Failure('not_found', `The tree has no file ${file}.`)
    return openInside(root, file)
  }
  return {
    files,
    gaps: listing.gaps(),
    async read(file, maxBytes) {
      const handle = await openKnown(file)
      try {
        return await readUpTo(handle, maxBytes)
      } finally {
        await handle.close()
      }
    },
    async *stream(file, signal) {
      const handle = await openKnown(file)
      try {
        for (;;) {
          signal?.throwIfAborted()
          const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(PIECE_BYTES), 0, PIECE_BYTES, null)
          if (bytesRead === 0) return
          yield buffer.subarray(0, bytesRead)
        }
      } finally {
        await handle.close()
      }
    },
  }
}

/** A walk through a folder. */
class Listing {
  readonly files: TreeFile[] = []
  readonly #root: string
  readonly #ignores: (path: string) => boolean
  readonly #signal: AbortSignal | undefined
  readonly #gaps: CoverageGap[] = []
  #untold = 0
  #ignored = 0

  constructor(root: string, { ignores = () => false, signal }: FolderOptions) {
    this.#root = root
    this.#ignores = ignores
    this.#signal = signal
  }

  gaps(): readonly CoverageGap[] {
    const more = [
      ...(this.#ignored === 0 ? [] : [`${counted(this.#ignored)} left out by rules of the folder.`]),
      ...(this.#untold === 0 ? [] : [`${counted(this.#untold)} more could not be listed.`]),
    ]
    return [...this.#gaps, ...more.map((detail) => gap('skipped', detail))]
  }

  /** @param path relative; empty for the root, else ending in `/` */
  async folder(path: string, depth: number): Promise<void> {
    this.#signal?.throwIfAborted()
    if (depth > DEPTH_MAX) return this.#tell('skipped', 'It lies too deep: folders within folders have a limit.', path)
    let entries: Dirent<Buffer>[]
    try {
      entries = await readdir(join(this.#root, path), { withFileTypes: true, encoding: 'buffer' })
    } catch {
      return this.#tell('unreadable', 'The folder cannot be read.', path)
    }
    for (const entry of entries) await this.#entry(path, entry, depth)
  }

  async #entry(folder: string, entry: Dirent<Buffer>, depth: number): Promise<void> {
    const name = entry.name.toString('utf8')
    const path = folder + name
    if (!entry.name.equals(Buffer.from(name))) return this.#tell('skipped', 'Its name is not UTF-8.', path)
    if (entry.isDirectory()) {
      if (VERSION_CONTROL.has(name)) return
      if (this.#ignores(`${path}/`)) this.#ignored += 1
      else await this.folder(`${path}/`, depth + 1)
      return
    }
    if (this.#ignores(path)) {
      this.#ignored += 1
      return
    }
    if (entry.isSymbolicLink()) return this.#tell('skipped', 'It is a symbolic link, which is not followed.', path)
    if (!entry.isFile()) return this.#tell('skipped', 'It is neither a file nor a folder.', path)
    if (this.files.length >= TREE_FILES_MAX) {
      this.#untold += 1
      return
    }
    const size_bytes = await sizeOf(join(this.#root, path))
    if (size_bytes === undefined)
      return this.#tell('unreadable', 'The file went away while the folder was listed.', path)
    this.files.push({ path, size_bytes })
  }

  #tell(reason: GapReason, detail: string, filePath: string): void {
    if (this.#gaps.length < GAPS_TOLD_MAX) this.#gaps.push(gap(reason, detail, filePath))
    else this.#untold += 1
  }
}

/** What is not listed no scanner sees; the first of them tells. */
const TELLS: ScannerName = 'SECRETS_PATTERN'

function gap(reason: GapReason, detail: string, filePath?: string): CoverageGap {
  return { scanner: TELLS, reason, detail, ...(filePath === undefined ? {} : { filePath }) }
}

function counted(count: number): string {
  return count === 1 ? '1 file or folder was' : `${count} files and folders were`
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    const stat = await lstat(path)
    return stat.isFile() ? stat.size : undefined
  } catch {
    return undefined
  }
}

/**
 * Opens a file below the root, whatever became of the folders on the way since they were listed.
 * @throws {Failure} `not_found` when it is a file below the root no more
 */
async function openInside(root: string, path: string): Promise<FileHandle> {
  const full = join(root, path)
  let handle: FileHandle | undefined
  try {
    handle = await open(full, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const inside = relative(root, await realpath(full))
    if (inside === path.split('/').join(sep) && (await handle.stat()).isFile()) return handle
  } catch (cause) {
    await handle?.close()
    throw new Failure('not_found', `The file ${path} cannot be read any more.`, { cause })
  }
  await handle.close()
  throw new Failure('not_found', `The file ${path} cannot be read any more.`)
}

async function readUpTo(handle: FileHandle, maxBytes = Infinity): Promise<Uint8Array> {
  const { size } = await handle.stat()
  const wanted = Math.min(size, maxBytes)
  const buffer = Buffer.allocUnsafe(wanted)
  let at = 0
  while (at < wanted) {
    const { bytesRead } = await handle.read(buffer, at, wanted - at, at)
    if (bytesRead === 0) break
    at += bytesRead
  }
  return buffer.subarray(0, at)
}
