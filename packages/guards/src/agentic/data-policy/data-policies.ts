import type { DataStage, Mode } from '@gatehouse/contracts/verdicts'
import { Failure } from '@gatehouse/kernel'
import { type AgenticConfig, perConfig } from '../engine/config.ts'
import { mostSpecific } from '../engine/tool-names.ts'
import { toolPolicyFor } from '../tool-policy.ts'
import { type CompiledDataPolicy, compileDataPolicy } from './compile-policy.ts'
import type { Layer } from './layer.ts'
import { personalDataRules, type RulesOfRole } from './role-rules.ts'

/** Location of the tenant-wide policy in the tenant's items. */
export const GLOBAL_DATA_POLICY = { kind: 'document', name: 'global_data_policy' } as const
/** Kind of tool policies, by the name or the prefix of the tool. */
export const TOOL_DATA_POLICY_KIND = 'data_policy'

/** Request properties that select the layers. */
export interface DataCaller {
  readonly tool: string
  readonly stage: DataStage
  /** The role in effect, from `authorizeTool`. */
  readonly role: string | undefined
  /** Whether the tool's own policy requires redacted output for the role: `authorizeTool(...).redact`. */
  readonly restricted: boolean
}

type Document = Readonly<Record<string, unknown>>

/** The policies of a tenant that are switched on, each compiled when a call first needs it. */
interface CompiledPolicies {
  readonly global: Document | undefined
  readonly ofTools: ReadonlyMap<string, Document>
  /** Compiled policies; an invalid policy withholds everything. */
  readonly compiled: Map<Document, CompiledDataPolicy | Failure>
}

const compiledPoliciesOf: (config: AgenticConfig) => CompiledPolicies = perConfig(({ items }) => {
  const global = items.get(GLOBAL_DATA_POLICY.kind)?.get(GLOBAL_DATA_POLICY.name)
  const ofTools = [...(items.get(TOOL_DATA_POLICY_KIND) ?? [])]
  return {
    global: global?.['enabled'] === false ? undefined : global,
    // A disabled policy does not override a policy with a shorter prefix.
    ofTools: new Map(ofTools.filter(([, { enabled }]) => enabled !== false)),
    compiled: new Map(),
  }
})

/**
 * Returns the layers for a call: the tenant-wide policy, the policy of the tool (its own, else that of the longest prefix), and the tool's
 * role restrictions.
 * @throws {Failure} `unavailable` when a stored policy cannot be compiled: the call must not pass as if there were none
 */
export function dataLayers(config: AgenticConfig, caller: DataCaller): readonly Layer[] {
  const layers: Layer[] = []
  const { global, ofTools } = compiledPoliciesOf(config)
  const own = mostSpecific(ofTools, caller.tool)
  if (global !== undefined) layers.push(layerOf('global', policyOf(config, global), caller, config.mode))
  if (own !== undefined) layers.push(layerOf('tool', policyOf(config, own), caller, config.mode))
  if (caller.restricted || (own === undefined && asksForSanitization(config, caller.tool))) {
    layers.push(restrictionLayer(config.mode))
  }
  return layers
}

/** Returns the layer of role restrictions. */
export function restrictionLayer(mode: Mode): Layer {
  return { source: 'role_restriction', mode, onError: 'closed', rules: restriction() }
}

/** Converts an unsaved policy to a layer, for previews. */
export function layerOf(
  source: 'global' | 'tool',
  policy: CompiledDataPolicy,
  { stage, role }: Pick<DataCaller, 'stage' | 'role'>,
  mode: Mode = 'enforce',
): Layer {
  const { document, roles } = policy
  return {
    source,
    mode: mode === 'monitor' ? 'monitor' : document.mode,
    onError: document.on_error,
    policy,
    rules: roles.of(stage, role),
  }
}

/**
 * Returns whether the output of a tool is screened for injection: unless a policy disables it and the tenant-wide policy does not require
 * it.
 */
export function screensForInjection(config: AgenticConfig, tool: string): boolean {
  const { global, ofTools } = compiledPoliciesOf(config)
  const policies = [global, mostSpecific(ofTools, tool)].filter((policy) => policy !== undefined)
  return policies.length === 0 || policies.some((policy) => policy['screen_for_injection'] !== false)
}

function policyOf(config: AgenticConfig, document: Document): CompiledDataPolicy {
  const { compiled } = compiledPoliciesOf(config)
  let policy = compiled.get(document)
  if (policy === undefined) {
    policy = tryCompile(document)
    compiled.set(document, policy)
  }
  if (policy instanceof Failure) throw policy
  return policy
}

function tryCompile(document: Document): CompiledDataPolicy | Failure {
  try {
    // Models are validated on save. At the call, the layer reports a missing model.
    return compileDataPolicy(document, { hasModel: true })
  } catch (cause) {
    if (!(cause instanceof Failure)) throw cause
    return new Failure('unavailable', `A stored data policy cannot be read: ${cause.message}`, { cause })
  }
}

/** Returns whether a tool policy requires sanitization for a tool without a data policy. */
function asksForSanitization(config: AgenticConfig, tool: string): boolean {
  return toolPolicyFor(config, tool)?.policy.data_sanitization === true
}

let restrictionRules: RulesOfRole | undefined

/** Returns the default restriction, which is equal for all tenants and cached because it is expensive. */
function restriction(): RulesOfRole {
  restrictionRules ??= personalDataRules('role_restriction', 'Personal data and secrets')
  return restrictionRules
}
