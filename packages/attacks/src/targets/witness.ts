import type { TargetType } from '@gatehouse/contracts/redteam'
import type { HttpPort, Socket, SocketPort } from './port.ts'

/** Maximum number of reported requests. Own limit: ten steps, a token and the message are fewer. */
const REQUESTS_MAX = 20
/** Of answers together. */
const HEARD_BYTES_MAX = 256 * 1024

/** Sent request. */
export interface WitnessedRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** Whether the request carries the message, and is not part of the login. */
  readonly carriesMessage: boolean
  statusCode?: number
}

/** Observer of the ports without side effects. */
export interface Witness {
  readonly http: (port: HttpPort) => HttpPort
  readonly socket: (port: SocketPort) => SocketPort
  /** Returns the first requests in order. */
  readonly requests: () => readonly WitnessedRequest[]
  /**
   * Returns the answer to the last request with the message, or all frames of a socket. Other answers may contain tokens and are not kept.
   */
  readonly heard: () => string
}

/** @param message  identifies the requests that carry it, regardless of the template */
export function createWitness(type: TargetType, message: string): Witness {
  const requests: WitnessedRequest[] = []
  const heard: string[] = []
  const forms = [message, JSON.stringify(message).slice(1, -1), encodeURIComponent(message)]
  const carries = (url: string, body: string): boolean => {
    // Tools without a text parameter are called without the message.
    if (type === 'mcp' && body.startsWith('{"jsonrpc":"2.0"')) return true
    return forms.some((form) => body.includes(form) || url.includes(form)) || hasMessage(url.split('?', 2)[1], message)
  }
  const note = (witnessedRequest: Omit<WitnessedRequest, 'carriesMessage'>): WitnessedRequest => {
    const request = { ...witnessedRequest, carriesMessage: carries(witnessedRequest.url, witnessedRequest.body ?? '') }
    if (requests.length < REQUESTS_MAX) requests.push(request)
    return request
  }
  return {
    http: (port) => ({
      async send(request) {
        const { method, url, headers } = request
        const body = typeof request.body === 'string' ? request.body : undefined
        const seen = note({ method, url, headers, body })
        const answer = await port.send(request)
        seen.statusCode = answer.status
        return seen.carriesMessage ? { ...answer, body: recordBody(answer.body, heard) } : answer
      },
    }),
    socket: (port) => ({
      async open(request) {
        note({ method: 'CONNECT', url: request.url, headers: request.headers, body: undefined })
        const socket = await port.open(request)
        return watched(socket, heard, (body) => note({ method: 'SEND', url: request.url, headers: {}, body }))
      },
    }),
    requests: () => requests,
    heard: () => (type === 'websocket_agent' ? heard.join('\n') : (heard.at(-1) ?? '')),
  }
}

/** Returns whether a query contains the message as a value or in one. */
export function hasMessage(query: string | undefined, message: string): boolean {
  const quoted = JSON.stringify(message).slice(1, -1)
  return [...new URLSearchParams(query ?? '').values()].some((item) => item.includes(message) || item.includes(quoted))
}

function watched({ send, frames, ...socket }: Socket, heard: string[], sent: (text: string) => void): Socket {
  return {
    ...socket,
    async send(text) {
      sent(text)
      await send(text)
    },
    frames: recordFrames(frames, heard),
  }
}

async function* recordBody(body: AsyncIterable<Uint8Array>, heard: string[]): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder()
  const at = heard.push('') - 1
  for await (const chunk of body) {
    const room = HEARD_BYTES_MAX - lengthOf(heard)
    if (room > 0) heard[at] += decoder.decode(chunk.subarray(0, room), { stream: true })
    yield chunk
  }
}

async function* recordFrames(
  frames: AsyncIterable<string | Uint8Array>,
  heard: string[],
): AsyncGenerator<string | Uint8Array> {
  const decoder = new TextDecoder()
  for await (const frame of frames) {
    const text = typeof frame === 'string' ? frame : decoder.decode(frame)
    const room = HEARD_BYTES_MAX - lengthOf(heard)
    if (room > 0) heard.push(text.slice(0, room))
    yield frame
  }
}

function lengthOf(pieces: readonly string[]): number {
  return pieces.reduce((sum, one) => sum + one.length, 0)
}
