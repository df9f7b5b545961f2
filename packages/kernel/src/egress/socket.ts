import type { IncomingMessage } from 'node:http'
import type { WebSocket } from 'ws'
import { Failure } from '../failure.ts'
import { failureWithin, unreachable } from './explain.ts'
import { CONNECTION_HEADERS } from './fetch.ts'
import { FrameQueue } from './frame-queue.ts'
import { pinnedLookup } from './pinned-lookup.ts'
import { type EgressPolicy, checkUrl } from './policy.ts'

/** Default limits. */
const OPEN_MS_DEFAULT = 30_000
const MESSAGE_BYTES_DEFAULT = 1024 * 1024
const SOCKET_BYTES_DEFAULT = 64 * 1024 * 1024
/** Maximum size of the handshake's response headers, as for other calls. */
const HEADER_BYTES_MAX = 32 * 1024
/** Timeout for the peer's close frame. */
const CLOSE_MS = 1_000
/** Maximum size of queued pongs for a peer that pings but does not read. */
const PONG_BYTES_MAX = 64 * 1024
/** Overhead of a message, ping or pong, to limit floods of empty frames. */
const FRAME_BYTES = 2
/** Own limit of concurrent sockets per egress: twice the need of four runs with 64 concurrent conversations in two sessions each. */
export const EGRESS_SOCKETS_MAX = 1_024
const SOCKET_SCHEMES: readonly string[] = ['ws', 'wss']
/** Headers that the WebSocket library sets itself. */
const HANDSHAKE_HEADER = /^sec-websocket-/

export interface EgressSocketInit {
  readonly headers?: Readonly<Record<string, string>>
  /** Closes the connection in any state when it fires. */
  readonly signal?: AbortSignal
  /** Time limit for resolving, connecting and the handshake. */
  readonly open_ms?: number
  /** Maximum size of one message. Messages are not compressed. */
  readonly maxMessageBytes?: number
  /** Maximum total size of all messages. */
  readonly maxBytes?: number
}

export interface EgressSocket {
  /**
   * @returns when the text is sent
   * @throws {Failure} `unavailable` if the connection has ended
   */
  readonly send: (text: string) => Promise<void>
  /**
   * Messages in order of arrival, read at the speed of the iteration. Can be iterated once. Ends with the peer's close frame.
   * @throws {Failure} `egress_refused` for oversized messages, `SocketGarbled` for invalid frames, `unavailable` if the connection breaks;
   * the reason of the signal
   */
  readonly frames: AsyncIterable<string | Uint8Array>
  /** Returns the peer's close code; undefined before. RFC 6455 section 7.4. */
  readonly closeCode: () => number | undefined
  /** Sends a close frame without waiting for the response. Never fails. */
  readonly close: () => void
}

/** The peer rejected the handshake, for example with a redirect, which is not followed. */
export class SocketRefused extends Failure {
  readonly status: number

  constructor(host: string, status: number) {
    super('unavailable', `${host} responded with ${status} instead of opening a WebSocket`)
    this.status = status
  }
}

/** The peer sent invalid WebSocket data, such as invalid UTF-8 or unordered fragments. */
export class SocketGarbled extends Failure {
  constructor(host: string, cause: Error) {
    super('unavailable', `${host} sent an invalid WebSocket message: ${cause.message}`, { cause })
  }
}

/** Open socket of an egress. */
export interface OpenSocket {
  readonly terminate: () => void
}

export async function egressSocket(
  url: string | URL,
  init: EgressSocketInit,
  policy: EgressPolicy,
  open: Set<OpenSocket>,
): Promise<EgressSocket> {
  const target = checkUrl(url, SOCKET_SCHEMES, policy)
  if (open.size >= EGRESS_SOCKETS_MAX) {
    throw new Failure('unavailable', `limit of ${EGRESS_SOCKETS_MAX} open WebSockets reached`)
  }
  init.signal?.throwIfAborted()
  const { WebSocket: Connection } = await import('ws')
  const connection = new Connection(target.url, protocolsIn(init.headers), {
    headers: headersOut(init.headers),
    lookup: pinnedLookup(policy),
    maxHeaderSize: HEADER_BYTES_MAX,
    maxPayload: init.maxMessageBytes ?? MESSAGE_BYTES_DEFAULT,
    followRedirects: false,
    // Compressed data may expand a thousandfold.
    perMessageDeflate: false,
    closeTimeout: CLOSE_MS,
    autoPong: false,
  } as ConstructorParameters<typeof Connection>[2])
  open.add(connection)
  const queue = listen(connection, target.host, init)
  connection.once('close', () => open.delete(connection))
  await opened(connection, target.host, init)
  let code: number | undefined
  connection.once('close', (value) => (code = value))
  return {
    send: (text) => sent(connection, text, target.host),
    frames: queue,
    closeCode: () => code,
    close() {
      queue.end()
      connection.close(1000)
      // A paused connection would never receive the peer's close frame.
      connection.resume()
    },
  }
}

