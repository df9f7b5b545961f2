import type { CallOptions, UpstreamConnection } from '../connection.ts'
import type { Fields, JsonRpcId, JsonRpcMessage, JsonRpcRequest, JsonRpcResponse } from '../messages.ts'
import { unlessAborted } from '../server/abort.ts'
import { fieldsOf, resultResponse } from '../server/rpc.ts'
import { META } from '../stateless/meta.ts'

/** Watched resources per stream. */
const RESOURCES_MAX = 1_000

/** Filter field that selects a notification, and the feature whose `listChanged` announces it. */
const LIST_CHANGES: Readonly<Record<string, { readonly field: string; readonly feature: string }>> = {
  'notifications/tools/list_changed': { field: 'toolsListChanged', feature: 'tools' },
  'notifications/prompts/list_changed': { field: 'promptsListChanged', feature: 'prompts' },
  'notifications/resources/list_changed': { field: 'resourcesListChanged', feature: 'resources' },
}

interface Watcher {
  readonly filter: Fields
  readonly uris: ReadonlySet<string>
  readonly onMessage: (message: JsonRpcMessage) => void
}

/** Implements `subscriptions/listen` for an upstream with sessions: changes are forwarded to the subscribed streams. */
export class Watching {
  readonly #upstream: UpstreamConnection
  readonly #watchers = new Set<Watcher>()
  /** Number of watchers per resource. */
  readonly #watched = new Map<string, number>()

  constructor(upstream: UpstreamConnection) {
    this.#upstream = upstream
  }

  /** Lasts until the client disconnects or the connection is lost. */
  async watch({ id, params }: JsonRpcRequest, { signal, onMessage }: CallOptions): Promise<JsonRpcResponse> {
    const filter = this.#granted(fieldsOf(params?.['notifications']))
    const uris = new Set(urisOf(filter))
    const watcher: Watcher = { filter, uris, onMessage }
    this.#watchers.add(watcher)
    try {
      await Promise.all([...uris].map((uri) => this.#count(uri, 1)))
      onMessage({
        jsonrpc: '2.0',
        method: 'notifications/subscriptions/acknowledged',
        params: { _meta: { [META.subscription]: id }, notifications: filter },
      })
      await unlessAborted(this.#upstream.closed, signal)
      return resultResponse(id, { _meta: { [META.subscription]: id } })
    } finally {
      this.#watchers.delete(watcher)
      void Promise.all([...uris].map((uri) => this.#count(uri, -1)))
    }
  }

  /** Forwards a change to its subscribers. Returns false for other messages. */
  tell(message: JsonRpcMessage): boolean {
    if (!('method' in message) || 'id' in message) return false
    const change = LIST_CHANGES[message.method]
    const isUpdate = message.method === 'notifications/resources/updated'
    if (change === undefined && !isUpdate) return false
    for (const { filter, uris, onMessage } of this.#watchers) {
      const uri = message.params?.['uri']
      const wanted = change === undefined ? typeof uri === 'string' && uris.has(uri) : filter[change.field] === true
      if (wanted) onMessage(message)
    }
    return true
  }

  /** Returns the part of the filter that this server supports. */
  #granted(fields: Fields): Fields {
    const capabilities = fieldsOf(this.#upstream.about['capabilities'])
    const granted: Record<string, unknown> = {}
    for (const { field, feature } of Object.values(LIST_CHANGES)) {
      if (fields[field] === true && fieldsOf(capabilities[feature])['listChanged'] === true) granted[field] = true
    }
    const uris = urisOf(fields)
    const canWatch = fieldsOf(capabilities['resources'])['subscribe'] === true
    return canWatch && uris.length > 0 ? { ...granted, resourceSubscriptions: uris } : granted
  }

  async #count(uri: string, by: 1 | -1): Promise<void> {
    const before = this.#watched.get(uri) ?? 0
    const after = before + by
    if (after > 0) this.#watched.set(uri, after)
    else this.#watched.delete(uri)
    if (before > 0 && after > 0) return
    const method = by === 1 ? 'resources/subscribe' : 'resources/unsubscribe'
    const id: JsonRpcId = method
    const options = { signal: new AbortController().signal, onMessage: () => undefined }
    // A server that rejects the subscription reports no changes of this resource; the stream continues for the others.
    await this.#upstream.request({ jsonrpc: '2.0', id, method, params: { uri } }, options).catch(() => undefined)
  }
}

function urisOf(filter: Fields): readonly string[] {
  const uris = filter['resourceSubscriptions']
  return Array.isArray(uris) ? uris.filter((uri) => typeof uri === 'string').slice(0, RESOURCES_MAX) : []
}
