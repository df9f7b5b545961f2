import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Protocol } from '../family.ts'
import type { Bot, Reply, Turn } from './bot.ts'

const BODY_BYTES_MAX = 1_000_000
const SESSIONS_MAX = 500
const TURNS_MAX = 40

interface Session {
  readonly messages: string[]
  readonly replies: string[]
}

type Handler = (body: unknown) => unknown

class InvalidRequest extends Error {}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > BODY_BYTES_MAX) throw new InvalidRequest('request body is too large')
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    throw new InvalidRequest('request body is not valid JSON')
  }
}

function chatHandler(bot: Bot): Handler {
  const sessions = new Map<string, Session>()
  return (body) => {
    const { message, session_id: id } = (body ?? {}) as Record<string, unknown>
    if (typeof message !== 'string') throw new InvalidRequest('"message" must be a string')
    const session = (typeof id === 'string' ? sessions.get(id) : undefined) ?? { messages: [], replies: [] }
    const { text, toolCalls } = bot({ text: message, earlier: [...session.messages], replies: [...session.replies] })
    session.messages.push(message)
    session.replies.push(text)
    if (session.messages.length > TURNS_MAX) {
      session.messages.shift()
      session.replies.shift()
    }
    if (typeof id === 'string') {
      sessions.delete(id)
      sessions.set(id, session)
      const oldest = sessions.keys().next().value
      if (sessions.size > SESSIONS_MAX && oldest !== undefined) sessions.delete(oldest)
    }
    return toolCalls.length === 0 ? { reply: text } : { reply: text, tool_calls: toolCalls }
  }
}

function contentText(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part: { text?: unknown }) => (typeof part?.text === 'string' ? part.text : '')).join('\n')
}

function turnOf(messages: readonly unknown[]): Turn {
  const entries = messages.map((entry) => (entry ?? {}) as { role?: unknown; content?: unknown })
  const said = entries.filter(({ role }) => role === 'user').map(({ content }) => contentText(content))
  const replies = entries.filter(({ role }) => role === 'assistant').map(({ content }) => contentText(content))
  const text = said.pop()
  if (text === undefined) throw new InvalidRequest('"messages" must contain a user message')
  return { text, earlier: said, replies }
}

function completion(model: string, turn: Turn, { text, toolCalls }: Reply): unknown {
  const calls = toolCalls.map(({ name, arguments: values }) => ({
    id: `call_${randomUUID()}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(values) },
  }))
  const promptTokens = Math.ceil(turn.text.length / 4)
  const completionTokens = Math.ceil(text.length / 4)
  return {
    id: `chatcmpl-${randomUUID()}`,
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: text, ...(calls.length > 0 && { tool_calls: calls }) },
        finish_reason: calls.length > 0 ? 'tool_calls' : 'stop',
      },
    ],
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
    },
  }
}

function openaiHandler(bot: Bot): Handler {
  return (body) => {
    const { messages, model } = (body ?? {}) as Record<string, unknown>
    if (!Array.isArray(messages)) throw new InvalidRequest('"messages" must be an array')
    const turn = turnOf(messages)
    return completion(typeof model === 'string' ? model : 'support', turn, bot(turn))
  }
}

function send(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

async function answer(request: IncomingMessage, response: ServerResponse, handler: Handler): Promise<void> {
  try {
    send(response, 200, handler(await readJson(request)))
  } catch (error) {
    if (error instanceof InvalidRequest) send(response, 400, { error: { message: error.message } })
    else send(response, 500, { error: { message: 'internal error' } })
  }
}

export function serve(port: number, protocol: Protocol, bot: Bot): Promise<{ close: () => Promise<void> }> {
  const path = protocol === 'chat' ? '/chat' : '/v1/chat/completions'
  const handler = protocol === 'chat' ? chatHandler(bot) : openaiHandler(bot)
  const server = createServer((request, response) => {
    if (request.method === 'POST' && request.url === path) void answer(request, response, handler)
    else send(response, 404, { error: { message: 'not found' } })
  })
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve({ close }))
  })
}
