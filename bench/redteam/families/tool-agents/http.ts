import { createServer, type IncomingMessage } from 'node:http'

export type Json = Record<string, unknown>
export interface Running {
  readonly close: () => Promise<void>
}
/** Status and body of an answer; `undefined` as body sends none. */
export interface Reply {
  readonly status: number
  readonly body?: unknown
}
export interface ToolCall {
  readonly name: string
  readonly arguments: Json
  readonly result?: string
}
export interface Answer {
  readonly reply: string
  readonly toolCalls?: readonly ToolCall[]
}
/** Answers a message; `history` holds the user's earlier messages of the conversation. */
export type Converse = (message: string, history: readonly string[]) => Answer | Promise<Answer>

const BODY_BYTES_MAX = 1_000_000
const SESSIONS_MAX = 500
const HISTORY_MAX = 20

async function readJson(request: IncomingMessage): Promise<unknown> {
  let size = 0
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > BODY_BYTES_MAX) throw new Error('body too large')
    chunks.push(chunk)
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

/** Serves one POST endpoint on loopback. */
export function serve(port: number, path: string, handle: (body: Json) => Promise<Reply>): Promise<Running> {
  const server = createServer((request, response) => {
    const send = ({ status, body }: Reply): void => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(body === undefined ? undefined : JSON.stringify(body))
    }
    const answer = async (): Promise<Reply> => {
      if (request.url?.split('?')[0] !== path) return { status: 404, body: { error: 'Not found' } }
      if (request.method !== 'POST') return { status: 405, body: { error: 'Method not allowed' } }
      const body = await readJson(request).catch(() => undefined)
      if (typeof body !== 'object' || body === null || Array.isArray(body))
        return { status: 400, body: { error: 'Request body must be a JSON object' } }
      return handle(body as Json)
    }
    answer().then(send, () => send({ status: 500, body: { error: 'Internal error' } }))
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () =>
      resolve({
        close: () =>
          new Promise((done) => {
            server.close(() => done())
            server.closeAllConnections()
          }),
      }),
    )
  })
}

export function serveChat(port: number, converse: Converse): Promise<Running> {
  const sessions = new Map<string, string[]>()
  return serve(port, '/chat', async (body) => {
    if (typeof body['message'] !== 'string') return { status: 400, body: { error: 'message must be a string' } }
    const id = typeof body['session_id'] === 'string' ? body['session_id'] : undefined
    const history = (id !== undefined && sessions.get(id)) || []
    const { reply, toolCalls } = await converse(body['message'], history)
    if (id !== undefined) {
      if (sessions.size >= SESSIONS_MAX && !sessions.has(id)) sessions.delete(sessions.keys().next().value!)
      sessions.set(id, [...history, body['message']].slice(-HISTORY_MAX))
    }
    return { status: 200, body: { reply, ...(toolCalls?.length && { tool_calls: toolCalls }) } }
  })
}

const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : Array.isArray(content)
      ? content.map((part: { text?: unknown }) => (typeof part?.text === 'string' ? part.text : '')).join('\n')
      : ''

export function serveOpenAi(port: number, model: string, converse: Converse): Promise<Running> {
  let count = 0
  return serve(port, '/v1/chat/completions', async (body) => {
    const messages = Array.isArray(body['messages']) ? (body['messages'] as Json[]) : []
    const said = messages.filter((message) => message?.['role'] === 'user').map((message) => textOf(message['content']))
    const last = said.pop()
    if (last === undefined)
      return {
        status: 400,
        body: { error: { message: 'messages needs a user message', type: 'invalid_request_error' } },
      }
    const { reply, toolCalls } = await converse(last, said.slice(-HISTORY_MAX))
    count++
    const message = {
      role: 'assistant',
      content: reply,
      ...(toolCalls?.length && {
        tool_calls: toolCalls.map((call, index) => ({
          id: `call_${count}_${index}`,
          type: 'function',
          function: { name: call.name, arguments: JSON.stringify(call.arguments) },
        })),
      }),
    }
    const usage = { prompt_tokens: last.length >> 2, completion_tokens: reply.length >> 2 }
    return {
      status: 200,
      body: {
        id: `chatcmpl-${count}`,
        object: 'chat.completion',
        created: Math.floor(Date.now() / 1000),
        model,
        choices: [{ index: 0, message, finish_reason: 'stop' }],
        usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens },
      },
    }
  })
}

export function serveA2a(port: number, receive: (from: string, content: string) => string): Promise<Running> {
  return serve(port, '/a2a/message', async ({ from, content }) =>
    typeof from === 'string' && typeof content === 'string'
      ? { status: 200, body: { content: receive(from, content) } }
      : { status: 400, body: { error: 'from and content must be strings' } },
  )
}
