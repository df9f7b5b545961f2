import type { CallOptions, OnServerMessage, UpstreamConnection } from '../connection.ts'
import type { Era } from '../eras.ts'
import { type CircuitBreaker, Failure } from '@gatehouse/kernel'
import type { Fields, JsonRpcMessage, JsonRpcNotification, JsonRpcRequest, JsonRpcResponse } from '../messages.ts'
import { errorResponse, isFields, resultResponse, RPC, withId } from '../server/rpc.ts'
import { Calls } from './calls.ts'
import type { Channel, OpenChannel } from './channel.ts'
import { agreedVersion, type ClientAbout, initializeRequest, offersVersion } from './client.ts'
import { type DeadlineTimes, TIMER_MS_MAX } from './deadline.ts'
import { Flood } from './flood.ts'
import type { UpstreamLimits } from './limits.ts'
import { Listeners } from './listeners.ts'
import { selfContained, STATELESS_VERSION } from './stateless-request.ts'
import { throughBreaker } from './through-breaker.ts'
import type { UpstreamEvents } from './trouble.ts'

export interface ChannelEndpoint {
  readonly client: ClientAbout
  readonly limits: UpstreamLimits
  readonly trouble: UpstreamEvents
  readonly breaker: CircuitBreaker
  /** Timeout of the version probe: older servers may not answer it. */
  readonly probe_ms: number
  /** Whether several clients share the connection, so that the server cannot send requests to a client. */
  readonly isShared?: boolean
}

/** Server connection over a channel that multiplexes all requests. */
export class ChannelConnection implements UpstreamConnection {
  readonly closed: Promise<string>
  #era: Era = 'sessions'
  #version = ''
  #about: Fields = {}
  readonly #place: ChannelEndpoint
  readonly #calls: Calls
  readonly #listeners = new Listeners()
  readonly #flood: Flood
  #channel: Channel | undefined
  #ended: string | undefined
  #lose: (why: string) => void = () => undefined

  private constructor(place: ChannelEndpoint) {
    this.#place = place
    this.#calls = new Calls(place.limits, place.trouble)
    this.#flood = new Flood(place.limits.messagesPerWindow)
    this.closed = new Promise((resolve) => {
      this.#lose = resolve
    })
  }

