import { describe, expect, test } from 'vitest'
import type { Dialect, JsonObject } from '../src/chat/dialect.ts'
import { chatCompletions } from '../src/chat/openai/dialect.ts'
import { messages } from '../src/messages/dialect.ts'
import { messagesOverChat } from '../src/messages/over-chat/dialect.ts'
import { chatOverMessages } from '../src/messages/under-chat/dialect.ts'
import { responses } from '../src/responses/dialect.ts'
import { dialectHarness } from './dialect-harness.ts'

const TURN = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hello' }] }
const CHOICE = { index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }
const CHUNK = { index: 0, delta: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }
const TEXT = { type: 'text', text: 'Hi' }
const ITEM = { type: 'message', id: 'i', role: 'assistant', content: [{ type: 'output_text', text: 'Hi' }] }

const frames = (...events: readonly object[]): Uint8Array[] =>
  events.map((event) => Buffer.from(`data: ${JSON.stringify(event)}\n\n`))
const done = Buffer.from('data: [DONE]\n\n')
const message = (head: object): Uint8Array[] =>
  frames(
    { type: 'message_start', message: { ...head, usage: {} } },
    { type: 'content_block_start', index: 0, content_block: TEXT },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
    { type: 'message_stop' },
  )

interface Upstream {
  readonly dialect: Dialect
  readonly request: JsonObject
  readonly whole: (head: object) => object
  readonly stream: (head: object) => Uint8Array[]
  readonly prefix: string
  readonly time?: 'created' | 'created_at'
}

const chat = {
  whole: (head: object): object => ({ ...head, choices: [CHOICE] }),
  stream: (head: object): Uint8Array[] => [...frames({ ...head, choices: [CHUNK] }), done],
}
const anthropic = { whole: (head: object): object => ({ ...head, content: [TEXT] }), stream: message }
const openai = { request: TURN, prefix: 'chatcmpl-', time: 'created' } as const

const UPSTREAMS: Readonly<Record<string, Upstream>> = {
  'a chat completion': { dialect: chatCompletions, ...openai, ...chat },
  'a chat completion from a message': { dialect: chatOverMessages, ...openai, ...anthropic },
  'a message': { dialect: messages, request: TURN, prefix: 'msg_', ...anthropic },
  'a message from a chat completion': { dialect: messagesOverChat, request: TURN, prefix: 'msg_', ...chat },
  'a response': {
    dialect: responses,
    request: { model: 'm', input: 'Hello' },
    prefix: 'resp_',
    time: 'created_at',
    whole: (head) => ({ ...head, output: [ITEM] }),
    stream: (head) => frames({ type: 'response.completed', response: { ...head, output: [ITEM] } }),
  },
}

/** The head of an event: chunks are their own, other events hold a message or a response. */
function headOf(event: JsonObject): JsonObject | undefined {
  if (event['object'] === 'chat.completion.chunk') return event
  return (event['message'] ?? event['response']) as JsonObject | undefined
}

describe.each(Object.entries(UPSTREAMS))('%s has an id, a model and a time', (_, upstream) => {
  const { dialect, request, whole, stream, prefix, time } = upstream
  const before = Math.floor(Date.now() / 1_000)
  const check = (head: JsonObject): void => {
    expect(head).toMatchObject({ id: `${prefix}request-1`, model: 'm' })
    if (time !== undefined) expect(head[time]).toBeGreaterThanOrEqual(before)
  }

  test.each([
    ['without a head', {}],
    ['with an empty head', { id: '', model: '', created: 0, created_at: 0 }],
    ['with a null head', { id: null, model: null, created: null, created_at: null }],
  ])('from an upstream %s', async (_name, head) => {
    const answer = await dialectHarness(dialect, () => ({ body: whole(head) })).call(request)
    check(answer.body)
    const streamed = await dialectHarness(dialect, () => ({ body: stream(head) })).call({ ...request, stream: true })
    const heads = streamed.events.map(headOf).filter((item) => item !== undefined)
    expect(heads.length).toBeGreaterThan(0)
    for (const item of heads) check(item)
    const dialectAnswer = await dialectHarness(dialect, () => ({ body: whole(head) })).call({
      ...request,
      stream: true,
    })
    for (const item of dialectAnswer.events.map(headOf).filter((each) => each !== undefined)) check(item)
  })

  test('keeps the values of the upstream', async () => {
    const head = { id: 'own_1', model: 'other', created: 7, created_at: 7 }
    const { body } = await dialectHarness(dialect, () => ({ body: whole(head) })).call(request)
    expect(body).toMatchObject({ id: 'own_1', model: 'other' })
  })
})
