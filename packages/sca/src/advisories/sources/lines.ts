import { Failure } from '@gatehouse/kernel'

const NEW_LINE = 0x0a

/**
 * Yields the lines of a byte stream, without line ends; empty lines are skipped.
 * @throws {Failure} `limit_reached` when one line is longer than `maxBytes`
 */
export async function* linesOf(stream: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<string> {
  let pending: Uint8Array[] = []
  let pendingBytes = 0
  let number = 1
  for await (const chunk of stream) {
    let start = 0
    for (let end = chunk.indexOf(NEW_LINE); end !== -1; end = chunk.indexOf(NEW_LINE, start)) {
      const piece = chunk.subarray(start, end)
      const line = pending.length === 0 ? textOf(piece) : Buffer.concat([...pending, piece]).toString()
      pending = []
      pendingBytes = 0
      start = end + 1
      number += 1
      if (line.trim() !== '') yield line
    }
    pending.push(chunk.subarray(start))
    pendingBytes += chunk.length - start
    if (pendingBytes > maxBytes) throw new Failure('limit_reached', `Line ${number} is longer than ${maxBytes} bytes.`)
  }
  const last = Buffer.concat(pending).toString()
  if (last.trim() !== '') yield last
}

/** Without a copy of the bytes. */
function textOf({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString()
}
