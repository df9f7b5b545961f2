import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { LoopReport } from '../lib/loop-probe.ts'
import { PROSE } from './texts.ts'

/** Large requests to every endpoint that accepts them, and a guard with all features that processes them. */
const SERVER = fileURLToPath(new URL('server.ts', import.meta.url))
export const MB = 1024 * 1024
export const SIZES_MB = [1, 4, 16] as const
export interface SentBody {
  readonly contentType?: string
  readonly body: string | Uint8Array<ArrayBuffer>
}

export interface Case {
  readonly name: string
  readonly path: string
  readonly sizes?: readonly number[]
  readonly make: (bytes: number) => SentBody
}

const words = (bytes: number): string => PROSE.repeat(Math.ceil(bytes / PROSE.length)).slice(0, bytes)
const json = (value: unknown): SentBody => ({ body: JSON.stringify(value) })
/** Many members of a few characters, as a dump of a table has. */
const rows = (bytes: number): unknown[] =>
  Array.from({ length: Math.floor(bytes / 80) }, (_, id) => ({
    id,
    name: `Item ${id}`,
    price: 4.5,
    note: 'in stock, two left',
  }))
const user = (content: unknown) => ({ model: 'bench', messages: [{ role: 'user', content }] })
const toolResult = (content: string) => ({
  model: 'bench',
  messages: [
    { role: 'user', content: 'What is in the table?' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'read_table', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'a', content },
  ],
})

export const CASES: readonly Case[] = [
  { name: 'input, one text', path: '/guardrails/input', sizes: [1, 1.9], make: (n) => json({ message: words(n) }) },
  {
    name: 'input, messages',
    path: '/guardrails/input',
    sizes: [1, 1.9],
    make: (n) => json({ messages: Array.from({ length: n / 1000 }, () => ({ role: 'user', content: words(950) })) }),
  },
  { name: 'output, one text', path: '/guardrails/output', sizes: [1, 1.9], make: (n) => json({ output: words(n) }) },
  {
    name: 'tool output, prose',
    path: '/v1/shield/tool/output',
    sizes: [1, 1.9],
    make: (n) => json({ tool_name: 'read_file', tool_output: words(n) }),
  },
  {
    name: 'tool output, JSON rows',
    path: '/v1/shield/tool/output',
    sizes: [1, 1.6],
    make: (n) => json({ tool_name: 'read_table', tool_output: JSON.stringify(rows(n * 0.8)) }),
  },
  {
    name: 'tool check, arguments',
    path: '/v1/shield/tool/check',
    sizes: [1, 1.6],
    make: (n) => json({ tool_name: 'write_table', tool_params: { rows: rows(n) } }),
  },
  { name: 'chat, one text', path: '/v1/chat/completions', make: (n) => json(user(words(n))) },
  {
    name: 'chat, 9,000 messages',
    path: '/v1/chat/completions',
    make: (n) =>
      json({
        model: 'bench',
        messages: Array.from({ length: 9_000 }, (_, i) => ({
          role: i % 2 === 0 ? 'user' : 'assistant',
          content: words(n / 9_000 - 40),
        })),
      }),
  },
  {
    name: 'chat, many short values',
    path: '/v1/chat/completions',
    make: (n) => json({ ...user('What is in the table?'), metadata: {}, table: rows(Math.min(n, 2.1 * MB)) }),
  },
  { name: 'chat, result of a tool', path: '/v1/chat/completions', make: (n) => json(toolResult(words(n))) },
  {
    name: 'chat, JSON of a tool',
    path: '/v1/chat/completions',
    make: (n) => json(toolResult(JSON.stringify(rows(n * 0.8)))),
  },
  {
    name: 'chat, picture',
    path: '/v1/chat/completions',
    make: (n) =>
      json(
        user([
          { type: 'text', text: 'What is this?' },
          { type: 'image_url', image_url: { url: `data:image/png;base64,${'iVBORw0KGgoA'.repeat(n / 12)}` } },
        ]),
      ),
  },
  {
    name: 'chat, text file',
    path: '/v1/chat/completions',
    make: (n) =>
      json(
        user([
          { type: 'text', text: 'Summarise this.' },
          {
            type: 'file',
            file: {
              filename: 'a.txt',
              file_data: `data:text/plain;base64,${Buffer.from(words(n * 0.7)).toString('base64')}`,
            },
          },
        ]),
      ),
  },
  { name: 'responses, one text', path: '/v1/responses', make: (n) => json({ model: 'bench', input: words(n) }) },
  {
    name: 'messages, one text',
    path: '/v1/messages',
    make: (n) => json({ ...user(words(n)), max_tokens: 100 }),
  },
  { name: 'file, text', path: '/guardrails/file', sizes: [1, 4, 9], make: (n) => file(words(n)) },
  { name: 'moderations', path: '/v1/moderations', sizes: [1, 1.9], make: (n) => json({ input: words(n) }) },
]

function file(text: string): SentBody {
  const end = 'b7f3'
  const head = `--${end}\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\n`
  return { body: `${head}${text}\r\n--${end}--\r\n`, contentType: `multipart/form-data; boundary=${end}` }
}

/** Everything that reads texts: data policies and data flow are on, and no text is refused for its length. */
async function configure(port: number): Promise<void> {
  const put = async (method: string, path: string, body: object): Promise<void> => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  }
  const long = { length_limit: { enabled: false } }
  const flow = { data_flow: { enabled: true } }
  await put('PUT', '/v1/tenant/me/policies', {
    input_guardrails: long,
    output_guardrails: {},
    agentic_guardrails: flow,
  })
  await put('POST', '/v1/data-policies/global/policy', {
    sanitization_rules: [{ pattern_id: 'order', regex: 'order-[0-9]{6,9}', action: 'redact', severity: 'medium' }],
    role_policies: [{ role: '*', output_rules: ['Redact email addresses and phone numbers'] }],
  })
}

const ANSWER = JSON.stringify({
  id: 'a',
  object: 'chat.completion',
  created: 1,
  model: 'bench',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Two left.' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
})

/** Sends one request of a case. @returns the status, after the answer was read */
export function send(port: number, { path, make }: Case, bytes: number): Promise<number> {
  return sendBody(port, path, make(Math.floor(bytes * 0.97)))
}

export async function sendBody(port: number, path: string, { body, contentType }: SentBody): Promise<number> {
  const headers = { 'content-type': contentType ?? 'application/json' }
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body })
  await answer.arrayBuffer()
  return answer.status
}

/** A guard with a probe on its event loop, and a provider that answers immediately. */
export interface WatchedGuard {
  readonly port: number
  /** The event loop since the last report. */
  readonly loop: () => Promise<LoopReport>
  readonly stop: () => Promise<void>
}

export async function startWatchedGuard(): Promise<WatchedGuard> {
  const upstream = createServer((request, response) => {
    request.resume().on('end', () => response.setHeader('content-type', 'application/json').end(ANSWER))
  })
  await once(upstream.listen(0, '127.0.0.1'), 'listening')
  const child: ChildProcess = fork(SERVER, [
    'guard',
    'watch',
    `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/v1`,
  ])
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  await configure(port)
  return {
    port,
    async loop() {
      child.send('loop')
      const [report] = (await once(child, 'message')) as [LoopReport]
      return report
    },
    async stop() {
      child.send('stop')
      await once(child, 'exit')
      upstream.closeAllConnections()
      upstream.close()
    },
  }
}
