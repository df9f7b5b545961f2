import type { ToolCall } from '../engine/exchange.ts'
import { unfolded } from './conversation-calls.ts'
import { parseJson } from './json.ts'
import { readPath } from './paths.ts'

/** Maximum number of examined calls per answer. Own limit: an agent that makes more is in a loop. */
const CALLS_MAX = 500
/** Maximum number of examined list elements, from the end: conversations grow. Own limit. */
const ITEMS_MAX = 10_000
/** Paths of tool calls in answers of agents and model APIs. */
const CALL_PATHS: readonly string[] = [
  'choices.0.message.tool_calls',
  'message.tool_calls',
  'tool_calls',
  'toolCalls',
  'content',
  'output',
  'steps',
  'trace',
  'tools_used',
  'data.tool_calls',
  'data.toolCalls',
  'result.tool_calls',
  'messages',
]

/**
 * Returns the tool calls in an answer, in any known format: OpenAI's `tool_calls` and response items, Anthropic's `tool_use`, MCP's
 * `tools/call`, and plain objects with a name and arguments. Results in the same list are joined to their calls by id, or by order without
 * ids.
 * @param path path that the target's owner configured; then no other is tried
 */
export function toolCalls(answer: unknown, path: string | undefined): readonly ToolCall[] {
  for (const place of path === undefined ? CALL_PATHS : [path]) {
    const calls = callsIn(readPath(answer, place), path !== undefined)
    if (calls.length > 0) return calls
  }
  return []
}

interface Found {
  readonly id: string | undefined
  readonly name: string
  readonly arguments: unknown
  readonly result: unknown
}

/** @param areNames  plain strings count as tool names: the owner configured this path for calls */
function callsIn(value: unknown, areNames: boolean): readonly ToolCall[] {
  if (value === undefined) return []
  const list = unfolded(Array.isArray(value) ? value.slice(-ITEMS_MAX) : [value]).slice(0, CALLS_MAX)
  const calls = list.flatMap((item) => callOf(item, areNames) ?? [])
  const results = new Map(list.map(resultOf).filter((item) => item !== undefined))
  return calls.map(({ id, name, arguments: given, result }) => {
    const answered = result ?? (id === undefined ? undefined : results.get(id))
    const call = { name, arguments: given, wasExecuted: answered === undefined ? undefined : true }
    return answered === undefined ? call : { ...call, result: textOf(answered) }
  })
}

function callOf(one: unknown, areNames: boolean): Found | undefined {
  if (typeof one === 'string')
    return areNames ? { id: undefined, name: one, arguments: {}, result: undefined } : undefined
  const type = readPath(one, 'type')
  if (typeof type === 'string' && /(?:_result|_output|^text|^message|^reasoning|^thinking)$/.test(type))
    return undefined
  const name =
    readPath(one, 'function.name') ??
    (readPath(one, 'method') === 'tools/call' ? readPath(one, 'params.name') : undefined) ??
    readPath(one, 'name') ??
    readPath(one, 'tool') ??
    readPath(one, 'tool_name') ??
    readPath(one, 'toolName') ??
    readPath(one, 'action') ??
    readPath(one, 'function') ??
    readPath(one, 'tool.name') ??
    readPath(one, 'call.name') ??
    readPath(one, 'toolCall.name') ??
    readPath(one, 'operation')
  if (typeof name !== 'string' || name === '') return undefined
  const given =
    readPath(one, 'function.arguments') ??
    readPath(one, 'params.arguments') ??
    readPath(one, 'arguments') ??
    readPath(one, 'input') ??
    readPath(one, 'args') ??
    readPath(one, 'parameters') ??
    readPath(one, 'tool_input') ??
    readPath(one, 'toolInput') ??
    readPath(one, 'kwargs') ??
    readPath(one, 'params') ??
    readPath(one, 'payload') ??
    readPath(one, 'tool.arguments') ??
    readPath(one, 'call.arguments') ??
    readPath(one, 'toolCall.args') ??
    {}
  const id = readPath(one, 'call_id') ?? readPath(one, 'id')
  return { id: idOf(id), name, arguments: parsed(given), result: outcomeOf(one) }
}

function outcomeOf(one: unknown): unknown {
  return readPath(one, 'result') ?? readPath(one, 'observation') ?? readPath(one, 'tool_output')
}

/** Returns a result in the list of calls: `[id, result]`. */
function resultOf(one: unknown): readonly [string, unknown] | undefined {
  const type = readPath(one, 'type')
  if (typeof type !== 'string' || !/_(?:result|output)$/.test(type)) return undefined
  const id = idOf(readPath(one, 'tool_use_id') ?? readPath(one, 'call_id') ?? readPath(one, 'tool_call_id'))
  return id === undefined ? undefined : [id, readPath(one, 'content') ?? readPath(one, 'output') ?? '']
}

function idOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** Arguments often travel as text of JSON. */
function parsed(value: unknown): unknown {
  return typeof value === 'string' ? (parseJson(value) ?? { value }).value : value
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
