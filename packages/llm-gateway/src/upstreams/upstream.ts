import { perConfig } from '@gatehouse/guards/agentic'
import { Secret } from '@gatehouse/kernel'
import type { TenantSnapshot } from '@gatehouse/screening'
import type { ChatDialect } from './model-upstreams.ts'
import type { UpstreamSealer } from './sealer.ts'
import { storedUpstream, UPSTREAM_KIND } from './stored-upstream.ts'

/** A configured provider. */
export interface Upstream {
  /** Unique across tenants; changes with the address. */
  readonly id: string
  readonly name: string
  readonly baseUrl: string
  /** Exact names of models. */
  readonly exact: ReadonlySet<string>
  /** Prefixes of model names. An empty prefix matches every name. */
  readonly prefixes: readonly string[]
  readonly weight: number
  readonly order: number
  /** Undefined: both dialects. */
  readonly dialect: ChatDialect | undefined
  /** Maximum time to the first byte of an answer. */
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

/** The deployment's provider for tenants without their own. */
export interface DeploymentModel {
  readonly baseUrl: string
  readonly apiKey: Secret | undefined
  /** Names and patterns of its models. */
  readonly models: readonly string[]
  /** Whether isolated tenants share its key. */
  readonly isShared: boolean
}

/** Name of the deployment's provider. Tenants cannot use it. */
export const DEPLOYMENT_UPSTREAM = '$deployment'
/** Default for upstreams without their own timeout. */
const DEPLOYMENT_TIMEOUT_MS = 120_000
const DEPLOYMENT_IDLE_MS = 120_000
const DEPLOYMENT_RETRIES = 1

/** Returns the enabled upstreams of a tenant, cached per version. */
export function createUpstreamsOf(
  sealer: Pick<UpstreamSealer, 'open'>,
  deployment: DeploymentModel | undefined,
): (tenant: TenantSnapshot) => readonly Upstream[] {
  const fallback = deployment === undefined ? [] : [deploymentUpstream(deployment)]
  const own = perConfig(({ tenantId, items }): readonly Upstream[] | undefined => {
    const documents = items.get(UPSTREAM_KIND)
    if (documents === undefined || documents.size === 0) return undefined
    return [...documents].flatMap(([name, document]) => {
      const upstream = tenantUpstream({ tenantId, name }, document, sealer)
      return upstream === undefined ? [] : [upstream]
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
