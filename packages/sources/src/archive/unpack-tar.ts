import { createReadStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Failure, messageOf } from '@gatehouse/kernel'
import { extract } from 'tar-stream'
import type { Unpacking } from './unpacking.ts'

/** What is left out, in words. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  symlink: 'it is a symbolic link',
  link: 'it is a hard link',
  'character-device': 'it is a device',
  'block-device': 'it is a device',
  fifo: 'it is a pipe',
}

/**
 * Unpacks a tar archive, gzipped or not.
 * @throws {Failure} `invalid_request` for what is no archive, is cut off, or has an entry that no archive may have
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
  const reading = pipeline([createReadStream(path), count, ...(isGzip ? [createGunzip()] : []), entries], { signal })
  // Whoever fails first ends both; its reason is the one that counts.
  const failed = reading.catch((error: unknown) => error)
  try {
    for await (const entry of entries) {
      const { name, type } = entry.header
      if (type === 'directory') await unpacking.folder(name)
      else if (type === 'file' || type === 'contiguous-file') {
        await unpacking.file(name, bytesOf(entry))
        continue
      } else unpacking.skip(name, LEFT_OUT[type ?? ''] ?? 'its kind is unknown')
      entry.resume()
    }
  } catch (error) {
    entries.destroy()
    await failed
    throw explained(error, signal)
  }
  const error = await failed
  if (error !== undefined) throw explained(error, signal)
}

/** The library's streams are iterable, which its types leave out. */
function bytesOf(stream: object): AsyncIterable<Uint8Array> {
  if (Symbol.asyncIterator in stream) return stream as AsyncIterable<Uint8Array>
  throw new TypeError('an entry of an archive cannot be read')
}

function explained(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason
  if (error instanceof Failure) return error
  return new Failure('invalid_request', `The archive cannot be read: ${messageOf(error)}.`, { cause: error })
}
