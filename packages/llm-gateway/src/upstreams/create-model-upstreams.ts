import type { Logger } from '@gatehouse/http'
import { type Clock, Failure } from '@gatehouse/kernel'
import { type Egress } from '@gatehouse/kernel/egress'
import { type KeyRing } from '@gatehouse/kernel/sealing'
import type { TenantSnapshot } from '@gatehouse/screening'
import { createBreakers } from './breakers.ts'
import { candidatesFor, exactnessOf } from './candidates.ts'
import { createModelLists } from './model-lists.ts'
import type { ModelUpstreams, UpstreamRequest } from './model-upstreams.ts'
import { createUpstreamSealer, type UpstreamSealer } from './sealer.ts'
import { type SendParts, sendTo } from './send.ts'
import { underSharedKey } from './shared-key.ts'
import { createUpstreamsOf, DEPLOYMENT_UPSTREAM, type DeploymentModel, type Upstream } from './upstream.ts'

export interface ModelUpstreamParts {
  /** Seals the keys of upstreams. */
  readonly keys: KeyRing
  readonly egress: Pick<Egress, 'stream'>
  readonly clock: Clock
  readonly log: Logger
  /** For tenants without their own upstreams. If absent, these cannot call models. */
  readonly deployment?: DeploymentModel | undefined
  /** Random number from 0 up to 1, for equal candidates and the retry delay. */
  readonly random?: () => number
}

/** The model providers of tenants, with the encryption of their configuration. */
export interface ModelUpstreamService extends ModelUpstreams {
  readonly sealer: UpstreamSealer
  /** Returns whether an upstream of the tenant serves the model and supports the dialect. */
  serves(tenant: TenantSnapshot, about: Pick<UpstreamRequest, 'model' | 'dialect'>): boolean
}

/** Routes requests to the upstreams of tenants. The snapshot contains all required data of a tenant. */
export function createModelUpstreams(parts: ModelUpstreamParts): ModelUpstreamService {
  const { keys, egress, clock, log, deployment, random = Math.random } = parts
  const sealer = createUpstreamSealer(keys)
  const upstreamsOf = createUpstreamsOf(sealer, deployment)
  const sending: SendParts = { stream: egress.stream, clock, random, log, breakerOf: createBreakers(clock) }
  const lists = createModelLists({ stream: egress.stream, clock })
  return {
    sealer,
    async send(tenant, request) {
      const upstreams = upstreamsOf(tenant)
      const candidates = candidatesFor(upstreams, request, random)
      if (candidates.length === 0) throw unserved(upstreams, request)
      const { tenantId } = tenant
      const isShared = deployment?.isShared === true && candidates.some(({ name }) => name === DEPLOYMENT_UPSTREAM)
      const own = isShared ? underSharedKey(request, tenantId) : request
      return sendTo(candidates, { ...own, tenantId }, sending)
    },
    serves: (tenant, about) => candidatesFor(upstreamsOf(tenant), about, random).length > 0,
    models: (tenant) => lists.models(upstreamsOf(tenant)),
    async model(tenant, name) {
      const found = await lists.model(upstreamsOf(tenant), name)
      if (found === undefined) throw unknownModel(name)
      return found
    },
  }
}

/** Maximum length of a name in a message. */
const SHOWN_CHARS_MAX = 100

/** Returns why no upstream is available, for the tenant's administrator. */
function unserved(
  upstreams: readonly Upstream[],
  { model, dialect }: Pick<UpstreamRequest, 'model' | 'dialect'>,
): Failure {
  if (upstreams.length === 0) {
    const where = 'configure model upstreams with PUT /v1/tenant/me/model-upstreams'
    return new Failure('not_found', `The tenant has no enabled model upstream; ${where}.`)
  }
  if (!upstreams.some((upstream) => exactnessOf(upstream, model) !== undefined)) return unknownModel(model)
  return new Failure('not_found', `No upstream with dialect "${dialect}" serves the model "${shown(model)}".`)
}

function unknownModel(model: string): Failure {
  return new Failure('not_found', `No upstream serves the model "${shown(model)}".`)
}

function shown(model: string): string {
  return model.slice(0, SHOWN_CHARS_MAX)
}
