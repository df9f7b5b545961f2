import type { AgentFields, GuardBlock, Mode, Rbac } from '@gatehouse/contracts'

/** Documents that a tenant keeps one by one, by kind and name. */
export type Items = ReadonlyMap<string, ReadonlyMap<string, Readonly<Record<string, unknown>>>>

/** Everything of a tenant that decides about its agents; one object stands for one version of one tenant. */
export interface AgenticConfig {
  readonly tenantId: string
  /** When the tenant was made, in seconds since 1970; another tenant of the same name was made at another time. */
  readonly tenantSince?: number | undefined
  readonly version: number
  readonly mode: Mode
  /** The tenant's `agentic_guardrails`. */
  readonly guardrails: GuardBlock
  /** Absent: block once the tenant has an agent. docs/spec/guard.md "Details". */
  readonly unregisteredAgents: 'allow' | 'block' | undefined
  readonly rbac: Rbac
  readonly agents: ReadonlyMap<string, AgentFields>
  readonly items: Items
}

/** A tenant that has configured nothing; for local runs and tests. */
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

/** Something made of a configuration once and kept as long as it: compiled schemas, patterns, look-up tables. */
export function perConfig<Value>(make: (config: AgenticConfig) => Value): (config: AgenticConfig) => Value {
  const kept = new WeakMap<AgenticConfig, { readonly value: Value }>()
  return (config) => {
    let held = kept.get(config)
    if (held === undefined) {
      held = { value: make(config) }
      kept.set(config, held)
    }
    return held.value
  }
}
