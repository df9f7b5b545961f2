import type { Clock, Secret } from '@gatehouse/kernel'
import type { Egress } from '@gatehouse/kernel/egress'

import type { UpstreamConnection } from '../connection.ts'
import type { Era } from '../eras.ts'
import { type HttpOutcome, refusalOf } from './ask.ts'
import type { ClientAbout } from './client.ts'
import { Deadline } from './deadline.ts'
import type { HttpEndpoint } from './http-endpoint.ts'
import { HttpSession } from './http-session.ts'
import { HttpStateless } from './http-stateless.ts'
import { UPSTREAM_LIMITS, type UpstreamLimits } from './limits.ts'
import { erasToTry, type Remembered, UpstreamMemory } from './memory.ts'
import { throughBreaker } from './through-breaker.ts'
import { UpstreamEvents } from './trouble.ts'

export interface ConnectHttpOptions {
  /** Name of the upstream in error messages; empty when the route has only one. */
  readonly name: string
  readonly url: string
  /** Headers of the route for every request, never the caller's. */
  readonly headers: Readonly<Record<string, Secret>>
  readonly egress: Egress
  readonly clock: Clock
  /** Client of the connection: its protocol version is tried first, and the handshake contains its capabilities. */
  readonly client: ClientAbout
  readonly signal: AbortSignal
  readonly limits?: UpstreamLimits
  /** Forced protocol version; detected by default. */
  readonly era?: Era
  /** Cached properties of the same upstream. */
  readonly remembered?: Remembered
}

/** Statuses after which the other protocol version is not tried: authentication errors and rate limits. */
const FINAL = new Set([401, 403, 407, 429, 503])

/**
 * Connects to an MCP server over Streamable HTTP, in the client's protocol version if the server supports it, else in the server's.
 * MCP 2026-07-28, "Backward Compatibility".
 * @throws {Failure} `unavailable`, `egress_refused`, with messages without addresses
 */
export async function connectHttp(options: ConnectHttpOptions): Promise<UpstreamConnection> {
  const { client, signal, limits = UPSTREAM_LIMITS, era } = options
  const trouble = new UpstreamEvents(options.name)
  const remembered = options.remembered ?? new UpstreamMemory(options.clock).of('')
  const endpoint: HttpEndpoint = { ...options, url: new URL(options.url), limits, trouble }
  const place = { endpoint, client, breaker: remembered.breaker }
  const { connect_ms } = limits
  return throughBreaker(remembered.breaker, trouble, signal, async () => {
    const times = { first_ms: connect_ms, idle_ms: connect_ms, total_ms: connect_ms }
    const deadline = new Deadline(trouble, times, signal)
    let first: HttpOutcome | undefined
    try {
      for (const wanted of era === undefined ? erasToTry(remembered, client.era) : [era]) {
        const opened =
          wanted === 'sessions' ? await HttpSession.open(place, deadline) : await HttpStateless.open(place, deadline)
        if (!('kind' in opened)) {
          remembered.eras.set(wanted, true)
          return opened
        }
        first ??= opened
        if (opened.kind !== 'answer' && isFinal(opened)) break
        remembered.eras.set(wanted, false)
      }
    } finally {
      deadline.end()
    }
    // Neither protocol version succeeded, so that the cached properties are invalid.
    remembered.eras.clear()
    if (first?.kind === 'refused') throw refusalOf(first, trouble)
    if (first?.kind === 'answer' && 'error' in first.response) {
      throw trouble.failure(`rejected the handshake with error ${first.response.error.code}`)
    }
    throw trouble.failure('uses an MCP version that the gateway does not support')
  })
}

function isFinal(opened: Exclude<HttpOutcome, { kind: 'answer' }>): boolean {
  return opened.kind === 'refused' && FINAL.has(opened.status)
}
