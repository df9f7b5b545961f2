import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { FamilyAgent, Protocol, Weakness } from '../family.ts'
import { plainOf } from './signals.ts'

export interface ToolCall {
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
  readonly result?: unknown
}

export interface Reply {
  readonly text: string
  readonly calls: readonly ToolCall[]
}

export interface Turn {
  readonly text: string
  /** Lower case text with decoded and joined variants, for matching. */
  readonly plain: string
  /** Earlier messages of the user in this conversation. */
  readonly earlier: readonly string[]
  /** Key of the session; unique where the client keeps none. */
  readonly session: string
}

/** Returns undefined to leave the message to the next rule. */
export type Rule = (turn: Turn) => Reply | string | undefined

interface Answer {
  readonly status: number
  readonly body: unknown
}

type Handle = (body: Record<string, unknown>) => Answer

const invalid = (message: string): Answer => ({
  status: 400,
  body: { error: { message, type: 'invalid_request_error' } },
})

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown> | undefined> {
  let text = ''
  request.setEncoding('utf8')
  for await (const part of request as AsyncIterable<string>) {
    text += part
    if (text.length > 2_000_000) return undefined
  }
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function run(rules: readonly Rule[], turn: Turn): Reply {
  for (const rule of rules) {
    const reply = rule(turn)
    if (reply !== undefined) return typeof reply === 'string' ? { text: reply, calls: [] } : reply
  }
  return { text: '…', calls: [] }
}

function chat(rules: readonly Rule[]): Handle {
  const histories = new Map<string, string[]>()
  return ({ message, session_id: id }) => {
    if (typeof message !== 'string') return invalid('message is required')
    const session = typeof id === 'string' ? id : randomUUID()
    const earlier = histories.get(session) ?? []
    const { text, calls } = run(rules, { text: message, plain: plainOf(message), earlier: [...earlier], session })
    if (typeof id === 'string') {
      histories.delete(id)
      histories.set(id, [...earlier, message].slice(-30))
      const oldest = histories.keys().next().value
      if (histories.size > 1000 && oldest !== undefined) histories.delete(oldest)
    }
    return { status: 200, body: { reply: text, ...(calls.length > 0 && { tool_calls: calls }) } }
  }
}

function contentOf(message: unknown): string {
  const { content } = (message ?? {}) as { content?: unknown }
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part: { text?: unknown } | null) => (typeof part?.text === 'string' ? part.text : '')).join('\n')
}

function openai(rules: readonly Rule[]): Handle {
  return ({ messages, model }) => {
    if (!Array.isArray(messages)) return invalid('messages is required')
    const said = messages.filter((entry: { role?: unknown } | null) => entry?.role === 'user').map(contentOf)
    const message = said.pop()
    if (message === undefined) return invalid('messages must contain a user message')
    const turn = { text: message, plain: plainOf(message), earlier: said, session: randomUUID() }
    const { text, calls } = run(rules, turn)
    const toolCalls = calls.map((call) => ({
      id: `call_${randomUUID().slice(0, 12)}`,
      type: 'function',
      function: { name: call.name, arguments: JSON.stringify(call.arguments) },
    }))
    const used = { prompt_tokens: Math.ceil(message.length / 4), completion_tokens: Math.ceil(text.length / 4) }
    return {
      status: 200,
      body: {
        id: `chatcmpl-${randomUUID()}`,
        object: 'chat.completion',
        created: Math.floor(Date.now() / 1000),
        model: typeof model === 'string' ? model : 'assistant-small',
        choices: [
          {
            index: 0,
            message: { role: 'assistant', content: text, ...(toolCalls.length > 0 && { tool_calls: toolCalls }) },
            finish_reason: toolCalls.length > 0 ? 'tool_calls' : 'stop',
          },
        ],
        usage: { ...used, total_tokens: used.prompt_tokens + used.completion_tokens },
      },
    }
  }
}

function serve(port: number, path: string, handle: Handle): Promise<{ close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const send = ({ status, body }: Answer) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.method !== 'POST' || request.url !== path) {
      send({ status: 404, body: { error: { message: 'not found' } } })
      return
    }
    void bodyOf(request).then(
      (body) => send(body === undefined ? invalid('body must be a JSON object') : handle(body)),
      () => response.destroy(),
    )
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

interface Pair {
  readonly names: readonly [weak: string, hardened: string]
  readonly protocol: Protocol
  readonly weaknesses: readonly Weakness[]
  readonly systemPrompt?: string
  readonly canaries?: readonly string[]
  readonly allowedTools?: readonly string[]
  /** Build the rules with the state of one run. */
  readonly weak: () => readonly Rule[]
  readonly hardened: () => readonly Rule[]
}

export function pair({ names, protocol, weaknesses, weak, hardened, ...declared }: Pair): FamilyAgent[] {
  const path = protocol === 'chat' ? '/chat' : '/v1/chat/completions'
  const start = (create: () => readonly Rule[]) => (port: number) =>
    serve(port, path, protocol === 'chat' ? chat(create()) : openai(create()))
  return [
    { ...declared, name: names[0], protocol, weaknesses, twin: names[1], start: start(weak) },
    { ...declared, name: names[1], protocol, weaknesses: [], twin: names[0], start: start(hardened) },
  ]
}