  /**
   * Opens the channel and detects the server's protocol version by trying these in order.
   * @throws {Failure} `unavailable`
   */
  static async open(
    open: OpenChannel,
    place: ChannelEndpoint,
    eras: readonly Era[],
    signal: AbortSignal,
  ): Promise<ChannelConnection> {
    const connection = new ChannelConnection(place)
    connection.#channel = await open({
      onMessage: (message) => connection.#take(message),
      onEnd: (why) => connection.#end(why),
    })
    try {
      await connection.#greet(eras, signal)
      return connection
    } catch (thrown) {
      await connection.close()
      throw thrown
    }
  }

  get era(): Era {
    return this.#era
  }

  get version(): string {
    return this.#version
  }

  get about(): Fields {
    return this.#about
  }

  get requestsInFlight(): number {
    return this.#calls.size
  }

  async #greet(eras: readonly Era[], signal: AbortSignal): Promise<void> {
    const { trouble } = this.#place
    let last: unknown
    for (const era of eras) {
      try {
        const greeted = era === 'sessions' ? await this.#initialize(signal) : await this.#discover(signal)
        if (greeted) return
      } catch (thrown) {
        if (signal.aborted || this.#ended !== undefined) throw thrown
        last = thrown
      }
    }
    throw last ?? trouble.failure('uses an MCP version that the gateway does not support')
  }

  async #initialize(signal: AbortSignal): Promise<boolean> {
    const { client, limits, trouble } = this.#place
    const response = await this.#run(initializeRequest(0, client), quiet(signal), within(limits.connect_ms))
    if ('error' in response) return false
    const version = agreedVersion(response.result, trouble)
    if (!isFields(response.result['capabilities'])) throw trouble.failure('did not report its capabilities')
    this.#era = 'sessions'
    this.#version = version
    this.#about = response.result
    await this.#send({ jsonrpc: '2.0', method: 'notifications/initialized' })
    return true
  }

  async #discover(signal: AbortSignal): Promise<boolean> {
    const { client, probe_ms } = this.#place
    const request = selfContained({ jsonrpc: '2.0', id: 0, method: 'server/discover' }, client)
    const response = await this.#run(request, quiet(signal), within(probe_ms))
    if ('error' in response || !offersVersion(response.result, STATELESS_VERSION)) return false
    this.#era = 'stateless'
    this.#version = STATELESS_VERSION
    this.#about = response.result
    return true
  }

  async request(request: JsonRpcRequest, options: CallOptions): Promise<JsonRpcResponse> {
    const { breaker, client, limits, trouble } = this.#place
    const own = this.#era === 'stateless' ? selfContained(request, client) : request
    const isListening = request.method === 'subscriptions/listen'
    const times = isListening
      ? { first_ms: limits.firstByte_ms, idle_ms: TIMER_MS_MAX, total_ms: TIMER_MS_MAX }
      : { first_ms: limits.firstByte_ms, idle_ms: limits.idle_ms, total_ms: limits.total_ms }
    const response = await throughBreaker(breaker, trouble, options.signal, () => this.#run(own, options, times))
    return withId(response, request.id)
  }

  async #run(request: JsonRpcRequest, options: CallOptions, times: DeadlineTimes): Promise<JsonRpcResponse> {
    return this.#calls.run(request, options, times, (message) => this.#send(message))
  }

  async notify(message: JsonRpcNotification | JsonRpcResponse): Promise<void> {
    await this.#send(message)
  }

  listen(onMessage: OnServerMessage): () => void {
    return this.#listeners.add(onMessage)
  }

  async close(): Promise<void> {
    this.#end('closed')
    await this.#channel?.close()
  }

  async #send(message: JsonRpcMessage): Promise<void> {
    if (this.#ended !== undefined || this.#channel === undefined) {
      throw this.#place.trouble.failure('is no longer connected')
    }
    await this.#channel.send(message)
  }

  #take(message: JsonRpcMessage): void {
    if (this.#ended !== undefined) return
    try {
      if (!('method' in message)) this.#calls.answer(message)
      else if ('id' in message) this.#asked(message)
      else if (!this.#calls.tell(message)) this.#outside(message)
    } catch (thrown) {
      this.#break(thrown)
    }
  }

  /** Handles a server request: forwards it to the client, unless the gateway can answer it or no listener exists. */
  #asked(message: JsonRpcRequest): void {
    if (message.method === 'ping') return this.#reply(resultResponse(message.id, {}))
    const canAnswer = this.#era === 'sessions' && this.#place.isShared !== true && this.#listeners.size > 0
    if (canAnswer) return this.#outside(message)
    this.#reply(errorResponse(message.id, RPC.methodNotFound, 'No client is connected to answer this request.'))
  }

  #outside(message: JsonRpcMessage): void {
    if (this.#flood.isTooMuch()) throw this.#place.trouble.failure('sends messages faster than they can be processed')
    this.#listeners.tell(message)
  }

  #reply(response: JsonRpcResponse): void {
    // A channel that accepts no message has ended, and reports this itself.
    this.#send(response).catch(() => undefined)
  }

  #break(thrown: unknown): void {
    this.#end(thrown instanceof Failure ? thrown.message : 'The tool server sent an invalid message.', thrown)
    void this.#channel?.close()
  }

  #end(why: string, error?: unknown): void {
    if (this.#ended !== undefined) return
    this.#ended = why
    const { trouble } = this.#place
    this.#calls.fail(error ?? trouble.failure('is no longer connected'))
    this.#lose(why)
  }
}

function quiet(signal: AbortSignal): CallOptions {
  return { signal, onMessage: () => undefined }
}

function within(wait_ms: number): DeadlineTimes {
  return { first_ms: wait_ms, idle_ms: wait_ms, total_ms: wait_ms }
}
