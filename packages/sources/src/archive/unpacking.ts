import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Failure } from '@gatehouse/kernel/thread'
import { entryPath, shownName } from './entry-path.ts'
import {
  ENTRIES_MAX,
  FILE_BYTES_MAX,
  RATIO_FROM_BYTES,
  RATIO_MAX,
  RAW_BYTES_MAX,
  SKIPPED_LISTED_MAX,
  SKIPPED_TOLD_MAX,
  UNPACKED_BYTES_MAX,
} from './limits.ts'

/** A skipped entry. The rest of the archive is unpacked. */
export interface SkippedEntry {
  /** Displayable name. */
  readonly name: string
  /** A clause: `it is a symbolic link`. */
  readonly detail: string
  /** A symbolic or hard link. */
  readonly isLink?: true
}

export interface Unpacked {
  readonly files: number
  readonly bytes: number
  /** First skipped entries. */
  readonly skipped: readonly SkippedEntry[]
  /** Total number of skipped entries. */
  readonly skippedCount: number
}

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600

/**
 * Writes the entries of one archive of any format below a folder. Nothing is ever written through a link, since none is created. Every
 * limit applies to the actual output, not to declared sizes.
 */
export class Unpacking {
  readonly #into: string
  readonly #signal: AbortSignal
  readonly #skipped: SkippedEntry[] = []
  readonly #folders = new Set<string>([''])
  readonly #written = new Set<string>()
  #skippedCount = 0
  #links = 0
  #entries = 0
  #files = 0
  #bytes = 0
  /** Packed bytes that were read so far; the source counts them. */
  packed_bytes = 0
  #raw_bytes = 0
  readonly #what: string
  readonly #entriesMax: number
  /** The entry that is being read, or was last; undefined before the first. */
  #entry: string | undefined

  /**
   * @param into an empty folder without other writers
   * @param entriesMax maximum number of files, and of folders
   * @param what kind of source, for messages
   */
  constructor(into: string, signal: AbortSignal, { entriesMax = ENTRIES_MAX, what = 'archive' } = {}) {
    this.#what = what
    this.#entriesMax = entriesMax
    this.#into = into
    this.#signal = signal
  }

  /** Displayable name of the current or last entry; undefined before the first. */
  get current(): string | undefined {
    return this.#entry === undefined ? undefined : shownName(this.#entry)
  }

  /** @returns the failure of an archive that is aborted at the current entry */
  refusal(detail: string): Failure {
    return this.#refused(this.#entry, detail)
  }

