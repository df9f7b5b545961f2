import { createHash, randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  fstatSync,
  futimesSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { engineVersion } from './engine-version.ts'
import type { CachePlace } from './options.ts'
import type { Pack } from './pack.ts'
import type { FileResult } from './scan-file.ts'

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
/** Ours: what is found in one file is less, packed and as it is. */
const ENTRY_BYTES_MAX = 8 * 1024 * 1024
const RESULT_BYTES_MAX = 64 * 1024 * 1024
/** So old the mark of an entry gets that is in use. */
const MARK_MS = 24 * 60 * 60_000
const DIGEST_BYTES = 32
/** Speed before size: what files say of the flow of data repeats itself. */
const LEVEL = 1

/** What was kept of a file. */
export interface KeptResult {
  readonly result: FileResult
  readonly again: () => FileResult | undefined
}

/**
 * Results of files, by their content, their path, the rules and the program. A damaged entry is none, and where nothing can be
 * written nothing is kept.
 */
export class FileCache {
  readonly #folder: string
  readonly #about: string

  constructor({ folder, salt = '' }: CachePlace, pack: Pack) {
    this.#folder = entriesIn(folder)
    this.#about = JSON.stringify([engineVersion(), pack.digest, salt])
  }

  /** The result that is kept of a file, or a new one, which is kept. */
  async of(path: string, content: Uint8Array, make: () => Promise<FileResult>): Promise<FileResult> {
    const place = this.#placeOf(path, content)
    const kept = read(place)
    if (kept !== undefined) return kept
    const made = await make()
    write(place, made)
    return made
  }

  /** What is kept of a file, and a way to read it again without the file; undefined where nothing is. */
  find(path: string, content: Uint8Array): KeptResult | undefined {
    const place = this.#placeOf(path, content)
    const result = read(place)
    return result === undefined ? undefined : { result, again: () => read(place) }
  }

  #placeOf(path: string, content: Uint8Array): string {
    const key = createHash('sha256')
      .update(JSON.stringify([this.#about, path]))
      .update(content)
      .digest('hex')
    return join(this.#folder, key.slice(0, 2), `${key.slice(2)}.gz`)
  }
}

/** The folder of a cache in which its entries lie; another form of entries lies elsewhere. */
export function entriesIn(folder: string): string {
  return join(folder, 'sast-2')
}

function read(place: string): FileResult | undefined {
  let fd: number | undefined
  try {
    fd = openSync(place, constants.O_RDONLY | constants.O_NOFOLLOW)
    const { size, mtimeMs } = fstatSync(fd)
    if (size > ENTRY_BYTES_MAX) return undefined
    const bytes = readFileSync(fd)
    const body = bytes.subarray(DIGEST_BYTES)
    if (!digestOf(body).equals(bytes.subarray(0, DIGEST_BYTES))) return undefined
    mark(fd, mtimeMs)
    // Only what `write` made has its digest before it.
    return JSON.parse(gunzipSync(body, { maxOutputLength: RESULT_BYTES_MAX }).toString()) as FileResult
  } catch {
    return undefined
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

/** The oldest entries go first: those in use are kept young. */
function mark(fd: number, marked_ms: number): void {
  const now = new Date()
  if (now.getTime() - marked_ms < MARK_MS) return
  try {
    futimesSync(fd, now, now)
  } catch {
    // Those who may only read it do not keep it.
  }
}

/** Whole or not at all, whoever else writes the same. */
function write(place: string, result: FileResult): void {
  const json = Buffer.from(JSON.stringify(result))
  const body = gzipSync(json, { level: LEVEL })
  if (body.length + DIGEST_BYTES > ENTRY_BYTES_MAX || json.length > RESULT_BYTES_MAX) return
  const draft = `${place}.${randomBytes(6).toString('hex')}`
  try {
    mkdirSync(dirname(place), { recursive: true, mode: FOLDER_MODE })
    writeFileSync(draft, Buffer.concat([digestOf(body), body]), { mode: FILE_MODE, flag: 'wx' })
    renameSync(draft, place)
  } catch {
    discard(draft)
  }
}

function discard(draft: string): void {
  try {
    rmSync(draft, { force: true })
  } catch {
    // It was never there.
  }
}

function digestOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}
