import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { Refusal } from './answer.ts'

/** Own limit of service responses that the console's server reads itself. */
const ANSWER_BYTES_MAX = 256 * 1024
const ANSWER_MS_MAX = 30_000

export interface ServiceAnswer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  /** Undefined if the body is not JSON. */
  readonly body: unknown
}

/**
 * Sends the console's own request to a service: session state or sign-in.
 * @throws {Refusal} 502 if it does not answer
 */
export function requestService(
  origin: string,
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: OutgoingHttpHeaders; body?: unknown } = {},
): Promise<ServiceAnswer> {
  const { hostname, port, host } = new URL(origin)
  const text = body === undefined ? undefined : JSON.stringify(body)
  const typed =
    text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
  return new Promise((resolve, reject) => {
    const fail = (): void => reject(new Refusal(502, 'unreachable', 'The service does not respond.'))
    const outgoing = request({
      host: hostname.replace(/^\[|\]$/g, ''),
      port,
      method,
      path,
      headers: { host, accept: 'application/json', ...typed, ...headers },
      agent: false,
      timeout: ANSWER_MS_MAX,
    })
    outgoing.once('timeout', () => outgoing.destroy(new Error('late')))
    outgoing.once('error', fail)
    outgoing.once('response', (answer) => {
      readBounded(answer, ANSWER_BYTES_MAX)
        .then((bytes) => resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: parsed(bytes) }))
        .catch(fail)
    })
    outgoing.end(text)
  })
}

/** @throws {Refusal} 413 if the body is larger */
export async function readBounded(stream: IncomingMessage, bytes_max: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of stream as AsyncIterable<Buffer>) {
    bytes += piece.length
    if (bytes > bytes_max) throw new Refusal(413, 'body_too_large', 'The body is too large.')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
