import type { OnServerMessage, UpstreamConnection } from '../connection.ts'
import type { Fields, JsonRpcMessage, JsonRpcRequest } from '../messages.ts'
import { fieldsOf, metaOf } from '../server/rpc.ts'
import { META } from '../stateless/meta.ts'

/** Watched resources per session. */
const RESOURCES_MAX = 1_000
/** Delay before an ended stream is reopened; doubled each time, up to the second value. */
const REOPEN_MS = 1_000
const REOPEN_MS_MAX = 60_000

/** One upstream `subscriptions/listen` stream that replaces the notifications of a server with sessions. */
export class Subscription {
  readonly #upstream: UpstreamConnection
  readonly #capabilities: Fields
  readonly #stateless: (request: JsonRpcRequest) => JsonRpcRequest
  readonly #watched = new Set<string>()
  #onMessage: OnServerMessage | undefined
  #current: AbortController | undefined
  #reopening: NodeJS.Timeout | undefined
  #pause_ms = REOPEN_MS

  constructor(
    upstream: UpstreamConnection,
    capabilities: Fields,
    stateless: (request: JsonRpcRequest) => JsonRpcRequest,
  ) {
    this.#upstream = upstream
    this.#capabilities = capabilities
    this.#stateless = stateless
  }

  start(onMessage: OnServerMessage): () => void {
    this.#onMessage = onMessage
    this.#open()
    return () => this.stop()
  }

  /** Starts or stops watching a resource. Returns false when too many are watched already. */
  watch(uri: string, wanted: boolean): boolean {
    if (this.#watched.has(uri) === wanted) return true
    if (wanted && this.#watched.size >= RESOURCES_MAX) return false
    if (wanted) this.#watched.add(uri)
    else this.#watched.delete(uri)
    this.#open()
    return true
  }

  stop(): void {
    this.#onMessage = undefined
    clearTimeout(this.#reopening)
    this.#current?.abort()
  }

  /** Reopens the stream with the current filter. The old stream ends afterwards, so that no change is lost. */
  #open(): void {
    clearTimeout(this.#reopening)
    const before = this.#current
    const notifications = this.#wanted()
    this.#current = undefined
    if (Object.keys(notifications).length > 0 && this.#onMessage !== undefined) this.#listen(notifications)
    before?.abort()
  }

  #listen(notifications: Fields): void {
    const controller = new AbortController()
    this.#current = controller
    const request = this.#stateless({
      jsonrpc: '2.0',
      id: 'listen',
      method: 'subscriptions/listen',
      params: { notifications },
    })
    const second = () => {
      if (controller.signal.aborted || this.#onMessage === undefined) return
      this.#reopening = setTimeout(() => this.#open(), this.#pause_ms)
      this.#reopening.unref()
      this.#pause_ms = Math.min(this.#pause_ms * 2, REOPEN_MS_MAX)
    }
    const onMessage = (message: JsonRpcMessage) => {
      if (!controller.signal.aborted) this.#tell(message)
    }
    this.#upstream.request(request, { signal: controller.signal, onMessage }).then(second, second)
  }

  #tell(message: JsonRpcMessage): void {
    if (!('method' in message)) return
    // The stream is healthy, so that it is reopened soon after its end.
    this.#pause_ms = REOPEN_MS
    if (message.method === 'notifications/subscriptions/acknowledged') return
    const { [META.subscription]: _, ...meta } = metaOf(message)
    const { _meta, ...params } = message.params ?? {}
    this.#onMessage?.({ ...message, params: Object.keys(meta).length === 0 ? params : { ...params, _meta: meta } })
  }

  #wanted(): Fields {
    const changes = (feature: string) => fieldsOf(this.#capabilities[feature])['listChanged'] === true
    return {
      ...(changes('tools') ? { toolsListChanged: true } : {}),
      ...(changes('prompts') ? { promptsListChanged: true } : {}),
      ...(changes('resources') ? { resourcesListChanged: true } : {}),
      ...(this.#watched.size > 0 ? { resourceSubscriptions: [...this.#watched] } : {}),
    }
  }
}
