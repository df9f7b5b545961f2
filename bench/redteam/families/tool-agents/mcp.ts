import { serve, type Json, type Reply, type Running } from './http.ts'

/** JSON Schema of one property, as far as the servers use it. */
export interface Property {
  readonly type: 'string' | 'number' | 'integer' | 'boolean'
  readonly description: string
  readonly enum?: readonly string[]
  readonly pattern?: string
  readonly maxLength?: number
}
export interface Tool {
  readonly name: string
  readonly description: string
  readonly properties: Readonly<Record<string, Property>>
  readonly required?: readonly string[]
  readonly call: (args: Json) => string | Promise<string>
}
export interface Resource {
  readonly uri: string
  readonly name: string
  readonly text: string
}
export interface Prompt {
  readonly name: string
  readonly description: string
  readonly arguments?: readonly { readonly name: string; readonly required: boolean }[]
  readonly render: (args: Json) => string
}
export interface McpServer {
  readonly name: string
  readonly tools: readonly Tool[]
  readonly resources?: readonly Resource[]
  readonly templates?: readonly { readonly uriTemplate: string; readonly name: string }[]
  /** Reads URIs that `resources` does not list. */
  readonly readUri?: (uri: string) => string
  readonly prompts?: readonly Prompt[]
  /** Checks arguments against the schema before each call. */
  readonly strict: boolean
}

/** Argument as text; the weak servers accept each type. */
export const textArgument = (args: Json, name: string, fallback = ''): string => {
  const value = args[name] ?? fallback
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Failure of a tool; its message goes to the client with `isError`. */
export class ToolError extends Error {}
class RpcError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

function violation(tool: Tool, args: Json): string | undefined {
  for (const name of Object.keys(args))
    if (!Object.hasOwn(tool.properties, name)) return `Unknown argument ${JSON.stringify(name).slice(0, 60)}`
  for (const [name, property] of Object.entries(tool.properties)) {
    const value = args[name]
    if (value === undefined) continue
    const type = property.type === 'integer' && Number.isInteger(value) ? 'integer' : typeof value
    if (type !== property.type) return `${name} must be of type ${property.type}`
    if (typeof value !== 'string') continue
    if (property.enum && !property.enum.includes(value)) return `${name} must be one of: ${property.enum.join(', ')}`
    if (value.length > (property.maxLength ?? 2000)) return `${name} is too long`
    if (property.pattern && !new RegExp(property.pattern, 'u').test(value))
      return `${name} ${JSON.stringify(value.slice(0, 80))} does not match ${property.pattern}`
  }
  return undefined
}

async function callTool(server: McpServer, params: Json): Promise<Json> {
  const tool = server.tools.find(({ name }) => name === params['name'])
  if (!tool) throw new RpcError(-32602, `Unknown tool: ${String(params['name']).slice(0, 80)}`)
  const args = (params['arguments'] ?? {}) as Json
  const missing = tool.required?.find((name) => args[name] === undefined)
  const problem = missing ? `Missing argument ${missing}` : server.strict ? violation(tool, args) : undefined
  const result = (text: string, isError: boolean): Json => ({ content: [{ type: 'text', text }], isError })
  if (problem) return result(problem, true)
  try {
    return result(await tool.call(args), false)
  } catch (error) {
    if (server.strict && !(error instanceof ToolError)) return result('Internal error', true)
    return result(error instanceof Error ? error.message : String(error), true)
  }
}

async function dispatch(server: McpServer, method: string, params: Json): Promise<Json> {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: '2025-06-18',
        capabilities: {
          tools: {},
          ...((server.resources || server.readUri) && { resources: {} }),
          ...(server.prompts && { prompts: {} }),
        },
        serverInfo: { name: server.name, version: '1.4.0' },
      }
    case 'ping':
      return {}
    case 'tools/list':
      return {
        tools: server.tools.map(({ name, description, properties, required }) => ({
          name,
          description,
          inputSchema: { type: 'object', properties, required: required ?? [], additionalProperties: !server.strict },
        })),
      }
    case 'tools/call':
      return callTool(server, params)
    case 'resources/list':
      return {
        resources: (server.resources ?? []).map(({ uri, name }) => ({ uri, name, mimeType: 'text/plain' })),
      }
    case 'resources/templates/list':
      return { resourceTemplates: server.templates ?? [] }
    case 'resources/read': {
      const uri = String(params['uri'])
      const known = server.resources?.find((resource) => resource.uri === uri)?.text
      try {
        const text = known ?? server.readUri?.(uri)
        if (text !== undefined) return { contents: [{ uri, mimeType: 'text/plain', text }] }
      } catch (error) {
        throw new RpcError(-32002, error instanceof Error ? error.message : 'Resource not found')
      }
      throw new RpcError(-32002, 'Resource not found')
    }
    case 'prompts/list':
      return {
        prompts: (server.prompts ?? []).map((prompt) => ({
          name: prompt.name,
          description: prompt.description,
          arguments: prompt.arguments ?? [],
        })),
      }
    case 'prompts/get': {
      const prompt = server.prompts?.find(({ name }) => name === params['name'])
      if (!prompt) throw new RpcError(-32602, 'Unknown prompt')
      const text = prompt.render((params['arguments'] ?? {}) as Json)
      return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] }
    }
    default:
      throw new RpcError(-32601, 'Method not found')
  }
}

/** Serves an MCP server over Streamable HTTP with JSON responses. */
export function serveMcp(port: number, server: McpServer): Promise<Running> {
  return serve(port, '/mcp', async (message): Promise<Reply> => {
    const { id, method, params } = message
    if (typeof method !== 'string')
      return { status: 400, body: { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid request' } } }
    if (id === undefined) return { status: 202 }
    try {
      const result = await dispatch(server, method, (params ?? {}) as Json)
      return { status: 200, body: { jsonrpc: '2.0', id, result } }
    } catch (error) {
      const { code, message: reason } = error instanceof RpcError ? error : new RpcError(-32603, 'Internal error')
      return { status: 200, body: { jsonrpc: '2.0', id, error: { code, message: reason } } }
    }
  })
}
