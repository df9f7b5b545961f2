import type { Readable } from 'node:stream'

/**
 * Keeps an error that a stream emits before its reader is attached: the reader gets it later, whereas an `error` event without a listener
 * would end the process.
 * @returns the same stream
 */
export function withKeptError<Stream extends Readable>(stream: Stream): Stream {
  // Some libraries only emit the event; a destroyed stream passes its error to every later reader.
  stream.on('error', (error) => void stream.destroy(error))
  return stream
}
