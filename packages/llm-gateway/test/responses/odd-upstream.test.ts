import { startEffort } from '@gatehouse/testkit'
import { functionItem, messageItem, responseBody, responseEvents, type ScriptedItem } from '@gatehouse/testkit/model'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/chat/dialect.ts'
import { responses } from '../../src/responses/dialect.ts'
import { competitors, switchedOff } from '../chat/harness.ts'
import { dialectHarness, wire } from '../dialect-harness.ts'
import { HEAD } from '../stream-run.ts'

type Options = Parameters<typeof dialectHarness>[2]

const output = competitors('block', 'Acmecorp')
const cards = { pii_leakage: { enabled: true, action: 'redact', settings: { auto_redact: true } } } as const
const tenant = switchedOff('delete_all')

async function whole(items: readonly ScriptedItem[], options: Options, more: JsonObject = {}) {
  const { call, audit } = dialectHarness(responses, () => ({ body: responseBody({ output: items, more }) }), options)
  return { ...(await call({ model: 'm', input: 'Hello' })), audit }
}

async function streamed(body: Uint8Array[], options: Options) {
  const { call, audit } = dialectHarness(responses, () => ({ body }), options)
  return { ...(await call({ model: 'm', input: 'Hello', stream: true })), audit }
}

const framesOf = (events: readonly object[]) =>
  wire(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''))
const added = (item: object, output_index = 0) => ({ type: 'response.output_item.added', output_index, item })
const done = (item: object, output_index = 0) => ({ type: 'response.output_item.done', output_index, item })
const completed = { type: 'response.completed', response: { id: 'r', status: 'completed' } }

const delete_all = functionItem('delete_all', {})
const { call_id: _, ...nameless } = delete_all
const UNREADABLE: Readonly<Record<string, ScriptedItem>> = {
  'a function without an id of its call': nameless,
  'a function whose id is a number': { ...delete_all, call_id: 7 },
  'a function whose id is a sentence': { ...delete_all, call_id: 'one two' },
  'a function without a name': { ...delete_all, name: undefined },
  'a free tool without an id': { type: 'custom_tool_call', name: 'delete_all', input: '' },
  'a shell without an id': { type: 'shell_call', action: { commands: ['rm'] } },
  'a computer without an id': { type: 'computer_call', action: { type: 'click' } },
  'a patch without an id': { type: 'apply_patch_call', operation: {} },
  'an approval without an id': { type: 'mcp_approval_request', name: 'delete_all', arguments: '{}' },
  'a call that nobody knows': { type: 'rocket_call', name: 'delete_all', arguments: '{}' },
}

