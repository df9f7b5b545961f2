import { expect, test } from 'vitest'
import type { Dialect } from '../src/chat/dialect.ts'
import { chatCompletions } from '../src/chat/openai/dialect.ts'
import { messages } from '../src/messages/dialect.ts'
import { messagesOverChat } from '../src/messages/over-chat/dialect.ts'
import { responses } from '../src/responses/dialect.ts'
import { dialectHarness, wire } from './dialect-harness.ts'

const chunk = { id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: 'Hello' } }] }
const delta = { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'Hello' }
const framed = (frames: readonly object[]): string =>
  frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join('')
const DONE = 'data: [DONE]\n\n'

test.each<[string, Dialect, string]>([
  ['chat completions at the Responses API', responses, framed([chunk]) + DONE],
  ['nothing at the Responses API', responses, DONE],
  ['events of the Responses API at chat completions', chatCompletions, framed([delta]) + DONE],
  ['nothing at chat completions', chatCompletions, DONE],
  ['the end alone at the Messages API', messages, framed([{ type: 'message_stop' }])],
  ['chat completions at the Messages API', messages, framed([chunk]) + DONE],
  ['nothing at the Messages API over chat completions', messagesOverChat, DONE],
])('a stream of %s is an error', async (_name, dialect, stream) => {
  const { call, audit } = dialectHarness(dialect, () => ({ body: wire(stream) }))
  const body = { model: 'm', max_tokens: 9, input: 'Hi', messages: [{ role: 'user', content: 'Hi' }], stream: true }
  const { events, text } = await call(body)
  expect(events.some((event) => 'error' in event)).toBe(true)
  expect(text).not.toMatch(/response\.completed|message_delta|_none|-none/)
  expect(JSON.stringify(audit)).toContain('"cut":"upstream_failed"')
})
