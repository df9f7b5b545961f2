import { randomUUID } from 'node:crypto'

import type { CallOptions, OnServerMessage, UpstreamConnection } from '../connection.ts'
import { SESSION_VERSIONS } from '../eras.ts'
import type { Fields, JsonRpcId, JsonRpcNotification, JsonRpcRequest, JsonRpcResponse } from '../messages.ts'
import { errorResponse, fieldsOf, resultResponse, RPC, withId } from '../server/rpc.ts'
import type { SessionParts } from '../sessions/session.ts'
import { inputRequestsOf, isInputRequired, META, withMeta } from '../stateless/meta.ts'
import { Subscription } from './subscription.ts'

export interface SessionsClient {
  readonly version: string
  readonly clientInfo: Fields
  readonly capabilities: Fields
}

/** Result fields that clients with sessions do not support. */
const STATELESS_FIELDS = new Set(['resultType', 'ttlMs', 'cacheScope'])

/**
 * Adapts a stateless upstream to a client with sessions: the handshake data is added to each request, an `input_required` result becomes
 * requests to the client and a retry, and one listening stream replaces unsolicited server messages.
 */
export function asSessions(
  upstream: UpstreamConnection,
  client: SessionsClient,
  parts: SessionParts,
): UpstreamConnection {
  return new AsSessions(upstream, client, parts)
}

class AsSessions implements UpstreamConnection {
  readonly era = 'sessions'
  readonly version = SESSION_VERSIONS[0]
  readonly about: Fields
  readonly closed: Promise<string>
  readonly #upstream: UpstreamConnection
  readonly #client: SessionsClient
  readonly #parts: SessionParts
  readonly #subscription: Subscription
  /** Pending requests to the client. */
  readonly #asked = new Map<JsonRpcId, (response: JsonRpcResponse) => void>()
  #logLevel: unknown

