import type { Agent } from 'undici'
import { pinnedLookup } from './pinned-lookup.ts'
import type { EgressPolicy } from './policy.ts'

const CONNECT_TIMEOUT_MS = 10_000
/** Header block of an answer; undici's own default is 16 KiB, and some clouds send more. */
const HEADER_BYTES_MAX = 32 * 1024
/** Maximum number of sockets to one host; more callers wait. */
const CONNECTIONS_MAX = 64
const IDLE_TIMEOUT_MS = 10_000

/** Connections of one egress policy, each to a checked address. The name is kept in the Host header and in TLS. */
export class PinnedAgent {
  readonly #policy: EgressPolicy
  readonly #connections: number
  #agent: Promise<Agent> | undefined

  /** @param connections  maximum number of sockets to one host; more callers wait */
  constructor(policy: EgressPolicy, connections = CONNECTIONS_MAX) {
    this.#policy = policy
    this.#connections = connections
  }

  /** Loaded at the first call: many processes never call out. */
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
      // The caller's own deadline covers the whole call, so the parts need none.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
  }
}