  done(): Unpacked {
    return { files: this.#files, bytes: this.#bytes, skipped: this.#skipped, skippedCount: this.#skippedCount }
  }

  /**
   * Counts decompressed bytes, including those between entries and of skipped entries, because reading them takes equally long.
   * @returns the reason to stop reading
   */
  unpacked(bytes: number): Failure | null {
    this.#raw_bytes += bytes
    if (this.#raw_bytes > RAW_BYTES_MAX) return this.refusal(`the archive expands beyond ${gibibytes(RAW_BYTES_MAX)}`)
    if (this.#raw_bytes > RATIO_FROM_BYTES && this.#raw_bytes > this.packed_bytes * RATIO_MAX) {
      return this.refusal(TOO_MUCH)
    }
    return null
  }

  /** @throws {Failure} `invalid_request` naming the entry, when it may not be in any archive */
  async folder(name: string): Promise<void> {
    const names = this.#admitted(name)
    if (names !== undefined) await this.#makeFolder(names, name)
  }

  /** Skips an entry. */
  skip(name: string, detail: string, isLink = false): void {
    this.#count(name)
    this.#leaveOut(name, detail, isLink)
  }

  /**
   * Writes a file. For duplicate names the last one is kept, as in other tools, and the other is reported.
   * @throws {Failure} `invalid_request` naming a forbidden entry, or an entry above a limit
   */
  async file(name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const names = this.#admitted(name)
    const file = names === undefined ? undefined : await this.#openFile(names, name)
    // An entry must be read completely before the next one, and its bytes are counted.
    const output = file === undefined ? nowhere() : file.createWriteStream()
    await pipeline(content, this.#counter(name), output, { signal: this.#signal })
  }

  /** @returns undefined when the path is blocked, which is reported */
  async #openFile(names: readonly string[], entry: string): Promise<FileHandle | undefined> {
    const path = names.join('/')
    if (path === '') {
      this.#leaveOut(entry, 'its name is empty or refers to the archive folder')
      return undefined
    }
    if (this.#folders.has(path)) {
      this.#leaveOut(entry, 'a file and a folder have the same name')
      return undefined
    }
    if (!(await this.#makeFolder(names.slice(0, -1), entry))) return undefined
    const target = join(this.#into, ...names)
    if (this.#written.has(path)) {
      this.#leaveOut(entry, 'the archive contains several entries with this name; only the last one is scanned')
      await rm(target)
    }
    try {
      const file = await open(target, 'wx', FILE_MODE)
      if (!this.#written.has(path)) this.#files += 1
      this.#written.add(path)
      return file
    } catch (error) {
      this.#leaveOut(entry, unbearable(error))
      return undefined
    }
  }

  #admitted(name: string): readonly string[] | undefined {
    this.#count(name)
    const path = entryPath(name)
    if (!('kind' in path)) return path
    if (path.kind === 'escape') throw this.#refused(name, path.detail)
    this.#leaveOut(name, path.detail)
    return undefined
  }

  #count(name: string): void {
    this.#signal.throwIfAborted()
    this.#entry = name
    this.#entries += 1
    if (this.#entries > this.#entriesMax) throw this.#refused(name, `it has more than ${this.#entriesMax} entries`)
  }

  #leaveOut(name: string, detail: string, isLink = false): void {
    this.#skippedCount += 1
    // Many links must not displace other skipped entries.
    if (isLink) this.#links += 1
    if (isLink ? this.#links <= SKIPPED_TOLD_MAX : this.#skipped.length < SKIPPED_LISTED_MAX)
      this.#skipped.push({ name: shownName(name), detail, ...(isLink ? { isLink } : {}) })
  }

  /** @returns false when a file blocks the path */
  async #makeFolder(names: readonly string[], entry: string): Promise<boolean> {
    const path = names.join('/')
    if (this.#folders.has(path)) return true
    for (let depth = 1; depth <= names.length; depth += 1) {
      const part = names.slice(0, depth).join('/')
      if (this.#written.has(part)) {
        this.#leaveOut(entry, 'a file and a folder have the same name')
        return false
      }
    }
    for (let part = path; !this.#folders.has(part) && part !== '.'; part = dirname(part)) this.#folders.add(part)
    // An entry may be a hundred folders deep.
    if (this.#folders.size > this.#entriesMax)
      throw this.#refused(entry, `it has more than ${this.#entriesMax} folders`)
    try {
      await mkdir(join(this.#into, ...names), { recursive: true, mode: FOLDER_MODE })
      return true
    } catch (error) {
      this.#leaveOut(entry, unbearable(error))
      return false
    }
  }

  /** Creates a stream that forwards bytes within the limits. */
  #counter(name: string): Transform {
    let size_bytes = 0
    return new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        size_bytes += chunk.length
        this.#bytes += chunk.length
        done(this.#overLimit(name, size_bytes), chunk)
      },
    })
  }

  #refused(name: string | undefined, detail: string): Failure {
    const where = name === undefined ? '' : ` at its entry "${shownName(name)}"`
    return new Failure('invalid_request', `The ${this.#what} was rejected${where}: ${detail}.`)
  }

  #overLimit(name: string, size_bytes: number): Failure | null {
    if (size_bytes > FILE_BYTES_MAX) return this.#refused(name, `it expands beyond ${gibibytes(FILE_BYTES_MAX)}`)
    if (this.#bytes > UNPACKED_BYTES_MAX)
      return this.#refused(name, `the files expand beyond ${gibibytes(UNPACKED_BYTES_MAX)}`)
    if (this.#bytes > RATIO_FROM_BYTES && this.#bytes > this.packed_bytes * RATIO_MAX)
      return this.#refused(name, TOO_MUCH)
    return null
  }
}

const TOO_MUCH = `its compression ratio exceeds ${RATIO_MAX}`

function gibibytes(bytes: number): string {
  return `${Math.floor(bytes / 1024 ** 3)} GiB`
}

/**
 * Returns why a file could not be written. Different names in the archive may be equal on some file systems, and a path may be too long.
 * Other disk errors are not caused by the archive.
 */
function unbearable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EEXIST' || code === 'EISDIR' || code === 'ENOTDIR') return 'another entry already uses this name'
  if (code === 'ENAMETOOLONG') return 'its path is too long for this machine'
  throw error
}

/** Returns whether the machine failed, for example with a full disk. The message contains local paths. */
export function isOfMachine(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() })
}
