import { randomBytes } from 'node:crypto'

import { canonicalHash } from '@gatehouse/kernel'

import type { CallOptions, UpstreamConnection } from '../connection.ts'
import { STATELESS_VERSIONS } from '../eras.ts'
import type { Fields, JsonRpcMessage, JsonRpcNotification, JsonRpcRequest, JsonRpcResponse } from '../messages.ts'
import type { GatewayLimits } from '../server/limits.ts'
import { errorResponse, fieldsOf, resultResponse, RPC, withId } from '../server/rpc.ts'
import { META, withMeta } from '../stateless/meta.ts'
import { LogLevels } from './log-levels.ts'
import { ParkedCall } from './parked-call.ts'
import { Watching } from './watching.ts'

interface TranslationParts {
  readonly limits: GatewayLimits
}

/** 192 random bits, because the state of a call grants access to it. */
const STATE_BYTES = 24

/** Error codes of the session protocol without an equivalent, with their replacements. */
const CODES: Readonly<Record<number, number>> = { [-32_002]: RPC.invalidParams, [-32_042]: RPC.internal }

/**
 * Adapts an upstream with sessions to a client without. One upstream session serves all requests of an owner with the same capabilities;
 * server requests become an `input_required` result, and the upstream request waits for the retry.
 */
export function asStateless(upstream: UpstreamConnection, parts: TranslationParts): UpstreamConnection {
  return new AsStateless(upstream, parts)
}

class AsStateless implements UpstreamConnection {
  readonly era = 'stateless'
  readonly version = STATELESS_VERSIONS[0]
  readonly about: Fields
  readonly closed: Promise<string>
  readonly #upstream: UpstreamConnection
  readonly #parts: TranslationParts
  readonly #calls = new Set<ParkedCall>()
  readonly #parked = new Map<string, { readonly call: ParkedCall; readonly timer: NodeJS.Timeout }>()
  readonly #watching: Watching
  readonly #levels: LogLevels
  readonly #stopListening: () => void

  constructor(upstream: UpstreamConnection, parts: TranslationParts) {
    this.#upstream = upstream
    this.#parts = parts
    this.about = discoveryOf(upstream.about)
    this.closed = upstream.closed
    this.#watching = new Watching(upstream)
    this.#levels = new LogLevels(upstream)
    this.#stopListening = upstream.listen((message) => this.#fromOutside(message))
  }

  async request(request: JsonRpcRequest, options: CallOptions): Promise<JsonRpcResponse> {
    if (request.method === 'server/discover') return resultResponse(request.id, this.about)
    if (request.method === 'subscriptions/listen') return this.#watching.watch(request, options)
    if (request.method.startsWith('tasks/')) {
      const why = `The tool server uses an MCP version that does not support "${request.method}".`
      return errorResponse(request.id, RPC.methodNotFound, why)
    }
    const filtered = await this.#levels.filtering(request, options)
    const call = this.#callFor(request, filtered)
    if (call === undefined) {
      const why =
        'This "requestState" does not match a pending call: it was already used, has expired, or belongs to another request.'
      return errorResponse(request.id, RPC.invalidParams, why)
    }
    return this.#turn(call, request, filtered)
  }

  /** Clients of this protocol send only requests. */
  notify(_message: JsonRpcNotification | JsonRpcResponse): Promise<void> {
    return Promise.resolve()
  }

  /** Messages outside of requests reach clients through `subscriptions/listen` only. */
  listen(): () => void {
    return () => undefined
  }

  async close(): Promise<void> {
    this.#stopListening()
    for (const state of this.#parked.keys()) this.#unpark(state)
    for (const call of this.#calls) call.cancel()
    await this.#upstream.close()
  }

  #callFor(request: JsonRpcRequest, options: CallOptions): ParkedCall | undefined {
    const { requestState, inputResponses, _meta, ...asked } = request.params ?? {}
    const identity = canonicalHash([request.method, asked])
    if (requestState === undefined) {
      const keys = { [META.version]: undefined, [META.clientInfo]: undefined, [META.capabilities]: undefined }
      const plain = withMeta(
        { ...request, params: { ...asked, ...(_meta === undefined ? {} : { _meta }) } },
        { ...keys, [META.logLevel]: undefined },
      )
      const call = new ParkedCall(this.#upstream, plain, identity, options)
      this.#calls.add(call)
      return call
    }
    if (typeof requestState !== 'string') return undefined
    const parked = this.#parked.get(requestState)
    if (parked === undefined || parked.call.identity !== identity) return undefined
    this.#unpark(requestState)
    parked.call.give(fieldsOf(inputResponses))
    return parked.call
  }

  async #turn(call: ParkedCall, request: JsonRpcRequest, options: CallOptions): Promise<JsonRpcResponse> {
    try {
      const outcome = await call.next(options)
      if (!('inputRequests' in outcome)) {
        this.#calls.delete(call)
        return withId(translated(outcome), request.id)
      }
      const requestState = this.#park(call)
      const { inputRequests } = outcome
      return resultResponse(request.id, { resultType: 'input_required', inputRequests, requestState })
    } catch (error) {
      this.#calls.delete(call)
      throw error
    }
  }

  #park(call: ParkedCall): string {
    const state = randomBytes(STATE_BYTES).toString('base64url')
    const timer = setTimeout(() => this.#giveUp(state), this.#parts.limits.clientAnswer_ms)
    timer.unref()
    this.#parked.set(state, { call, timer })
    // The call that has waited longest is the least likely to be resumed.
    const [oldest] = this.#parked.keys()
    if (this.#parked.size > this.#parts.limits.parkedCalls && oldest !== undefined) this.#giveUp(oldest)
    return state
  }

  #unpark(state: string): void {
    clearTimeout(this.#parked.get(state)?.timer)
    this.#parked.delete(state)
  }

  #giveUp(state: string): void {
    const call = this.#parked.get(state)?.call
    this.#unpark(state)
    if (call === undefined) return
    this.#calls.delete(call)
    call.cancel()
  }

  /** Over stdio a message does not identify its call. It is assigned if exactly one call is open, else dropped. */
  #fromOutside(message: JsonRpcMessage): void {
    if (!('method' in message)) return
    if (this.#watching.tell(message)) return
    const attached = [...this.#calls].filter(({ isAttached }) => isAttached)
    const [only] = attached
    if (only !== undefined && attached.length === 1) only.take(message)
    else if ('id' in message) {
      const why = 'The message cannot be assigned to a single request.'
      this.#upstream.notify(errorResponse(message.id, RPC.internal, why)).catch(() => undefined)
    }
  }
}

/** Converts an `initialize` result to a `server/discover` result. */
function discoveryOf(about: Fields): Fields {
  // Tasks were redesigned, with other methods and fields.
  const { tasks: _, ...capabilities } = fieldsOf(about['capabilities'])
  const { instructions, serverInfo } = about
  return {
    resultType: 'complete',
    supportedVersions: [...STATELESS_VERSIONS],
    capabilities,
    ...(instructions === undefined ? {} : { instructions }),
    ...(serverInfo === undefined ? {} : { _meta: { [META.serverInfo]: serverInfo } }),
    ttlMs: 0,
    cacheScope: 'private',
  }
}

function translated(response: JsonRpcResponse): JsonRpcResponse {
  if (!('error' in response)) return response
  const code = CODES[response.error.code]
  if (code === undefined) return response
  return { ...response, error: { ...response.error, code } }
}
