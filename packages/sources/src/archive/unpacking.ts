import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Failure } from '@gatehouse/kernel'
import { entryPath, shownName } from './entry-path.ts'
import {
  ENTRIES_MAX,
  FILE_BYTES_MAX,
  RATIO_FROM_BYTES,
  RATIO_MAX,
  SKIPPED_TOLD_MAX,
  UNPACKED_BYTES_MAX,
} from './limits.ts'

/** An entry that was left out; the rest of the archive is fine. */
export interface SkippedEntry {
  /** As it may be shown. */
  readonly name: string
  /** A clause: `it is a symbolic link`. */
  readonly detail: string
}

export interface Unpacked {
  readonly files: number
  readonly bytes: number
  /** The first of those left out. */
  readonly skipped: readonly SkippedEntry[]
  /** All of those left out. */
  readonly skippedCount: number
}

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600

/**
 * Writes the entries of one archive below a folder, whatever format they came in. Nothing is ever written through a link,
 * since none is made, and every limit is counted over what comes out, not over what the archive says of itself.
 */
export class Unpacking {
  readonly #into: string
  readonly #signal: AbortSignal
  readonly #skipped: SkippedEntry[] = []
  readonly #folders = new Set<string>([''])
  readonly #written = new Set<string>()
  #skippedCount = 0
  #entries = 0
  #files = 0
  #bytes = 0
  /** Packed bytes that were read so far; the source counts them. */
  packed_bytes = 0

  /** @param into an empty folder that nobody else writes to */
  constructor(into: string, signal: AbortSignal) {
    this.#into = into
    this.#signal = signal
  }

  done(): Unpacked {
    return { files: this.#files, bytes: this.#bytes, skipped: this.#skipped, skippedCount: this.#skippedCount }
  }

  /** @throws {Failure} `invalid_request` naming the entry, when it may not be in any archive */
  async folder(name: string): Promise<void> {
    const names = this.#admitted(name)
    if (names !== undefined) await this.#makeFolder(names, name)
  }

  /** Leaves an entry out. */
  skip(name: string, detail: string): void {
    this.#count(name)
    this.#leaveOut(name, detail)
  }

  /**
   * Writes a file. Of two with one name the last counts, as for every unpacker, and that is told.
   * @throws {Failure} `invalid_request` naming the entry, when it may not be in any archive or passes a limit
   */
  async file(name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const names = this.#admitted(name)
    if (names === undefined || names.length === 0) return drain(content)
    const path = names.join('/')
    if (this.#folders.has(path)) {
      this.#leaveOut(name, 'a file and a folder have one name')
      return drain(content)
    }
    if (!(await this.#makeFolder(names.slice(0, -1), name))) return drain(content)
    const target = join(this.#into, ...names)
    if (this.#written.has(path)) {
      this.#leaveOut(name, 'it is there more than once; the last one was kept')
      await rm(target)
    } else {
      this.#written.add(path)
      this.#files += 1
    }
    const output = createWriteStream(target, { flags: 'wx', mode: FILE_MODE })
    await pipeline(content, this.#counter(name), output, { signal: this.#signal })
  }

  #admitted(name: string): readonly string[] | undefined {
    this.#count(name)
    const path = entryPath(name)
    if (!('kind' in path)) return path
    if (path.kind === 'escape') throw refused(name, path.detail)
    this.#leaveOut(name, path.detail)
    return undefined
  }

  #count(name: string): void {
    this.#signal.throwIfAborted()
    this.#entries += 1
    if (this.#entries > ENTRIES_MAX) throw refused(name, `it has more than ${ENTRIES_MAX} entries`)
  }

  #leaveOut(name: string, detail: string): void {
    this.#skippedCount += 1
    if (this.#skipped.length < SKIPPED_TOLD_MAX) this.#skipped.push({ name: shownName(name), detail })
  }

  /** @returns false where a file stands in the way */
  async #makeFolder(names: readonly string[], entry: string): Promise<boolean> {
    const path = names.join('/')
    if (this.#folders.has(path)) return true
    for (let depth = 1; depth <= names.length; depth += 1) {
      const part = names.slice(0, depth).join('/')
      if (this.#written.has(part)) {
        this.#leaveOut(entry, 'a file and a folder have one name')
        return false
      }
    }
    await mkdir(join(this.#into, ...names), { recursive: true, mode: FOLDER_MODE })
    for (let part = path; part !== '.'; part = dirname(part)) this.#folders.add(part)
    return true
  }

  /** Passes bytes on while all limits hold. */
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

  #overLimit(name: string, size_bytes: number): Failure | null {
    if (size_bytes > FILE_BYTES_MAX) return refused(name, `it has more than ${FILE_BYTES_MAX} bytes`)
    if (this.#bytes > UNPACKED_BYTES_MAX) return refused(name, `all files have more than ${UNPACKED_BYTES_MAX} bytes`)
    if (this.#bytes > RATIO_FROM_BYTES && this.#bytes > this.packed_bytes * RATIO_MAX) {
      return refused(name, `what comes out is more than ${RATIO_MAX} times what went in`)
    }
    return null
  }
}

/** A refusal of the whole archive. */
export function refused(name: string, detail: string): Failure {
  return new Failure('invalid_request', `The archive is refused at its entry "${shownName(name)}": ${detail}.`)
}

async function drain(content: AsyncIterable<Uint8Array>): Promise<void> {
  // oxlint-disable-next-line no-unused-vars -- an entry must be read to its end before the next one comes
  for await (const _ of content) continue
}
