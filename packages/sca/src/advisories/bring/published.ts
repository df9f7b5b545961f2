import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { withKeptError } from '@gatehouse/kernel'

/** Both catalogues name their day in the first few hundred bytes. */
const HEAD_BYTES = 8_192
const GZIP_MAGIC = Buffer.from([0x1f, 0x8b])

/** The day that CISA's catalogue or FIRST's scores name; undefined when the file names none. */
export async function publishedOf(path: string): Promise<string | undefined> {
  const head = await headOf(path)
  const found = /"dateReleased"\s{0,8}:\s{0,8}"([^"]{1,40})"/.exec(head) ?? /score_date:([\w:.+-]{1,40})/.exec(head)
  return found?.[1]
}

async function headOf(path: string): Promise<string> {
  const raw = withKeptError(createReadStream(path))
  let stream: Readable = raw
  if (await isPacked(path)) {
    const unpacked = withKeptError(createGunzip())
    // The stream itself reports the error to the reader.
    pipeline(raw, unpacked, () => undefined)
    stream = unpacked
  }
  let head = ''
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    head += chunk.toString('latin1')
    if (head.length >= HEAD_BYTES) break
  }
  return head.slice(0, HEAD_BYTES)
}

async function isPacked(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return bytesRead === 2 && buffer.equals(GZIP_MAGIC)
  } finally {
    await file.close()
  }
}
