import { Failure } from '@gatehouse/kernel'
import { type Egress, SocketGarbled, SocketRefused } from '@gatehouse/kernel/egress'
import { READ_BYTES_MAX } from './heard.ts'
import { problemOf, TargetError } from './target-error.ts'

/** Request to a target. */
export interface HttpRequest {
  readonly url: string
  readonly method: string
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Breaks the call off at once. All deadlines are in it: a port needs none of its own. */
  readonly signal: AbortSignal
}

export interface HttpAnswer {
  /** Statuses that redirect among them: none is followed by the port. */
  readonly status: number
  /** Lower-case names; repeated headers are joined with a comma. */
  readonly headers: Readonly<Record<string, string>>
  /** Iterated once, decompressed. The reader stops at its limit, so that a port needs none. */
  readonly body: AsyncIterable<Uint8Array>
}

/** Outbound port for HTTP targets. Provided by the caller: engines open no connection. */
export interface HttpPort {
  /** @throws network errors; a `Failure` of `egress_refused` for a blocked address, which is not retried */
  readonly send: (request: HttpRequest) => Promise<HttpAnswer>
}

/** Connection with text messages. */
export interface Socket {
  readonly send: (text: string) => Promise<void>
  /**
   * Frames in order of arrival; ends with the connection. Iterated once.
   * @throws network errors, or a `TargetError`
   */
  readonly frames: AsyncIterable<string | Uint8Array>
  /** Close code of the peer; undefined before the close, or when unknown. */
  readonly closeCode?: () => number | undefined
  /** Never fails. */
  readonly close: () => void
}

/** Outbound port for WebSocket targets. */
export interface SocketPort {
  /** @throws network errors, a `TargetError` when the peer opens no socket, or the reason of the signal */
  readonly open: (request: {
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    /** Closes the connection when it fires. */
    readonly signal: AbortSignal
  }) => Promise<Socket>
}

/** Above the longest target timeout: the signal sets deadlines, and those of the egress must not be shorter. */
const WAIT_MS = 150_000

/** Creates a port that uses the egress policy of the service. */
export function egressPort(egress: Pick<Egress, 'stream'>): HttpPort {
  return {
    send: ({ url, ...request }) =>
      egress.stream(url, { ...request, firstByte_ms: WAIT_MS, idle_ms: WAIT_MS, maxBytes: Number.MAX_SAFE_INTEGER }),
  }
}

/** All frames of a conversation together: fifty answers of the longest that is read. */
const SOCKET_BYTES_MAX = 50 * READ_BYTES_MAX

/** Creates the same port for WebSocket targets. */
export function egressSocketPort(egress: Pick<Egress, 'socket'>): SocketPort {
  return {
    async open({ url, headers, signal }) {
      const bounds = { open_ms: WAIT_MS, maxMessageBytes: READ_BYTES_MAX, maxBytes: SOCKET_BYTES_MAX }
      const socket = await egress.socket(url, { headers, signal, ...bounds }).catch(refused)
      return { ...socket, frames: troubled(socket.frames) }
    },
  }
}

function refused(thrown: unknown): never {
  if (!(thrown instanceof SocketRefused)) throw thrown
  const { status, message } = thrown
  // An ordinary HTTP answer is not a WebSocket.
  throw new TargetError(problemOf(status) ?? 'client_error', `${message}.`, status)
}

/** Yields frames and converts exceeded limits to target errors. */
async function* troubled(frames: AsyncIterable<string | Uint8Array>): AsyncGenerator<string | Uint8Array, undefined> {
  try {
    yield* frames
    return undefined
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown
    if (thrown.code === 'egress_refused') throw new TargetError('too_large', `${thrown.message}.`)
    throw new TargetError(thrown instanceof SocketGarbled ? 'malformed' : 'network', `${thrown.message}.`)
  }
}
