import { type Egress, Failure, SocketGarbled, SocketRefused } from '@gatehouse/kernel'
import { READ_BYTES_MAX } from './heard.ts'
import { problemOf, TargetError } from './target-error.ts'

/** One request to a target. */
export interface HttpRequest {
  readonly url: string
  readonly method: string
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Breaks the call off at once. All deadlines are in it: a port needs none of its own. */
  readonly signal: AbortSignal
}

export interface HttpAnswer {
  /** Statuses that redirect among them: none is followed by the port. */
  readonly status: number
  /** Lower-case names; several of one name are joined with a comma. */
  readonly headers: Readonly<Record<string, string>>
  /** To be iterated once, decompressed. It is broken off where enough was read, so that a port needs no bound of its own. */
  readonly body: AsyncIterable<Uint8Array>
}

/** The way out to targets that speak HTTP. Given by the caller: engines open no connection. */
export interface HttpPort {
  /**
   * @throws what a network throws; a `Failure` of `egress_refused` where the address may not be reached, which is not tried again
   */
  readonly send: (request: HttpRequest) => Promise<HttpAnswer>
}

/** A connection whose messages are texts. */
export interface Socket {
  readonly send: (text: string) => Promise<void>
  /**
   * Frames in the order in which they came; it ends when the connection does. Iterated once.
   * @throws what a network throws, or a `TargetError`
   */
  readonly frames: AsyncIterable<string | Uint8Array>
  /** With which code the other side said goodbye; undefined while it has not, or where nobody knows. */
  readonly closeCode?: () => number | undefined
  /** Never fails. */
  readonly close: () => void
}

/** The way out to targets that speak WebSocket. */
export interface SocketPort {
  /** @throws what a network throws, a `TargetError` where the other side opens no socket, or the reason of the signal */
  readonly open: (request: {
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    /** Ends the connection whenever it fires. */
    readonly signal: AbortSignal
  }) => Promise<Socket>
}

/** Above the longest timeout of a target: deadlines come with the signal, and the egress must not have shorter ones. */
const WAIT_MS = 150_000

/** The port that goes out under the egress policy of the service. */
export function egressPort(egress: Pick<Egress, 'stream'>): HttpPort {
  return {
    send: ({ url, ...request }) =>
      egress.stream(url, { ...request, firstByte_ms: WAIT_MS, idle_ms: WAIT_MS, maxBytes: Number.MAX_SAFE_INTEGER }),
  }
}

/** All frames of a conversation together: fifty answers of the longest that is read. */
const SOCKET_BYTES_MAX = 50 * READ_BYTES_MAX

/** The same for targets that speak WebSocket. */
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
  // An answer that a web page would have is none of a socket.
  throw new TargetError(problemOf(status) ?? 'client_error', `${message}.`, status)
}

/** Frames whose bounds say what is wrong with the answer. */
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
