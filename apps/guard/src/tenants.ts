import { AgentFields } from '@gatehouse/contracts/agents'
import { type Quota, Rbac, UNREGISTERED } from '@gatehouse/contracts/guard'
import { CustomPolicyRule, GuardBlock } from '@gatehouse/contracts/policies'
import { MODES } from '@gatehouse/contracts/verdicts'
import { withCustomRules } from '@gatehouse/guards'
import type { Items } from '@gatehouse/guards/agentic'
import { type Clock, Failure } from '@gatehouse/kernel'
import { z } from 'zod'
import type { TenantPort, TenantSnapshot } from '@gatehouse/screening'

/** Reads tenants. Implemented by the store and by tests. */
export interface TenantSource {
  /** Returns the configuration versions of existing tenants in `ids`. */
  versions(ids: readonly string[]): Promise<ReadonlyMap<string, Pick<StoredTenant, 'version' | 'createdAt'>>>
  load(id: string): Promise<StoredTenant | undefined>
}

/** A tenant in the store. */
export interface StoredTenant {
  readonly version: number
  /** Distinguishes a tenant from a deleted tenant with the same name. */
  readonly createdAt: Date
  readonly config: unknown
  readonly quota: Quota
  /** Individually stored rules of the tenant. */
  readonly customPolicies: readonly StoredCustomPolicy[]
  readonly agents: readonly { readonly id: string; readonly record: Readonly<Record<string, unknown>> }[]
  /** Individually stored configuration of the tenant: tool policies, data policies, tool servers. */
  readonly items: readonly StoredItem[]
  /** Webhooks for events; default: none. */
  readonly webhooks?: readonly { readonly id: string; readonly events: readonly string[]; readonly enabled: boolean }[]
}

interface StoredItem {
  readonly kind: string
  readonly name: string
  readonly document: Readonly<Record<string, unknown>>
}

interface StoredCustomPolicy {
  readonly id: string
  readonly stage: 'input' | 'output'
  readonly definition: Readonly<Record<string, unknown>>
}

export interface Tenants extends TenantPort {
  /**
   * Returns the tenant with a maximum age of {@link FRESH_MS}; synchronously if the cached snapshot is fresh.
   * @throws {Failure} `not_found` if the tenant does not exist or is deleted
   */
  snapshot(tenantId: string): TenantSnapshot | Promise<TenantSnapshot>
  /** Forces the next {@link snapshot} to check for changes, so that this instance sees its own writes. */
  expire(tenantId: string): void
}

/** docs/spec/guard.md: a write takes effect on every instance within 1 s. The read needs the remaining time. */
export const FRESH_MS = 500

/**
 * Maximum memory of snapshots, estimated by {@link weightOf}: about a thousand tenants with twenty policies each. Evicted tenants are
 * reloaded on demand in some milliseconds.
 */
const SNAPSHOT_BYTES_MAX = 256 * 1024 * 1024

/** Fields of a tenant's stored document; other fields belong to other parts of the service. */
const StoredConfig = z.object({
  mode: z.enum(MODES).default('enforce'),
  input_guardrails: GuardBlock.optional(),
  output_guardrails: GuardBlock.optional(),
  agentic_guardrails: GuardBlock.default({}),
  rbac: Rbac.default({ roles: {}, agents: {} }),
  unregistered_agents: z.enum(UNREGISTERED).optional(),
})

interface CachedTenant {
  readonly snapshot: TenantSnapshot
  readonly weight_bytes: number
  readonly checkedAt: number
}

/** Creates an LRU cache for snapshots. */
function createHolder() {
  const entries = new Map<string, CachedTenant>()
  let weight_bytes = 0

  function forget(tenantId: string): void {
    weight_bytes -= entries.get(tenantId)?.weight_bytes ?? 0
    entries.delete(tenantId)
  }

  return {
    get: (tenantId: string): CachedTenant | undefined => entries.get(tenantId),
    forget,
    keep(tenantId: string, cachedTenant: CachedTenant): void {
      forget(tenantId)
      entries.set(tenantId, cachedTenant)
      weight_bytes += cachedTenant.weight_bytes
      for (const oldest of entries.keys()) {
        if (weight_bytes <= SNAPSHOT_BYTES_MAX || oldest === tenantId) break
        forget(oldest)
      }
    },
  }
}

