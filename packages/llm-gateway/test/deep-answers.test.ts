import { describe, expect, test } from 'vitest'
import type { Dialect } from '../src/chat/dialect.ts'
import { chatCompletions } from '../src/chat/openai/dialect.ts'
import { messages } from '../src/messages/dialect.ts'
import { messagesOverChat } from '../src/messages/over-chat/dialect.ts'
import { chatOverMessages } from '../src/messages/under-chat/dialect.ts'
import { responses } from '../src/responses/dialect.ts'
import { completion, delta, streamOf, toolCall } from './chat/harness.ts'
import { dialectHarness } from './dialect-harness.ts'

const DEPTHS = [2_000, 20_000]

function nested(levels: number): string {
  return `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
}

/** Returns a document with nested objects in the place of its marker text. */
function deep(document: object, levels: number): string {
  return JSON.stringify(document).replace('"here"', () => nested(levels))
}

const message = (block: object) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content: [block],
  stop_reason: 'end_turn',
  usage: { input_tokens: 1, output_tokens: 1 },
})
const response = (item: object) => ({
  id: 'resp_1',
  object: 'response',
  model: 'm',
  output: [item],
  status: 'completed',
})
const useOf = (input: unknown) => ({ type: 'tool_use', id: 'a', name: 'look_up', input })
const ASK = { model: 'm', messages: [{ role: 'user', content: 'Hello' }], max_tokens: 9 }
const INPUT = { model: 'm', input: 'Hello' }

const PLACES: readonly (readonly [string, Dialect, object, object])[] = [
  ['chat, beside a choice', chatCompletions, ASK, completion({ content: 'ok' }, 'stop', { more: 'here' })],
  ['messages, a block', messages, ASK, message({ type: 'musing', more: 'here' })],
  ['messages, the input of a call', messages, ASK, message(useOf('here'))],
  ['messages, beside the content', messages, ASK, { ...message({ type: 'text', text: 'ok' }), more: 'here' }],
  ['messages over chat', messagesOverChat, ASK, completion({ content: 'ok' }, 'stop', { more: 'here' })],
  ['chat over messages', chatOverMessages, ASK, message(useOf('here'))],
  ['responses, an item', responses, INPUT, response({ type: 'musing', more: 'here' })],
  [
    'responses, a call',
    responses,
    INPUT,
    response({ type: 'function_call', call_id: 'a', name: 'x', arguments: 'here' }),
  ],
  ['responses, beside the output', responses, INPUT, { ...response({ type: 'musing' }), more: 'here' }],
]

describe('an answer that is nested too deep', () => {
  test.each(PLACES)('is rejected and audited: %s', async (_, dialect, ask, answer) => {
    for (const levels of DEPTHS) {
      const { call, audit } = dialectHarness(dialect, () => ({ body: deep(answer, levels) }))
      // oxlint-disable-next-line no-await-in-loop -- two requests
      const { status, body } = await call({ ...ask })
      expect(status).toBe(502)
      const isMessages = dialect.name.startsWith('messages')
      expect(body).toMatchObject({ error: isMessages ? { type: 'api_error' } : { code: 'upstream_invalid' } })
      expect(audit.at(-1)).toMatchObject({ action: 'guard.output', details: { cut: 'upstream_failed' } })
    }
  })

  test('is reported as a separate error if the upstream refuses with it', async () => {
    for (const [, dialect, ask] of PLACES) {
      const { call } = dialectHarness(dialect, () => ({
        status: 400,
        body: deep({ error: { message: 'no', more: 'here' } }, 20_000),
      }))
      // oxlint-disable-next-line no-await-in-loop -- some requests
      expect((await call({ ...ask })).status).toBe(400)
    }
  })
})

/** Arguments are a text of JSON, which may be as deep as a text is long. */
const CALLS: readonly (readonly [string, Dialect, object, object])[] = [
  ['chat', chatCompletions, ASK, completion({ tool_calls: [toolCall('a', 'x', nested(20_000))] })],
  ['messages over chat', messagesOverChat, ASK, completion({ tool_calls: [toolCall('a', 'x', nested(20_000))] })],
  [
    'responses',
    responses,
    INPUT,
    response({ type: 'function_call', call_id: 'a', name: 'x', arguments: nested(20_000) }),
  ],
]

test.each(CALLS)(
  'a call with arguments that are nested too deep is refused or no answer: %s',
  async (_, dialect, ask, answer) => {
    const { call, audit } = dialectHarness(dialect, () => ({ body: answer }))
    const { status, body, text } = await call({ ...ask })
    expect([status, body['x_shield']]).toMatchObject(
      status === 502 ? [502] : [200, { refused_tool_calls: [{ guardrail: 'tool_call_validation' }] }],
    )
    expect(text).not.toContain('"a":{"a"')
    expect(audit.at(-1)).toMatchObject({ action: 'guard.output' })
  },
)

const frames = (...events: readonly object[]): Uint8Array[] =>
  events.map((event) => Buffer.from(`data: ${JSON.stringify(event)}\n\n`))

const PIECES: readonly (readonly [string, Dialect, object, Uint8Array[]])[] = [
  [
    'chat',
    chatCompletions,
    ASK,
    streamOf([delta({ tool_calls: [{ index: 0, ...toolCall('a', 'x', nested(20_000)) }] }), delta({}, 'tool_calls')]),
  ],
  [
    'messages over chat',
    messagesOverChat,
    ASK,
    streamOf([delta({ tool_calls: [{ index: 0, ...toolCall('a', 'x', nested(20_000)) }] }), delta({}, 'tool_calls')]),
  ],
  [
    'messages',
    messages,
    ASK,
    frames(
      { type: 'message_start', message: { ...message({}), content: [] } },
      { type: 'content_block_start', index: 0, content_block: useOf({}) },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: nested(20_000) } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
      { type: 'message_stop' },
    ),
  ],
]

test.each(PIECES)('a stream with too deeply nested arguments ends with an error: %s', async (_, dialect, ask, body) => {
  const { call, audit } = dialectHarness(dialect, () => ({ body }))
  const { text } = await call({ ...ask, stream: true })
  expect(text).not.toContain('"a":{"a"')
  expect(text).not.toContain(String.raw`\"a\":{\"a`)
  expect(text).toMatch(/tool_call_validation|upstream_failed|api_error/)
  expect(audit.at(-1)).toMatchObject({ action: 'guard.output' })
})

test('a too deeply nested call of a request is forwarded as text', async () => {
  const { call, sent } = dialectHarness(chatOverMessages, () => ({ body: message({ type: 'text', text: 'ok' }) }))
  const history = [
    { role: 'assistant', content: null, tool_calls: [toolCall('a', 'x', nested(20_000))] },
    { role: 'tool', tool_call_id: 'a', content: 'done' },
  ]
  expect((await call({ ...ASK, messages: [...ASK.messages, ...history] })).status).toBe(200)
  expect(sent[0]?.body).toContain('"input":{"text":"{')
})
