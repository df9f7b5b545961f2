import type { GuardBlock } from '@gatehouse/contracts'
import { mergeBlocks } from '@gatehouse/guards'
import { type Clock, Failure, messageOf } from '@gatehouse/kernel'
import type { DeploymentDocument } from '@gatehouse/store'
import type { TenantSnapshot } from '../policies.ts'
import { FRESH_MS, type Tenants } from '../tenants.ts'
import { NO_BLOCKS, storedBlocks, type StoredBlocks } from './stored-blocks.ts'

/** The name under which the store keeps them. */
export const SERVER_DEFAULTS = 'guard_defaults'

/** Where defaults are stored; the store does it, and tests may. */
export interface DefaultsSource {
  version(): Promise<number>
  read(): Promise<DeploymentDocument | undefined>
}

/** Defaults of the deployment at one moment. */
export interface Defaults {
  readonly version: number
  readonly blocks: StoredBlocks
  readonly updatedAt: Date | null
  readonly updatedBy: string | null
}

const NOTHING_STORED: Defaults = { version: 0, blocks: NO_BLOCKS, updatedAt: null, updatedBy: null }

export interface ServerDefaults {
  /** Tenants as they are under the defaults of at most {@link FRESH_MS} ago. */
  readonly tenants: Tenants
  /** What is stored now. */
  read(): Promise<Defaults>
  /** Lets what was just written hold on this instance at once. */
  take(document: DeploymentDocument): Defaults
}

/**
 * Keeps what is stored of the deployment's defaults in memory, and lays it under tenants. A tenant's snapshot is made anew
 * with each version of the defaults, so that nothing that was compiled for one version serves another.
 * @param check  compiles the defaults; what it throws is told to callers, since nobody can be screened by half a policy
 */
export function createServerDefaults(
  source: DefaultsSource,
  tenants: Tenants,
  check: (defaults: Defaults) => void,
  clock: Clock,
): ServerDefaults {
  let current = NOTHING_STORED
  let checkedAt = -Infinity
  let under = new WeakMap<TenantSnapshot, TenantSnapshot>()
  let pending: Promise<void> | undefined

  function hold(next: Defaults): Defaults {
    // An instance that is slow must not bring back what another write has replaced meanwhile.
    if (next.version > current.version) {
      current = next
      under = new WeakMap()
    }
    return next
  }

  async function refresh(): Promise<void> {
    const askedAt = clock.now()
    if ((await source.version()) > current.version) {
      const next = defaultsOf(await source.read())
      try {
        check(next)
      } catch (thrown) {
        throw new Failure('unavailable', `The stored defaults of the guards do not compile: ${messageOf(thrown)}`)
      }
      hold(next)
    }
    checkedAt = askedAt
  }

  function fresh(): Promise<void> | undefined {
    if (clock.now() - checkedAt < FRESH_MS) return undefined
    pending ??= refresh().finally(() => (pending = undefined))
    return pending
  }

  function underDefaults(tenant: TenantSnapshot): TenantSnapshot {
    if (current.version === 0) return tenant
    let derived = under.get(tenant)
    if (derived === undefined) {
      derived = withDefaults(tenant, current)
      under.set(tenant, derived)
    }
    return derived
  }

  return {
    tenants: {
      snapshot(tenantId) {
        const waiting = fresh()
        const found = tenants.snapshot(tenantId)
        // Nothing is awaited that is at hand: each wait costs a turn for every request.
        if (waiting === undefined && !(found instanceof Promise)) return underDefaults(found)
        return Promise.all([found, waiting]).then(([tenant]) => underDefaults(tenant))
      },
      expire: (tenantId) => tenants.expire(tenantId),
    },
    read: async () => defaultsOf(await source.read()),
    take: (document) => hold(defaultsOf(document)),
  }
}

/** A tenant that has the deployment's defaults under its own configuration. */
export function withDefaults(tenant: TenantSnapshot, { version, blocks }: Defaults): TenantSnapshot {
  const { input, output, agentic } = blocks
  return {
    ...tenant,
    server: { version, blocks: { input, output } },
    agentic: { ...tenant.agentic, guardrails: laidOver(agentic, tenant.agentic.guardrails) },
  }
}

function laidOver(base: GuardBlock, over: GuardBlock): GuardBlock {
  return Object.keys(base).length === 0 ? over : mergeBlocks(base, over)
}

function defaultsOf(found: DeploymentDocument | undefined): Defaults {
  if (found === undefined) return NOTHING_STORED
  const { version, document, updatedAt, updatedBy } = found
  return { version, blocks: storedBlocks(document), updatedAt, updatedBy }
}
