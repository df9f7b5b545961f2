import { describe, expect, test } from 'vitest'
import type { Dialect, JsonObject } from '../src/chat/dialect.ts'
import { isObject, objectsOf } from '../src/chat/json.ts'
import { messages } from '../src/messages/dialect.ts'
import { messagesOverChat } from '../src/messages/over-chat/dialect.ts'
import { responses } from '../src/responses/dialect.ts'
import { competitors, delta, streamOf } from './chat/harness.ts'
import { dialectHarness, wire } from './dialect-harness.ts'

/** Content between two texts that clients join. */
const BLOCKS: Readonly<Record<string, readonly JsonObject[]>> = {
  'a thought': [{ type: 'thinking', thinking: 'Hm.', signature: '' }],
  'a search': [
    { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'rain' } },
    { type: 'web_search_tool_result', tool_use_id: 's1', content: [] },
  ],
}
const ITEMS: Readonly<Record<string, JsonObject>> = {
  'a thought': { type: 'reasoning', id: 'r1', summary: [{ type: 'summary_text', text: 'Hm.' }] },
  'a search': { type: 'web_search_call', id: 'w1', status: 'completed', action: { type: 'search', query: 'rain' } },
}

const events = (list: readonly JsonObject[]): Uint8Array[] =>
  wire(list.map((item) => `event: ${String(item['type'])}\ndata: ${JSON.stringify(item)}\n\n`).join(''), 60)

function messageStream(content: readonly JsonObject[]): Uint8Array[] {
  const blocks = content.flatMap((block, index) => [
    {
      type: 'content_block_start',
      index,
      content_block: block['type'] === 'text' ? { type: 'text', text: '' } : block,
    },
    ...(block['type'] === 'text'
      ? [{ type: 'content_block_delta', index, delta: { type: 'text_delta', text: block['text'] } }]
      : []),
    { type: 'content_block_stop', index },
  ])
  const end = { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 9 } }
  return events([{ type: 'message_start', message: { id: 'm1' } }, ...blocks, end, { type: 'message_stop' }])
}

function responseStream(output: readonly JsonObject[]): Uint8Array[] {
  const items = output.flatMap((item, output_index) => [
    {
      type: 'response.output_item.added',
      output_index,
      item: { ...item, ...(item['content'] ? { content: [] } : {}) },
    },
    ...objectsOf(item['content']).map(({ text }) => {
      return { type: 'response.output_text.delta', output_index, content_index: 0, delta: text }
    }),
    { type: 'response.output_item.done', output_index, item },
  ])
  return events([{ type: 'response.created', response: {} }, ...items, { type: 'response.completed', response: {} }])
}

const text = (message: string): JsonObject => ({ type: 'text', text: message })
const spoken = (message: string, id: string): JsonObject => ({
  type: 'message',
  id,
  role: 'assistant',
  content: [{ type: 'output_text', text: message, annotations: [] }],
})

/** Returns the joined texts of an answer as a client sees them. */
function joined({
  text: all,
  body,
  events: frames,
}: {
  text: string
  body: JsonObject
  events: readonly JsonObject[]
}) {
  const deltas = frames.map(({ type, delta: item }) => {
    return isObject(item) ? item['text'] : type === 'response.output_text.delta' ? item : ''
  })
  const blocks = objectsOf(body['content']).map((block) => block['text'] ?? '')
  const parts = objectsOf(body['output']).flatMap(({ content }) => objectsOf(content).map((part) => part['text']))
  return { said: [...deltas, ...blocks, ...parts].filter((item) => typeof item === 'string').join(''), all }
}

type Cases = readonly (readonly [string, Dialect, (one: string, other: string) => object])[]

const CASES: Cases = [
  ...Object.entries(BLOCKS).flatMap(([between, blocks]): Cases => {
    const content = (one: string, other: string) => [text(one), ...blocks, text(other)]
    const body = { id: 'm1', type: 'message', role: 'assistant', stop_reason: 'end_turn' }
    return [
      [`blocks of a message with ${between}`, messages, (one, other) => ({ ...body, content: content(one, other) })],
      [`streamed blocks with ${between}`, messages, (one, other) => messageStream(content(one, other))],
    ]
  }),
  ...Object.entries(ITEMS).flatMap(([between, item]): Cases => {
    const output = (one: string, other: string) => [spoken(one, 'm1'), item, spoken(other, 'm2')]
    return [
      [`items of a response with ${between}`, responses, (one, other) => ({ id: 'r', output: output(one, other) })],
      [`streamed items with ${between}`, responses, (one, other) => responseStream(output(one, other))],
    ]
  }),
  [
    'pieces of a chat completion as a message, with a thought',
    messagesOverChat,
    (one, other) =>
      streamOf([delta({ content: one }), delta({ reasoning: 'Hm.' }), delta({ content: other }), delta({}, 'stop')]),
  ],
]

const ask = (body: object): JsonObject => ({
  model: 'm',
  max_tokens: 9,
  input: 'Hello',
  messages: [{ role: 'user', content: 'Hello' }],
  stream: Array.isArray(body),
})

describe.each(CASES)('%s between them', (_, dialect, create) => {
  test('contain no phrase that a guard would have blocked', async () => {
    const body = create('We like Acme Corp', 'oration a lot.')
    const output = competitors('block', 'Acme Corporation')
    const answer = await dialectHarness(dialect, () => ({ body }), { output }).call(ask(body))
    expect(answer.text).toContain('competitor_mention')
    expect(joined(answer).said).not.toContain('oration')
  })

  test('contain no number that a guard would have replaced', async () => {
    const body = create('The card is 4111 1111 ', '1111 1111 for now.')
    const output = { pii_leakage: { enabled: true, action: 'redact' } } as const
    const answer = await dialectHarness(dialect, () => ({ body }), { output }).call(ask(body))
    const { said } = joined(answer)
    expect(said).toContain('The card is')
    expect(said.replaceAll(/\D/g, '')).not.toContain('4111111111111111')
  })

  test('are forwarded unchanged without findings', async () => {
    const body = create('It rains ', 'in Oslo.')
    const answer = await dialectHarness(dialect, () => ({ body })).call(ask(body))
    expect(joined(answer).said).toContain('It rains in Oslo.')
  })
})
