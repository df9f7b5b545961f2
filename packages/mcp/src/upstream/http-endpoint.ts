import type { Secret } from '@gatehouse/kernel'
import type { Egress, EgressStream } from '@gatehouse/kernel/egress'

import { type Deadline, TIMER_MS_MAX } from './deadline.ts'
import type { UpstreamLimits } from './limits.ts'
import type { UpstreamEvents } from './trouble.ts'

/** URL of an MCP server with the headers of its route. */
export interface HttpEndpoint {
  readonly url: URL
  readonly headers: Readonly<Record<string, Secret>>
  readonly egress: Egress
  readonly limits: UpstreamLimits
  readonly trouble: UpstreamEvents
}

export interface HttpCall {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Protocol headers; they override those of the route. */
  readonly headers: Readonly<Record<string, string>>
  /** Headers from the caller: trace context, mirrored parameters. The route's headers override them. */
  readonly extra?: Readonly<Record<string, string>> | undefined
  readonly body?: string
}

/**
 * Sends a request. Rejects redirects, because only the configured address is allowed.
 * @throws {Failure} `unavailable`, `egress_refused`; the abort reason of the caller's signal
 */
export async function send(endpoint: HttpEndpoint, call: HttpCall, deadline: Deadline): Promise<EgressStream> {
  const { url, egress, trouble } = endpoint
  let stream: EgressStream
  try {
    stream = await egress.stream(url, {
      method: call.method,
      headers: headersOf(endpoint, call),
      ...(call.body === undefined ? {} : { body: call.body }),
      signal: deadline.signal,
      // Time and size are limited here, so that failures contain the upstream's name and not its address.
      firstByte_ms: TIMER_MS_MAX,
      idle_ms: TIMER_MS_MAX,
      maxBytes: Number.MAX_SAFE_INTEGER,
    })
  } catch (thrown) {
    throw deadline.signal.aborted ? deadline.signal.reason : trouble.explain(thrown)
  }
  if (stream.status >= 300 && stream.status < 400) {
    await drop(stream)
    throw trouble.failure('returned a redirect, which is not followed')
  }
  return stream
}

function headersOf({ headers }: HttpEndpoint, call: HttpCall): Record<string, string> {
  const all: Record<string, string> = {}
  for (const [name, value] of Object.entries(call.extra ?? {})) all[name.toLowerCase()] = value
  for (const [name, value] of Object.entries(headers)) all[name.toLowerCase()] = value.reveal()
  return { ...all, ...call.headers }
}

/** Discards an unread answer. */
export async function drop(stream: EgressStream): Promise<void> {
  await stream.body[Symbol.asyncIterator]().return?.()
}

/** The type of an answer's body, in lower case and without parameters. */
export function contentType({ headers }: EgressStream): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase()
}
