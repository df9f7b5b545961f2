import type { CallOptions } from '../connection.ts'
import type { JsonRpcId, JsonRpcMessage, JsonRpcNotification, JsonRpcRequest, JsonRpcResponse } from '../messages.ts'
import { metaOf, resultResponse } from '../server/rpc.ts'
import { META, withMeta } from '../stateless/meta.ts'
import { Deadline, type DeadlineTimes } from './deadline.ts'
import { Flood } from './flood.ts'
import type { UpstreamLimits } from './limits.ts'
import type { UpstreamEvents } from './trouble.ts'

const LISTEN = 'subscriptions/listen'
/** Maximum number of unexpected responses, in addition to those of cancelled calls, before the connection is closed. */
const STRAYS_MAX = 16
/** Number of cancelled calls whose late answers are accepted. */
const CANCELLED_MAX = 1_024

interface Call {
  readonly options: CallOptions
  readonly deadline: Deadline
  readonly flood: Flood
  /** Progress token of the caller. The channel uses the id instead, because callers may use equal tokens. */
  readonly progressToken: unknown
  readonly isListening: boolean
  messages: number
  resolve(response: JsonRpcResponse): void
  reject(error: unknown): void
}

/** Requests in progress on one channel, which multiplexes all answers and messages. */
export class Calls {
  readonly #limits: UpstreamLimits
  readonly #trouble: UpstreamEvents
  readonly #open = new Map<JsonRpcId, Call>()
  readonly #cancelled = new Set<JsonRpcId>()
  #nextId = 1
  #strays = 0

  constructor(limits: UpstreamLimits, upstreamEvents: UpstreamEvents) {
    this.#limits = limits
    this.#trouble = upstreamEvents
  }

  get size(): number {
    return this.#open.size
  }

  /**
   * Sends a request and waits for its answer.
   * @param cancel notifies the server of the cancellation
   * @throws {Failure} `unavailable`; the abort reason of the caller's signal
   */
  async run(
    request: JsonRpcRequest,
    options: CallOptions,
    times: DeadlineTimes,
    send: (message: JsonRpcMessage) => Promise<void>,
  ): Promise<JsonRpcResponse> {
    if (this.#open.size >= this.#limits.requestsInFlight)
      throw this.#trouble.failure('has too many requests in progress')
    const id = this.#nextId
    this.#nextId += 1
    const deadline = new Deadline(this.#trouble, times, options.signal)
    const { progressToken } = metaOf(request)
    const sent = { ...(progressToken === undefined ? request : withMeta(request, { progressToken: id })), id }
    try {
      return await new Promise<JsonRpcResponse>((resolve, reject) => {
        const flood = new Flood(this.#limits.messagesPerWindow)
        const isListening = request.method === LISTEN
        this.#open.set(id, { options, deadline, flood, progressToken, isListening, messages: 0, resolve, reject })
        deadline.signal.addEventListener('abort', () => reject(deadline.signal.reason))
        if (deadline.signal.aborted) reject(deadline.signal.reason)
        else send(sent).catch(reject)
      })
    } catch (thrown) {
      if (request.method !== 'initialize' && this.#open.has(id)) this.#cancel(id, send)
      throw thrown
    } finally {
      deadline.end()
      this.#open.delete(id)
    }
  }

  #cancel(id: JsonRpcId, send: (message: JsonRpcMessage) => Promise<void>): void {
    this.#cancelled.add(id)
    const [oldest] = this.#cancelled
    if (this.#cancelled.size > CANCELLED_MAX && oldest !== undefined) this.#cancelled.delete(oldest)
    const params = { requestId: id, reason: 'The request is no longer needed.' }
    // A server without support for this notification only does unnecessary work.
    send({ jsonrpc: '2.0', method: 'notifications/cancelled', params }).catch(() => undefined)
  }

  /**
   * Processes an answer.
   * @throws {Failure} `unavailable` after too many unexpected answers
   */
  answer(response: JsonRpcResponse): void {
    const call = response.id === null ? undefined : this.#open.get(response.id)
    if (call !== undefined) return call.resolve(response)
    if (response.id !== null && this.#cancelled.delete(response.id)) return
    if (response.id === null && this.#open.size === 1) {
      for (const only of this.#open.values()) only.resolve(response)
      return
    }
    this.#strays += 1
    if (this.#strays > STRAYS_MAX) throw this.#trouble.failure('sent responses to requests that it did not receive')
  }

  /** Forwards a notification to its request. Returns false if it names none. */
  tell(message: JsonRpcNotification): boolean {
    if (message.method === 'notifications/progress') {
      const call = this.#callOf(message.params?.['progressToken'])
      if (call !== undefined && call.progressToken !== undefined) {
        const params = { ...message.params, progressToken: call.progressToken }
        this.#hand(call, { ...message, params })
      }
      return true
    }
    const subscription = this.#callOf(metaOf(message)[META.subscription])
    if (subscription?.isListening === true) {
      this.#hand(subscription, message)
      return true
    }
    if (message.method !== 'notifications/cancelled') return false
    const ended = this.#callOf(message.params?.['requestId'])
    if (ended?.isListening !== true) return false
    ended.resolve(resultResponse(0, { resultType: 'complete' }))
    return true
  }

  #callOf(id: unknown): Call | undefined {
    return typeof id === 'number' || typeof id === 'string' ? this.#open.get(id) : undefined
  }

  #hand(call: Call, message: JsonRpcNotification): void {
    call.deadline.touch()
    call.messages += 1
    const isTooMuch = call.isListening ? call.flood.isTooMuch() : call.messages > this.#limits.messagesPerRequest
    if (isTooMuch) call.reject(this.#trouble.failure('sent too many messages before its response'))
    else call.options.onMessage(message)
  }

  /** Fails all requests after the end of the channel. */
  fail(error: unknown): void {
    const open = [...this.#open.values()]
    this.#open.clear()
    for (const call of open) call.reject(error)
  }
}
