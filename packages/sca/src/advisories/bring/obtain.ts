import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Failure, isoTime } from '@gatehouse/kernel'
import { type Egress } from '@gatehouse/kernel/egress'
import { boundsOf, checkAdvisoryAddress } from './address.ts'
import { publishedOf } from './published.ts'
import { isAddress, type NamedSource, shownSource, type SourceState } from './sources-file.ts'

/** Own limit: about four times the compressed size of all OSV data. */
const DOWNLOAD_BYTES_MAX = 4 * 1_024 ** 3
/** Own limit: 4 GiB at 20 Mbit/s. */
const DOWNLOAD_TIMEOUT_MS = 30 * 60_000

/** Bytes that are read at a time. */
const PIECE_BYTES = 1_048_576

/** A source that is ready to be read. */
export interface Obtained {
  readonly state: SourceState
  /** Path of the data; undefined when it is unchanged. */
  readonly path: string | undefined
  readonly bytes: number
}

export interface ObtainPorts {
  readonly egress: Egress
  /** For downloads; the caller removes it. */
  readonly workspace: string
  readonly now_ms: number
  readonly signal: AbortSignal
  /** Called with the downloaded bytes, and the total if the server declares it. */
  readonly progress: (host: string, bytes: number, bytesTotal?: number) => void
  /** Maximum size of one source; default 4 GiB. */
  readonly bytes_max?: number
}

/**
 * Downloads a source, or checks whether a file has changed.
 * @param before earlier state for change detection; undefined to read it unconditionally
 * @throws {Failure} the problem of the source
 */
export async function obtain(
  source: NamedSource,
  before: SourceState | undefined,
  ports: ObtainPorts,
): Promise<Obtained> {
  const found = isAddress(source.from) ? await download(source, before, ports) : await local(source, before, ports)
  if (found.path === undefined || source.kind === 'advisories') return found
  const published = await publishedOf(found.path)
  return published === undefined ? found : { ...found, state: { ...found.state, published } }
}

async function local(source: NamedSource, before: SourceState | undefined, ports: ObtainPorts): Promise<Obtained> {
  const { from } = source
  const found = await stat(from).catch((cause: unknown) => {
    throw new Failure('not_found', `File or folder not found: ${from}.`, { cause })
  })
  if (found.isDirectory()) {
    if (source.kind !== 'advisories') throw new Failure('invalid_request', `${from} is a folder, not a file.`)
    return { state: { ...source, asOf: isoTime(ports.now_ms) }, path: from, bytes: 0 }
  }
  if (!found.isFile()) throw new Failure('invalid_request', `${from} is neither a file nor a folder.`)
  const sha256 = await digestOf(from, ports.signal)
  // The modification time of a file is its download time, even after a copy.
  const state = { ...source, sha256, asOf: isoTime(Math.min(found.mtimeMs, ports.now_ms)) }
  if (sha256 === before?.sha256) return { state: { ...before, ...state }, path: undefined, bytes: found.size }
  return { state, path: from, bytes: found.size }
}

/** Reuses one buffer: chunks of a stream stay in memory until garbage collection, about a hundred megabytes later. */
async function digestOf(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  const piece = Buffer.allocUnsafe(PIECE_BYTES)
  const file = await open(path)
  try {
    for (;;) {
      signal.throwIfAborted()
      const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, null)
      if (bytesRead === 0) return hash.digest('hex')
      hash.update(piece.subarray(0, bytesRead))
    }
  } finally {
    await file.close()
  }
}

async function download(source: NamedSource, before: SourceState | undefined, ports: ObtainPorts): Promise<Obtained> {
  const url = addressOf(source.from)
  const response = await request(url, before, ports)
  const asOf = isoTime(ports.now_ms)
  if (response.status === 304 && before !== undefined) {
    return { state: { ...before, asOf }, path: undefined, bytes: 0 }
  }
  if (response.status !== 200 || response.body === null) {
    await response.body?.cancel()
    throw new Failure('unavailable', `${shownSource(source.from)} returned status ${response.status}.`)
  }
  const path = join(ports.workspace, `${source.kind}-${basename(url.pathname).replaceAll(/[^\w.-]/g, '_') || 'data'}`)
  const declared = Number(response.headers.get('content-length') ?? Number.NaN)
  const total = Number.isSafeInteger(declared) && response.headers.get('content-encoding') === null ? [declared] : []
  const progress = (bytes: number): void => ports.progress(url.host, bytes, ...total)
  const { sha256, bytes } = await save(response.body, path, progress, ports.signal)
  const state: SourceState = {
    ...source,
    sha256,
    ...present('etag', response.headers.get('etag')),
    ...present('lastModified', response.headers.get('last-modified')),
    asOf,
  }
  // Not every mirror supports conditional requests.
  if (sha256 === before?.sha256) return { state: { ...before, ...state }, path: undefined, bytes }
  return { state, path, bytes }
}

/** @throws {Failure} `invalid_request` for an invalid address or one with a password */
export function addressOf(from: string): URL {
  if (!URL.canParse(from)) throw new Failure('invalid_request', `Invalid URL: ${shownSource(from)}.`)
  const url = new URL(from)
  if (url.username !== '' || url.password !== '') {
    throw new Failure('invalid_request', `The URL on ${url.host} must not contain a user name or password.`)
  }
  return url
}

async function request(url: URL, before: SourceState | undefined, ports: ObtainPorts): Promise<Response> {
  const { egress, signal, bytes_max = DOWNLOAD_BYTES_MAX } = ports
  await checkAdvisoryAddress(url, egress)
  return egress.fetch(url, {
    headers: {
      ...(before?.etag === undefined ? {} : { 'if-none-match': before.etag }),
      ...(before?.lastModified === undefined ? {} : { 'if-modified-since': before.lastModified }),
    },
    ...boundsOf(url),
    maxBytes: bytes_max,
    timeout_ms: DOWNLOAD_TIMEOUT_MS,
    signal,
  })
}

async function save(
  body: ReadableStream<Uint8Array>,
  path: string,
  progress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256')
  let bytes = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      progress(bytes)
      done(null, chunk)
    },
  })
  await pipeline(body, counted, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal })
  return { sha256: hash.digest('hex'), bytes }
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

function present<Name extends string>(name: Name, value: string | null): Partial<Record<Name, string>> {
  return value === null ? {} : ({ [name]: value } as Partial<Record<Name, string>>)
}
