import type { ListedModel } from '@gatehouse/contracts/content'
import type { TenantSnapshot } from '@gatehouse/screening'

/** APIs of model providers. */
export type ChatDialect = 'openai' | 'anthropic'

/** One request to a provider, in its dialect. */
export interface UpstreamRequest {
  /** Requested model, which determines the upstream. */
  readonly model: string
  readonly dialect: ChatDialect
  /** Relative to the upstream's base address, such as `/chat/completions`, `/responses`, `/messages`. */
  readonly path: string
  /** JSON in UTF-8. */
  readonly body: Buffer
  /** Whether an event stream is expected. */
  readonly stream: boolean
  /** Client headers that providers support (`anthropic-version`, `openai-beta`, `idempotency-key`), without keys. */
  readonly headers: Readonly<Record<string, string>>
  /** Fires when the client disconnects, to abort the call. */
  readonly signal: AbortSignal
}

/** A provider's response: its status and its bytes, including provider errors. */
export interface UpstreamAnswer {
  /** Name of the responding upstream. */
  readonly upstream: string
  readonly status: number
  /** Lower-case names, without connection, length or encoding headers. */
  readonly headers: Readonly<Record<string, string>>
  /** Decompressed, with limits of size and time. Ending the iteration aborts the call. */
  readonly body: AsyncIterable<Uint8Array>
}

/** The model providers of tenants. */
export interface ModelUpstreams {
  /**
   * Sends a request to the upstreams of its model in order, with failover before the first byte of a response. Error responses are
   * responses too. If all upstreams fail, the last response is returned.
   * @throws {Failure} `not_found` if no upstream serves the model; `model_unavailable` if none of them responds;
   *   `egress_refused` if the policy denies the address
   */
  send(tenant: TenantSnapshot, request: UpstreamRequest): Promise<UpstreamAnswer>
  /** Returns the models that the tenant may call, by name. */
  models(tenant: TenantSnapshot): Promise<ModelListing>
  /** @throws {Failure} `not_found` if the tenant may not call this model */
  model(tenant: TenantSnapshot, name: string): Promise<ListedModel>
}

export interface ModelListing {
  readonly models: readonly ListedModel[]
  /** Upstreams whose list could not be fetched. */
  readonly unanswered: readonly string[]
}
