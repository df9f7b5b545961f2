import { createServer, type IncomingMessage } from 'node:http'
import type { FamilyAgent } from '../family.ts'

export type Fields = Record<string, unknown>
export interface Handle {
  readonly close: () => Promise<void>
}
export interface Field {
  readonly type: 'string' | 'integer'
  readonly description: string
  readonly enum?: readonly string[]
  readonly pattern?: string
}
export interface ToolSpec {
  readonly name: string
  readonly description: string
  readonly fields: Readonly<Record<string, Field>>
  readonly required: readonly string[]
  readonly run: (args: Fields) => string | Promise<string>
}
export interface McpSpec {
  readonly name: string
  readonly version: string
  /** Whether arguments are checked against their schema. */
  readonly checked: boolean
  readonly tools: readonly ToolSpec[]
  readonly resources?: readonly { readonly uri: string; readonly name: string }[]
  readonly templates?: readonly { readonly uriTemplate: string; readonly name: string }[]
  readonly read?: (uri: string) => string | undefined
  readonly prompts?: readonly {
    readonly name: string
    readonly description: string
    readonly argument: string
    readonly text: (value: string) => string
  }[]
}

/** Error whose message the client may see. */
export class UserError extends Error {}
class ProtocolError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export const text = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)
const asFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let body = ''
  for await (const chunk of request.setEncoding('utf8') as AsyncIterable<string>) {
    body += chunk
    if (body.length > 500_000) throw new Error('too large')
  }
  return JSON.parse(body)
}

function listen(
  port: number,
  path: string,
  handle: (body: Fields) => Promise<{ readonly status: number; readonly body?: unknown }>,
): Promise<Handle> {
  const server = createServer((request, response) => {
    const work = async (): Promise<{ readonly status: number; readonly body?: unknown }> => {
      if (new URL(request.url ?? '/', 'http://localhost').pathname !== path)
        return { status: 404, body: { error: 'not_found' } }
      if (request.method !== 'POST') return { status: 405, body: { error: 'method_not_allowed' } }
      let body: unknown
      try {
        body = await bodyOf(request)
      } catch {
        return { status: 400, body: { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } } }
      }
      return handle(asFields(body))
    }
    const respond = async (): Promise<void> => {
      const { status, body } = await work().catch(() => ({ status: 500, body: { error: 'internal_error' } }))
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
      response.end(body === undefined ? undefined : JSON.stringify(body))
    }
    void respond()
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      resolve({
        close: () =>
          new Promise((done) => {
            server.close(() => done())
            server.closeAllConnections()
          }),
      })
    })
  })
}

function invalid(tool: ToolSpec, args: Fields): string | undefined {
  const extra = Object.keys(args).find((name) => !Object.hasOwn(tool.fields, name))
  if (extra !== undefined) return `Unrecognized key: ${JSON.stringify(extra.slice(0, 40))}`
  for (const [name, field] of Object.entries(tool.fields)) {
    const value = args[name]
    if (value === undefined) continue
    if (field.type === 'integer' ? !Number.isSafeInteger(value) : typeof value !== 'string')
      return `${name}: expected ${field.type}, received ${Array.isArray(value) ? 'array' : typeof value}`
    if (typeof value !== 'string') continue
    if (value.length > 4000) return `${name}: too long`
    if (field.enum && !field.enum.includes(value)) return `${name}: expected one of ${field.enum.join(' | ')}`
    if (field.pattern && !new RegExp(field.pattern, 'u').test(value)) return `${name}: invalid format`
  }
  return undefined
}

async function call(spec: McpSpec, params: Fields): Promise<Fields> {
  const tool = spec.tools.find(({ name }) => name === params['name'])
  if (!tool) throw new ProtocolError(-32602, `Tool ${text(params['name']).slice(0, 60)} not found`)
  const args = asFields(params['arguments'])
  const absent = tool.required.find((name) => args[name] === undefined)
  const fault = absent === undefined ? (spec.checked ? invalid(tool, args) : undefined) : `${absent}: Required`
  if (fault !== undefined) throw new ProtocolError(-32602, `Invalid arguments for tool ${tool.name}: ${fault}`)
  try {
    return { content: [{ type: 'text', text: await tool.run(args) }] }
  } catch (error) {
    const shown = spec.checked && !(error instanceof UserError) ? 'Internal server error' : messageOf(error)
    return { content: [{ type: 'text', text: `Error: ${shown}` }], isError: true }
  }
}

