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

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
/** Own limit: larger than the result for any one file or program, compressed or not. */
const ENTRY_BYTES_MAX = 8 * 1024 * 1024
const RESULT_BYTES_MAX = 64 * 1024 * 1024
/** Maximum age of the timestamp of an entry in use. */
const MARK_MS = 24 * 60 * 60_000
const DIGEST_BYTES = 32
/** Fast compression: data-flow facts are repetitive. */
const LEVEL = 1

/** The folder of a cache in which its entries lie; another form of entries lies elsewhere. */
export function entriesIn(folder: string): string {
  return join(folder, 'sast-2')
}

/** Returns the path of an entry. @param key hexadecimal @param kind type of the entry as a suffix with a dot; empty for a file result */
export function entryAt(folder: string, key: string, kind = ''): string {
  return join(entriesIn(folder), key.slice(0, 2), `${key.slice(2)}${kind}.gz`)
}

/** @returns the value that `keep` stored; undefined for a missing or damaged entry */
export function readEntry(place: string): unknown {
  let fd: number | undefined
  try {
    fd = openSync(place, constants.O_RDONLY | constants.O_NOFOLLOW)
    const { size, mtimeMs } = fstatSync(fd)
    if (size > ENTRY_BYTES_MAX) return undefined
    const bytes = readFileSync(fd)
    const body = bytes.subarray(DIGEST_BYTES)
    if (!digestOf(body).equals(bytes.subarray(0, DIGEST_BYTES))) return undefined
    touchEntry(fd, mtimeMs)
    return JSON.parse(gunzipSync(body, { maxOutputLength: RESULT_BYTES_MAX }).toString())
  } catch {
    return undefined
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

/** Updates the timestamp of an entry in use: the oldest entries are removed first. */
function touchEntry(fd: number, marked_ms: number): void {
  const now = new Date()
  if (now.getTime() - marked_ms < MARK_MS) return
  try {
    futimesSync(fd, now, now)
  } catch {
    // A read-only cache stays unchanged.
  }
}

/** Stores an entry atomically, even with concurrent writers. Skips the entry without write access, or where it is too large. */
export function keep(place: string, result: unknown): void {
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
