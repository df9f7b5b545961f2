import { PARAMETER_KINDS, type ParameterKind } from './mcp-tools.ts'
import { readPath } from './paths.ts'

/** Request to an MCP server. */
export interface McpRequest {
  readonly method: string
  readonly params: unknown
  /** Name of the tool or entry, if the session chose it. */
  readonly name?: string
}

/** Request to everything that a server lists: `{"method": "tools/call", "params": {"name": "*", "value": "..."}}`. */
export interface McpProbe {
  /** Method that lists the entries. */
  readonly list: 'tools/list' | 'resources/list' | 'prompts/list'
  /** Argument value for each text and number. */
  readonly value: string
  /** Instead of the value: several calls that depend on the listed tools and on earlier answers. */
  readonly plan?: McpPlan
}

/** What to call, beside a single value. */
export type McpPlan =
  /** Values by the kind of the parameter that receives them, one call each. */
  | { readonly by: 'kind'; readonly values: Readonly<Partial<Record<ParameterKind, readonly string[]>>> }
  /** Identifiers that the server names itself, and their neighbours. */
  | { readonly by: 'known' }
  /** Tools that their description restricts, on an object with an invented name. */
  | { readonly by: 'restricted'; readonly name: string; readonly isChange: boolean }
  /** Tables behind a parameter that is open to SQL injection. */
  | { readonly by: 'tables' }

const LIST_OF: Readonly<Record<string, McpProbe['list']>> = {
  'tools/call': 'tools/list',
  'resources/read': 'resources/list',
  'prompts/get': 'prompts/list',
}

/** Parses a request whose name or URI is `*`. */
export function parseProbe(method: string, params: unknown): McpProbe | undefined {
  const list = LIST_OF[method]
  const isForAll = readPath(params, 'name') === '*' || readPath(params, 'uri') === '*'
  if (list === undefined || !isForAll) return undefined
  const value = readPath(params, 'value')
  const plan = list === 'prompts/list' ? undefined : planOf(params)
  return { list, value: typeof value === 'string' ? value : '', ...(plan === undefined ? {} : { plan }) }
}

function planOf(params: unknown): McpPlan | undefined {
  const name = readPath(params, 'restricted')
  if (typeof name === 'string') return { by: 'restricted', name, isChange: readPath(params, 'changing') === true }
  if (readPath(params, 'known') === true) return { by: 'known' }
  if (readPath(params, 'tables') === true) return { by: 'tables' }
  const values = readPath(params, 'values')
  if (typeof values !== 'object' || values === null) return undefined
  const byKind = PARAMETER_KINDS.map((kind) => [kind, textsOf(readPath(values, kind))] as const)
  return { by: 'kind', values: Object.fromEntries(byKind.filter(([, texts]) => texts.length > 0)) }
}

function textsOf(value: unknown): readonly string[] {
  return [value].flat().filter((item) => typeof item === 'string')
}

export function isProbe(wish: McpRequest | McpProbe): wish is McpProbe {
  return 'list' in wish
}

/** Returns the listed resources or prompts. */
export function entriesOf(result: unknown, { list }: McpProbe): readonly unknown[] {
  const listed = readPath(result, list === 'resources/list' ? 'resources' : 'prompts')
  return Array.isArray(listed) ? listed : []
}

/** Returns the request that reads a listed resource or prompt. */
export function probeRequest(entry: unknown, { list, value }: McpProbe): McpRequest {
  if (list === 'resources/list') {
    const uri = readPath(entry, 'uri')
    return { method: 'resources/read', params: { uri }, name: String(uri) }
  }
  const name = readPath(entry, 'name')
  const wanted = readPath(entry, 'arguments')
  const names = (Array.isArray(wanted) ? wanted : []).map((item) => readPath(item, 'name'))
  const filled = names.filter((item) => typeof item === 'string').map((item) => [item, value])
  return { method: 'prompts/get', params: { name, arguments: Object.fromEntries(filled) }, name: String(name) }
}
