import { ToolPolicy, ToolWorkflow } from '@gatehouse/contracts'
import { Failure, type Violation } from '@gatehouse/kernel'
import { type ApprovalRule, compileApprovalRule } from './approval/conditions.ts'
import { type AgenticConfig, perConfig } from './engine/config.ts'
import { looseMatches, mostSpecific } from './engine/tool-names.ts'
import { compileParameterRules, type ParameterRules } from './parameters/rules.ts'
import { type ArgumentSchema, compileArgumentSchema } from './schema/compile-schema.ts'

type Document = Readonly<Record<string, unknown>>
type Path = readonly (string | number)[]

/** A tenant's policy of a tool with its defaults filled in and its rules compiled. */
export interface CompiledToolPolicy {
  readonly policy: ToolPolicy
  /** What `argument_schema` asks of arguments. */
  readonly schema: ArgumentSchema | undefined
  /** What `parameter_policy` asks of single arguments. */
  readonly parameters: ParameterRules | undefined
  /** When `approval` asks for people. */
  readonly approval: ApprovalRule | undefined
}

/** Compiled when first asked for: a tenant may have a thousand policies and an agent that uses three tools. */
type Lazily = () => CompiledToolPolicy

const ofTenant: (config: AgenticConfig) => ReadonlyMap<string, Lazily> = perConfig((config) => {
  const policies = new Map<string, Lazily>()
  for (const [name, document] of config.items.get('tool_policy') ?? []) {
    // A policy that is switched off does not hide the one of a shorter prefix.
    if (document['enabled'] === false) continue
    let compiled: CompiledToolPolicy | undefined
    policies.set(
      name,
      () => (compiled ??= compileToolPolicy({ ...document, tool_name: name }, ['tool_policies', name])),
    )
  }
  return policies
})

/** The patterns of the tenant's policies that are not switched off. */
export function policyPatterns(config: AgenticConfig): Iterable<string> {
  return ofTenant(config).keys()
}

/** The workflows of all policies that are not switched off. Read without compiling anything else of them. */
export function enabledWorkflows(config: AgenticConfig): readonly ToolWorkflow[] {
  return [...(config.items.get('tool_policy')?.values() ?? [])]
    .filter(({ enabled, workflow }) => enabled !== false && workflow !== undefined)
    .map(({ workflow }) => ToolWorkflow.parse(workflow))
}

/**
 * What the tenant says of a tool: the policy of its name, else that of the longest prefix. Made once per configuration.
 * @throws {Failure} `invalid_request` when the stored policy is none, so that the guard which asks cannot decide
 */
export function toolPolicyFor(config: AgenticConfig, tool: string): CompiledToolPolicy | undefined {
  return mostSpecific(ofTenant(config), tool)?.()
}

/**
 * The policies whose bans hold for a tool: the one that is about it, and those that would be if the tool's name were spelt with
 * other capitals or separators or without its server. Of the others only what forbids or asks people may be read.
 * @throws {Failure} as `toolPolicyFor`
 */
export function banningPoliciesFor(config: AgenticConfig, tool: string): readonly CompiledToolPolicy[] {
  const policies = ofTenant(config)
  return [mostSpecific(policies, tool), ...looseMatches(policies, tool)].flatMap((found) => found?.() ?? [])
}

/**
 * Reads a policy and compiles its schema and its patterns.
 * @param path  where the policy stands, for violations
 * @throws {Failure} `invalid_request` with one violation for each thing that is wrong, naming its place
 */
export function compileToolPolicy(document: Document, path: Path): CompiledToolPolicy {
  const parsed = ToolPolicy.safeParse(document)
  if (!parsed.success) {
    const violations = parsed.error.issues.map((issue): Violation => {
      const inner = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))
      return { path: [...path, ...inner], message: issue.message, type: issue.code }
    })
    throw new Failure('invalid_request', violations[0]!.message, { violations })
  }
  const policy = parsed.data
  const { argument_schema: schema, parameter_policy: parameters, approval } = policy
  const violations: Violation[] = []
  const compiled = {
    policy,
    schema: schema && compiledPart(violations, () => compileArgumentSchema(schema, [...path, 'argument_schema'])),
    parameters:
      parameters && compiledPart(violations, () => compileParameterRules(parameters, [...path, 'parameter_policy'])),
    approval: approval && compiledPart(violations, () => compileApprovalRule(approval, [...path, 'approval'])),
  }
  if (violations.length > 0) throw new Failure('invalid_request', violations[0]!.message, { violations })
  return compiled
}

/** One part of a policy; what is wrong with it is told together with what is wrong with the others. */
function compiledPart<Part>(violations: Violation[], compile: () => Part): Part | undefined {
  try {
    return compile()
  } catch (thrown) {
    if (!(thrown instanceof Failure) || thrown.violations.length === 0) throw thrown
    violations.push(...thrown.violations)
    return undefined
  }
}
