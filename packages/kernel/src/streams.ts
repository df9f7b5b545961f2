import type { Readable } from 'node:stream'

/**
 * Keeps an error that a stream emits before its reader is attached, and passes it to the reader later. An `error` event without a listener
 * would end the process.
 * @returns the same stream
 */
export function withKeptError<Stream extends Readable>(stream: Stream): Stream {
  // Some libraries only emit the event. A destroyed stream passes its error to every later reader.
  stream.on('error', (error) => void stream.destroy(error))
  return stream
}