describe('calls', () => {
  test.each(Object.entries(UNREADABLE))('that cannot be read do not leave: %s', async (_name, item) => {
    const { status, text } = await whole([item], { tenant })
    expect(status).toBe(502)
    expect(text).not.toContain(item.type)
    for (const events of [
      [added(item), completed],
      [added(item), done(item), completed],
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- one stream after the other
      const stream = await streamed(framesOf(events), { tenant })
      expect(stream.text).not.toContain(`"${item.type}"`)
      expect(stream.events.at(-1)).toMatchObject({ type: 'error' })
    }
  })

  test('to built-in tools are judged by their type, whatever their names', async () => {
    const shell = { type: 'shell_call', id: 's', call_id: 'c', name: 'look', action: { commands: ['rm'] } }
    const { body, text } = await whole([shell], { tenant: switchedOff('shell') })
    expect(body['x_shield']).toMatchObject({ refused_tool_calls: [{ name: 'shell' }] })
    expect(text).not.toContain('"rm"')
  })

  test('with object arguments are judged by them', async () => {
    const item = { ...functionItem('look', {}), arguments: { said: 'Acmecorp' } }
    expect((await whole([item], { output })).status).toBe(403)
    const { body } = await whole([item], {})
    expect(body['output']).toMatchObject([{ name: 'look', arguments: '{"said":"Acmecorp"}' }])
  })

  test('have no unjudged fields', async () => {
    const items = [
      { ...functionItem('look', {}), note: 'Acmecorp', status: 'Acmecorp' },
      { type: 'custom_tool_call', call_id: 'c', name: 'look', input: 'ok', arguments: 'Acmecorp' },
    ]
    const { status, body, text } = await whole(items, { output })
    expect(status).toBe(200)
    expect(text).not.toContain('Acmecorp')
    expect(body['output']).toMatchObject([{ arguments: '{}' }, { input: 'ok' }])
  })
})

const report = (part: object): ScriptedItem => ({ ...messageItem(''), content: [part] })
const HEADS: Readonly<Record<string, JsonObject>> = {
  error: { error: { message: 'Acmecorp' } },
  reasoning: { reasoning: { summary: 'Acmecorp', Acmecorp: 1 } },
  'a format': { text: { format: { type: 'Acmecorp', schema: { description: 'Acmecorp' } } } },
  instructions: { instructions: 'Acmecorp' },
  metadata: { metadata: { note: 'Acmecorp' } },
  tools: { tools: [{ type: 'function', name: 'f', description: 'Acmecorp' }] },
  'a count': { usage: { input_tokens: 1, output_tokens: 1, note: 'Acmecorp' } },
  'a model': { model: 'of Acmecorp' },
  'a status': { status: 'Acmecorp' },
}
const ITEMS: Readonly<Record<string, ScriptedItem>> = {
  'a phase': { ...messageItem('one'), phase: 'Acmecorp' },
  'a status': { ...messageItem('one'), status: 'Acmecorp' },
  'the type of a part': report({ type: 'Acmecorp' }),
  'the address of a picture': report({ type: 'output_text', text: 'one', image_url: 'Acmecorp' }),
  'a token that was not taken': report({
    type: 'output_text',
    text: 'one',
    logprobs: [{ token: 'one', top_logprobs: [{ token: 'Acmecorp' }] }],
  }),
}

describe('content next to the text', () => {
  test.each(Object.entries(HEADS))('leaves screened or not at all: %s', async (_name, more) => {
    const answer = await whole([messageItem('one')], { output }, more)
    expect(JSON.stringify({ ...answer.body, guardrail_results: [] })).not.toContain('Acmecorp')
    const events = [
      { type: 'response.created', response: more },
      { type: 'response.in_progress', response: more },
      { type: 'response.completed', response: more },
    ]
    const stream = await streamed(framesOf(events), { output })
    expect(stream.events.at(-1)).toHaveProperty('response.x_shield')
    expect(stream.text.replaceAll(/"guardrail_results":\[.*?\]/g, '')).not.toContain('Acmecorp')
  })

  test.each(Object.entries(ITEMS))('of an item leaves screened or not at all: %s', async (_name, item) => {
    const answer = await whole([item], { output })
    expect(answer.status).toBe(403)
    const stream = await streamed(wire(responseEvents({ output: [item] })), { output })
    expect(stream.text.replaceAll(/"guardrail_results":\[.*?\]/g, '')).not.toContain('Acmecorp')
  })

  test('is not repeated as often as an upstream likes', async () => {
    const big = { type: 'response.created', response: { id: 'r', instructions: 'x'.repeat(100_000) } }
    const small = Array.from({ length: 500 }, () => ({ type: 'response.in_progress' }))
    const { text } = await streamed(framesOf([big, ...small, completed]), {})
    expect(text.length).toBeLessThan(10_000)
  })

  test('takes linear time with new names in many events', () => {
    const names = (at: number) => Object.fromEntries(Array.from({ length: 100 }, (_one, n) => [`k${at}_${n}`, 1]))
    const stream = responses.openStream({}, HEAD)
    const effort_ms = startEffort()
    for (let at = 0; at < 1_000; at += 1) {
      stream.read({ data: JSON.stringify({ type: 'response.in_progress', response: names(at) }) })
    }
    expect(effort_ms()).toBeLessThan(15_000)
  })

  test('is bounded', () => {
    const stream = responses.openStream({}, HEAD)
    const read = () =>
      stream.read({ data: JSON.stringify({ type: 'response.in_progress', response: { x: 'x'.repeat(4e6) } }) })
    expect(() => {
      for (let at = 0; at < 6; at += 1) read()
    }).toThrow('characters')
  })
})

/** Returns the text as the client joins it. */
function joined(events: readonly JsonObject[]): string {
  return events.map(({ type, delta }) => (type === 'response.output_text.delta' ? String(delta) : '')).join('')
}

describe('texts that clients join', () => {
  const part = (text: string) => ({ type: 'output_text', text, annotations: [], logprobs: [] })
  const parts = (...texts: string[]): ScriptedItem => ({ ...messageItem(''), content: texts.map(part) })
  const PLACES: Readonly<Record<string, (one: string, two: string) => ScriptedItem[]>> = {
    'of one message': (one, two) => [parts(one, two)],
    'of two messages': (one, two) => [messageItem(one, 'msg_1'), messageItem(two, 'msg_2')],
    'of two messages around a call': (one, two) => [
      messageItem(one, 'msg_1'),
      functionItem('look', {}),
      messageItem(two, 'msg_2'),
    ],
  }

  test.each(Object.entries(PLACES))('are screened as one text: %s', async (_name, create) => {
    const blocked = create('We like Acme', 'corp a lot')
    expect((await whole(blocked, { output })).status).toBe(403)
    const stream = await streamed(wire(responseEvents({ output: blocked })), { output })
    expect(stream.audit.at(-1)).toMatchObject({ action: 'guard.output', verdict: 'block' })
    expect(joined(stream.events)).not.toContain('corp')

    const card = create('My card is 4111 1111 ', '1111 1111 ok')
    expect((await whole(card, { output: cards })).text).not.toContain('1111 1111 ok')
    const redacted = await streamed(wire(responseEvents({ output: card })), { output: cards })
    expect(redacted.text).not.toContain('1111 1111 ok')
    expect(joined(redacted.events)).toMatch(/^My card is 4111 1111 /)
  })

  test('stay unchanged except for findings', async () => {
    const texts = ['Mail ann@example.org now. ', 'Or bob@example.org then. ', 'That is all.']
    const masked = texts.join('').replaceAll(/\S+@\S+/g, '*')
    const items = [parts(...texts)]
    const { body } = await whole(items, { output: cards })
    const [message] = body['output'] as readonly { content: readonly { text: string }[] }[]
    const all = message!.content.map(({ text }) => text).join('')
    expect(all.replaceAll(/\[[^\]]*\]/g, '*')).toBe(masked)
    const { events } = await streamed(wire(responseEvents({ output: items })), { output: cards })
    expect(joined(events).replaceAll(/\[[^\]]*\]/g, '*')).toBe(masked)
  })
})

test('a streamed response has a bounded number of parts', async () => {
  const item = { type: 'message', id: 'm', content: [] }
  const events = Array.from({ length: 20 }, (_one, output_index) => [
    added(item, output_index),
    ...Array.from({ length: 1_000 }, (_other, content_index) => {
      return { type: 'response.output_text.delta', output_index, content_index, delta: 'a' }
    }),
  ])
  const { text } = await streamed(framesOf([...events.flat(), completed]), {})
  expect(text).toContain('"code":"upstream_failed"')
})
