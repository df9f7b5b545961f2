import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { callTool, listTools, type McpTool } from './mcp.ts'

export interface ToolCall {
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
  readonly result?: unknown
}

export interface Turn {
  readonly message: string
  readonly session: string
  /** Name that another agent claims; only over A2A. */
  readonly from?: string
}

export interface Reply {
  readonly text: string
  readonly toolCalls?: readonly ToolCall[]
}

export type Respond = (turn: Turn) => Reply | Promise<Reply>
export type Running = { readonly close: () => Promise<void> }
type Json = Readonly<Record<string, unknown>>
type Route = (body: Json) => Promise<unknown>

const BODY_BYTES_MAX = 1_000_000
const REPLAYED_TURNS_MAX = 20

async function readJson(request: IncomingMessage): Promise<Json | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > BODY_BYTES_MAX) return undefined
    chunks.push(chunk)
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined
  } catch {
    return undefined
  }
}

function send(response: ServerResponse, status: number, body?: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(body === undefined ? undefined : JSON.stringify(body))
}

function listen(path: string, port: number, route: Route): Promise<Running> {
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url?.split('?')[0] !== path) return send(response, 404, { error: 'not found' })
    if (request.method !== 'POST') return send(response, 405, { error: 'method not allowed' })
    const body = await readJson(request)
    if (body === undefined) return send(response, 400, { error: 'body must be a JSON object' })
    try {
      const answer = await route(body)
      send(response, answer === undefined ? 202 : 200, answer)
    } catch {
      send(response, 500, { error: 'internal error' })
    }
  }
  const server = createServer((request, response) => void handle(request, response))
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

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Text of an OpenAI message: a string or a list of parts. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part: unknown) => asText((part as { text?: unknown } | null)?.text)).join('\n')
}

export function serveChat(port: number, respond: Respond): Promise<Running> {
  let anonymous = 0
  return listen('/chat', port, async (body) => {
    const session = asText(body['session_id']) || `anonymous-${(anonymous += 1)}`
    const reply = await respond({ message: asText(body['message']), session })
    return { reply: reply.text, ...(reply.toolCalls?.length ? { tool_calls: reply.toolCalls } : {}) }
  })
}

/** The protocol is stateless, so earlier user messages are replayed into a fresh session. */
export function serveOpenAi(port: number, respond: Respond): Promise<Running> {
  let requests = 0
  return listen('/v1/chat/completions', port, async (body) => {
    const session = `request-${(requests += 1)}`
    const messages = Array.isArray(body['messages']) ? (body['messages'] as Json[]) : []
    const fromUser = messages.filter((message) => message['role'] === 'user').slice(-REPLAYED_TURNS_MAX)
    let reply: Reply = { text: 'How can I help?' }
    for (const message of fromUser) reply = await respond({ message: textOf(message['content']), session })
    const toolCalls = (reply.toolCalls ?? []).map((call, index) => ({
      id: `call_${requests}_${index}`,
      type: 'function',
      function: { name: call.name, arguments: JSON.stringify(call.arguments) },
    }))
    const message = {
      role: 'assistant',
      content: reply.text,
      ...(toolCalls.length > 0 ? { tool_calls: toolCalls } : {}),
    }
    return {
      id: `chatcmpl-${requests}`,
      object: 'chat.completion',
      created: 1_790_000_000 + requests,
      model: asText(body['model']) || 'small-1',
      choices: [{ index: 0, message, finish_reason: 'stop' }],
      usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
    }
  })
}

export function serveA2a(port: number, respond: Respond): Promise<Running> {
  return listen('/a2a/message', port, async (body) => {
    const from = asText(body['from'])
    const content = typeof body['content'] === 'string' ? body['content'] : JSON.stringify(body['content'] ?? '')
    const reply = await respond({ message: content, session: from, from })
    return { content: reply.text }
  })
}

export function serveMcp(port: number, name: string, tools: readonly McpTool[]): Promise<Running> {
  return listen('/mcp', port, async (body) => {
    if (body['id'] === undefined) return undefined
    const answer = (result: unknown) => ({ jsonrpc: '2.0', id: body['id'], result })
    const params = (body['params'] ?? {}) as Json
    switch (body['method']) {
      case 'initialize':
        return answer({
          protocolVersion: '2025-06-18',
          capabilities: { tools: {} },
          serverInfo: { name, version: '2.3.0' },
        })
      case 'ping':
        return answer({})
      case 'tools/list':
        return answer({ tools: listTools(tools) })
      case 'tools/call':
        return answer(await callTool(tools, asText(params['name']), (params['arguments'] ?? {}) as Json))
      default:
        return { jsonrpc: '2.0', id: body['id'], error: { code: -32601, message: 'Method not found' } }
    }
  })
}
