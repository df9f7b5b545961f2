import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import type { SavedFile } from '@gatehouse/contracts'
import { Failure } from '@gatehouse/kernel'
import type { BusboyFileStream } from '@fastify/busboy'

/** Maximum in most file systems. */
const NAME_CHARS_MAX = 255
/** Uploads are readable only by the service's account. */
const FILE_MODE = 0o600
const FOLDER_MODE = 0o700

/** Files written by {@link saveFile}, so that JSON of the same shape cannot impersonate them. */
const SAVED = new WeakSet<object>()

export function isSavedFile(value: unknown): value is SavedFile {
  return typeof value === 'object' && value !== null && SAVED.has(value)
}

/**
 * Streams a form part to a file in `folder`.
 * @throws {Failure} `body_too_large` if the parser truncated the part; the file is removed
 */
export async function saveFile(stream: BusboyFileStream, folder: string, name: string): Promise<SavedFile> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE })
  const path = join(folder, `${randomUUID()}.upload`)
  const hash = createHash('sha256')
  let size_bytes = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      size_bytes += chunk.length
      done(null, chunk)
    },
  })
  try {
    await pipeline(stream, count, createWriteStream(path, { flags: 'wx', mode: FILE_MODE }))
    if (stream.truncated) throw new Failure('body_too_large', 'The file is too large.')
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  const saved: SavedFile = { path, name: name.slice(0, NAME_CHARS_MAX), size_bytes, sha256: hash.digest('hex') }
  SAVED.add(saved)
  return saved
}

/** Removes files that were not moved. */
export async function removeSaved(files: readonly SavedFile[]): Promise<void> {
  await Promise.all(files.map(({ path }) => rm(path, { force: true }).catch(() => undefined)))
}
