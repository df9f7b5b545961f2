import { createReadStream } from 'node:fs'
import { open, opendir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Failure, messageOf, withKeptError } from '@gatehouse/kernel'
import { OSV_RECORD_BYTES_MAX } from '../../osv/record.ts'
import { linesOf } from './lines.ts'
import { createByteLimit, type RecordSource, type RecordText, readRecord } from './source.ts'
import { zipRecords } from './zip.ts'

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b])
const ZIP_MAGIC = Buffer.from([0x50, 0x4b])

/** Files in a folder with many records each. */
const COLLECTION = /\.(?:jsonl|ndjson)(?:\.gz)?$|\.zip$/i

/** Maximum folder depth. Own limit: OSV's exports have one level. */
const FOLDER_DEPTH_MAX = 16

/**
 * Opens the records of a file or folder: a zip or a folder of JSON files, or JSON lines, optionally compressed with gzip. The format is
 * detected from the first bytes, not from the name.
 * @throws {Failure} `not_found` when the path does not exist
 */
export async function openRecords(path: string): Promise<RecordSource> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new Failure('not_found', `File or folder not found: "${path}".`, { cause })
  })
  if (found.isDirectory()) return folderRecords(path)
  const start = await firstBytes(path)
  return refusing(path, start.equals(ZIP_MAGIC) ? zipRecords(path) : lineRecords(path, start.equals(GZIP_MAGIC)))
}

/** Converts library errors about damaged bytes to failures of the file; system errors are kept. */
async function* refusing(path: string, records: RecordSource): AsyncGenerator<RecordText> {
  try {
    yield* records
  } catch (error) {
    if (error instanceof Failure || (error instanceof Error && 'syscall' in error)) throw error
    const message = `"${basename(path)}" cannot be read: ${messageOf(error)}.`
    throw new Failure('invalid_request', message, { cause: error })
  }
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Opens a file, optionally decompressed; errors of both streams reach the reader. */
export function openBytes(path: string, packed: boolean): AsyncIterable<Uint8Array> {
  const file = withKeptError(createReadStream(path))
  if (!packed) return file
  const unpacked = withKeptError(createGunzip())
  // The stream itself reports the error to the reader.
  pipeline(file, unpacked, () => undefined)
  return unpacked
}

async function* lineRecords(path: string, packed: boolean): AsyncGenerator<RecordText> {
  const name = basename(path)
  const count = createByteLimit(name)
  let line = 0
  for await (const text of linesOf(openBytes(path, packed), OSV_RECORD_BYTES_MAX)) {
    line += 1
    count(text.length)
    yield { text, from: `${name}: line ${line}` }
  }
}

async function* folderRecords(path: string, depth = 0): AsyncGenerator<RecordText> {
  if (depth > FOLDER_DEPTH_MAX) return
  for await (const entry of await opendir(path)) {
    const inner = join(path, entry.name)
    // Links are neither files nor folders here, so nothing outside the folder is read.
    if (entry.isDirectory()) yield* folderRecords(inner, depth + 1)
    if (!entry.isFile()) continue
    if (COLLECTION.test(entry.name)) yield* await openRecords(inner)
    if (!entry.name.endsWith('.json')) continue
    const text = (await readRecord(withKeptError(createReadStream(inner))))?.toString()
    yield { text: text ?? '', from: entry.name }
  }
}
