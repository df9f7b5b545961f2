import type { Quota } from '@gatehouse/contracts/guard'
import type { GuardBlock } from '@gatehouse/contracts/policies'
import type { Mode, Stage } from '@gatehouse/contracts/verdicts'
import {
  BUILTIN_DEFAULTS,
  type CompiledPolicy,
  compilePolicy,
  type ContentStage,
  type GuardPorts,
  hasEntries,
  mergeBlocks,
  type Registry,
  resolveBlock,
  type ResolvedBlock,
} from '@gatehouse/guards'
import {
  type AgenticConfig,
  allAgenticGuards,
  type CompiledAgentic,
  compileAgentic,
  NO_AGENTIC_CONFIG,
  perConfig,
} from '@gatehouse/guards/agentic'
import { cached, Failure, type Violation } from '@gatehouse/kernel'

/** Configuration of a tenant, with its version. */
export interface TenantSnapshot {
  readonly tenantId: string
  readonly version: number
  readonly mode: Mode
  readonly blocks: Readonly<Partial<Record<ContentStage, GuardBlock>>>
  /** Default: no limits. */
  readonly quota?: Quota
  /** Configuration of the tenant's agents. */
  readonly agentic: AgenticConfig
  /** Webhooks for events; default: none. */
  readonly webhooks?: readonly { readonly id: string; readonly events: readonly string[] }[]
  /** Administrators' overrides of the configuration file; default: none. */
  readonly server?: { readonly version: number; readonly blocks: Readonly<Record<ContentStage, GuardBlock>> }
}

/** A tenant without configuration. */
export const NO_TENANT: TenantSnapshot = {
  tenantId: '',
  version: 0,
  mode: 'enforce',
  blocks: {},
  agentic: NO_AGENTIC_CONFIG,
}

/** Returns the tenant's agentic guards with defaults applied. */
export const agenticEntries: (config: AgenticConfig) => CompiledAgentic = perConfig((config) =>
  compileAgentic(config.guardrails, allAgenticGuards, config.mode),
)

export interface Policies {
  /**
   * Returns the compiled policy for one request, cached.
   * @param request block in the request; used only if the tenant has none for the stage
   * @param path path of that block in the request, for violations
   * @throws {Failure} `invalid_request` when the block contains an unknown guard or setting, even if it is not used
   */
  policyFor(
    stage: ContentStage,
    tenant: TenantSnapshot,
    request: GuardBlock | undefined,
    path: readonly string[],
  ): CompiledPolicy
  /**
   * Compiles a block like a tenant's own, without caching.
   * @param path path of the block, for violations
   * @throws {Failure} `invalid_request` when the block contains an unknown guard or setting
   */
  validate(stage: ContentStage, block: GuardBlock, path: readonly string[]): void
  /**
   * Compiles entries as deployment defaults over those of the configuration file, without caching.
   * @param path path of the entries; stage and name follow it in violations
   * @throws {Failure} `invalid_request` when an entry contains an unknown guard or setting
   */
  validateServer(blocks: Readonly<Record<Stage, GuardBlock>>, path: readonly string[]): void
  /**
   * Returns the compiled policy of a single guard, with settings merged over those of the tenant.
   * @throws {Failure} `invalid_request` for an invalid setting
   */
  alone(
    stage: ContentStage,
    tenant: TenantSnapshot,
    guard: string,
    settings: Readonly<Record<string, unknown>>,
  ): CompiledPolicy
  /** Returns the configuration of {@link policyFor} without a request's block. */
  resolved(stage: ContentStage, tenant: TenantSnapshot): ResolvedBlock
}

export interface PoliciesOptions {
  readonly registry: Registry
  readonly ports: GuardPorts
  /** Overrides of the built-in defaults in the deployment's configuration file. */
  readonly configured: Readonly<Partial<Record<ContentStage, GuardBlock>>>
}

/**
 * Maximum number of cached policies of request blocks. Clients repeat the same block, so that a few suffice. A longer block is compiled
 * for its own request only: its automata may take megabytes, and callers must not be able to exhaust the memory.
 */
const REQUEST_POLICIES_MAX = 64
const REQUEST_BLOCK_CHARS_MAX = 16_384

