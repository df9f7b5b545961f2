import type { Failure } from '@gatehouse/kernel'
import type { EgressStream } from '@gatehouse/kernel/egress'

import type { OnServerMessage } from '../connection.ts'
import type { JsonRpcId, JsonRpcResponse } from '../messages.ts'
import type { Deadline } from './deadline.ts'
import { contentType, drop, type HttpCall, type HttpEndpoint, send } from './http-endpoint.ts'
import { type BodyBounds, Events, readText } from './read-body.ts'
import { type UpstreamEvents, wasLost } from './trouble.ts'
import { parseMessage } from './wire.ts'

/** Maximum size of an error body. */
const REFUSAL_BYTES_MAX = 64 * 1024
/** Own limit; longer delays are not awaited. */
const RETRY_AFTER_S_MAX = 3_600

/** Authentication errors of a proxy or the server; their bodies are not shown to the caller. */
const CREDENTIALS = new Set([401, 403, 407])

/** Result of an HTTP request. */
export type HttpOutcome =
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly response: JsonRpcResponse
      readonly headers: EgressStream['headers']
    }
  /** The stream ended before the response. With an event id it can be resumed. */
  | { readonly kind: 'cut'; readonly lastEventId: string | undefined; readonly headers: EgressStream['headers'] }
  /** An HTTP error without JSON-RPC. */
  | { readonly kind: 'refused'; readonly status: number; readonly retryAfter_s: number | undefined }

export interface HttpRequestOptions {
  readonly id: JsonRpcId
  readonly onMessage: OnServerMessage
  readonly deadline: Deadline
  /** Maximum size of the whole stream. */
  readonly bytesMax: number
  readonly messagesMax: number
  /** Last event id of a resumed stream. */
  readonly lastEventId?: string | undefined
}

/**
 * Sends a request by HTTP and reads its response, JSON or a stream.
 * @throws {Failure} `unavailable`, `egress_refused`
 */
export async function sendRequest(
  endpoint: HttpEndpoint,
  call: HttpCall,
  asking: HttpRequestOptions,
): Promise<HttpOutcome> {
  const stream = await send(endpoint, call, asking.deadline)
  const bounds: BodyBounds = { ...endpoint, deadline: asking.deadline }
  const { status, headers } = stream
  const type = contentType(stream)
  if (status === 200 && type === 'text/event-stream') return answerInStream(stream, asking, bounds)
  if (status === 200 && type === 'application/json') {
    const text = await readText(stream, bounds, endpoint.limits.answerBytes)
    return { kind: 'answer', status, headers, response: expected(text, asking, bounds, false) }
  }
  if (status < 300) {
    await drop(stream)
    throw endpoint.trouble.failure(
      status === 200
        ? 'returned neither JSON nor an event stream'
        : `accepted a request but returned no response (HTTP ${status})`,
    )
  }
  const text = await readText(stream, bounds, REFUSAL_BYTES_MAX)
  const isJson = type === 'application/json' && !CREDENTIALS.has(status)
  const response = isJson ? errorIn(text, asking, bounds) : undefined
  if (response !== undefined) return { kind: 'answer', status, headers, response }
  return { kind: 'refused', status, retryAfter_s: retryAfter(headers['retry-after']) }
}

/** Converts an HTTP error to a failure with a message for the administrator of the route. */
export function refusalOf(
  { status, retryAfter_s }: Extract<HttpOutcome, { kind: 'refused' }>,
  trouble: UpstreamEvents,
): Failure {
  const why = CREDENTIALS.has(status)
    ? `rejected the credentials of its route (HTTP ${status})`
    : `returned HTTP ${status}`
  return trouble.failure(why, undefined, retryAfter_s)
}

async function answerInStream(
  stream: EgressStream,
  asking: HttpRequestOptions,
  bounds: BodyBounds,
): Promise<HttpOutcome> {
  const { headers, status } = stream
  const events = new Events(stream, bounds, asking.bytesMax)
  let { lastEventId } = asking
  let messages = 0
  try {
    for (;;) {
      const event = await events.next()
      if (event === undefined) return { kind: 'cut', lastEventId, headers }
      if (event.id !== undefined) lastEventId = event.id
      // An event without data contains only the event id.
      if (event.data === '' || (event.event !== undefined && event.event !== 'message')) continue
      const message = parseMessage(event.data, bounds.limits, bounds.trouble)
      if (!('method' in message)) {
        const response = answering(message, asking, bounds, false)
        events.finish()
        return { kind: 'answer', status, headers, response }
      }
      messages += 1
      if (messages > asking.messagesMax) throw bounds.trouble.failure('sent too many messages before its response')
      asking.onMessage(message)
    }
  } catch (thrown) {
    await events.leave()
    if (asking.deadline.signal.aborted || lastEventId === undefined || !wasLost(thrown)) throw thrown
    return { kind: 'cut', lastEventId, headers }
  }
}

function expected(text: string, asking: HttpRequestOptions, bounds: BodyBounds, loosely: boolean): JsonRpcResponse {
  const message = parseMessage(text, bounds.limits, bounds.trouble)
  if ('method' in message) throw bounds.trouble.failure('sent an invalid response to a request')
  return answering(message, asking, bounds, loosely)
}

/** Returns the JSON-RPC error of an HTTP error: with the request's id, or without a known id. */
function errorIn(text: string, asking: HttpRequestOptions, bounds: BodyBounds): JsonRpcResponse | undefined {
  try {
    return expected(text, asking, bounds, true)
  } catch {
    return undefined
  }
}

function answering(
  message: JsonRpcResponse,
  { id }: HttpRequestOptions,
  { trouble }: BodyBounds,
  loosely: boolean,
): JsonRpcResponse {
  if (message.id === id) return message
  if (message.id === null && ('error' in message || loosely)) return { ...message, id }
  throw trouble.failure('sent a response to a request that was not sent on this connection')
}

function retryAfter(header: string | undefined): number | undefined {
  const seconds = /^\d{1,6}$/.test(header ?? '') ? Number(header) : Number.NaN
  return Number.isNaN(seconds) ? undefined : Math.min(seconds, RETRY_AFTER_S_MAX)
}