/** Waits until the socket is open; any other event fails it. */
async function opened(connection: WebSocket, host: string, init: EgressSocketInit): Promise<void> {
  const { signal, open_ms = OPEN_MS_DEFAULT } = init
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(
    () => reject(new Failure('unavailable', `${host} did not open a WebSocket within ${open_ms} ms`)),
    open_ms,
  )
  const stop = (): void => reject(signal?.reason)
  if (signal?.aborted === true) stop()
  signal?.addEventListener('abort', stop, { once: true })
  connection.once('open', resolve)
  connection.once('error', (cause) => reject(failureWithin(cause) ?? unreachable(cause, host)))
  connection.once('unexpected-response', (_request, { statusCode = 0 }: IncomingMessage) =>
    reject(new SocketRefused(host, statusCode)),
  )
  try {
    await promise
  } catch (thrown) {
    connection.terminate()
    throw thrown
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}

/** Receives frames within the limits. */
function listen(connection: WebSocket, host: string, init: EgressSocketInit): FrameQueue {
  const { signal, maxBytes = SOCKET_BYTES_DEFAULT, maxMessageBytes = MESSAGE_BYTES_DEFAULT } = init
  const queue = new FrameQueue({
    pause: () => connection.pause(),
    resume: () => connection.resume(),
    stop: () => connection.terminate(),
  })
  let bytes = 0
  const refuse = (failure: Failure): void => {
    queue.fail(failure)
    connection.terminate()
  }
  const count = (more: number): boolean => {
    bytes += more + FRAME_BYTES
    if (bytes > maxBytes) refuse(new Failure('egress_refused', `${host} sent more than ${maxBytes} bytes`))
    return bytes <= maxBytes
  }
  const stop = (): void => {
    queue.fail(signal?.reason)
    connection.terminate()
  }
  signal?.addEventListener('abort', stop, { once: true })
  connection.on('message', (data, isBinary) => {
    const body = Buffer.isBuffer(data) ? data : Buffer.concat(Array.isArray(data) ? data : [Buffer.from(data)])
    if (count(body.byteLength)) queue.push(isBinary ? new Uint8Array(body) : body.toString(), body.byteLength)
  })
  connection.on('ping', (data) => {
    if (count(data.byteLength) && connection.bufferedAmount < PONG_BYTES_MAX) connection.pong(data)
  })
  connection.on('pong', (data) => void count(data.byteLength))
  connection.on('error', (cause) => queue.fail(explained(cause, host, maxMessageBytes)))
  connection.once('close', () => {
    signal?.removeEventListener('abort', stop)
    queue.end()
  })
  return queue
}

function explained(cause: Error, host: string, maxMessageBytes: number): Failure {
  const code = 'code' in cause ? cause.code : undefined
  if (code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') {
    return new Failure('egress_refused', `${host} sent a message of more than ${maxMessageBytes} bytes`, { cause })
  }
  const isProtocol = typeof code === 'string' && code.startsWith('WS_ERR_')
  return isProtocol ? new SocketGarbled(host, cause) : unreachable(cause, host)
}

async function sent(connection: WebSocket, text: string, host: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  connection.send(text, (cause) => {
    if (cause === undefined || cause === null) resolve()
    else reject(unreachable(cause, host))
  })
  await promise
}

function headersOut(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  const own: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase()
    if (!CONNECTION_HEADERS.includes(lower) && !HANDSHAKE_HEADER.test(lower)) own[lower] = value
  }
  return own
}

/** Some agents require a subprotocol, and some expect a token there. @throws {Failure} for an invalid value */
function protocolsIn(headers: Readonly<Record<string, string>> = {}): string[] {
  const [, list = ''] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'sec-websocket-protocol') ?? []
  const names = [...new Set(list.split(',').map((item) => item.trim()))].filter((item) => item !== '')
  if (names.every((name) => /^[\w!#$%&'*+.^`|~-]+$/.test(name))) return names
  throw new Failure('egress_refused', 'the sec-websocket-protocol header contains an invalid protocol name')
}
