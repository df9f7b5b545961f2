import type { IncomingMessage } from 'node:http'
import { gunzip, inflate, inflateRaw } from 'node:zlib'

import { Failure, isExhaustion } from '@gatehouse/kernel'

import { LINGER_BYTES_MAX, LINGER_MS, LINGER_SILENCE_MS } from './limits.ts'

/** Receives a body. Exactly one of the two methods is called, once. */
export interface BodySink {
  /** Called with the size while the body arrives and after decompression. A {@link Failure} from it rejects the body. */
  bodyGrows?(size_bytes: number): void
  bodyArrived(bytes: Buffer): void
  bodyFailed(error: unknown): void
}

interface Reading {
  readonly sink: BodySink
  readonly limit_bytes: number
  first: Buffer | undefined
  more: Buffer[] | undefined
  size_bytes: number
}

/** Property for the reader of a request in progress. The listeners below are shared instead of created per request. */
const READING = Symbol('reading')
type Carrier = IncomingMessage & { [READING]?: Reading | undefined }

const JSON_TYPE = /^application\/(?:json|[a-z0-9.+-]+\+json)\s*(?:;\s*charset\s*=\s*"?utf-?8"?\s*)?;?$/i
/** Returns whether the declared content type is JSON. */
export function isJson({ 'content-type': type }: IncomingMessage['headers']): boolean {
  return type !== undefined && JSON_TYPE.test(type)
}

const ENCODINGS = ['gzip', 'x-gzip', 'deflate', 'identity']

/**
 * Reads a complete body, and rejects it as soon as it is known to exceed `limit_bytes`: by its declared length, during transfer, or during
 * decompression. Fails with `body_too_large`, `unsupported_media_type` or `malformed_json`.
 */
export function readBody(request: IncomingMessage, limit_bytes: number, sink: BodySink): void {
  const { headers } = request
  const type = headers['content-type']
  const length = headers['content-length']
  if (type === undefined && !hasBody(request)) {
    // The schema reports a missing body more clearly than a content type error.
    sink.bodyArrived(NO_BYTES)
    return
  }
  if (type !== 'application/json' && (type === undefined || !JSON_TYPE.test(type))) {
    throw new Failure('unsupported_media_type', 'Send the body as application/json in UTF-8.')
  }
  const encoding = headers['content-encoding']
  if (encoding !== undefined && !ENCODINGS.includes(encoding.toLowerCase())) {
    throw new Failure('unsupported_media_type', 'Unsupported Content-Encoding. Allowed: gzip, deflate, identity.')
  }
  if (length !== undefined && Number(length) > limit_bytes) throw tooLarge(limit_bytes)
  // Reserves the declared length in advance.
  if (length !== undefined) sink.bodyGrows?.(Number(length))
  // The client may have disconnected during the key lookup; no further event would follow.
  if (request.destroyed) throw cutShort()
  const carrier: Carrier = request
  carrier[READING] = { sink, limit_bytes, first: undefined, more: undefined, size_bytes: 0 }
  request.on('data', onData)
  request.on('end', onEnd)
  request.on('error', onError)
}

const NO_BYTES = Buffer.alloc(0)

/**
 * Discards the rest of a rejected body within limits of size, time and idle time, so that the client can read the rejection. Many clients
 * send the entire body first, and closing a connection with unread data resets it. Above a limit the connection is closed.
 */
export function lingerThenCut(request: IncomingMessage): void {
  if (request.complete || !hasBody(request)) return
  let seen_bytes = 0
  const { socket } = request
  const cut = (): void => void socket.destroy()
  const end = setTimeout(cut, LINGER_MS)
  const silence = setTimeout(cut, LINGER_SILENCE_MS)
  end.unref()
  silence.unref()
  request.on('data', (chunk: Buffer) => {
    seen_bytes += chunk.length
    silence.refresh()
    if (seen_bytes > LINGER_BYTES_MAX) cut()
  })
  request.on('close', () => {
    clearTimeout(end)
    clearTimeout(silence)
  })
  request.on('error', ignore)
  request.resume()
}

/** Returns whether the headers announce a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}

function onData(this: Carrier, chunk: Buffer): void {
  const reading = this[READING]
  if (reading === undefined) return
  reading.size_bytes += chunk.length
  if (reading.size_bytes > reading.limit_bytes) {
    settle(this)
    reading.sink.bodyFailed(tooLarge(reading.limit_bytes))
    return
  }
  try {
    reading.sink.bodyGrows?.(reading.size_bytes)
  } catch (error) {
    settle(this)
    reading.sink.bodyFailed(error)
    return
  }
  if (reading.first === undefined) reading.first = chunk
  else (reading.more ??= [reading.first]).push(chunk)
}

function onEnd(this: Carrier): void {
  const reading = this[READING]
  if (reading === undefined) return
  settle(this)
  const { sink, limit_bytes } = reading
  let bytes: Buffer
  const encoding = this.headers['content-encoding']
  try {
    bytes = joined(reading)
    if (encoding !== undefined) return inflateBody(bytes, encoding.toLowerCase(), limit_bytes, sink)
  } catch (error) {
    // Memory for the body may be exhausted.
    return sink.bodyFailed(error)
  }
  sink.bodyArrived(bytes)
}

function joined({ first = NO_BYTES, more, size_bytes }: Reading): Buffer {
  return more === undefined ? first : Buffer.concat(more, size_bytes)
}

function onError(this: Carrier, error: Error): void {
  const reading = this[READING]
  if (reading === undefined) return
  settle(this)
  reading.sink.bodyFailed(cutShort(error))
}

/** Detaches the request from later events. The error listener stays, because an abort may still follow. */
function settle(request: Carrier): void {
  request[READING] = undefined
}

function inflateBody(bytes: Buffer, encoding: string, limit_bytes: number, sink: BodySink): void {
  if (encoding === 'identity') {
    sink.bodyArrived(bytes)
    return
  }
  // `maxOutputLength` limits memory during decompression, also for zip bombs.
  const options = { maxOutputLength: Math.max(1, limit_bytes) }
  const done = (error: NodeJS.ErrnoException | null, inflated: Buffer) => {
    if (error === null) sink.bodyArrived(inflated)
    else if (error.code === 'ERR_BUFFER_TOO_LARGE') sink.bodyFailed(tooLarge(limit_bytes))
    else if (isExhaustion(error)) sink.bodyFailed(error)
    else sink.bodyFailed(new Failure('malformed_json', `The body is not valid ${encoding} data.`, { cause: error }))
  }
  if (encoding === 'deflate') {
    // RFC 9110 requires zlib's framing (method 8 in the low bits), but some clients send the raw stream.
    const inflater = (bytes[0] ?? 0) % 16 === 8 ? inflate : inflateRaw
    inflater(bytes, options, done)
  } else {
    gunzip(bytes, options, done)
  }
}

function cutShort(cause?: Error): Failure {
  return new Failure('malformed_json', 'The request body is incomplete.', { cause })
}

function tooLarge(limit_bytes: number): Failure {
  return new Failure('body_too_large', `The body exceeds ${limit_bytes} bytes.`)
}

function ignore(): void {}
