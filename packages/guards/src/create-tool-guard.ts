import type { AgentFields, ListedTool } from '@gatehouse/contracts/agents'
import type { Rbac } from '@gatehouse/contracts/guard'
import type { GuardBlock } from '@gatehouse/contracts/policies'
import type { CheckVerdict, Mode } from '@gatehouse/contracts/verdicts'
import { type Clock, systemClock, uuidv7 } from '@gatehouse/kernel'
import { allAgenticGuards } from './agentic.gen.ts'
import { runChain } from './agentic/engine/chain.ts'
import { compileAgentic } from './agentic/engine/compile.ts'
import { type AgenticConfig, type Items, NO_AGENTIC_CONFIG } from './agentic/engine/config.ts'
import type { AgenticPorts } from './agentic/engine/ports.ts'
import { toCheckVerdict } from './agentic/engine/wire.ts'
import { compileArgumentSchema } from './agentic/schema/compile-schema.ts'
import { TOOLS_DOCUMENT } from './agentic/tenant-tools.ts'
import { type PartialToolCall, makeToolCall } from './agentic/tool-call.ts'
import { toolChain } from './agentic/tool-chain.ts'
import { compileToolPolicy } from './agentic/tool-policy.ts'
import { localState } from './local-state.ts'
import { localWindows } from './local-windows.ts'

type Fields = Readonly<Record<string, unknown>>

/** Tenant configuration for local use. */
export interface ToolGuardOptions {
  readonly mode?: Mode
  /** Entries of agentic guards, by name. */
  readonly guardrails?: GuardBlock
  /** Default: block once there is an agent. */
  readonly unregisteredAgents?: 'allow' | 'block'
  readonly rbac?: Partial<Rbac>
  readonly agents?: Readonly<Record<string, AgentFields>>
  /** Tool policies by the name of the tool, or by a prefix with `*`. */
  readonly toolPolicies?: Readonly<Record<string, Fields>>
  readonly tools?: readonly ListedTool[]
  /** Further items of the tenant, by kind and name. */
  readonly items?: Readonly<Record<string, Readonly<Record<string, Fields>>>>
  /** Default: limits, sessions and breakers exist in this process only, and approvals are not possible. */
  readonly ports?: AgenticPorts
  readonly clock?: Clock
}

export interface ToolGuard {
  /** Returns whether a call may run, with the steps of `POST /v1/shield/tool/check`. */
  check(call: PartialToolCall): Promise<ToolGuardVerdict>
}

export type ToolGuardVerdict = CheckVerdict & { mode: Mode } & Record<string, unknown>

/**
 * Creates the tool check as a library, without server, database and environment.
 * @throws {Failure} `invalid_request` if a guard, a setting, a policy or a schema is invalid
 */
export function createToolGuard(options: ToolGuardOptions = {}): ToolGuard {
  const { clock = systemClock } = options
  const config = configOf(options)
  const compiled = compileAgentic(config.guardrails, allAgenticGuards, config.mode)
  const ports = options.ports ?? { windows: localWindows(clock), state: localState(clock) }
  return {
    async check(value) {
      const context = { config, ports, clock, requestId: uuidv7() }
      return toCheckVerdict(await runChain(toolChain, compiled, makeToolCall(value), context))
    },
  }
}

function configOf(options: ToolGuardOptions): AgenticConfig {
  const { toolPolicies = {}, tools = [] } = options
  for (const [name, policy] of Object.entries(toolPolicies)) {
    compileToolPolicy({ ...policy, tool_name: name }, ['tool_policies', name])
  }
  for (const [index, { function: definition }] of tools.entries()) {
    if (definition.parameters === undefined) continue
    compileArgumentSchema(definition.parameters, ['tools', index, 'function', 'parameters'])
  }
  return {
    ...NO_AGENTIC_CONFIG,
    tenantId: 'local',
    mode: options.mode ?? 'enforce',
    guardrails: options.guardrails ?? {},
    unregisteredAgents: options.unregisteredAgents,
    rbac: { roles: {}, agents: {}, ...options.rbac },
    agents: new Map(Object.entries(options.agents ?? {})),
    items: itemsOf(options),
  }
}

function itemsOf({ items = {}, toolPolicies = {}, tools = [] }: ToolGuardOptions): Items {
  const kinds = new Map(Object.entries(items).map(([kind, named]) => [kind, new Map(Object.entries(named))]))
  kinds.set('tool_policy', new Map([...(kinds.get('tool_policy') ?? []), ...Object.entries(toolPolicies)]))
  if (tools.length > 0) {
    kinds.set('document', new Map([...(kinds.get('document') ?? []), [TOOLS_DOCUMENT, { tools }]]))
  }
  return kinds
}
