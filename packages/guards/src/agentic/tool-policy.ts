import { ToolPolicy } from '@gatehouse/contracts'
import { Failure } from '@gatehouse/kernel'
import { type AgenticConfig, perConfig } from './engine/config.ts'
import { mostSpecific } from './engine/tool-names.ts'

/** A tenant's policy of a tool with its defaults filled in and its rules compiled. */
export interface CompiledToolPolicy {
  readonly policy: ToolPolicy
}

/** Compiled when first asked for: a tenant may have a thousand policies and an agent that uses three tools. */
type Lazily = () => CompiledToolPolicy

const ofTenant: (config: AgenticConfig) => ReadonlyMap<string, Lazily> = perConfig((config) => {
  const policies = new Map<string, Lazily>()
  for (const [name, document] of config.items.get('tool_policy') ?? []) {
    // A policy that is switched off does not hide the one of a shorter prefix.
    if (document['enabled'] === false) continue
    let compiled: CompiledToolPolicy | undefined
    policies.set(name, () => (compiled ??= readToolPolicy(name, document)))
  }
  return policies
})

/**
 * What the tenant says of a tool: the policy of its name, else that of the longest prefix. Made once per configuration.
 * @throws {Failure} `invalid_request` when the stored policy is none, so that the guard which asks cannot decide
 */
export function toolPolicyFor(config: AgenticConfig, tool: string): CompiledToolPolicy | undefined {
  return mostSpecific(ofTenant(config), tool)?.()
}

function readToolPolicy(name: string, document: Readonly<Record<string, unknown>>): CompiledToolPolicy {
  const parsed = ToolPolicy.safeParse({ ...document, tool_name: name })
  if (!parsed.success) {
    throw new Failure(
      'invalid_request',
      `The policy of tool "${name}" cannot be read: ${parsed.error.issues[0]!.message}.`,
    )
  }
  return { policy: parsed.data }
}
