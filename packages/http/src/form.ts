import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { createGunzip, createInflate } from 'node:zlib'

import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import { Failure } from '@gatehouse/kernel'

import { parseJsonBody } from './json.ts'
import { isSavedFile, removeSaved, saveFile } from './saved-file.ts'
import { FORM_BYTES_MAX, FORM_NAME_BYTES_MAX, FORM_PARTS_MAX } from './limits.ts'

/** Receives a form. Exactly one of the two methods is called, once. */
export interface FormSink {
  formArrived(parts: Readonly<Record<string, unknown>>): void
  bodyFailed(error: unknown): void
}

export interface FormShape {
  /** Names of the parts that are files. */
  readonly files: readonly string[]
  /** Names of parts with JSON. */
  readonly json: readonly string[]
  /** Maximum size of all files together. */
  readonly fileBytes: number
  /** Folder for files during the upload; undefined: in memory. */
  readonly folder?: string | undefined
}

/**
 * Reads a multipart form as a stream and rejects it as soon as a limit is exceeded. Files become `File`, or `SavedFile` if they are stored
 * on disk; JSON parts are parsed within the limits of a body, other parts are strings.
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
  if (request.destroyed) throw broken('The form is incomplete.')
  const source = decoded(request)
  const parser = parserOf({ ...headers, 'content-type': type }, shape)
  const form = new Form(shape, sink, () => {
    source.unpipe(parser)
    // An unhandled parser error would end the process.
    parser.on('error', () => undefined)
    parser.destroy()
  })
  parser.on('field', (name, value, _nameCut, valueCut) => form.field(name, value, valueCut))
  parser.on('file', (name, stream, fileName) => form.file(name, stream, fileName ?? ''))
  for (const event of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
    parser.on(event, () => form.fail(misshapen('form', `The form exceeds ${FORM_PARTS_MAX} parts.`, 'too_long')))
  }
  parser.on('finish', () => void form.end())
  parser.on('error', () => form.fail(broken('The form is not valid multipart data.')))
  let size_bytes = 0
  source.on('data', (chunk: Buffer) => {
    size_bytes += chunk.length
    if (size_bytes > limit_bytes) form.fail(tooLarge(shape))
  })
  source.on('error', () =>
    form.fail(broken('The form cannot be parsed: it is truncated, or its encoding does not match its Content-Type.')),
  )
  request.on('close', () => {
    if (!request.complete) form.fail(broken('The form is incomplete.'))
  })
  source.pipe(parser)
}

/** Parts of an arriving form, and its single result. */
class Form {
  readonly #shape: FormShape
  readonly #sink: FormSink
  readonly #stop: () => void
  readonly #parts = new Map<string, unknown>()
  readonly #open = new Set<BusboyFileStream>()
  readonly #saving: Promise<void>[] = []
  #settled = false

  constructor(shape: FormShape, sink: FormSink, stop: () => void) {
    this.#shape = shape
    this.#sink = sink
    this.#stop = stop
  }

  field(name: string, value: string, isCut: boolean): void {
    if (isCut) return this.fail(misshapen(name, `The form part ${name} is too long.`, 'too_long'))
    try {
      this.#add(name, this.#shape.json.includes(name) ? jsonOf(name, value) : value)
    } catch (error) {
      this.fail(error instanceof Failure ? error : broken('The form cannot be parsed.'))
    }
  }

  file(name: string, stream: BusboyFileStream, fileName: string): void {
    const { files, folder } = this.#shape
    // Another part may end the form before this file is read. An error without a listener would end the process.
    stream.on('error', () => undefined)
    if (this.#settled) return void stream.resume()
    if (folder !== undefined && files.includes(name)) {
      this.#saving.push(this.#save(name, stream, folder, fileName))
      return
    }
    const tooLong = (): void => this.fail(tooLarge(this.#shape))
    collect(stream, tooLong, (chunks) => {
      if (files.includes(name)) this.#add(name, new File(chunks, fileName))
    })
  }

  async end(): Promise<void> {
    await Promise.all(this.#saving)
    if (this.#settled) return
    this.#settle()
    this.#sink.formArrived(Object.fromEntries(this.#parts))
  }

  fail(error: Failure): void {
    if (this.#settled) return
    this.#settle()
    for (const stream of this.#open) stream.destroy(error)
    void this.#discard(error)
  }

  #settle(): void {
    this.#settled = true
    this.#stop()
  }

  #add(name: string, value: unknown): void {
    if (this.#parts.has(name))
      this.fail(misshapen(name, `The form contains the part ${name} more than once.`, 'duplicate'))
    else this.#parts.set(name, value)
  }

  async #save(name: string, stream: BusboyFileStream, folder: string, fileName: string): Promise<void> {
    this.#open.add(stream)
    stream.on('limit', () => this.fail(tooLarge(this.#shape)))
    try {
      const saved = await saveFile(stream, folder, fileName)
      if (this.#settled || this.#parts.has(name)) await removeSaved([saved])
      if (!this.#settled) this.#add(name, saved)
    } catch (error) {
      this.fail(error instanceof Failure ? error : unsaved(error))
    } finally {
      this.#open.delete(stream)
    }
  }

  /** Removes the files of a failed form before its sender is notified. */
  async #discard(reason: Failure): Promise<void> {
    await Promise.all(this.#saving)
    await removeSaved([...this.#parts.values()].filter(isSavedFile))
    this.#sink.bodyFailed(reason)
  }
}

/** The message contains no local path. */
function unsaved(cause: unknown): Failure {
  return new Failure('unavailable', 'writing the upload to disk failed', { cause })
}

function parserOf(headers: IncomingMessage['headers'] & { 'content-type': string }, shape: FormShape): BusboyInstance {
  try {
    return new Busboy({
      headers,
      // The table declares which parts are files, regardless of file names.
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
    throw new Failure('unsupported_media_type', 'The Content-Type of the form has no boundary.')
  }
}

/** Returns the decompressed body. The size limit applies after decompression. */
function decoded(request: IncomingMessage): Readable {
  const encoding = request.headers['content-encoding']?.toLowerCase()
  if (encoding === undefined || encoding === 'identity') return request
  if (encoding !== 'gzip' && encoding !== 'x-gzip' && encoding !== 'deflate') {
    throw new Failure('unsupported_media_type', 'Unsupported Content-Encoding. Allowed: gzip, deflate, identity.')
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
  stream.on('end', () => {
    if (!stream.truncated) done(chunks)
  })
}

function jsonOf(name: string, text: string): unknown {
  try {
    return parseJsonBody(Buffer.from(text))
  } catch (error) {
    const detail = error instanceof Failure && error.code === 'invalid_request' ? error.message : 'Invalid JSON.'
    throw misshapen(name, `Invalid part ${name}: ${detail}`, 'json_invalid')
  }
}

function misshapen(part: string, message: string, type: string): Failure {
  return new Failure('invalid_request', message, { violations: [{ path: ['body', part], message, type }] })
}

function broken(message: string): Failure {
  return new Failure('invalid_request', message, { violations: [{ path: ['body'], message, type: 'multipart' }] })
}

function tooLarge({ fileBytes }: FormShape): Failure {
  return new Failure('body_too_large', `The file exceeds ${fileBytes} bytes.`)
}
