import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { Failure } from '../failure.ts'
import { brokenOff, EgressFailure, failureWithin, unreachable } from './explain.ts'
import { CONNECTION_HEADERS } from './fetch.ts'
import { decoded } from './decode.ts'
import type { PinnedAgent } from './pinned-agent.ts'
import { type EgressPolicy, checkUrl, WEB_SCHEMES } from './policy.ts'

/** Maximum number of concurrent streams to one host. A model provider serves all tenants of an instance. Further streams wait. */
export const EGRESS_STREAMS_MAX = 2048
/** Default limits. Reasoning models are silent for minutes. */
const FIRST_BYTE_MS_DEFAULT = 120_000
const IDLE_MS_DEFAULT = 60_000
const STREAM_BYTES_DEFAULT = 64 * 1024 * 1024

export interface EgressStreamInit {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Aborts the call immediately in any state. */
  readonly signal?: AbortSignal
  /** Time limit until the first byte of the body: resolving, connecting and waiting. */
  readonly firstByte_ms?: number
  /** Maximum time between two bytes, counted while a reader waits. */
  readonly idle_ms?: number
  /** Maximum size of the body after decompression. */
  readonly maxBytes?: number
  /** Without colon; by default http and https. */
  readonly schemes?: readonly string[]
}

export interface EgressStream {
  /** May be a redirect, which is not followed. */
  readonly status: number
  /** Lower-case names, without headers for the connection, the length or the encoding. */
  readonly headers: Readonly<Record<string, string>>
  /** Decompressed body; can be iterated once. Ending the iteration closes the connection. */
  readonly body: AsyncIterable<Uint8Array>
}

/** Headers for the connection or the encoded bytes. */
const HOP_HEADERS = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'content-encoding',
  'content-length',
])

export async function egressStream(
  url: string | URL,
  init: EgressStreamInit,
  policy: EgressPolicy,
  agent: PinnedAgent,
): Promise<EgressStream> {
  const target = checkUrl(url, init.schemes ?? WEB_SCHEMES, policy)
  const call = new Call(target.host, init)
  let answer: Dispatcher.ResponseData
  try {
    answer = await call.orBroken(send(target.url, init, call.signal, agent))
  } catch (cause) {
    call.end()
    throw call.explain(cause)
  }
  // Aborting a call destroys the body, whose error may then have no listener.
  answer.body.on('error', () => {})
  const encoding = String(answer.headers['content-encoding'] ?? '')
  try {
    call.announce(Number(answer.headers['content-length'] ?? 0))
    const body = decoded(answer.body, encoding, target.host)
    return { status: answer.statusCode, headers: headersIn(answer.headers), body: call.read(body) }
  } catch (thrown) {
    call.end()
    answer.body.destroy()
    throw thrown
  }
}

async function send(
  url: URL,
  { method = 'GET', headers, body }: EgressStreamInit,
  signal: AbortSignal,
  agent: PinnedAgent,
): Promise<Dispatcher.ResponseData> {
  return (await agent.agent()).request({
    origin: url.origin,
    path: url.pathname + url.search,
    method: method.toUpperCase(),
    headers: headersOut(headers),
    ...(body === undefined ? {} : { body }),
    signal,
  })
}

/** Limits of one call: timeouts, cancellation, size. */
class Call {
  readonly #host: string
  readonly #controller = new AbortController()
  readonly #caller: AbortSignal | undefined
  readonly #idle_ms: number
  readonly #bytesMax: number
  #bytes = 0
  #hasAnswered = false
  #timer: NodeJS.Timeout | undefined

  constructor(host: string, { signal, firstByte_ms, idle_ms, maxBytes }: EgressStreamInit) {
    this.#host = host
    this.#caller = signal
    this.#idle_ms = idle_ms ?? IDLE_MS_DEFAULT
    this.#bytesMax = maxBytes ?? STREAM_BYTES_DEFAULT
    if (signal?.aborted === true) this.#abort()
    else signal?.addEventListener('abort', this.#abort, { once: true })
    const wait_ms = firstByte_ms ?? FIRST_BYTE_MS_DEFAULT
    this.#arm(wait_ms, () => `${host} did not respond within ${wait_ms} ms`)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Rejects early if the call is aborted: a pending connection does not react to its signal. */
  async orBroken(answer: Promise<Dispatcher.ResponseData>): Promise<Dispatcher.ResponseData> {
    const { signal } = this
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      answer.then(resolve, reject)
      if (signal.aborted) reject(signal.reason)
    })
  }

  /** @throws {Failure} `egress_refused` if the declared length is too large */
  announce(bytes: number): void {
    this.#hasAnswered = true
    if (bytes > this.#bytesMax) throw this.#tooLarge()
  }

  /** Returns the body within the limits. The deadline of the first byte applies until it has arrived. */
  read(body: Readable): AsyncIterableIterator<Uint8Array> {
    const pieces = this.#pieces(body)
    return {
      next: () => pieces.next(),
      // A generator would first wait for the pending chunk, or do nothing before the first request.
      return: async () => {
        this.end()
        body.destroy()
        return { done: true, value: undefined }
      },
      [Symbol.asyncIterator]() {
        return this
      },
    }
  }

  async *#pieces(body: Readable): AsyncGenerator<Uint8Array, undefined> {
    try {
      for await (const chunk of body as AsyncIterable<Uint8Array>) {
        this.#disarm()
        this.#bytes += chunk.byteLength
        if (this.#bytes > this.#bytesMax) throw this.#tooLarge()
        yield chunk
        this.#arm(this.#idle_ms, () => `${this.#host} sent no data for ${this.#idle_ms} ms`)
      }
      return undefined
    } catch (cause) {
      throw this.explain(cause)
    } finally {
      this.end()
      body.destroy()
    }
  }

  end(): void {
    this.#disarm()
    this.#caller?.removeEventListener('abort', this.#abort)
  }

  /** Errors from the caller's own abort are unchanged. */
  explain(cause: unknown): unknown {
    const own = failureWithin(this.#controller.signal.reason) ?? failureWithin(cause)
    if (this.#caller?.aborted === true) return this.#caller.reason
    return own ?? (this.#hasAnswered ? brokenOff(cause, this.#host) : unreachable(cause, this.#host))
  }

  readonly #abort = (): void => {
    this.#disarm()
    this.#controller.abort(this.#caller?.reason)
  }

  #arm(wait_ms: number, sentence: () => string): void {
    this.#timer = setTimeout(() => {
      this.#caller?.removeEventListener('abort', this.#abort)
      this.#controller.abort(new EgressFailure('timeout', sentence()))
    }, wait_ms)
  }

  #disarm(): void {
    clearTimeout(this.#timer)
  }

  #tooLarge(): Failure {
    return new Failure('egress_refused', `the response from ${this.#host} exceeds ${this.#bytesMax} bytes`)
  }
}

function headersOut(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  const own: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase()
    if (!CONNECTION_HEADERS.includes(lower)) own[lower] = value
  }
  // Compression delays event streams, and the network to a provider is not the bottleneck.
  own['accept-encoding'] = 'identity'
  return own
}

function headersIn(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const own: [string, string][] = []
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || HOP_HEADERS.has(name)) continue
    own.push([name, typeof value === 'string' ? value : value.join(', ')])
  }
  return Object.fromEntries(own)
}
