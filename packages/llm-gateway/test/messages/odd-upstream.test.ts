import { startEffort } from '@gatehouse/testkit'
import { messageBody, messageEvents, type ScriptedBlock } from '@gatehouse/testkit/model'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/chat/dialect.ts'
import { messages } from '../../src/messages/dialect.ts'
import { competitors } from '../chat/harness.ts'
import { dialectHarness, wire } from '../dialect-harness.ts'
import { HEAD } from '../stream-run.ts'

const ask = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hello' }] }
const output = competitors('block', 'Acmecorp')
const cards = { pii_leakage: { enabled: true, action: 'redact', settings: { auto_redact: true } } } as const

const begin = (index: number, content_block: object) => ({ type: 'content_block_start', index, content_block })
const piece = (index: number, delta: object) => ({ type: 'content_block_delta', index, delta })
const stop = (index: number) => ({ type: 'content_block_stop', index })
const text = (value: string): ScriptedBlock => ({ type: 'text', text: value })
const call = { type: 'tool_use', id: 'toolu_1', name: 'look', input: {} }
const result = { type: 'mcp_tool_result', tool_use_id: 't', content: [{ type: 'text', text: 'Acmecorp is great' }] }
const cited = { type: 'citations_delta', citation: { type: 'char_location', cited_text: 'Acmecorp' } }

function streamOf(...events: readonly object[]): Uint8Array[] {
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [] }
  const all = [{ type: 'message_start', message }, ...events]
  return wire(all.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''))
}

const END = [
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 3 } },
  { type: 'message_stop' },
]

async function streamed(body: Uint8Array[], options: Parameters<typeof dialectHarness>[2] = { output }) {
  const { call: send, audit } = dialectHarness(messages, () => ({ body }), options)
  const answer = await send({ ...ask, stream: true })
  return { ...answer, audit }
}

async function whole(content: readonly ScriptedBlock[], options: Parameters<typeof dialectHarness>[2], more = {}) {
  const { call: send } = dialectHarness(messages, () => ({ body: { ...messageBody({ content }), ...more } }), options)
  return send(ask)
}

/** Returns the text as clients join it. */
function joined(events: readonly JsonObject[]): string {
  const pieces = events.map(({ delta }) =>
    typeof delta === 'object' && delta !== null && 'text' in delta ? delta.text : '',
  )
  return pieces.map(String).join('')
}

const UNSCREENED: Readonly<Record<string, readonly object[]>> = {
  'a result without an end': [begin(0, result), ...END],
  'a result without any end but a reason': [begin(0, result), END[0]!],
  'a result that begins after the reason': [END[0]!, begin(0, result)],
  'a citation without an end': [begin(0, { type: 'text', text: 'ok' }), piece(0, cited), ...END],
  'a citation after the end': [
    begin(0, call),
    begin(1, { type: 'text', text: 'ok' }),
    stop(1),
    piece(1, cited),
    stop(0),
    ...END,
  ],
  'the input of a hosted tool after the end': [
    begin(0, call),
    begin(1, { type: 'server_tool_use', id: 's', name: 'web_search', input: {} }),
    stop(1),
    piece(1, { type: 'input_json_delta', partial_json: '{"q":"Acmecorp"}' }),
    stop(0),
    ...END,
  ],
  'the input of a sealed thought': [
    begin(0, { type: 'redacted_thinking', data: 'x' }),
    piece(0, { type: 'input_json_delta', partial_json: '{"q":"Acmecorp"}' }),
    ...END,
  ],
  'an id in the input of a hosted tool': [
    begin(0, { type: 'server_tool_use', id: 's', name: 'search', input: { id: 'Acmecorp' } }),
    ...END,
  ],
  'an id that is an object': [begin(0, { type: 'mcp_tool_use', id: { said: 'Acmecorp' }, input: {} }), ...END],
  'a signature': [begin(0, { type: 'thinking', thinking: 'x', signature: 'Acmecorp' }), ...END],
  'a signature that comes later': [
    begin(0, { type: 'thinking', thinking: 'x' }),
    piece(0, { type: 'signature_delta', signature: 'Acmecorp' }),
    ...END,
  ],
  'a sealed thought': [begin(0, { type: 'redacted_thinking', data: 'Acmecorp' }), ...END],
  'a stop sequence': [{ type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: 'Acmecorp' } }],
  'a reason': [{ type: 'message_delta', delta: { stop_reason: 'Acmecorp' } }],
  'a count': [{ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { note: 'Acmecorp', Acmecorp: 1 } }],
}