/** Compiles policies once per version and caches them. */
export function createPolicies({ registry, ports, configured }: PoliciesOptions): Policies {
  // A snapshot represents one version of one tenant, and its policies live as long as the snapshot.
  const ofTenants = new WeakMap<TenantSnapshot, Map<ContentStage, CompiledPolicy>>()
  const ofRequests = new Map<string, CompiledPolicy>()

  const resolve = (stage: ContentStage, tenant: TenantSnapshot, request?: GuardBlock): ResolvedBlock =>
    resolveBlock(
      { builtin: BUILTIN_DEFAULTS[stage], configured: laidOver(configured[stage], tenant.server?.blocks[stage]) },
      tenant.blocks[stage],
      request,
    )

  const compile = (stage: ContentStage, mode: Mode, resolved: ResolvedBlock, path: readonly string[]): CompiledPolicy =>
    compilePolicy(resolved, { stage, mode, registry, ports, path })

  const tenantPolicy = (stage: ContentStage, tenant: TenantSnapshot): CompiledPolicy =>
    perStage(ofTenants, tenant, stage, () =>
      compile(stage, tenant.mode, resolve(stage, tenant), [`${stage}_guardrails`]),
    )

  function requestPolicy(
    stage: ContentStage,
    tenant: TenantSnapshot,
    block: GuardBlock,
    path: readonly string[],
  ): CompiledPolicy {
    const unconfigured = { ...tenant, blocks: {} }
    const make = () => compile(stage, tenant.mode, resolve(stage, unconfigured, block), path)
    const text = JSON.stringify(block)
    if (text.length > REQUEST_BLOCK_CHARS_MAX) return make()
    const key = `${stage}\n${tenant.mode}\n${defaultsOf(tenant)}\n${path.join('.')}\n${text}`
    return cached(ofRequests, key, REQUEST_POLICIES_MAX, make)
  }

  return {
    policyFor(stage, tenant, request, path) {
      if (!hasEntries(request)) return tenantPolicy(stage, tenant)
      // An error in the block is reported even if the tenant's own configuration overrides the block.
      const ofRequest = requestPolicy(stage, tenant, request, path)
      return hasEntries(tenant.blocks[stage]) ? tenantPolicy(stage, tenant) : ofRequest
    },
    validate(stage, block, path) {
      compile(stage, 'enforce', resolve(stage, { ...NO_TENANT, blocks: { [stage]: block } }), path)
    },
    validateServer({ agentic, ...blocks }, path) {
      const tenant = { ...NO_TENANT, server: { version: 0, blocks } }
      allOrNothing([
        () => compile('input', 'enforce', resolve('input', tenant), [...path, 'input']),
        () => compile('output', 'enforce', resolve('output', tenant), [...path, 'output']),
        () => compileAgentic(agentic, allAgenticGuards, 'enforce', [...path, 'agentic']),
      ])
    },
    alone(stage, tenant, guard, settings) {
      const resolved = aloneIn(resolve(stage, tenant), guard, settings)
      const key = `alone\n${tenant.tenantId} ${tenant.agentic.tenantSince}\n${tenant.version} ${defaultsOf(tenant)}\n${guard}\n${JSON.stringify(settings)}`
      return cached(ofRequests, key, REQUEST_POLICIES_MAX, () => compile(stage, tenant.mode, resolved, [guard]))
    },
    resolved: (stage, tenant) => resolve(stage, tenant),
  }
}

/** Returns the version of the deployment's defaults for a tenant. */
function defaultsOf({ server }: TenantSnapshot): number {
  return server?.version ?? 0
}

/** Merges two layers of entries. */
function laidOver(base: GuardBlock = {}, over: GuardBlock = {}): GuardBlock {
  return hasEntries(over) ? mergeBlocks(base, over) : base
}

/** Reports all errors, not only the first one. */
function allOrNothing(compilations: readonly (() => unknown)[]): void {
  const violations: Violation[] = []
  for (const compile of compilations) {
    try {
      compile()
    } catch (thrown) {
      if (!(thrown instanceof Failure) || thrown.violations.length === 0) throw thrown
      violations.push(...thrown.violations)
    }
  }
  if (violations.length > 0) throw new Failure('invalid_request', violations[0]!.message, { violations })
}

/** Compiled policies of a tenant's snapshot by stage, created at first use. */
function perStage(
  weakMap: WeakMap<TenantSnapshot, Map<ContentStage, CompiledPolicy>>,
  tenant: TenantSnapshot,
  stage: ContentStage,
  make: () => CompiledPolicy,
): CompiledPolicy {
  let stages = weakMap.get(tenant)
  if (stages === undefined) {
    stages = new Map()
    weakMap.set(tenant, stages)
  }
  let policy = stages.get(stage)
  if (policy === undefined) {
    policy = make()
    stages.set(stage, policy)
  }
  return policy
}

/** Returns a single guard of a block, enabled, with settings laid over its own. */
function aloneIn(own: ResolvedBlock, guard: string, settings: Readonly<Record<string, unknown>>): ResolvedBlock {
  const over = { [guard]: { enabled: true, settings: { ...settings } } }
  return {
    ...own,
    guards: mergeBlocks({ [guard]: own.guards[guard] ?? {} }, over),
    asked: new Map([[guard, guard]]),
  }
}
