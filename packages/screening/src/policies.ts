import type { GuardBlock, Mode, Quota, Stage } from '@gatehouse/contracts'
import {
  type AgenticConfig,
  allAgenticGuards,
  BUILTIN_DEFAULTS,
  type CompiledAgentic,
  compileAgentic,
  type CompiledPolicy,
  compilePolicy,
  type ContentStage,
  type GuardPorts,
  hasEntries,
  mergeBlocks,
  NO_AGENTIC_CONFIG,
  perConfig,
  type Registry,
  resolveBlock,
  type ResolvedBlock,
} from '@gatehouse/guards'
import { cached, Failure, type Violation } from '@gatehouse/kernel'

/** What a tenant has configured, with the version that tells one state from the next. */
export interface TenantSnapshot {
  readonly tenantId: string
  readonly version: number
  readonly mode: Mode
  readonly blocks: Readonly<Partial<Record<ContentStage, GuardBlock>>>
  /** Absent: nothing limits what the tenant uses. */
  readonly quota?: Quota
  /** What decides about the tenant's agents. */
  readonly agentic: AgenticConfig
  /** Where the tenant wants to be told of events; absent: nowhere. */
  readonly webhooks?: readonly { readonly id: string; readonly events: readonly string[] }[]
  /** What the deployment's administrators have laid over the configuration file; absent: nothing. */
  readonly server?: { readonly version: number; readonly blocks: Readonly<Record<ContentStage, GuardBlock>> }
}

/** A tenant that has configured nothing. */
export const NO_TENANT: TenantSnapshot = {
  tenantId: '',
  version: 0,
  mode: 'enforce',
  blocks: {},
  agentic: NO_AGENTIC_CONFIG,
}

/** The tenant's agentic guards with all that it leaves out filled in. */
export const agenticEntries: (config: AgenticConfig) => CompiledAgentic = perConfig((config) =>
  compileAgentic(config.guardrails, allAgenticGuards, config.mode),
)

export interface Policies {
  /**
   * The compiled policy for one request, from the cache where it was seen before.
   * @param request the block that came with the request; used only where the tenant has none for the stage
   * @param path where that block stands in the request, for violations
   * @throws {Failure} `invalid_request` when the block names an unknown guard or setting, even where it is not used
   */
  policyFor(
    stage: ContentStage,
    tenant: TenantSnapshot,
    request: GuardBlock | undefined,
    path: readonly string[],
  ): CompiledPolicy
  /**
   * Compiles a block as a tenant's own would be, and keeps nothing.
   * @param path where the block stands, for violations
   * @throws {Failure} `invalid_request` when the block names an unknown guard or setting
   */
  validate(stage: ContentStage, block: GuardBlock, path: readonly string[]): void
  /**
   * Compiles entries as defaults of the deployment, over those of the configuration file, and keeps nothing.
   * @param path where the entries stand; stage and name follow it in violations
   * @throws {Failure} `invalid_request` when an entry names an unknown guard or setting
   */
  validateServer(blocks: Readonly<Record<Stage, GuardBlock>>, path: readonly string[]): void
  /**
   * The compiled policy of one guard alone, with settings laid over those that the tenant has for it.
   * @throws {Failure} `invalid_request` when a setting does not fit
   */
  alone(
    stage: ContentStage,
    tenant: TenantSnapshot,
    guard: string,
    settings: Readonly<Record<string, unknown>>,
  ): CompiledPolicy
  /** The configuration behind {@link policyFor} without a request's block. */
  resolved(stage: ContentStage, tenant: TenantSnapshot): ResolvedBlock
}

export interface PoliciesOptions {
  readonly registry: Registry
  readonly ports: GuardPorts
  /** What the deployment's configuration file lays over the built-in defaults. */
  readonly configured: Readonly<Partial<Record<ContentStage, GuardBlock>>>
}

/**
 * Compiled blocks of requests. Clients send the same block with every call, so a few suffice. A longer one is compiled for
 * its own request only: its automata may take megabytes, and callers must not be able to fill the memory with them.
 */
const REQUEST_POLICIES_MAX = 64
const REQUEST_BLOCK_CHARS_MAX = 16_384

/** Compiles policies once per version and keeps them. */
export function createPolicies({ registry, ports, configured }: PoliciesOptions): Policies {
  // A snapshot stands for one version of one tenant, and its policies live as long as it does.
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
      // A mistake in the block is told even where the tenant's own configuration makes the block moot.
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

/** The version of the deployment's defaults under a tenant. */
function defaultsOf({ server }: TenantSnapshot): number {
  return server?.version ?? 0
}

/** Two layers of entries as one. */
function laidOver(base: GuardBlock = {}, over: GuardBlock = {}): GuardBlock {
  return hasEntries(over) ? mergeBlocks(base, over) : base
}

/** Tells all that is wrong, not only what is wrong first. */
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

/** What a tenant's snapshot has compiled for a stage, made when first asked for. */
function perStage(
  kept: WeakMap<TenantSnapshot, Map<ContentStage, CompiledPolicy>>,
  tenant: TenantSnapshot,
  stage: ContentStage,
  make: () => CompiledPolicy,
): CompiledPolicy {
  let stages = kept.get(tenant)
  if (stages === undefined) {
    stages = new Map()
    kept.set(tenant, stages)
  }
  let policy = stages.get(stage)
  if (policy === undefined) {
    policy = make()
    stages.set(stage, policy)
  }
  return policy
}

/** One guard of a block, switched on, with settings laid over its own. */
function aloneIn(own: ResolvedBlock, guard: string, settings: Readonly<Record<string, unknown>>): ResolvedBlock {
  const over = { [guard]: { enabled: true, settings: { ...settings } } }
  return {
    ...own,
    guards: mergeBlocks({ [guard]: own.guards[guard] ?? {} }, over),
    asked: new Map([[guard, guard]]),
  }
}
