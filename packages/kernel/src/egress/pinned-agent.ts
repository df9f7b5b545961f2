import { isIPv6, type LookupFunction } from 'node:net'
import type { Agent } from 'undici'
import { type EgressPolicy, judgeHost } from './policy.ts'

const CONNECT_TIMEOUT_MS = 10_000
/** Header block of an answer; undici's own default is 16 KiB, and some clouds send more. */
const HEADER_BYTES_MAX = 32 * 1024
/** Sockets to one host at a time; more callers wait. */
const CONNECTIONS_MAX = 64
const IDLE_TIMEOUT_MS = 10_000

/**
 * The connections of one egress policy. A host is resolved and judged in the very step that connects, and the socket
 * goes to an address of that answer: a second answer of the resolver cannot come in between. The name stays in the
 * Host header and in TLS.
 */
export class PinnedAgent {
  readonly #policy: EgressPolicy
  readonly #connections: number
  #agent: Promise<Agent> | undefined

  /** @param connections  sockets to one host at a time; more callers wait */
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
      connect: { lookup: this.#lookup, timeout: CONNECT_TIMEOUT_MS, autoSelectFamily: true },
      connections: this.#connections,
      keepAliveTimeout: IDLE_TIMEOUT_MS,
      keepAliveMaxTimeout: IDLE_TIMEOUT_MS,
      maxHeaderSize: HEADER_BYTES_MAX,
      // The caller's own deadline covers the whole call, so the parts need none.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
  }

  readonly #lookup: LookupFunction = (hostname, { all }, callback) =>
    void this.#answer(hostname, all === true, callback)

  async #answer(hostname: string, all: boolean, callback: Parameters<LookupFunction>[2]): Promise<void> {
    let addresses: readonly string[]
    try {
      // A name with its final dot is the same name.
      addresses = await judgeHost(hostname.toLowerCase().replace(/\.$/, ''), this.#policy)
    } catch (cause) {
      callback(cause instanceof Error ? cause : new Error(String(cause)), '')
      return
    }
    const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
    if (all) callback(null, found)
    else callback(null, found[0]!.address, found[0]!.family)
  }
}
