import { isToolPattern, TOOL_NAME_GRAMMAR, ToolPolicy } from '@gatehouse/contracts/policies'
import { compileToolPolicy } from '@gatehouse/guards/tools'
import { Failure, type Violation, yieldAfter } from '@gatehouse/kernel'

type Fields = Readonly<Record<string, unknown>>
type Path = readonly (string | number)[]

/** Field names for the policies in a request body. GET responses use the second and the third. */
const WRAPPERS = ['policies', 'tool_policies', 'items'] as const
/** Other spellings of `tool_name` in lists. */
const NAMES = ['tool_name', 'tool', 'name'] as const
/** Fields of a GET response besides the policies: clients may send the response back. */
const ANSWERED = new Set(['success', 'tool_policies', 'items', 'total', 'tenant_id', 'message', 'warnings', 'policies'])
const KNOWN_FIELDS = new Set([...Object.keys(ToolPolicy.shape), 'tool', 'name'])
const WARNINGS_MAX = 50
/** Maximum number of violations in one response. */
const VIOLATIONS_MAX = 50

interface SubmittedPolicy {
  readonly name: string
  readonly policy: Fields
  readonly path: Path
}

/**
 * Parses tool policies from a body in any of its forms; each is validated and compiled.
 * @returns the policies by tool, and their unsupported parts as sentences
 * @throws {Failure} `invalid_request` with the paths of all violations
 */
export async function toolPoliciesOf(body: unknown): Promise<{
  readonly policies: ReadonlyMap<string, ToolPolicy>
  readonly warnings: readonly string[]
}> {
  let turn_ms = performance.now()
  const policies = new Map<string, ToolPolicy>()
  const violations: Violation[] = []
  const warnings: string[] = []
  for (const { name, policy, path } of submittedPolicies(body, ['body'], violations)) {
    turn_ms = await yieldAfter(turn_ms)
    if (!isToolPattern(name)) {
      const message = `is not a tool name or a prefix followed by "*". Use ${TOOL_NAME_GRAMMAR}`
      violations.push({ path: [...path, 'tool_name'], message, type: 'invalid_name' })
      continue
    }
    if (policies.has(name)) {
      violations.push({
        path: [...path, 'tool_name'],
        message: 'More than one policy applies to this tool.',
        type: 'duplicate',
      })
    }
    warnings.push(...unknownFields(name, policy).slice(0, WARNINGS_MAX - warnings.length))
    try {
      policies.set(name, compileToolPolicy({ ...policy, tool_name: name }, path).policy)
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown
      violations.push(...thrown.violations)
    }
  }
  refuse(violations)
  return { policies, warnings }
}

/**
 * Validates and compiles the policy of one tool.
 * @throws {Failure} `invalid_request` with the paths of all violations, or for the policy of another tool
 */
export function toolPolicyOf(
  tool: string,
  body: Fields,
): { readonly policy: ToolPolicy; readonly warnings: readonly string[] } {
  const violations: Violation[] = []
  const [submittedPolicy] = mapped(tool, body, ['body'], violations)
  refuse(violations)
  const { policy } = compileToolPolicy({ ...submittedPolicy?.policy, tool_name: tool }, ['body'])
  return { policy, warnings: unknownFields(tool, body).slice(0, WARNINGS_MAX) }
}

function unknownFields(tool: string, policy: Fields): string[] {
  return Object.keys(policy)
    .filter((field) => !KNOWN_FIELDS.has(field))
    .map((field) => `The policy for tool "${tool}" has an unknown field "${field.slice(0, 64)}", which was not stored.`)
}

function refuse(violations: readonly Violation[]): void {
  if (violations.length === 0) return
  throw new Failure('invalid_request', violations[0]!.message, { violations: violations.slice(0, VIOLATIONS_MAX) })
}

function submittedPolicies(body: unknown, path: Path, violations: Violation[]): SubmittedPolicy[] {
  if (Array.isArray(body)) return body.flatMap((policy: unknown, index) => listed(policy, [...path, index], violations))
  if (!isFields(body)) {
    violations.push({
      path,
      message: 'must be a list of policies, or an object with a policy per tool',
      type: 'invalid_type',
    })
    return []
  }
  const wrapper = path.length === 1 ? WRAPPERS.find((name) => isWrapper(body, name)) : undefined
  if (wrapper !== undefined) return submittedPolicies(body[wrapper], [...path, wrapper], violations)
  return Object.entries(body).flatMap(([name, policy]) => mapped(name, policy, [...path, name], violations))
}

/** Returns whether a field is a wrapper. If a tool is named "policies", the field contains one policy, not a list or a map. */
function isWrapper(body: Fields, name: string): boolean {
  const inner = body[name]
  if (!Object.keys(body).every((field) => ANSWERED.has(field))) return false
  return Array.isArray(inner) || (isFields(inner) && Object.values(inner).every(isFields))
}

function listed(policy: unknown, path: Path, violations: Violation[]): SubmittedPolicy[] {
  const field = isFields(policy) ? NAMES.find((item) => typeof policy[item] === 'string') : undefined
  if (!isFields(policy) || field === undefined) {
    violations.push({
      path: [...path, 'tool_name'],
      message: 'Each policy in a list requires a tool_name.',
      type: 'missing',
    })
    return []
  }
  return [{ name: policy[field] as string, policy, path }]
}

function mapped(name: string, policy: unknown, path: Path, violations: Violation[]): SubmittedPolicy[] {
  if (!isFields(policy)) {
    violations.push({ path, message: 'must be a tool policy', type: 'invalid_type' })
    return []
  }
  const own = policy['tool_name']
  if (own !== undefined && own !== name) {
    const message = 'The policy names a different tool than its key.'
    violations.push({ path: [...path, 'tool_name'], message, type: 'contradiction' })
    return []
  }
  return [{ name, policy, path }]
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
