import type { Readable } from 'node:stream'
import { Failure } from '@gatehouse/kernel'
import { OSV_RECORD_BYTES_MAX } from '../../osv/record.ts'

/** Text of one record with its origin, e.g. `all.zip: GHSA-….json`. */
export interface RecordText {
  readonly text: string
  readonly from: string
}

/** Stream of records, never completely in memory. */
export type RecordSource = AsyncIterable<RecordText>

/** Maximum uncompressed size of one source. Own limit: about ten times all OSV data. */
export const SOURCE_BYTES_MAX = 32 * 1_024 ** 3

/** Creates a byte counter that throws above a limit. */
export function createByteLimit(name: string): (bytes: number) => void {
  let total = 0
  return (bytes) => {
    total += bytes
    if (total > SOURCE_BYTES_MAX) throw new Failure('limit_reached', `"${name}" contains more than 32 GiB of records.`)
  }
}

/** All of a stream as text; undefined when it is longer than a record may be, and then the stream is closed. */
export async function readRecord(stream: Readable): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > OSV_RECORD_BYTES_MAX) {
      stream.destroy()
      return undefined
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
