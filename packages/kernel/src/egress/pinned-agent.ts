import type { Agent } from 'undici'
import { pinnedLookup } from './pinned-lookup.ts'
import type { EgressPolicy } from './policy.ts'

const CONNECT_TIMEOUT_MS = 10_000
/** Maximum size of response headers. undici's default is 16 KiB, and some clouds send more. */
const HEADER_BYTES_MAX = 32 * 1024
/** Maximum number of sockets to one host; further callers wait. */
const CONNECTIONS_MAX = 64
const IDLE_TIMEOUT_MS = 10_000

/** Connections of one egress policy to checked addresses. The Host header and TLS keep the name. */
export class PinnedAgent {
  readonly #policy: EgressPolicy
  readonly #connections: number
  #agent: Promise<Agent> | undefined

  /** @param connections  maximum number of sockets to one host; more callers wait */
  constructor(policy: EgressPolicy, connections = CONNECTIONS_MAX) {
    this.#policy = policy
    this.#connections = connections
  }

  /** Loaded at the first call, because many processes never make outbound calls. */
  async agent(): Promise<Agent> {
    this.#agent ??= this.#open()
    return this.#agent
  }

  async close(): Promise<void> {
    const agent = await this.#agent
    this.#agent = undefined
    await agent?.destroy()
  }

  async #open(): Promise<Agent> {
    const { Agent: Connections } = await import('undici')
    return new Connections({
      connect: { lookup: pinnedLookup(this.#policy), timeout: CONNECT_TIMEOUT_MS, autoSelectFamily: true },
      connections: this.#connections,
      keepAliveTimeout: IDLE_TIMEOUT_MS,
      keepAliveMaxTimeout: IDLE_TIMEOUT_MS,
      maxHeaderSize: HEADER_BYTES_MAX,
      // The caller's deadline covers the whole call.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
  }
}