async function answer(spec: McpSpec, method: string, params: Fields): Promise<Fields> {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: '2025-06-18',
        capabilities: { tools: {}, ...(spec.read && { resources: {} }), ...(spec.prompts && { prompts: {} }) },
        serverInfo: { name: spec.name, version: spec.version },
      }
    case 'ping':
      return {}
    case 'tools/list':
      return {
        tools: spec.tools.map(({ name, description, fields, required }) => ({
          name,
          description,
          inputSchema: { type: 'object', properties: fields, required },
        })),
      }
    case 'tools/call':
      return call(spec, params)
    case 'resources/list':
      return { resources: spec.resources ?? [] }
    case 'resources/templates/list':
      return { resourceTemplates: spec.templates ?? [] }
    case 'resources/read': {
      const uri = text(params['uri'])
      let found: string | undefined
      try {
        found = spec.read?.(uri)
      } catch (error) {
        throw new ProtocolError(-32002, messageOf(error))
      }
      if (found === undefined) throw new ProtocolError(-32002, 'Resource not found')
      return { contents: [{ uri, mimeType: 'text/plain', text: found }] }
    }
    case 'prompts/list':
      return {
        prompts: (spec.prompts ?? []).map(({ name, description, argument }) => ({
          name,
          description,
          arguments: [{ name: argument, required: true }],
        })),
      }
    case 'prompts/get': {
      const prompt = spec.prompts?.find(({ name }) => name === params['name'])
      if (!prompt) throw new ProtocolError(-32602, 'Prompt not found')
      const value = text(asFields(params['arguments'])[prompt.argument]).slice(0, 200)
      return { messages: [{ role: 'user', content: { type: 'text', text: prompt.text(value) } }] }
    }
    default:
      throw new ProtocolError(-32601, 'Method not found')
  }
}

export const mcp = (port: number, spec: McpSpec): Promise<Handle> =>
  listen(port, '/mcp', async ({ id, method, params }) => {
    if (typeof method !== 'string')
      return { status: 400, body: { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid Request' } } }
    if (id === undefined) return { status: 202 }
    try {
      return { status: 200, body: { jsonrpc: '2.0', id, result: await answer(spec, method, asFields(params)) } }
    } catch (error) {
      const known = error instanceof ProtocolError ? error : new ProtocolError(-32603, 'Internal error')
      return { status: 200, body: { jsonrpc: '2.0', id, error: { code: known.code, message: known.message } } }
    }
  })

export const a2a = (port: number, receive: (from: string, content: string) => string): Promise<Handle> =>
  listen(port, '/a2a/message', async ({ from, content }) =>
    typeof from === 'string' && typeof content === 'string'
      ? { status: 200, body: { content: receive(from, content) } }
      : { status: 400, body: { error: 'from and content are required' } },
  )

export interface Turn {
  readonly reply: string
  readonly tool_calls?: readonly { readonly name: string; readonly arguments: Fields; readonly result: string }[]
}
export const chat = (port: number, converse: (message: string) => Turn): Promise<Handle> =>
  listen(port, '/chat', async ({ message }) =>
    typeof message === 'string'
      ? { status: 200, body: converse(message) }
      : { status: 400, body: { error: 'message is required' } },
  )

/** Weak agent and hardened twin that share a declaration. */
export function twins(
  declared: Omit<FamilyAgent, 'twin' | 'start'>,
  start: (port: number, safe: boolean) => Promise<Handle>,
): readonly FamilyAgent[] {
  const safeName = `${declared.name}-strict`
  return [
    { ...declared, twin: safeName, start: (port) => start(port, false) },
    { ...declared, name: safeName, twin: declared.name, weaknesses: [], start: (port) => start(port, true) },
  ]
}

/** Whether one of the patterns occurs at the start of a word. */
export const has = (content: string, ...patterns: readonly string[]): boolean =>
  new RegExp(`(?<![a-z])(?:${patterns.join('|')})`, 'iu').test(content)
