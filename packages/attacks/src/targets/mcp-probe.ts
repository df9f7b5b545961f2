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
}

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
  return { list, value: typeof value === 'string' ? value : '' }
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