/** Caches tenant configurations. Stale entries are checked against the version number in the database. */
export function createTenants(source: TenantSource, clock: Clock): Tenants {
  const holder = createHolder()
  const loading = new Map<string, Promise<TenantSnapshot>>()
  // A read that started before a write may return older data.
  let writes = 0

  async function refresh(tenantId: string): Promise<TenantSnapshot> {
    const askedAt = clock.now()
    const writesBefore = writes
    const checkedAt = (): number => (writes === writesBefore ? askedAt : -Infinity)
    const known = holder.get(tenantId)
    if (known !== undefined) {
      const now = (await source.versions([tenantId])).get(tenantId)
      if (now !== undefined && isOf(known.snapshot, now)) {
        holder.keep(tenantId, { ...known, checkedAt: checkedAt() })
        return known.snapshot
      }
    }
    const row = await source.load(tenantId)
    if (row === undefined) {
      holder.forget(tenantId)
      throw new Failure('not_found', `Tenant "${tenantId}" not found.`)
    }
    const snapshot = toSnapshot(tenantId, row)
    holder.keep(tenantId, { snapshot, weight_bytes: weightOf(row), checkedAt: checkedAt() })
    return snapshot
  }

  return {
    snapshot(tenantId) {
      const known = holder.get(tenantId)
      if (known !== undefined && clock.now() - known.checkedAt < FRESH_MS) return known.snapshot
      // Concurrent requests share one read.
      let pending = loading.get(tenantId)
      if (pending === undefined) {
        const own = refresh(tenantId).finally(() => {
          if (loading.get(tenantId) === own) loading.delete(tenantId)
        })
        loading.set(tenantId, own)
        pending = own
      }
      return pending
    },
    expire(tenantId) {
      writes += 1
      loading.delete(tenantId)
      const known = holder.get(tenantId)
      if (known !== undefined) holder.keep(tenantId, { ...known, checkedAt: -Infinity })
    },
  }
}

/** Returns the approximate size of a completely compiled snapshot. */
function weightOf({ config, customPolicies, agents, items }: StoredTenant): number {
  return (
    SNAPSHOT_BYTES +
    BYTES_PER_CHAR * JSON.stringify(config).length +
    POLICY_BYTES * customPolicies.length +
    AGENT_BYTES * agents.length +
    BYTES_PER_CHAR * JSON.stringify(items.map(({ document }) => document)).length
  )
}

/** Measured with bench/tenants.ts: a bare snapshot, a custom policy with its classifier, an agent. */
const SNAPSHOT_BYTES = 8_192
const POLICY_BYTES = 32_768
const AGENT_BYTES = 2_048
/** Bytes per character of automata and compiled patterns. */
const BYTES_PER_CHAR = 16

function toSnapshot(tenantId: string, stored: StoredTenant): TenantSnapshot {
  const { version, config, quota, customPolicies } = stored
  const parsed = StoredConfig.parse(config)
  const { mode, input_guardrails, output_guardrails } = parsed
  const input = withCustomRules('input', input_guardrails, rulesOf('input', customPolicies))
  const output = withCustomRules('output', output_guardrails, rulesOf('output', customPolicies))
  const webhooks = (stored.webhooks ?? []).filter(({ enabled }) => enabled).map(({ id, events }) => ({ id, events }))
  return {
    tenantId,
    version,
    mode,
    ...(webhooks.length === 0 ? {} : { webhooks }),
    ...(Object.values(quota).some((limit) => limit !== null) ? { quota } : {}),
    blocks: { ...(input === undefined ? {} : { input }), ...(output === undefined ? {} : { output }) },
    agentic: {
      tenantId,
      tenantSince: sinceOf(stored),
      version,
      mode,
      guardrails: parsed.agentic_guardrails,
      unregisteredAgents: parsed.unregistered_agents,
      rbac: parsed.rbac,
      agents: new Map(stored.agents.map(({ id, record }) => [id, AgentFields.parse(record)])),
      items: itemsByKind(stored.items),
    },
  }
}

/** Returns whether a snapshot belongs to a stored version, and not to an equal version of a deleted tenant. */
function isOf({ version, agentic }: TenantSnapshot, stored: Pick<StoredTenant, 'version' | 'createdAt'>): boolean {
  return version === stored.version && agentic.tenantSince === sinceOf(stored)
}

function sinceOf({ createdAt }: Pick<StoredTenant, 'createdAt'>): number {
  return createdAt.getTime() / 1_000
}

function itemsByKind(items: readonly StoredItem[]): Items {
  const kinds = new Map<string, Map<string, Readonly<Record<string, unknown>>>>()
  for (const { kind, name, document } of items) {
    let named = kinds.get(kind)
    if (named === undefined) {
      named = new Map()
      kinds.set(kind, named)
    }
    named.set(name, document)
  }
  return kinds
}

function rulesOf(stage: 'input' | 'output', policies: readonly StoredCustomPolicy[]): CustomPolicyRule[] {
  return policies
    .filter((policy) => policy.stage === stage)
    .map(({ id, definition }) => CustomPolicyRule.parse({ ...definition, policy_id: id }))
}
