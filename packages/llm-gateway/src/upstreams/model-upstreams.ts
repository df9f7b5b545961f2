import type { ListedModel } from '@gatehouse/contracts'
import type { TenantSnapshot } from '@gatehouse/screening'

/** The interfaces that model providers offer. */
export type ChatDialect = 'openai' | 'anthropic'

/** One request on its way to a provider, in the words of its dialect. */
export interface UpstreamRequest {
  /** The model that the client asked for; decides the upstream. */
  readonly model: string
  readonly dialect: ChatDialect
  /** Behind the upstream's base address, e.g. `/chat/completions`, `/responses`, `/messages`. */
  readonly path: string
  /** JSON in UTF-8. */
  readonly body: Buffer
  /** Whether an event stream is expected. */
  readonly stream: boolean
  /** Headers of the client that providers understand (`anthropic-version`, `openai-beta`, `idempotency-key`); never its keys. */
  readonly headers: Readonly<Record<string, string>>
  /** Fires when the client goes away; the call is then broken off. */
  readonly signal: AbortSignal
}

/** What a provider answers: its status and its bytes, errors of its own included. */
export interface UpstreamAnswer {
  /** The upstream that answered, by name. */
  readonly upstream: string
  readonly status: number
  /** Lower-case names; none that speak of the connection, the length or the encoding. */
  readonly headers: Readonly<Record<string, string>>
  /** Decompressed, bounded in size and time; breaking the iteration off breaks the call off. */
  readonly body: AsyncIterable<Uint8Array>
}

/** The model providers of tenants. */
export interface ModelUpstreams {
  /**
   * Sends a request to the upstreams that serve its model, in their order, the next one where one fails before its first byte.
   * An error that an upstream answers is an answer too; where all fail, the last answer is that of the request.
   * @throws {Failure} `not_found` when no upstream serves the model; `model_unavailable` when none of them answers;
   *   `egress_refused` where the policy refuses the address
   */
  send(tenant: TenantSnapshot, request: UpstreamRequest): Promise<UpstreamAnswer>
  /** The models that the tenant may call, by name. */
  models(tenant: TenantSnapshot): Promise<ModelListing>
  /** @throws {Failure} `not_found` when the tenant may not call a model of this name */
  model(tenant: TenantSnapshot, name: string): Promise<ListedModel>
}

export interface ModelListing {
  readonly models: readonly ListedModel[]
  /** Upstreams whose own list could not be had. */
  readonly unanswered: readonly string[]
}