  constructor(upstream: UpstreamConnection, client: SessionsClient, parts: SessionParts) {
    this.#upstream = upstream
    this.#client = client
    this.#parts = parts
    this.closed = upstream.closed
    this.about = handshakeOf(upstream.about)
    this.#subscription = new Subscription(upstream, fieldsOf(upstream.about['capabilities']), (request) =>
      this.#stateless(request),
    )
  }

  async request(request: JsonRpcRequest, options: CallOptions): Promise<JsonRpcResponse> {
    const own = this.#answerHere(request)
    if (own !== undefined) return own
    let asking = this.#stateless(request)
    for (let round = 0; round <= this.#parts.limits.inputRounds; round += 1) {
      // Each round is a separate request with its own id.
      const response = withId(await this.#upstream.request(asking, options), request.id)
      if ('error' in response) return response
      if (!isInputRequired(response.result)) return resultResponse(request.id, withoutStatelessFields(response.result))
      const retry = await this.#retryWithInput(request, response.result, options)
      if ('error' in retry) return retry
      asking = this.#stateless(retry)
    }
    return errorResponse(request.id, RPC.internal, 'The tool server requested input too many times.')
  }

  async notify(message: JsonRpcNotification | JsonRpcResponse): Promise<void> {
    if ('method' in message) {
      // Client notifications of the session protocol have no equivalent.
      return
    }
    if (message.id === null) return
    this.#asked.get(message.id)?.(message)
    this.#asked.delete(message.id)
  }

  listen(onMessage: OnServerMessage): () => void {
    return this.#subscription.start(onMessage)
  }

  async close(): Promise<void> {
    this.#subscription.stop()
    await this.#upstream.close()
  }

  /** Answers requests that the stateless protocol removed and that the gateway can answer itself. */
  #answerHere(request: JsonRpcRequest): JsonRpcResponse | undefined {
    const capabilities = fieldsOf(this.about['capabilities'])
    const { id, method, params } = request
    const done = resultResponse(id, {})
    if (method === 'logging/setLevel' && capabilities['logging'] !== undefined) {
      this.#logLevel = params?.['level']
      return done
    }
    const subscribes = fieldsOf(capabilities['resources'])['subscribe'] === true
    if (subscribes && (method === 'resources/subscribe' || method === 'resources/unsubscribe')) {
      const uri = params?.['uri']
      if (typeof uri !== 'string') return errorResponse(id, RPC.invalidParams, '"uri" is missing.')
      if (uri.length > URI_CHARS_MAX)
        return errorResponse(id, RPC.invalidParams, '"uri" is too long for a subscription.')
      const taken = this.#subscription.watch(uri, method === 'resources/subscribe')
      return taken ? done : errorResponse(id, RPC.internal, 'Too many resource subscriptions.')
    }
    if (UNTRANSLATED.has(method)) {
      return errorResponse(
        id,
        RPC.methodNotFound,
        `The tool server uses an MCP version that does not support "${method}".`,
      )
    }
    return undefined
  }

  #stateless(request: JsonRpcRequest): JsonRpcRequest {
    return withMeta(request, {
      [META.version]: this.#upstream.version,
      [META.clientInfo]: this.#client.clientInfo,
      [META.capabilities]: this.#client.capabilities,
      [META.logLevel]: this.#logLevel,
    })
  }

  /** Sends the server's input requests to the client, and retries the request with the answers. */
  async #retryWithInput(
    request: JsonRpcRequest,
    result: Fields,
    { signal, onMessage }: CallOptions,
  ): Promise<JsonRpcRequest | Extract<JsonRpcResponse, { error: unknown }>> {
    const inputRequests = inputRequestsOf(result)
    if (inputRequests === undefined) {
      const error = { code: RPC.internal, message: 'The tool server sent an invalid request for input.' }
      return { jsonrpc: '2.0', id: request.id, error }
    }
    const answers = await Promise.all(
      inputRequests.map(async ({ key, method, params }) => {
        const id = randomUUID()
        const answer = this.#answerTo(id, signal)
        onMessage({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) })
        return { key, answer: await answer }
      }),
    )
    const inputResponses: Record<string, Fields> = {}
    for (const { key, answer } of answers) {
      // A stateless server cannot receive an error: the call ends with it.
      if ('error' in answer) return { ...answer, id: request.id }
      inputResponses[key] = answer.result
    }
    const { requestState } = result
    const state = requestState === undefined ? {} : { requestState }
    return {
      ...request,
      params: { ...request.params, ...(inputRequests.length === 0 ? {} : { inputResponses }), ...state },
    }
  }

  #answerTo(id: JsonRpcId, signal: AbortSignal): Promise<JsonRpcResponse> {
    return new Promise((resolve) => {
      this.#asked.set(id, resolve)
      signal.addEventListener('abort', () => {
        this.#asked.delete(id)
        resolve(errorResponse(id, RPC.internal, 'The request was cancelled.'))
      })
    })
  }
}

/** URIs are stored while they are watched; URIs above the usual proxy limits are invalid. */
const URI_CHARS_MAX = 8_192

/** Tasks were redesigned, with other methods and fields. */
const UNTRANSLATED = new Set([
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe',
  'tasks/get',
  'tasks/result',
  'tasks/list',
  'tasks/cancel',
])

/** Converts a `server/discover` result to an `initialize` result. */
function handshakeOf(about: Fields): Fields {
  const { extensions: _, tasks: _tasks, ...capabilities } = fieldsOf(about['capabilities'])
  const serverInfo = about['serverInfo'] ?? fieldsOf(about['_meta'])[META.serverInfo]
  const { instructions } = about
  return {
    capabilities,
    ...(serverInfo === undefined ? {} : { serverInfo }),
    ...(instructions === undefined ? {} : { instructions }),
  }
}

function withoutStatelessFields(result: Fields): Fields {
  return Object.fromEntries(Object.entries(result).filter(([name]) => !STATELESS_FIELDS.has(name)))
}
