import type { OnServerMessage, UpstreamConnection } from '../connection.ts'
import type { Clock } from '@gatehouse/kernel'
import type { Fields } from '../messages.ts'
import { fieldsOf } from '../server/rpc.ts'

/** Delay before an unreachable server is retried, by the next request. */
const RETRY_MS = 5_000

/** One of several servers behind a route. */
export interface FanOutMember {
  readonly name: string
  /** @throws {Failure} `unavailable`, `egress_refused`, naming the server */
  readonly connect: () => Promise<UpstreamConnection>
}

/** A server that may be unavailable: connected on demand, and again after a connection loss. */
export class Member {
  readonly name: string
  readonly #connect: () => Promise<UpstreamConnection>
  readonly #clock: Clock
  #current: Promise<UpstreamConnection> | undefined
  #open: UpstreamConnection | undefined
  #failed: { readonly error: unknown; readonly at_ms: number } | undefined
  #onMessage: OnServerMessage | undefined
  #stop: () => void = () => undefined
  #isClosed = false

  constructor({ name, connect }: FanOutMember, clock: Clock) {
    this.name = name
    this.#connect = connect
    this.#clock = clock
  }

  /** Returns the open connection. */
  get open(): UpstreamConnection | undefined {
    return this.#open
  }

  /** Returns whether the server offers a feature; true for an unavailable server. */
  offers(feature: string): boolean {
    return this.#open === undefined || fieldsOf(this.#open.about['capabilities'])[feature] !== undefined
  }

  get about(): Fields {
    return this.#open?.about ?? {}
  }

  /** @throws {Failure} `unavailable`, `egress_refused`, naming the server */
  async connection(): Promise<UpstreamConnection> {
    if (this.#failed !== undefined && this.#clock.now() - this.#failed.at_ms < RETRY_MS) throw this.#failed.error
    this.#current ??= this.#begin()
    return this.#current
  }

  async #begin(): Promise<UpstreamConnection> {
    try {
      const connection = await this.#connect()
      if (this.#isClosed) await connection.close()
      this.#failed = undefined
      this.#open = connection
      void connection.closed.then(() => this.#lost(connection))
      this.#attach()
      return connection
    } catch (error) {
      this.#failed = { error, at_ms: this.#clock.now() }
      this.#current = undefined
      throw error
    }
  }

  #lost(connection: UpstreamConnection): void {
    if (this.#open !== connection) return
    this.#stop()
    this.#open = undefined
    this.#current = undefined
  }

  listen(onMessage: OnServerMessage | undefined): void {
    this.#stop()
    this.#stop = () => undefined
    this.#onMessage = onMessage
    this.#attach()
  }

  #attach(): void {
    if (this.#onMessage !== undefined && this.#open !== undefined) this.#stop = this.#open.listen(this.#onMessage)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#stop()
    const open = this.#open
    this.#open = undefined
    await open?.close()
  }
}
