import type { CallOptions } from '../connection.ts'
import type { JsonRpcId, JsonRpcMessage, JsonRpcNotification, JsonRpcRequest, JsonRpcResponse } from '../messages.ts'
import { metaOf, resultResponse } from '../server/rpc.ts'
import { META, withMeta } from '../stateless/meta.ts'
import { Deadline, type DeadlineTimes } from './deadline.ts'
import { Flood } from './flood.ts'
import type { UpstreamLimits } from './limits.ts'
import type { Trouble } from './trouble.ts'

const LISTEN = 'subscriptions/listen'
/** Answers that nobody waits for, beyond those that were cancelled, after which a server is not believed any more. */
const STRAYS_MAX = 16
/** Cancelled calls whose late answer is no lie. */
const CANCELLED_MAX = 1_024

interface Call {
  readonly options: CallOptions
  readonly deadline: Deadline
  readonly flood: Flood
  /** The caller's token; on the channel the id stands for it, since callers may use the same. */
  readonly progressToken: unknown
  readonly isListening: boolean
  messages: number
  resolve(response: JsonRpcResponse): void
  reject(error: unknown): void
}

/** Requests under way on one channel, where answers and messages of all of them come one after the other. */
export class Calls {
  readonly #limits: UpstreamLimits
  readonly #trouble: Trouble
  readonly #open = new Map<JsonRpcId, Call>()
  readonly #cancelled = new Set<JsonRpcId>()
  #nextId = 1
  #strays = 0

  constructor(limits: UpstreamLimits, trouble: Trouble) {
    this.#limits = limits
    this.#trouble = trouble
  }

  get size(): number {
    return this.#open.size
  }

  /**
   * Sends a request and waits for its answer.
   * @param cancel  tells the server that the request is not wanted any more
   * @throws {Failure} `unavailable`; what the caller's signal was aborted with
   */
  async run(
    request: JsonRpcRequest,
    options: CallOptions,
    times: DeadlineTimes,
    send: (message: JsonRpcMessage) => Promise<void>,
  ): Promise<JsonRpcResponse> {
    if (this.#open.size >= this.#limits.requestsInFlight) throw this.#trouble.failure('has too many requests under way')
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
    const params = { requestId: id, reason: 'The request is not wanted any more.' }
    // A server that does not hear of it works in vain, no more.
    send({ jsonrpc: '2.0', method: 'notifications/cancelled', params }).catch(() => undefined)
  }

  /**
   * Takes an answer.
   * @throws {Failure} `unavailable` when the server answers again and again what it was not asked
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
    if (this.#strays > STRAYS_MAX) throw this.#trouble.failure('answers requests that it was not asked')
  }

  /** Hands a notification to the request that it belongs to. False when it says of none. */
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
    if (isTooMuch) call.reject(this.#trouble.failure('sent too many messages before its answer'))
    else call.options.onMessage(message)
  }

  /** Ends all requests, because the channel did. */
  fail(error: unknown): void {
    const open = [...this.#open.values()]
    this.#open.clear()
    for (const call of open) call.reject(error)
  }
}
