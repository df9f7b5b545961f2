import type { Clock } from '@gatehouse/kernel'

import type { CallOptions, OnServerMessage, UpstreamConnection } from '../connection.ts'
import type { Era } from '../eras.ts'
import type { Fields, JsonRpcNotification, JsonRpcRequest, JsonRpcResponse } from '../messages.ts'
import { Listeners } from '../upstream/listeners.ts'
import type { UpstreamEvents } from '../upstream/trouble.ts'

/** Delay before a process is restarted; doubled each time, up to the second value. */
export const RESTART_MS = 1_000
export const RESTART_MS_MAX = 60_000
/** Minimum lifetime of a healthy process. */
const WELL_MS = 60_000

export interface SharedServerParts {
  readonly clock: Clock
  readonly trouble: UpstreamEvents
  readonly start: () => Promise<UpstreamConnection>
  readonly onUnused: () => void
}

/** Process that several connections share; restarted with exponential delays when it ends, and ended with its last user. */
export class SharedServer {
  readonly #parts: SharedServerParts
  readonly listeners = new Listeners()
  #current: Promise<UpstreamConnection> | undefined
  #users = 0
  #restart_ms = RESTART_MS
  #notBefore_ms = 0

  constructor(parts: SharedServerParts) {
    this.#parts = parts
  }

  /** @throws {Failure} `unavailable` */
  async join(): Promise<UpstreamConnection> {
    this.#users += 1
    try {
      return new SharedConnection(this, await this.connection())
    } catch (thrown) {
      await this.leave()
      throw thrown
    }
  }

  /**
   * Returns the connection to the running process, or starts one.
   * @throws {Failure} `unavailable` if it ended recently
   */
  async connection(): Promise<UpstreamConnection> {
    if (this.#current !== undefined) return this.#current
    const { clock, trouble } = this.#parts
    const left_ms = this.#notBefore_ms - clock.now()
    if (left_ms > 0)
      throw trouble.failure('exited and will be restarted shortly', undefined, Math.ceil(left_ms / 1_000))
    const starting = this.#start()
    this.#current = starting
    return starting
  }

  async #start(): Promise<UpstreamConnection> {
    const { clock, start } = this.#parts
    const since_ms = clock.now()
    let connection: UpstreamConnection
    try {
      connection = await start()
    } catch (thrown) {
      this.#ended(0)
      throw thrown
    }
    connection.listen((message) => this.listeners.tell(message))
    void connection.closed.then(() => this.#ended(clock.now() - since_ms))
    return connection
  }

  #ended(lived_ms: number): void {
    this.#current = undefined
    if (lived_ms >= WELL_MS) this.#restart_ms = RESTART_MS
    this.#notBefore_ms = this.#parts.clock.now() + this.#restart_ms
    this.#restart_ms = Math.min(this.#restart_ms * 2, RESTART_MS_MAX)
  }

  async leave(): Promise<void> {
    this.#users -= 1
    if (this.#users > 0) return
    this.#parts.onUnused()
    const current = this.#current
    this.#current = undefined
    try {
      await (await current)?.close()
    } catch {
      // The process never started.
    }
  }
}

class SharedConnection implements UpstreamConnection {
  readonly era: Era
  readonly version: string
  readonly about: Fields
  readonly closed: Promise<string>
  readonly #server: SharedServer
  readonly #stops = new Set<() => void>()
  #lose: (reason: string) => void = () => undefined
  #isClosed = false

  constructor(server: SharedServer, { era, version, about }: UpstreamConnection) {
    this.#server = server
    this.era = era
    this.version = version
    this.about = about
    this.closed = new Promise((resolve) => {
      this.#lose = resolve
    })
  }

  async request(request: JsonRpcRequest, options: CallOptions): Promise<JsonRpcResponse> {
    return (await this.#server.connection()).request(request, options)
  }

  async notify(message: JsonRpcNotification | JsonRpcResponse): Promise<void> {
    // Notifications about one client are not forwarded to a shared process.
    if ('method' in message && message.method === 'notifications/roots/list_changed') return
    await (await this.#server.connection()).notify(message)
  }

  listen(onMessage: OnServerMessage): () => void {
    const stop = this.#server.listeners.add(onMessage)
    this.#stops.add(stop)
    return () => {
      this.#stops.delete(stop)
      stop()
    }
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    for (const stop of this.#stops) stop()
    this.#lose('closed')
    await this.#server.leave()
  }
}
