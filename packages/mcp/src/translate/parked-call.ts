import type { CallOptions, UpstreamConnection } from '../connection.ts'
import type { Fields, JsonRpcMessage, JsonRpcRequest, JsonRpcResponse } from '../messages.ts'
import { errorResponse, fieldsOf, resultResponse, RPC } from '../server/rpc.ts'

/** Servers that ask for several things at once send them in a burst; this long is waited for the rest of it. */
const BURST_MS = 10
/** Requests of one call that the client has not answered. */
const ASKED_MAX = 32

/**
 * A request under way at an upstream with sessions, for a client without: the request upstream stays open while the client
 * comes and goes with what the server asks for.
 */
export class ParkedCall {
  /** What a retry must ask for again, to be this call. */
  readonly identity: string
  readonly #upstream: UpstreamConnection
  readonly #controller = new AbortController()
  readonly #asked = new Map<string, JsonRpcRequest>()
  #answer: JsonRpcResponse | undefined
  #failure: { readonly error: unknown } | undefined
  #attached: CallOptions | undefined
  #wake: () => void = () => undefined
  #nextKey = 1

  constructor(upstream: UpstreamConnection, request: JsonRpcRequest, identity: string, first: CallOptions) {
    this.identity = identity
    this.#upstream = upstream
    this.#attached = first
    const onMessage = (message: JsonRpcMessage) => this.take(message)
    const { signal } = this.#controller
    void this.#run(upstream.request(request, { ...first, signal, onMessage }))
  }

  async #run(answering: Promise<JsonRpcResponse>): Promise<void> {
    try {
      this.#answer = await answering
    } catch (error) {
      this.#failure ??= { error }
    }
    this.#wake()
  }

  get isAttached(): boolean {
    return this.#attached !== undefined
  }

  /** A message of the server that belongs to this call. */
  take(message: JsonRpcMessage): void {
    if (!('method' in message)) return
    if (!('id' in message)) {
      // Progress of a call whose client is away interests nobody when it is back.
      if (message.method === 'notifications/cancelled') this.#withdraw(message.params?.['requestId'])
      else this.#attached?.onMessage(message)
      return
    }
    if (this.#asked.size >= ASKED_MAX) {
      this.#reply(errorResponse(message.id, RPC.internal, 'Too many requests wait for the client already.'))
      return
    }
    this.#asked.set(`input-${this.#nextKey}`, message)
    this.#nextKey += 1
    this.#wake()
  }

  /** Gives the server what the client brought. What was not asked for is ignored. */
  give(inputResponses: Fields): void {
    for (const [key, request] of this.#asked) {
      if (!Object.hasOwn(inputResponses, key)) continue
      this.#asked.delete(key)
      this.#reply(resultResponse(request.id, fieldsOf(inputResponses[key])))
    }
  }

  /** The answer, or what the server asks for meanwhile. A client that leaves while it waits cancels the call. */
  async next(options: CallOptions): Promise<JsonRpcResponse | { readonly inputRequests: Fields }> {
    this.#attached = options
    const cancel = () => this.cancel()
    options.signal.addEventListener('abort', cancel)
    try {
      await this.#until(() => this.#asked.size > 0)
      if (!this.#isOver && !options.signal.aborted) await new Promise((resolve) => setTimeout(resolve, BURST_MS))
      if (this.#failure !== undefined) throw this.#failure.error
      if (this.#answer !== undefined) return this.#answer
      const inputRequests = [...this.#asked].map(([key, { method, params }]) => [
        key,
        { method, ...(params === undefined ? {} : { params }) },
      ])
      return { inputRequests: Object.fromEntries(inputRequests) }
    } finally {
      options.signal.removeEventListener('abort', cancel)
      this.#attached = undefined
    }
  }

  cancel(): void {
    this.#controller.abort()
    this.#failure ??= { error: new Error('The call was cancelled.') }
    this.#wake()
  }

  get #isOver(): boolean {
    return this.#answer !== undefined || this.#failure !== undefined
  }

  async #until(holds: () => boolean): Promise<void> {
    while (!this.#isOver && !holds()) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  #withdraw(requestId: unknown): void {
    for (const [key, { id }] of this.#asked) if (id === requestId) this.#asked.delete(key)
  }

  #reply(response: JsonRpcResponse): void {
    // A connection that takes no answer is lost, and the call ends with that.
    this.#upstream.notify(response).catch(() => undefined)
  }
}
