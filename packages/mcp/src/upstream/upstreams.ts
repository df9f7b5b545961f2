import { canonicalHash, type Clock, Failure, Secret } from '@gatehouse/kernel'
import { type Egress } from '@gatehouse/kernel/egress'

import type { UpstreamConnection } from '../connection.ts'
import { fanOut } from '../fan-out/fan-out.ts'
import type { ConnectAbout } from '../server/connect.ts'
import type { CommandAllowlist } from '../stdio/allowlist.ts'
import { connectStdio } from '../stdio/connect-stdio.ts'
import type { ProcessSurroundings } from '../stdio/environment.ts'
import type { ProcessEnd } from '../stdio/process.ts'
import { Processes } from '../stdio/processes.ts'
import { connectHttp } from './connect-http.ts'
import { connectSse } from './connect-sse.ts'
import { upstreamLimits } from './limits.ts'
import { UpstreamMemory } from './memory.ts'

/** Server of a route with its connection settings. */
export interface UpstreamTarget {
  /** Empty if the route has only one server, whose tools keep their names. */
  readonly name: string
  readonly transport: 'http' | 'sse' | 'stdio'
  readonly url: string | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly command: string | undefined
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Whether all sessions of the owner share one process; default: one per session. */
  readonly shared?: boolean
}

export interface RouteBounds {
  readonly timeout_ms?: number | undefined
  readonly response_bytes?: number | undefined
}

/** Client of a connection. */
export interface UpstreamAbout extends ConnectAbout {
  readonly owner: string
  /** Scope of circuit breaker, cache and processes: all owners of one route of one tenant share them. Default: per owner. */
  readonly route?: string
  /** Group of routes, such as their tenant. Default: only the route. */
  readonly group?: string
}

export interface UpstreamsParts {
  readonly egress: Egress
  readonly clock: Clock
  readonly allowlist: CommandAllowlist
  readonly surroundings: ProcessSurroundings
  /** Called for each ended process; its standard error is untrusted. */
  readonly onExit?: (name: string, end: ProcessEnd) => void
}

/** Servers behind all routes of a gateway, with cached properties and running processes. */
export interface Upstreams {
  /** Returns whether the deployment allows a route to run this command. */
  mayRun(command: string, args: readonly string[]): boolean
  /**
   * Connects to the servers of a route and combines several into one.
   * @throws {Failure} `unavailable`, `egress_refused`, `invalid_request`, with messages without addresses
   */
  connect(targets: readonly UpstreamTarget[], bounds: RouteBounds, about: UpstreamAbout): Promise<UpstreamConnection>
  /** Ends all processes. */
  close(): Promise<void>
}

export function createUpstreams(parts: UpstreamsParts): Upstreams {
  const { egress, clock, allowlist, surroundings, onExit } = parts
  const memory = new UpstreamMemory(clock)
  const processes = new Processes({ clock, ...(onExit === undefined ? {} : { onExit }) })

  async function connectOne(
    target: UpstreamTarget,
    bounds: RouteBounds,
    about: UpstreamAbout,
  ): Promise<UpstreamConnection> {
    const { name, transport, url, command, args, env } = target
    const route = about.route ?? about.owner
    const remembered = memory.of(canonicalHash([route, name, transport, url ?? '', command ?? '', args]))
    const common = { name, clock, client: about, signal: about.signal, limits: upstreamLimits(bounds), remembered }
    if (transport === 'stdio') {
      const shared = target.shared ?? false
      const process = { route, group: about.group ?? route, command: command ?? '', args, env, shared }
      return connectStdio({ ...common, ...process, surroundings, allowlist, processes })
    }
    if (url === undefined) throw new Failure('unavailable', 'A server of this route has no address.')
    const headers = Object.fromEntries(Object.entries(target.headers).map(([key, value]) => [key, new Secret(value)]))
    const http = { ...common, url, headers, egress }
    return transport === 'sse' ? connectSse(http) : connectHttp(http)
  }

  return {
    mayRun: (command, args) => allowlist.mayRun(command, args),
    async connect(targets, bounds, about) {
      const [only] = targets
      if (only !== undefined && only.name === '' && targets.length === 1) return connectOne(only, bounds, about)
      // An unavailable server may be connected again long after the first request has ended.
      const lasting = { ...about, signal: new AbortController().signal }
      const members = targets.map((target) => ({
        name: target.name,
        connect: () => connectOne(target, bounds, lasting),
      }))
      return fanOut(members, { clock, client: about, limits: upstreamLimits(bounds) })
    },
    close: () => processes.close(),
  }
}