describe('an upstream with events out of order', () => {
  test.each(Object.entries(UNSCREENED))('sends only screened content: %s', async (_, events) => {
    const answer = await streamed(streamOf(...events))
    expect(answer.text).not.toContain('Acmecorp')
  })

  test('a block without an end is screened, and blocks', async () => {
    const { audit, events } = await streamed(streamOf(begin(0, result), ...END))
    expect(audit.at(-1)).toMatchObject({ action: 'guard.output', verdict: 'block' })
    expect(events.at(-2)).toMatchObject({ x_shield: { blocked: true } })
  })

  test('a block without an end is forwarded without findings', async () => {
    const { events } = await streamed(streamOf(begin(0, result), ...END), { output: competitors('block', 'Other') })
    expect(events.find(({ type }) => type === 'content_block_start')).toMatchObject({ content_block: result })
  })

  test('events after its end are ignored', async () => {
    const { text: sse } = await streamed(streamOf(...END, begin(0, text('more')), ...END), {})
    expect(sse).not.toContain('more')
  })

  test.each([{ stop_sequence: 'Acmecorp' }, { container: { note: 'Acmecorp' } }])(
    'fields next to the content of a message are screened: %j',
    async (more) => expect((await whole([text('one')], { output }, more)).status).toBe(403),
  )

  test.each([{ usage: { input_tokens: 1, output_tokens: 1, note: 'Acmecorp' } }, { model: 'of Acmecorp' }])(
    'names and counts are rewritten: %j',
    async (more) => {
      const answer = await whole([text('one')], { output }, more)
      expect(answer.status).toBe(200)
      expect(answer.text).not.toContain('Acmecorp')
    },
  )

  test('content too short for a signature is screened', async () => {
    const thought = { type: 'thinking', thinking: 'x', signature: 'Acmecorp' }
    expect((await whole([thought], { output })).status).toBe(403)
    const sealed = { type: 'redacted_thinking', data: 'Acmecorp'.repeat(20) }
    expect((await whole([sealed], { output })).body['content']).toEqual([sealed])
  })

  test('a call has no unjudged fields', async () => {
    const { body } = await whole([{ ...call, text: 'Acmecorp' }], { output })
    expect(body['content']).toEqual([call])
  })

  test('many events with new count fields take linear time', async () => {
    const counts = (at: number) => Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`k${at}_${n}`, 1]))
    const events = Array.from({ length: 1_000 }, (_, at) => ({ type: 'message_delta', usage: counts(at) }))
    const stream = messages.openStream({}, HEAD)
    const effort_ms = startEffort()
    for (const event of events) stream.read({ data: JSON.stringify(event) })
    expect(effort_ms()).toBeLessThan(15_000)
    expect(stream.usage()).toBeUndefined()
  })
})

describe('texts that clients join', () => {
  const split = [text('We like Acme'), text('corp a lot')]
  const card = [text('My card is 4111 1111 '), text('1111 1111 ok')]

  test('are screened as one text if they arrive whole', async () => {
    expect((await whole(split, { output })).status).toBe(403)
    const { body } = await whole(card, { output: cards })
    expect(JSON.stringify(body['content'])).not.toMatch(/1111 1111 ok/)
  })

  test.each([1, 4, 100])('are screened as one text if they are streamed in chunks of %d', async (size) => {
    const blocked = await streamed(wire(messageEvents({ content: split, piece: size })))
    expect(blocked.audit.at(-1)).toMatchObject({ action: 'guard.output', verdict: 'block' })
    expect(joined(blocked.events)).not.toContain('corp')
    const redacted = await streamed(wire(messageEvents({ content: card, piece: size })), { output: cards })
    expect(joined(redacted.events)).toMatch(/^My card is 4111 1111 (?!1111)/)
    expect(joined(redacted.events)).not.toContain('1111 1111 ok')
  })

  test('are screened as one text across more than two, and across calls between them', async () => {
    const three = [text('We like Ac'), text('me'), call, text('corp a lot')]
    expect((await whole(three, { output })).status).toBe(403)
    const { audit } = await streamed(wire(messageEvents({ content: three })))
    expect(audit.at(-1)).toMatchObject({ action: 'guard.output', verdict: 'block' })
  })

  test('are still screened each by itself', async () => {
    const glued = [text('mega'), text('Acmecorp')]
    expect((await whole(glued, { output })).status).toBe(403)
    const { audit } = await streamed(wire(messageEvents({ content: glued })))
    expect(audit.at(-1)).toMatchObject({ action: 'guard.output', verdict: 'block' })
  })

  test('stay unchanged except for findings', async () => {
    const texts = ['Mail ann@example.org now. ', 'Or bob@example.org then. ', 'That is all.']
    const masked = texts.map((item) => item.replace(/\S+@\S+/, '*'))
    const options = { output: cards }
    const { body } = await whole(texts.map(text), options)
    const got = (body['content'] as readonly JsonObject[]).map((block) => String(block['text']))
    expect(got.map((item) => item.replace(/\[[^\]]*\]/, '*'))).toEqual(masked)
    const { events } = await streamed(wire(messageEvents({ content: texts.map(text) })), options)
    expect(joined(events).replaceAll(/\[[^\]]*\]/g, '*')).toBe(masked.join(''))
  })
})
