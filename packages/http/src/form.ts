import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { createGunzip, createInflate } from 'node:zlib'

import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import { Failure } from '@gatehouse/kernel'

import { parseJsonBody } from './json.ts'
import { FORM_BYTES_MAX, FORM_NAME_BYTES_MAX, FORM_PARTS_MAX } from './limits.ts'

/** Who waits for a form. Exactly one of the two is called, once. */
export interface FormSink {
  formArrived(parts: Readonly<Record<string, unknown>>): void
  bodyFailed(error: unknown): void
}

export interface FormShape {
  /** Names of the parts that are files. */
  readonly files: readonly string[]
  /** Names of the parts that hold JSON. */
  readonly json: readonly string[]
  /** Largest size of all files together. */
  readonly fileBytes: number
}

/**
 * Reads a multipart form while it arrives and refuses it as soon as it is known to be over a limit. Files become `File`,
 * parts with JSON are parsed within the limits of a body, the rest are strings.
 */
export function readForm(request: IncomingMessage, shape: FormShape, sink: FormSink): void {
  const { headers } = request
  const type = headers['content-type']
  if (type === undefined || !/^multipart\/form-data\s*;/i.test(type)) {
    throw new Failure('unsupported_media_type', 'Send the body as multipart/form-data.')
  }
  const limit_bytes = shape.fileBytes + FORM_BYTES_MAX
  const length = headers['content-length']
  if (length !== undefined && Number(length) > limit_bytes) throw tooLarge(shape)
  if (request.destroyed) throw broken('The form ended before it was complete.')
  const source = decoded(request)
  const parser = parserOf({ ...headers, 'content-type': type }, shape)
  const parts = new Map<string, unknown>()
  let size_bytes = 0
  let settled = false
  const settle = (error?: Failure): void => {
    if (settled) return
    settled = true
    source.unpipe(parser)
    // An error of a parser that nobody listens to any more would end the process.
    parser.on('error', () => undefined)
    parser.destroy()
    if (error === undefined) sink.formArrived(Object.fromEntries(parts))
    else sink.bodyFailed(error)
  }
  const add = (name: string, value: unknown): void => {
    if (parts.has(name)) settle(misshapen(name, `The form has the part ${name} more than once.`, 'duplicate'))
    else parts.set(name, value)
  }
  parser.on('field', (name, value, _nameCut, valueCut) => {
    if (valueCut) return settle(misshapen(name, `The part ${name} is too long.`, 'too_long'))
    try {
      add(name, shape.json.includes(name) ? jsonOf(name, value) : value)
    } catch (error) {
      settle(error instanceof Failure ? error : broken('The form cannot be read.'))
    }
  })
  parser.on('file', (name, stream, fileName) => {
    const failed = (): void => settle(tooLarge(shape))
    collect(stream, failed, (chunks) => {
      if (shape.files.includes(name)) add(name, new File(chunks, fileName ?? ''))
    })
  })
  for (const event of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
    parser.on(event, () => settle(misshapen('form', `The form has more than ${FORM_PARTS_MAX} parts.`, 'too_long')))
  }
  parser.on('finish', () => settle())
  parser.on('error', () => settle(broken('The form is not valid multipart data.')))
  source.on('data', (chunk: Buffer) => {
    size_bytes += chunk.length
    if (size_bytes > limit_bytes) settle(tooLarge(shape))
  })
  source.on('error', () => settle(broken('The form cannot be read: it was cut short or is not encoded as it says.')))
  request.on('close', () => {
    if (!request.complete) settle(broken('The form ended before it was complete.'))
  })
  source.pipe(parser)
}

function parserOf(headers: IncomingMessage['headers'] & { 'content-type': string }, shape: FormShape): BusboyInstance {
  try {
    return new Busboy({
      headers,
      // A part that the table calls a file is one, whether or not the client gave it a name.
      isPartAFile: (name, type, fileName) =>
        fileName !== undefined || type === 'application/octet-stream' || shape.files.includes(name ?? ''),
      limits: {
        fieldNameSize: FORM_NAME_BYTES_MAX,
        fieldSize: FORM_BYTES_MAX,
        fileSize: shape.fileBytes,
        parts: FORM_PARTS_MAX,
        headerPairs: FORM_PARTS_MAX,
      },
    })
  } catch {
    throw new Failure('unsupported_media_type', 'The Content-Type of the form names no boundary.')
  }
}

/** The body as it was before its encoding. Its inflated size is counted like any other. */
function decoded(request: IncomingMessage): Readable {
  const encoding = request.headers['content-encoding']?.toLowerCase()
  if (encoding === undefined || encoding === 'identity') return request
  if (encoding !== 'gzip' && encoding !== 'x-gzip' && encoding !== 'deflate') {
    throw new Failure('unsupported_media_type', 'Content-Encoding may be gzip, deflate or identity.')
  }
  const inflater = encoding === 'deflate' ? createInflate() : createGunzip()
  request.on('error', (error) => inflater.destroy(error))
  return request.pipe(inflater)
}

function collect(stream: BusboyFileStream, tooLong: () => void, done: (chunks: Buffer<ArrayBuffer>[]) => void): void {
  const chunks: Buffer<ArrayBuffer>[] = []
  stream.on('data', (chunk: Buffer<ArrayBuffer>) => void chunks.push(chunk))
  stream.on('limit', () => {
    chunks.length = 0
    tooLong()
  })
  stream.on('error', () => undefined)
  stream.on('end', () => {
    if (!stream.truncated) done(chunks)
  })
}

function jsonOf(name: string, text: string): unknown {
  try {
    return parseJsonBody(Buffer.from(text))
  } catch (error) {
    const detail =
      error instanceof Failure && error.code === 'invalid_request' ? error.message : 'It is not valid JSON.'
    throw misshapen(name, `The part ${name} cannot be read. ${detail}`, 'json_invalid')
  }
}

function misshapen(part: string, message: string, type: string): Failure {
  return new Failure('invalid_request', message, { violations: [{ path: ['body', part], message, type }] })
}

function broken(message: string): Failure {
  return new Failure('invalid_request', message, { violations: [{ path: ['body'], message, type: 'multipart' }] })
}

function tooLarge({ fileBytes }: FormShape): Failure {
  return new Failure('body_too_large', `The file is larger than ${fileBytes} bytes.`)
}
