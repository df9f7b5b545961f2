import { describe, expect, test } from 'vitest'
import type { Dialect, JsonObject } from '../src/chat/dialect.ts'
import { chatCompletions } from '../src/chat/openai/dialect.ts'
import { messages } from '../src/messages/dialect.ts'
import { messagesOverChat } from '../src/messages/over-chat/dialect.ts'
import { responses } from '../src/responses/dialect.ts'
import { words } from './chat/harness.ts'
import { dialectHarness } from './dialect-harness.ts'

const SAID = 'a word like zebra'

/** Returns the upstream request where the input guards match a word; undefined if they blocked. */
async function sentOf(dialect: Dialect, body: JsonObject): Promise<string | undefined> {
  const { call, sent } = dialectHarness(dialect, () => ({ body: '{}' }), { input: words('block', 'zebra') })
  const answer = await call({ model: 'm', max_tokens: 9, ...body })
  if (answer.status !== 403) return sent[0]?.body ?? ''
  expect(sent).toEqual([])
  return undefined
}

const request = (...content: JsonObject[]): JsonObject => ({ messages: [{ role: 'user', content }] })
const page = (source: unknown, more: JsonObject = {}): JsonObject =>
  request({ type: 'text', text: 'Read this.' }, { type: 'document', source, ...more })
const result = (more: JsonObject): JsonObject =>
  request({ type: 'tool_result', tool_use_id: 't1', content: 'ok', ...more })

const OF_MESSAGES: Readonly<Record<string, JsonObject>> = {
  'beside the text of a document': page({ type: 'text', data: 'A page.', content: SAID }),
  'parts beside the text of a document': page({
    type: 'text',
    data: 'A page.',
    content: [{ type: 'text', text: SAID }],
  }),
  'content of a document itself': page({ type: 'text', data: 'A page.' }, { content: SAID }),
  'a source of a kind that nobody knows': page({ type: 'page', data: SAID }),
  'a source without a kind': page({ data: SAID }),
  'a source that is a text': page(SAID),
  'content beside a file': page({ type: 'base64', media_type: 'application/pdf', data: 'AAAA', content: SAID }),
  'the kind of a file': page({ type: 'base64', media_type: SAID, data: 'AAAA' }),
  'an address with blanks': page({ type: 'url', url: SAID }),
  'beside a picture': request({ type: 'image', source: { type: 'url', url: 'https://a.example/p.png' }, alt: SAID }),
  'the call that a result names': result({ tool_use_id: SAID }),
  'beside a result': result({ note: SAID }),
  'a role': { messages: [{ role: SAID, content: 'Hello' }] },
  'the name of who speaks': { messages: [{ role: 'user', content: 'Hello', name: SAID }] },
  'an object in the place of an id': result({ tool_use_id: { text: SAID } }),
}

describe.each([
  ['itself', messages],
  ['over chat completions', messagesOverChat],
] as const)('a request for a message, sent as %s', (_, dialect) => {
  test.each(Object.entries(OF_MESSAGES))('has no unscreened word in %s', async (_name, body) => {
    expect((await sentOf(dialect, body)) ?? '').not.toContain('zebra')
  })

  test('is forwarded with names and images unchanged', async () => {
    const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'QUJD' } }
    const sent = await sentOf(dialect, request({ type: 'text', text: 'What is this?' }, picture))
    expect(sent).toContain('QUJD')
  })
})

const items = (...input: JsonObject[]): JsonObject => ({ input })
const output = (more: JsonObject): JsonObject =>
  items({ type: 'function_call_output', call_id: 'c1', output: 'ok', ...more })

const OF_RESPONSES: Readonly<Record<string, JsonObject>> = {
  'the name of who speaks': items({ role: 'user', content: 'Hello', name: SAID }),
  'a role': items({ role: SAID, content: 'Hello' }),
  'an object in the place of a role': items({ type: 'message', role: { text: SAID }, content: 'Hello' }),
  'the state of a message': items({ type: 'message', role: 'user', status: SAID, content: 'Hello' }),
  'beside a result': output({ note: SAID }),
  'checks of a result': output({ acknowledged_safety_checks: [{ id: 'x', message: SAID }] }),
  'the call that a result names': output({ call_id: SAID }),
  'an object in the place of an id': items({ type: 'function_call', call_id: { x: SAID }, name: 'f', arguments: '{}' }),
  'how a picture is looked at': items({
    role: 'user',
    content: [{ type: 'input_image', image_url: 'https://a.example/p.png', detail: SAID }],
  }),
  'an object in the place of a picture': items({
    role: 'user',
    content: [{ type: 'input_image', image_url: { x: SAID } }],
  }),
  'a list that fills a gap of a prompt': { input: 'Hello', prompt: { id: 'p', variables: { name: [SAID] } } },
  'beside a kept prompt': { input: 'Hello', prompt: { id: 'p', note: SAID } },
}

test.each(Object.entries(OF_RESPONSES))('a request for a response has no unscreened word in %s', async (_, body) => {
  expect((await sentOf(responses, body)) ?? '').not.toContain('zebra')
})

test('the name and description of a response format are screened', () => {
  const format = { type: 'json_schema', name: 'page', description: SAID }
  const { texts, unscreened } = responses.readRequest({ model: 'm', input: 'Hello', text: { format } })
  expect(texts.map(({ text }) => text)).toEqual(['page', SAID, 'Hello'])
  expect(unscreened).toEqual({})
})

test('text in place of data next to a call and a prediction is screened', () => {
  const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}', data: SAID } }
  const { texts, unscreened } = chatCompletions.readRequest({
    model: 'm',
    messages: [{ role: 'assistant', tool_calls: [call] }],
    prediction: { type: 'content', content: 'So', data: SAID },
  })
  expect(texts.filter(({ text }) => text === SAID)).toHaveLength(2)
  expect(unscreened).toEqual({})
})
