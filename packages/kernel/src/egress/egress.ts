import { type EgressAllow, NOTHING_ALLOWED } from './allow.ts'
import { type EgressInit, egressFetch } from './fetch.ts'
import {
  type Destination,
  type EgressPolicy,
  isAllowlisted,
  checkHost,
  checkUrl,
  type Resolve,
  systemResolve,
  WEB_SCHEMES,
} from './policy.ts'
import { PinnedAgent } from './pinned-agent.ts'
import { egressSocket, type EgressSocket, type EgressSocketInit, type OpenSocket } from './socket.ts'
import { EGRESS_STREAMS_MAX, egressStream, type EgressStream, type EgressStreamInit } from './stream.ts'

export interface EgressOptions {
  readonly allow?: EgressAllow
  readonly localMode?: boolean
  /** Default: the system's resolver. */
  readonly resolve?: Resolve
}

export interface CheckedDestination extends Destination {
  /** Resolved and permitted addresses of the host. Connect to these without resolving again. */
  readonly addresses: readonly string[]
  /** Whether the host or its address is allowlisted. Some schemes require that. */
  readonly allowlisted: boolean
}

/** Outbound connections with protection against SSRF. All calls to user-supplied addresses must use it. */
export interface Egress {
  /**
   * Resolves and checks an address, for callers that do not use `fetch`.
   * @param schemes allowed schemes without colon; by default http and https
   * @throws {Failure} `egress_refused`; `unavailable` if the name cannot be resolved
   */
  check(url: string | URL, schemes?: readonly string[]): Promise<CheckedDestination>
  /**
   * Like the platform's `fetch`, under the policy: see `EgressInit` for the limits. Ignores proxies of the environment. The response body
   * also fails with a `Failure` if it is too large or too late.
   * @throws {Failure} `egress_refused`: address, redirect or size; `unavailable`: no response in time
   */
  readonly fetch: (url: string | URL, init?: EgressInit) => Promise<Response>
  /**
   * Sends one request under the policy and streams its response: see `EgressStreamInit` for the limits. Returns redirects to the caller.
   * The body must be iterated or cancelled. It fails with a `Failure` if it is too large or too late, and is read at the speed of the
   * iteration.
   * @throws {Failure} `egress_refused`: address or size; `unavailable`: no response in time
   */
  readonly stream: (url: string | URL, init?: EgressStreamInit) => Promise<EgressStream>
  /**
   * Opens a WebSocket under the policy: see `EgressSocketInit` for the limits. Does not follow redirects or compress.
   * @throws {Failure} `egress_refused`: address; `unavailable`: not opened in time, or too many
   *   are open; `SocketRefused`: another response
   */
  readonly socket: (url: string | URL, init?: EgressSocketInit) => Promise<EgressSocket>
  /** Closes idle and busy connections. */
  close(): Promise<void>
}

export function createEgress(options: EgressOptions = {}): Egress {
  const policy: EgressPolicy = {
    allow: options.allow ?? NOTHING_ALLOWED,
    localMode: options.localMode ?? false,
    resolve: options.resolve ?? systemResolve,
  }
  const agent = new PinnedAgent(policy)
  const streams = new PinnedAgent(policy, EGRESS_STREAMS_MAX)
  const sockets = new Set<OpenSocket>()
  return {
    async check(url, schemes = WEB_SCHEMES) {
      const destination = checkUrl(url, schemes, policy)
      const { address, host } = destination
      const addresses = address === undefined ? await checkHost(host, policy) : [address]
      return { ...destination, addresses, allowlisted: isAllowlisted(destination, policy) }
    },
    fetch: (url, init = {}) => egressFetch(url, init, policy, agent),
    stream: (url, init = {}) => egressStream(url, init, policy, streams),
    socket: (url, init = {}) => egressSocket(url, init, policy, sockets),
    async close() {
      for (const socket of sockets) socket.terminate()
      await Promise.all([agent.close(), streams.close()])
    },
  }
}
