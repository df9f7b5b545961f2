import type { GuardBlock } from '@gatehouse/contracts/policies'
import { mergeBlocks } from '@gatehouse/guards'
import { type Clock, Failure, messageOf, type Violation } from '@gatehouse/kernel'
import type { DeploymentDocument } from '@gatehouse/store'
import type { TenantSnapshot } from '@gatehouse/screening'
import { FRESH_MS, type Tenants } from '../tenants.ts'
import { effectiveBlocks, type StoredProblem } from './standing-blocks.ts'
import { NO_BLOCKS, storedBlocks, type StoredBlocks } from './stored-blocks.ts'

/** Name of the document in the store. */
export const SERVER_DEFAULTS = 'guard_defaults'

/** Storage of defaults; implemented by the store and by tests. */
export interface DefaultsSource {
  version(): Promise<number>
  read(): Promise<DeploymentDocument | undefined>
}

/** Deployment defaults of one version. */
export interface Defaults {
  readonly version: number
  /** Stored entries without unsupported parts. */
  readonly blocks: StoredBlocks
  readonly problems: readonly StoredProblem[]
  readonly updatedAt: Date | null
  readonly updatedBy: string | null
}

const NOTHING_STORED: Defaults = { version: 0, blocks: NO_BLOCKS, problems: [], updatedAt: null, updatedBy: null }

export interface ServerDefaults {
  /** Tenants with these defaults, at most {@link FRESH_MS} old. */
  readonly tenants: Tenants
  /** Returns the currently stored defaults. */
  read(): Promise<Defaults>
  /** Returns the parts that do not apply on this instance. */
  problems(): Promise<readonly StoredProblem[]>
  /** Applies new defaults on this instance immediately. */
  take(document: DeploymentDocument): Defaults
}

/**
 * Caches the stored defaults of the deployment, and applies them to tenants. Each version of the defaults creates new tenant snapshots, so
 * that data compiled for one version is never used with another.
 * @param compile compiles the defaults; invalid entries are skipped
 * @param onProblems called for each version that applies only in part
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
        // Avoids an await per request if the data is available.
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

/** Defaults in effect on this instance, with the snapshots for them. */
interface Layer {
  version(): number
  problems(): readonly StoredProblem[]
  /** Applies defaults unless newer ones are active. @returns the given defaults */
  hold(next: Defaults): Defaults
  /** Returns the tenant with the defaults applied. */
  under(tenant: TenantSnapshot): TenantSnapshot
}

function createLayer(): Layer {
  let current = NOTHING_STORED
  let created = new WeakMap<TenantSnapshot, TenantSnapshot>()
  return {
    version: () => current.version,
    problems: () => current.problems,
    hold(next) {
      // A slow read must not restore defaults that were replaced meanwhile.
      if (next.version > current.version) {
        current = next
        created = new WeakMap()
      }
      return next
    },
    under(tenant) {
      if (current.version === 0) return tenant
      let derived = created.get(tenant)
      if (derived === undefined) {
        derived = withDefaults(tenant, current)
        created.set(tenant, derived)
      }
      return derived
    },
  }
}

/** Reloads the defaults if they are stale. Concurrent callers share one read. */
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

/** A tenant with the deployment's defaults applied. */
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

/** Returns a reader for the stored defaults as this build supports them. */
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
    return { version, ...effectiveBlocks(storedBlocks(document), violationsOf), updatedAt, updatedBy }
  }
}
