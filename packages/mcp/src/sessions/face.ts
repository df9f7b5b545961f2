import { Failure } from '@gatehouse/kernel'

import { SESSION_VERSIONS, STATELESS_VERSIONS } from '../eras.ts'
import type { ExchangeAbout } from '../interceptor.ts'
import type { JsonRpcRequest } from '../messages.ts'
import {
  accepted,
  emptyAnswer,
  headerOf,
  jsonAnswer,
  type McpHttpAnswer,
  type McpHttpRequest,
  refusal,
  streamAnswer,
} from '../server/http.ts'
import { errorResponse, type ReadMessage, readMessage, RPC } from '../server/rpc.ts'
import { initialize } from './initialize.ts'
import { answerRequests } from './post-answer.ts'
import type { Session, SessionParts } from './session.ts'
import type { SessionTable } from './session-table.ts'

/** The only version that has batches. */
const BATCH_VERSION = '2025-03-26'

type Found = { readonly session: Session } | { readonly answer: McpHttpAnswer }

/** Streamable HTTP of the session protocol: POST, GET and DELETE on one path. */
export class SessionTransport {
  readonly #table: SessionTable
  readonly #parts: SessionParts

  constructor(table: SessionTable, parts: SessionParts) {
    this.#table = table
    this.#parts = parts
  }

  async post(http: McpHttpRequest): Promise<McpHttpAnswer> {
    const accept = accepted(http)
    if (!accept.json && !accept.sse)
      return refusal(406, 'The Accept header must include application/json, text/event-stream, or both.')
    const messages = Array.isArray(http.body) ? http.body.slice(0, this.#parts.limits.batchMessages + 1) : [http.body]
    const read = messages.map((message) => readMessage(message))
    if (!Array.isArray(http.body)) {
      const [only] = read
      if (only?.kind === 'invalid') return jsonAnswer(400, errorResponse(only.id, RPC.invalidRequest, only.why))
      if (only?.kind === 'request' && only.message.method === 'initialize') {
        return initialize(only.message, http, this.#table, this.#parts)
      }
    }
    const found = this.#session(http)
    if ('answer' in found) return found.answer
    const { session } = found
    if (Array.isArray(http.body)) {
      const reason = this.#whyNoBatch(read, session)
      if (reason !== undefined) return refusal(400, reason)
    }
    return this.#carry(read, session, http)
  }

  get(http: McpHttpRequest): McpHttpAnswer {
    if (!accepted(http).sse) return refusal(406, 'GET requires Accept: text/event-stream.')
    const found = this.#session(http)
    if ('answer' in found) return found.answer
    const { logs, outside } = found.session
    const { keepAlive_ms } = this.#parts.limits
    const lastEventId = headerOf(http, 'last-event-id')
    // A client without an event id gets the unread events.
    if (lastEventId === undefined || lastEventId === '') return streamAnswer(outside.read(http.signal, keepAlive_ms))
    const place = logs.find(lastEventId)
    if (place === undefined) return refusal(400, 'The stream for this Last-Event-ID can no longer be resumed.')
    return streamAnswer(place.log.read(http.signal, keepAlive_ms, place.after))
  }

  delete(http: McpHttpRequest): McpHttpAnswer {
    const found = this.#session(http)
    if ('answer' in found) return found.answer
    this.#table.remove(found.session)
    return emptyAnswer(200)
  }

  #session(http: McpHttpRequest): Found {
    const version = headerOf(http, 'mcp-protocol-version')
    // Default: 2025-03-26, which did not have this header.
    if (version !== undefined && !SESSION_VERSIONS.some((known) => known === version)) {
      const data = { supported: [...STATELESS_VERSIONS, ...SESSION_VERSIONS], requested: version.slice(0, 100) }
      return {
        answer: jsonAnswer(400, errorResponse(null, RPC.unsupportedVersion, 'Unsupported protocol version.', data)),
      }
    }
    const id = headerOf(http, 'mcp-session-id')
    if (id === undefined || id === '')
      return { answer: refusal(400, 'The Mcp-Session-Id header is missing. Send initialize first.') }
    const session = this.#table.find(id, http.owner)
    // 404 requires the client to start a new session. Streamable HTTP 2025-11-25, "Session Management".
    if (session === undefined) return { answer: refusal(404, 'Session not found or ended. Initialize again.') }
    session.useRoute(http.route)
    return { session }
  }

  #whyNoBatch(read: readonly ReadMessage[], session: Session): string | undefined {
    const { batchMessages } = this.#parts.limits
    if (session.about.version !== BATCH_VERSION) return `Batches are supported only in version ${BATCH_VERSION}.`
    if (read.length === 0) return 'A batch must contain at least one message.'
    if (read.length > batchMessages) return `A batch can contain at most ${batchMessages} messages.`
    const bad = read.find(({ kind }) => kind === 'invalid')
    if (bad?.kind === 'invalid') return bad.why
    const initializes = read.some((item) => item.kind === 'request' && item.message.method === 'initialize')
    return initializes ? '"initialize" must not be part of a batch.' : undefined
  }

  async #carry(read: readonly ReadMessage[], session: Session, http: McpHttpRequest): Promise<McpHttpAnswer> {
    const exchange: ExchangeAbout = { era: 'sessions', sessionId: session.about.id, requestId: http.requestId }
    const requests: JsonRpcRequest[] = []
    for (const item of read) {
      if (item.kind === 'request') requests.push(item.message)
      else if (item.kind === 'notification') await this.#quietly(session.notification(item.message, exchange))
      else if (item.kind === 'response') await this.#quietly(session.response(item.message, exchange))
    }
    if (requests.length === 0) return emptyAnswer(202)
    const limit = this.#parts.limits.requestsInFlight
    if (session.requestsInFlight + requests.length > limit) {
      return refusal(429, `This session has more than ${limit} requests in progress.`, RPC.internal)
    }
    const ids = new Set(requests.map(({ id }) => id))
    if (ids.size < requests.length || requests.some(({ id }) => session.isInFlight(id))) {
      return refusal(400, 'A request with this id is already in progress.')
    }
    return answerRequests(requests, session, http, this.#parts.limits, Array.isArray(http.body))
  }

  /** Notifications have no result to wait for. The next request detects a lost connection. */
  async #quietly(carried: Promise<void>): Promise<void> {
    try {
      await carried
    } catch (error) {
      if (!(error instanceof Failure)) this.#parts.onDefect(error)
    }
  }
}
