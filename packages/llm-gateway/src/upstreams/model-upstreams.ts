import type { ListedModel } from '@gatehouse/contracts/content'
import type { TenantSnapshot } from '@gatehouse/screening'

/** The interfaces that model providers offer. */
export type ChatDialect = 'openai' | 'anthropic'

/** One request to a provider, in its dialect. */
export interface UpstreamRequest {
  /** The model that the client requested; determines the upstream. */
  readonly model: string
  readonly dialect: ChatDialect
  /** Relative to the upstream's base address, e.g. `/chat/completions`, `/responses`, `/messages`. */
  readonly path: string
  /** JSON in UTF-8. */
  readonly body: Buffer
  /** Whether an event stream is expected. */
  readonly stream: boolean
  /** Headers of the client that providers understand (`anthropic-version`, `openai-beta`, `idempotency-key`); never its keys. */
  readonly headers: Readonly<Record<string, string>>
  /** Fires when the client disconnects; the call is then aborted. */
  readonly signal: AbortSignal
}

/** A provider's response: its status and its bytes, including provider errors. */
export interface UpstreamAnswer {
  /** The upstream that answered, by name. */
  readonly upstream: string
  readonly status: number
  /** Lower-case names; no connection, length or encoding headers. */
  readonly headers: Readonly<Record<string, string>>
  /** Decompressed, bounded in size and time; breaking the iteration off breaks the call off. */
  readonly body: AsyncIterable<Uint8Array>
}

/** The model providers of tenants. */
export interface ModelUpstreams {
  /**
   * Sends a request to the upstreams of its model in order, with failover before the first byte of a response. An error response of an
   * upstream is a response too; if all fail, the last response is returned.
   * @throws {Failure} `not_found` when no upstream serves the model; `model_unavailable` when none of them responds;
   *   `egress_refused` if the policy denies the address
   */
  send(tenant: TenantSnapshot, request: UpstreamRequest): Promise<UpstreamAnswer>
  /** The models that the tenant may call, by name. */
  models(tenant: TenantSnapshot): Promise<ModelListing>
  /** @throws {Failure} `not_found` when the tenant may not call a model of this name */
  model(tenant: TenantSnapshot, name: string): Promise<ListedModel>
}

export interface ModelListing {
  readonly models: readonly ListedModel[]
  /** Upstreams whose own list could not be fetched. */
  readonly unanswered: readonly string[]
}
