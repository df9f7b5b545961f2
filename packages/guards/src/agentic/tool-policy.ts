import { ToolPolicy, ToolWorkflow } from '@gatehouse/contracts/policies'
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
  /** Compiled `argument_schema`. */
  readonly schema: ArgumentSchema | undefined
  /** Compiled `parameter_policy`. */
  readonly parameters: ParameterRules | undefined
  /** Compiled `approval`. */
  readonly approval: ApprovalRule | undefined
}

/** Compiled at first use: a tenant may have a thousand policies and an agent with three tools. */
type Lazily = () => CompiledToolPolicy

const ofTenant: (config: AgenticConfig) => ReadonlyMap<string, Lazily> = perConfig((config) => {
  const policies = new Map<string, Lazily>()
  for (const [name, document] of config.items.get('tool_policy') ?? []) {
    // A disabled policy does not override a policy with a shorter prefix.
    if (document['enabled'] === false) continue
    let compiled: CompiledToolPolicy | undefined
    policies.set(
      name,
      () => (compiled ??= compileToolPolicy({ ...document, tool_name: name }, ['tool_policies', name])),
    )
  }
  return policies
})

/** Returns the patterns of the tenant's enabled policies. */
export function policyPatterns(config: AgenticConfig): Iterable<string> {
  return ofTenant(config).keys()
}

/** Returns the workflows of all enabled policies, without compiling their other parts. */
export function enabledWorkflows(config: AgenticConfig): readonly ToolWorkflow[] {
  return [...(config.items.get('tool_policy')?.values() ?? [])]
    .filter(({ enabled, workflow }) => enabled !== false && workflow !== undefined)
    .map(({ workflow }) => ToolWorkflow.parse(workflow))
}

/**
 * Returns the policy of a tool: by its name, else by the longest prefix. Cached per configuration.
 * @throws {Failure} `invalid_request` for an invalid stored policy, so that the requesting guard cannot decide
 */
export function toolPolicyFor(config: AgenticConfig, tool: string): CompiledToolPolicy | undefined {
  return mostSpecific(ofTenant(config), tool)?.()
}

/**
 * Returns the policies with bans for a tool: its own, and those that match with other capitals or separators or without its server name.
 * For the latter only denials and approval rules apply.
 * @throws {Failure} like `toolPolicyFor`
 */
export function banningPoliciesFor(config: AgenticConfig, tool: string): readonly CompiledToolPolicy[] {
  const policies = ofTenant(config)
  return [mostSpecific(policies, tool), ...looseMatches(policies, tool)].flatMap((found) => found?.() ?? [])
}

/**
 * Parses a policy and compiles its schema and its patterns.
 * @param path path of the policy, for violations
 * @throws {Failure} `invalid_request` with one violation per problem, each with its path
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

/** Compiles one part of a policy and collects its violations. */
function compiledPart<Part>(violations: Violation[], compile: () => Part): Part | undefined {
  try {
    return compile()
  } catch (thrown) {
    if (!(thrown instanceof Failure) || thrown.violations.length === 0) throw thrown
    violations.push(...thrown.violations)
    return undefined
  }
}
