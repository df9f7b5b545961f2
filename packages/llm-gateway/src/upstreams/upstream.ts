import { perConfig } from '@gatehouse/guards/agentic'
import { Secret } from '@gatehouse/kernel'
import type { TenantSnapshot } from '@gatehouse/screening'
import type { ChatDialect } from './model-upstreams.ts'
import type { UpstreamSealer } from './sealer.ts'
import { storedUpstream, UPSTREAM_KIND } from './stored-upstream.ts'

/** One provider, ready for requests. */
export interface Upstream {
  /** Unique across tenants, and changed with the address. */
  readonly id: string
  readonly name: string
  readonly baseUrl: string
  /** Exact names of models. */
  readonly exact: ReadonlySet<string>
  /** Model name prefixes; the empty one matches every name. */
  readonly prefixes: readonly string[]
  readonly weight: number
  readonly order: number
  /** Default: either dialect. */
  readonly dialect: ChatDialect | undefined
  /** To the first byte of an answer. */
  readonly timeout_ms: number
  /** Maximum time between two pieces of an answer. */
  readonly idle_ms: number
  readonly retries: number
  /** @throws {Failure} `unavailable` if the master key that sealed them is missing */
  secrets(): OpenedSecrets
}

export interface OpenedSecrets {
  readonly apiKey: Secret | undefined
  readonly headers: Readonly<Record<string, Secret>>
}

/** The provider of the deployment, for tenants that have none of their own. */
export interface DeploymentModel {
  readonly baseUrl: string
  readonly apiKey: Secret | undefined
  /** Names and patterns that it serves. */
  readonly models: readonly string[]
  /** Whether tenants that must not see each other's data use its key. */
  readonly isShared: boolean
}

/** Name of the deployment's provider; no tenant can use this name. */
export const DEPLOYMENT_UPSTREAM = '$deployment'
/** Default for upstreams without a timeout of their own. */
const DEPLOYMENT_TIMEOUT_MS = 120_000
const DEPLOYMENT_IDLE_MS = 120_000
const DEPLOYMENT_RETRIES = 1

/** The upstreams of a tenant that are switched on, read once for each version of it. */
export function createUpstreamsOf(
  sealer: Pick<UpstreamSealer, 'open'>,
  deployment: DeploymentModel | undefined,
): (tenant: TenantSnapshot) => readonly Upstream[] {
  const fallback = deployment === undefined ? [] : [deploymentUpstream(deployment)]
  const own = perConfig(({ tenantId, items }): readonly Upstream[] | undefined => {
    const documents = items.get(UPSTREAM_KIND)
    if (documents === undefined || documents.size === 0) return undefined
    return [...documents].flatMap(([name, document]) => {
      const made = tenantUpstream({ tenantId, name }, document, sealer)
      return made === undefined ? [] : [made]
    })
  })
  return ({ agentic }) => own(agentic) ?? fallback
}

function tenantUpstream(
  { tenantId, name }: { readonly tenantId: string; readonly name: string },
  document: Readonly<Record<string, unknown>>,
  sealer: Pick<UpstreamSealer, 'open'>,
): Upstream | undefined {
  const stored = storedUpstream(document)
  const { base_url, models, weight, order, dialect, timeout_s, idle_timeout_s, retries, enabled, sealed } = stored
  if (!enabled) return undefined
  let opened: OpenedSecrets | undefined
  return {
    id: JSON.stringify([tenantId, name, base_url]),
    name,
    baseUrl: base_url,
    ...patternsOf(models),
    weight,
    order,
    dialect,
    timeout_ms: timeout_s * 1_000,
    idle_ms: idle_timeout_s * 1_000,
    retries,
    secrets() {
      if (opened === undefined) {
        const { api_key, headers } = sealer.open({ tenantId, name, base_url }, sealed)
        opened = {
          apiKey: api_key === null ? undefined : new Secret(api_key),
          headers: Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, new Secret(value)])),
        }
      }
      return opened
    },
  }
}

function deploymentUpstream({ baseUrl, apiKey, models }: DeploymentModel): Upstream {
  const secrets: OpenedSecrets = { apiKey, headers: {} }
  return {
    id: DEPLOYMENT_UPSTREAM,
    name: DEPLOYMENT_UPSTREAM,
    baseUrl,
    ...patternsOf(models),
    weight: 1,
    order: 0,
    dialect: undefined,
    timeout_ms: DEPLOYMENT_TIMEOUT_MS,
    idle_ms: DEPLOYMENT_IDLE_MS,
    retries: DEPLOYMENT_RETRIES,
    secrets: () => secrets,
  }
}

function patternsOf(models: readonly string[]): Pick<Upstream, 'exact' | 'prefixes'> {
  return {
    exact: new Set(models.filter((model) => !model.endsWith('*'))),
    prefixes: models.filter((model) => model.endsWith('*')).map((model) => model.slice(0, -1)),
  }
}
