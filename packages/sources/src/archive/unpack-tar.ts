import { createReadStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Failure } from '@gatehouse/kernel/thread'
import { extract } from 'tar-stream'
import { readError } from './read-error.ts'
import { isOfMachine, type Unpacking } from './unpacking.ts'

/** Names of skipped entry types. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  symlink: 'it is a symbolic link',
  link: 'it is a hard link',
  'character-device': 'it is a device',
  'block-device': 'it is a device',
  fifo: 'it is a named pipe',
}

/**
 * Extracts a tar archive, optionally compressed with gzip.
 * @throws {Failure} `invalid_request` for an invalid or truncated archive, or a forbidden entry
 */
export async function unpackTar(
  path: string,
  unpacking: Unpacking,
  isGzip: boolean,
  signal: AbortSignal,
): Promise<void> {
  const entries = extract()
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      unpacking.packed_bytes += chunk.length
      done(null, chunk)
    },
  })
  const countUnpacked = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(unpacking.unpacked(chunk.length), chunk)
    },
  })
  const steps = isGzip ? [createGunzip(), countUnpacked] : []
  const reading = pipeline([createReadStream(path), count, ...steps, entries], { signal })
  // The first error ends both and is reported.
  const failed = reading.catch((error: unknown) => error)
  try {
    for await (const entry of entries) {
      // A truncated archive ends an entry while its file is still being opened.
      entry.on('error', () => undefined)
      const { name, type } = entry.header
      if (type === 'directory') await unpacking.folder(name)
      else if (type === 'file' || type === 'contiguous-file') {
        await unpacking.file(name, bytesOf(entry))
        continue
      } else unpacking.skip(name, LEFT_OUT[type ?? ''] ?? 'its type is unknown', type === 'symlink' || type === 'link')
      entry.resume()
    }
  } catch (error) {
    entries.destroy()
    const reason = await failed
    // The stream's own error is more specific than its cancellation.
    const isOwn = error instanceof Failure || isOfMachine(error)
    throw explained(isOwn ? error : (reason ?? error), unpacking, signal)
  }
  const error = await failed
  if (error !== undefined) throw explained(error, unpacking, signal)
}

/**
 * Iterates the library's streams, whose types lack the iterator. In Node's own pipeline, a stream that failed before any listener was
 * added would never settle.
 */
async function* bytesOf(stream: object): AsyncGenerator<Uint8Array> {
  if (!(Symbol.asyncIterator in stream)) throw new TypeError('an archive entry cannot be read')
  yield* stream as AsyncIterable<Uint8Array>
}

function explained(error: unknown, unpacking: Unpacking, signal: AbortSignal): unknown {
  return signal.aborted ? signal.reason : readError(error, unpacking)
}
