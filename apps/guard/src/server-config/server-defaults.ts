import type { GuardBlock } from '@gatehouse/contracts'
import { mergeBlocks } from '@gatehouse/guards'
import { type Clock, Failure, messageOf, type Violation } from '@gatehouse/kernel'
import type { DeploymentDocument } from '@gatehouse/store'
import type { TenantSnapshot } from '@gatehouse/screening'
import { FRESH_MS, type Tenants } from '../tenants.ts'
import { standingBlocks, type StoredProblem } from './standing-blocks.ts'
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
  /** What is stored, without what this build refuses of it. */
  readonly blocks: StoredBlocks
  readonly problems: readonly StoredProblem[]
  readonly updatedAt: Date | null
  readonly updatedBy: string | null
}

const NOTHING_STORED: Defaults = { version: 0, blocks: NO_BLOCKS, problems: [], updatedAt: null, updatedBy: null }

export interface ServerDefaults {
  /** Tenants as they are under the defaults of at most {@link FRESH_MS} ago. */
  readonly tenants: Tenants
  /** What is stored now. */
  read(): Promise<Defaults>
  /** What of them does not hold on this instance. */
  problems(): Promise<readonly StoredProblem[]>
  /** Lets what was just written hold on this instance at once. */
  take(document: DeploymentDocument): Defaults
}

/**
 * Keeps what is stored of the deployment's defaults in memory, and lays it under tenants. A tenant's snapshot is made anew
 * with each version of the defaults, so that nothing that was compiled for one version serves another.
 * @param compile  compiles the defaults; the entries that it refuses do not hold, and the others do
 * @param onProblems  told of each version that this instance takes only in part
 */
export function createServerDefaults(
  source: DefaultsSource,
  tenants: Tenants,
  compile: (blocks: StoredBlocks) => void,
  clock: Clock,
  onProblems: (defaults: Defaults) => void,
): ServerDefaults {
  const layer = createLayer()
  const defaultsOf = reader(compile)
  const read = async (): Promise<Defaults> => defaultsOf(await source.read())
  const fresh = refresher(() => source.version(), read, layer, clock, onProblems)
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
    read,
    async problems() {
      await fresh()
      return layer.problems()
    },
    take: (document) => layer.hold(defaultsOf(document)),
  }
}

/** The defaults that hold on this instance, and the snapshots made with them. */
interface Layer {
  version(): number
  problems(): readonly StoredProblem[]
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
    problems: () => current.problems,
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
  version: () => Promise<number>,
  read: () => Promise<Defaults>,
  layer: Layer,
  clock: Clock,
  onProblems: (defaults: Defaults) => void,
): () => Promise<void> | undefined {
  let checkedAt = -Infinity
  let pending: Promise<void> | undefined

  async function refresh(): Promise<void> {
    const askedAt = clock.now()
    if ((await version()) > layer.version()) {
      const next = layer.hold(await read())
      if (next.problems.length > 0) onProblems(next)
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

/** Reads what is stored as it holds in this build. */
function reader(compile: (blocks: StoredBlocks) => void): (found: DeploymentDocument | undefined) => Defaults {
  const violationsOf = (blocks: StoredBlocks): readonly Violation[] => {
    try {
      compile(blocks)
      return []
    } catch (thrown) {
      if (thrown instanceof Failure && thrown.violations.length > 0) return thrown.violations
      return [{ path: [], message: messageOf(thrown), type: 'value' }]
    }
  }
  return (found) => {
    if (found === undefined) return NOTHING_STORED
    const { version, document, updatedAt, updatedBy } = found
    return { version, ...standingBlocks(storedBlocks(document), violationsOf), updatedAt, updatedBy }
  }
}
