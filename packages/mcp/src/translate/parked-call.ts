import type { CallOptions, UpstreamConnection } from '../connection.ts'
import type { Fields, JsonRpcMessage, JsonRpcRequest, JsonRpcResponse } from '../messages.ts'
import { errorResponse, fieldsOf, resultResponse, RPC } from '../server/rpc.ts'

/** Delay to collect several server requests that are sent in a burst. */
const BURST_MS = 10
/** Maximum number of unanswered server requests per call. */
const ASKED_MAX = 32

/**
 * Request in progress at an upstream with sessions, for a client without: the upstream request stays open while the client answers the
 * server's requests in separate calls.
 */
export class ParkedCall {
  /** Values that a retry must repeat to resume this call. */
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

  /** Processes a server message of this call. */
  take(message: JsonRpcMessage): void {
    if (!('method' in message)) return
    if (!('id' in message)) {
      // Progress notifications without a connected client are dropped.
      if (message.method === 'notifications/cancelled') this.#withdraw(message.params?.['requestId'])
      else this.#attached?.onMessage(message)
      return
    }
    if (this.#asked.size >= ASKED_MAX) {
      this.#reply(errorResponse(message.id, RPC.internal, 'Too many requests are waiting for the client.'))
      return
    }
    this.#asked.set(`input-${this.#nextKey}`, message)
    this.#nextKey += 1
    this.#wake()
  }

  /** Forwards the client's answers to the server. Unrequested answers are ignored. */
  give(inputResponses: Fields): void {
    for (const [key, request] of this.#asked) {
      if (!Object.hasOwn(inputResponses, key)) continue
      this.#asked.delete(key)
      this.#reply(resultResponse(request.id, fieldsOf(inputResponses[key])))
    }
  }

  /** Waits for the answer or the next input requests. A client that disconnects while waiting cancels the call. */
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
    // A connection that accepts no answer is lost, which ends the call.
    this.#upstream.notify(response).catch(() => undefined)
  }
}
