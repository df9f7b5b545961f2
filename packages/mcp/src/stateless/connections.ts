import { canonicalHash, type Clock, Failure } from '@gatehouse/kernel'

import type { UpstreamConnection } from '../connection.ts'
import type { JsonRpcRequest } from '../messages.ts'
import type { McpHttpRequest } from '../server/http.ts'
import type { GatewayLimits } from '../server/limits.ts'
import { fieldsOf, isFields, metaOf, type OnDefect } from '../server/rpc.ts'
import { asStateless } from '../translate/as-stateless.ts'
import { capabilitiesOf, META } from './meta.ts'
import { type MirroredParam, mirroredParams } from './param-headers.ts'

/** Tools per connection whose mirrored parameters are stored. */
const TOOLS_MAX = 5_000

/** Connection that requests of one owner share. */
export class SharedConnection {
  readonly owner: string
  readonly group: string
  readonly connection: Promise<UpstreamConnection>
  inUse = 0
  used_ms = 0
  /** Mirrored parameters of tools, according to the latest list. */
  readonly #mirrored = new Map<string, readonly MirroredParam[]>()

  constructor({ owner, group = owner }: McpHttpRequest, connection: Promise<UpstreamConnection>) {
    this.owner = owner
    this.group = group
    this.connection = connection
  }

  learn(tools: unknown): void {
    if (!Array.isArray(tools)) return
    for (const tool of tools) {
      if (!isFields(tool) || typeof tool['name'] !== 'string') continue
      if (this.#mirrored.size >= TOOLS_MAX && !this.#mirrored.has(tool['name'])) return
      this.#mirrored.set(tool['name'], mirroredParams(tool['inputSchema']))
    }
  }

  mirroredBy(request: JsonRpcRequest): readonly MirroredParam[] | undefined {
    const name = request.params?.['name']
    return typeof name === 'string' ? this.#mirrored.get(name) : undefined
  }
}

interface ConnectionParts {
  readonly limits: GatewayLimits
  readonly clock: Clock
  readonly onDefect: OnDefect
}

/** Upstream connections for clients without sessions: one per owner and client capabilities. */
export class Connections {
  readonly #parts: ConnectionParts
  /** The most recently used last. */
  readonly #shared = new Map<string, SharedConnection>()

  constructor(parts: ConnectionParts) {
    this.#parts = parts
  }

  get size(): number {
    return this.#shared.size
  }

  /**
   * Returns the connection for this request, new or shared with earlier ones of the same owner.
   * @throws {Failure} `limit_reached` when too many are in use
   */
  take(request: JsonRpcRequest, http: McpHttpRequest): SharedConnection {
    const key = `${http.owner} ${canonicalHash(capabilitiesOf(request))}`
    let shared = this.#shared.get(key)
    if (shared === undefined) {
      this.#makeRoom(http)
      shared = new SharedConnection(http, this.#connect(request, http))
      void this.#dropWhenLost(key, shared)
    } else this.#shared.delete(key)
    this.#shared.set(key, shared)
    shared.inUse += 1
    shared.used_ms = this.#parts.clock.now()
    return shared
  }

  giveBack(shared: SharedConnection): void {
    shared.inUse -= 1
    shared.used_ms = this.#parts.clock.now()
  }

  sweep(): void {
    const since_ms = this.#parts.clock.now() - this.#parts.limits.sessionIdle_ms
    for (const [key, shared] of this.#shared)
      if (shared.inUse === 0 && shared.used_ms < since_ms) this.#drop(key, shared)
  }

  removeOwners(matches: (owner: string) => boolean): void {
    for (const [key, shared] of this.#shared) if (matches(shared.owner)) this.#drop(key, shared)
  }

  async #connect(request: JsonRpcRequest, http: McpHttpRequest): Promise<UpstreamConnection> {
    const meta = metaOf(request)
    const connection = await http.route.connect({
      era: 'stateless',
      version: String(meta[META.version]),
      clientInfo: { name: 'client', version: '0', ...fieldsOf(meta[META.clientInfo]) },
      capabilities: capabilitiesOf(request),
      // Other requests may use the connection when this client disconnects. Connecting has its own timeout.
      signal: new AbortController().signal,
    })
    return connection.era === 'stateless' ? connection : asStateless(connection, this.#parts)
  }

  async #dropWhenLost(key: string, shared: SharedConnection): Promise<void> {
    try {
      const connection = await shared.connection
      await connection.closed
    } catch {
      // Callers receive the rejection from the promise itself.
    }
    this.#drop(key, shared)
  }

  #makeRoom({ owner, group = owner }: McpHttpRequest): void {
    this.sweep()
    const { connectionsPerOwner, connectionsPerGroup, connectionsInAll } = this.#parts.limits
    const own = [...this.#shared].filter(([, shared]) => shared.owner === owner)
    let ofGroup = 0
    for (const shared of this.#shared.values()) if (shared.group === group) ofGroup += 1
    const isFull = own.length >= connectionsPerOwner || ofGroup >= connectionsPerGroup
    if (!isFull && this.#shared.size < connectionsInAll) return
    const unused = own.find(([, shared]) => shared.inUse === 0)
    if (unused === undefined) {
      throw new Failure('limit_reached', 'Too many connections to this tool server are in use.')
    }
    this.#drop(...unused)
  }

  #drop(key: string, shared: SharedConnection): void {
    if (this.#shared.get(key) !== shared) return
    this.#shared.delete(key)
    // A failed connection needs no close, and its callers already have the error.
    shared.connection.then((connection) => connection.close()).catch(() => undefined)
  }
}
