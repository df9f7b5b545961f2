import type { ToolCheck } from '@gatehouse/contracts/agents'
import { compileSentSchema, makeToolCall, type ToolCall } from '@gatehouse/guards/tools'
import { repeatedName, type RequestContext } from '@gatehouse/http'
import { canonicalHash, Failure, type Violation } from '@gatehouse/kernel'
import { callerOf } from './run-check.ts'

type Fields = Readonly<Record<string, unknown>>
type Body = { readonly [Name in keyof ToolCheck]: Exclude<ToolCheck[Name], null> }

const ARGUMENT_NAMES = ['tool_params', 'tool_args', 'arguments', 'tool_input'] as const
type ArgumentName = (typeof ARGUMENT_NAMES)[number]
const GRANT_NAMES = ['grant_id', 'execution_grant_id', 'approval_grant'] as const
/** Names of the argument schema in a tool definition. */
const SCHEMA_NAMES = ['parameters', 'input_schema', 'inputSchema'] as const

/**
 * Returns the call of a request, from every dialect of the body. Rejects contradictory fields, because one would be checked and the other
 * executed.
 * @throws {Failure} `invalid_request` with the path
 */
export function toolCallOf(request: ToolCheck, context: RequestContext, mayBePattern = false): ToolCall {
  const body = withoutNulls(request)
  agreedName(body, ['agent_key', 'agent_id'], 'agents')
  const { name, args } = argumentsOf(body)
  const given = {
    ...callerOf(body, context),
    tool: body.tool_name,
    args,
    toolSchema: sentSchema(body.tool_schema)?.schema,
    workflow: body.workflow,
    workflowStep: body.workflow_step === undefined ? undefined : String(body.workflow_step),
    toolCallId: body.tool_call_id,
    inputSources: (body.input_sources ?? []).map(sourceOf),
    confirmationToken: body.confirmation_token,
    estimatedCostUsd: body.estimated_cost_usd,
    estimatedTokens: body.estimated_tokens,
    grantId: agreedName(body, GRANT_NAMES, 'grants'),
    approvalRequestId: body.approval_request_id,
  }
  return at(name, () => makeToolCall(given, { mayBePattern }))
}

/** Removes null fields, which count as absent. */
function withoutNulls(request: ToolCheck): Body {
  return Object.fromEntries(Object.entries(request).filter(([, value]) => value !== null)) as Body
}

/** Returns the value of equivalent fields; they must be equal. */
function agreedName(
  body: Body,
  names: readonly ('agent_key' | 'agent_id' | (typeof GRANT_NAMES)[number])[],
  things: string,
): string | undefined {
  const given = names.filter((name) => body[name] !== undefined)
  const other = given.find((name) => body[name] !== body[given[0]!])
  if (other !== undefined) throw contradiction(other, `${given[0]!} and ${other} specify different ${things}`)
  return given.length === 0 ? undefined : body[given[0]!]
}

function argumentsOf(body: Body): { readonly name: ArgumentName; readonly args: Fields } {
  const given = ARGUMENT_NAMES.filter((name) => body[name] !== undefined)
  const [first, ...others] = given.map((name) => {
    const value = body[name]
    return { name, args: typeof value === 'string' ? parsed(value, name) : (value ?? {}) }
  })
  if (first === undefined) return { name: 'tool_params', args: {} }
  for (const { name, args } of others) {
    if (at(name, () => canonicalHash(args)) === at(first.name, () => canonicalHash(first.args))) continue
    throw contradiction(name, `${first.name} and ${name} have different arguments`)
  }
  return first
}

/** Parses arguments as models write them: JSON text of an object. Some models write an empty text if there are none. */
function parsed(text: string, name: ArgumentName): Fields {
  if (text.trim() === '') return {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refused([{ path: ['body', name], message: 'must be an object or a JSON string', type: 'malformed_json' }])
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refused([{ path: ['body', name], message: 'must contain an object', type: 'invalid_type' }])
  }
  // The same rule applies to the whole body.
  if (namesPrototype(value)) {
    throw refused([{ path: ['body', name], message: 'must not contain the name "__proto__"', type: 'forbidden_name' }])
  }
  if (repeatedName(text) !== undefined) {
    throw refused([{ path: ['body', name], message: 'must not contain duplicate names', type: 'forbidden_name' }])
  }
  return value as Fields
}

/** Adds the argument name to a failure. */
function at<Made>(name: ArgumentName, make: () => Made): Made {
  try {
    return make()
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown
    throw refused([{ path: ['body', name], message: thrown.message, type: 'invalid_json' }])
  }
}

function namesPrototype(value: unknown): boolean {
  const open: unknown[] = [value]
  while (open.length > 0) {
    const inner = open.pop()
    if (typeof inner !== 'object' || inner === null) continue
    if (Object.hasOwn(inner, '__proto__')) return true
    for (const field of Object.values(inner)) open.push(field)
  }
  return false
}

/**
 * Compiles the schema of the call, to report an invalid schema. Takes tens of milliseconds, and therefore runs only for admitted requests.
 * @throws {Failure} `invalid_request` with one violation per problem, each with its path
 */
export function compileSent({ tool_schema: given }: Pick<ToolCheck, 'tool_schema'>): void {
  const sent = sentSchema(given ?? undefined)
  if (sent !== undefined) compileSentSchema(sent.schema, sent.path)
}

/** Returns the schema itself, or the one in a tool definition, with its path. */
function sentSchema(given: Fields | undefined): { readonly schema: Fields; readonly path: string[] } | undefined {
  if (given === undefined) return undefined
  const path: string[] = ['body', 'tool_schema']
  let schema = given
  if (isFields(given['function'])) {
    schema = given['function']
    path.push('function')
  }
  const name = SCHEMA_NAMES.find((candidate) => isFields(schema[candidate]))
  if (name !== undefined && schema['type'] !== 'object') {
    return { schema: schema[name] as Fields, path: [...path, name] }
  }
  // The definition of a tool without arguments imposes no restriction.
  return schema === given ? { schema, path } : undefined
}

function sourceOf(source: NonNullable<Body['input_sources']>[number]): string {
  if (typeof source === 'string') return source
  return source.source ?? source.tool ?? source.name ?? source.type ?? 'unknown'
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function contradiction(name: string, message: string): Failure {
  return refused([{ path: ['body', name], message, type: 'contradiction' }])
}

function refused(violations: readonly Violation[]): Failure {
  return new Failure('invalid_request', violations[0]!.message, { violations })
}
