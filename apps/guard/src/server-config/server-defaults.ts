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
  const layer = createLayer()
  const fresh = refresher(source, layer, check, clock)
  return {
    tenants: {
      snapshot(tenantId) {
        const waiting = fresh()
        const found = tenants.snapshot(tenantId)
        // Nothing is awaited that is at hand: each wait costs a turn for every request.
        if (waiting === undefined && !(found instanceof Promise)) return layer.under(found)
        return Promise.all([found, waiting]).then(([tenant]) => layer.under(tenant))
      },
      expire: (tenantId) => tenants.expire(tenantId),
    },
    read: async () => defaultsOf(await source.read()),
    take: (document) => layer.hold(defaultsOf(document)),
  }
}

/** The defaults that hold on this instance, and the snapshots made with them. */
interface Layer {
  version(): number
  /** Puts defaults in force unless newer ones are. @returns what was given */
  hold(next: Defaults): Defaults
  /** The tenant with the defaults under it. */
  under(tenant: TenantSnapshot): TenantSnapshot
}

function createLayer(): Layer {
  let current = NOTHING_STORED
  let made = new WeakMap<TenantSnapshot, TenantSnapshot>()
  return {
    version: () => current.version,
    hold(next) {
      // An instance that is slow must not bring back what another write has replaced meanwhile.
      if (next.version > current.version) {
        current = next
        made = new WeakMap()
      }
      return next
    },
    under(tenant) {
      if (current.version === 0) return tenant
      let derived = made.get(tenant)
      if (derived === undefined) {
        derived = withDefaults(tenant, current)
        made.set(tenant, derived)
      }
      return derived
    },
  }
}

/** Looks for newer defaults where the last look is too old; at once where it is not. One look serves all who wait. */
function refresher(
  source: DefaultsSource,
  layer: Layer,
  check: (defaults: Defaults) => void,
  clock: Clock,
): () => Promise<void> | undefined {
  let checkedAt = -Infinity
  let pending: Promise<void> | undefined

  async function refresh(): Promise<void> {
    const askedAt = clock.now()
    if ((await source.version()) > layer.version()) {
      const next = defaultsOf(await source.read())
      try {
        check(next)
      } catch (thrown) {
        throw new Failure('unavailable', `The stored defaults of the guards do not compile: ${messageOf(thrown)}`)
      }
      layer.hold(next)
    }
    checkedAt = askedAt
  }

  return () => {
    if (clock.now() - checkedAt < FRESH_MS) return undefined
    pending ??= refresh().finally(() => (pending = undefined))
    return pending
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
