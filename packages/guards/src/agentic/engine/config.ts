import type { AgentFields } from '@gatehouse/contracts/agents'
import type { Rbac } from '@gatehouse/contracts/guard'
import type { GuardBlock } from '@gatehouse/contracts/policies'
import type { Mode } from '@gatehouse/contracts/verdicts'

/** Individually stored documents of a tenant, by kind and name. */
export type Items = ReadonlyMap<string, ReadonlyMap<string, Readonly<Record<string, unknown>>>>

/** Configuration of a tenant's agents; one object per version of one tenant. */
export interface AgenticConfig {
  readonly tenantId: string
  /** Creation time of the tenant, in seconds since 1970, to distinguish tenants with the same name. */
  readonly tenantSince?: number | undefined
  readonly version: number
  readonly mode: Mode
  /** The tenant's `agentic_guardrails`. */
  readonly guardrails: GuardBlock
  /** Default: block once the tenant has an agent. docs/spec/guard.md "Details". */
  readonly unregisteredAgents: 'allow' | 'block' | undefined
  readonly rbac: Rbac
  readonly agents: ReadonlyMap<string, AgentFields>
  readonly items: Items
}

/** A tenant without configuration, for local runs and tests. */
export const NO_AGENTIC_CONFIG: AgenticConfig = {
  tenantId: '',
  version: 0,
  mode: 'enforce',
  guardrails: {},
  unregisteredAgents: undefined,
  rbac: { roles: {}, agents: {} },
  agents: new Map(),
  items: new Map(),
}

/** Returns a function with one cached result per configuration: compiled schemas, patterns, lookup tables. */
export function perConfig<Value>(make: (config: AgenticConfig) => Value): (config: AgenticConfig) => Value {
  const stored = new WeakMap<AgenticConfig, { readonly value: Value }>()
  return (config) => {
    let current = stored.get(config)
    if (current === undefined) {
      current = { value: make(config) }
      stored.set(config, current)
    }
    return current.value
  }
}
