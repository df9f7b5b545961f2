import { basename } from 'node:path'
import { crc32 } from 'node:zlib'
import { Failure, withKeptError } from '@gatehouse/kernel'
import { openPromise } from 'yauzl'
import { createByteLimit, type RecordText, readRecord } from './source.ts'

/** Maximum number of files per archive. Own limit: some six times the number that OSV publishes. */
const ENTRIES_MAX = 3_000_000

/** Yields the JSON files of a zip. Sizes are counted during decompression, regardless of the declared sizes. */
export async function* zipRecords(path: string): AsyncGenerator<RecordText> {
  const name = basename(path)
  const count = createByteLimit(name)
  const zip = await openPromise(path, { lazyEntries: true }).catch((cause: unknown) => {
    throw new Failure('invalid_request', `"${name}" is not a readable zip archive.`, { cause })
  })
  let entries = 0
  try {
    for await (const entry of zip.eachEntry()) {
      entries += 1
      if (entries > ENTRIES_MAX)
        throw new Failure('limit_reached', `"${name}" contains more than ${ENTRIES_MAX} files.`)
      if (!entry.fileName.endsWith('.json')) continue
      const bytes = await readRecord(withKeptError(await zip.openReadStreamPromise(entry)))
      if (bytes !== undefined && crc32(bytes) !== entry.crc32) {
        throw new Failure('invalid_request', `"${name}" is corrupt: the CRC-32 of "${entry.fileName}" is wrong.`)
      }
      const text = bytes?.toString() ?? ''
      count(text.length)
      yield { text, from: `${name}: ${entry.fileName}` }
    }
  } finally {
    zip.close()
  }
}

/** How many files a zip declares; undefined for anything else, and for a zip that cannot be read. Only for progress. */
export async function declaredEntries(path: string): Promise<number | undefined> {
  try {
    const zip = await openPromise(path, { lazyEntries: true })
    zip.close()
    return zip.entryCount
  } catch {
    return undefined
  }
}
