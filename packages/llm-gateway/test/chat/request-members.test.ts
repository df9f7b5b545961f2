import { Failure } from '@gatehouse/kernel'
import { describe, expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import { readMessagesRequest } from '../../src/messages/request.ts'
import { readResponsesRequest } from '../../src/responses/request.ts'
import { completion, harness, toolCall, words } from './harness.ts'

const ok = () => ({ body: completion({ content: 'ok' }) })
const hello = { role: 'user', content: 'hello' }
const called = (call: object) => ({ messages: [{ role: 'assistant', content: null, tool_calls: [call] }, hello] })
const says = (part: object) => ({ messages: [{ role: 'user', content: [part] }] })

async function refused(body: object): Promise<number> {
  const { call, sent } = harness(ok, { input: words('block', 'zebra') })
  try {
    const { status } = await call({ model: 'm', messages: [hello], ...body })
    return sent.length === 0 ? status : 200
  } catch (thrown) {
    if (thrown instanceof Failure && thrown.code === 'invalid_request' && sent.length === 0) return 400
    throw thrown
  }
}

describe('request content read by the model', () => {
  test.each<[string, object]>([
    ['the name of a speaker', { messages: [{ role: 'user', name: 'zebra', content: 'x' }] }],
    ['a name that is an object', { messages: [{ role: 'user', name: { a: 'zebra' }, content: 'x' }] }],
    ['a role of its own', { messages: [{ role: 'zebra', content: 'x' }] }],
    ['a message that is none', { messages: ['zebra'] }],
    ['a prediction', { prediction: { type: 'content', content: 'zebra' } }],
    ['a prediction in parts', { prediction: { type: 'content', content: [{ type: 'text', text: 'zebra' }] } }],
    ['documents', { documents: [{ title: 'x', text: 'zebra' }] }],
    ['the name of a tool', called(toolCall('1', 'zebra', {}))],
    ['an id that is none', called(toolCall('the zebra', 'f', {}))],
    ['a further member of a call', called({ ...toolCall('1', 'f', {}), extra_content: 'zebra' })],
    ['a further member of a function', called({ id: '1', function: { name: 'f', arguments: '{}', thought: 'zebra' } })],
    ['arguments that are an object', called({ id: '1', function: { name: 'f', arguments: { a: 'zebra' } } })],
    ['a call of the older form', { messages: [{ role: 'assistant', function_call: { name: 'zebra' } }] }],
    ['further members of a part', says({ type: 'text', text: 'x', value: 'zebra' })],
    ['an object in a part', says({ type: 'text', text: { value: 'zebra' } })],
    ['the name of a file', says({ type: 'file', file: { filename: 'zebra', file_data: 'eA==' } })],
  ])('is screened: %s', async (_, body) => {
    expect(await refused(body)).toBe(403)
  })

  test.each<[string, object]>([
    [
      'a function and free text',
      called({ id: '1', custom: { name: 'x', input: 'x' }, function: { name: 'f', arguments: '{"a":"zebra"}' } }),
    ],
    ['no object', called([] as object)],
    ['a list of calls that is none', { messages: [{ role: 'assistant', tool_calls: { 0: 'zebra' } }] }],
    ['an older call that is a text', { messages: [{ role: 'assistant', function_call: 'zebra' }] }],
  ])('is refused if the called tool is ambiguous: %s', async (_, body) => {
    expect(await refused(body)).toBe(400)
  })

  test('is counted if it is not screened', async () => {
    const { call } = harness(ok)
    const { body } = await call({
      model: 'm',
      user: 'ann',
      metadata: { a: 'b' },
      messages: [
        { role: 'user', content: [{ type: 'image_url', text: '', image_url: { url: 'https://a.example/b' } }] },
        { role: 'assistant', content: 'x', reasoning_details: [{ type: 'sealed', text: 'y', data: 'eA==' }] },
        hello,
      ],
      tools: [{ type: 'function', function: { name: 'f', description: 'does it' } }],
      response_format: { type: 'json_schema', json_schema: { name: 'x', schema: {} } },
      chat_template: 'zebra',
      chat_template_kwargs: { deep: ['zebra'], flag: true },
      vendor: { flag: true },
    })
    expect(body['x_shield']).toHaveProperty('unscreened_parts', { image_url: 1 })
  })

  test('is read of calls of other interfaces as well', () => {
    const use = { type: 'tool_use', id: '1', name: 'zebra', input: 'stripes', note: 'grass' }
    const message = readMessagesRequest({ messages: [{ role: 'assistant', content: [use] }], thing: 'x' })
    expect(message.texts.map(({ text }) => text)).toEqual(['x', 'thing', 'zebra', 'grass', 'stripes'])
    expect(message.unscreened).toEqual({ tool_use: 1 })
    const item = { type: 'function_call', call_id: '1', name: 'zebra', arguments: '{}', note: 'grass' }
    const response = readResponsesRequest({ input: [item], thing: 'x' })
    expect(response.texts.map(({ text }) => text)).toEqual(['x', 'thing', 'zebra', '{}', 'grass'])
    expect(response.unscreened).toEqual({})
  })

  test('is restored to its position in linear time', async () => {
    const { call, sent } = harness(ok, { input: words('redact', 'hush') })
    const part = { type: 'text', text: 'hush' }
    const messages = [
      ...Array.from({ length: 3_000 }, () => ({ role: 'user', content: [part, part, part] })),
      'hush',
      hello,
    ]
    const effort_ms = startEffort()
    await call({ model: 'm', messages })
    // It took minutes when the list was copied for each text.
    expect(effort_ms()).toBeLessThan(24_000)
    const clean = { role: 'user', content: Array.from({ length: 3 }, () => ({ type: 'text', text: '[BLOCKED_WORD]' })) }
    const body = JSON.parse(sent[0]!.body) as { readonly messages: readonly unknown[] }
    expect(body.messages).toHaveLength(3_002)
    expect(body.messages[2_999]).toEqual(clean)
    expect(body.messages[3_000]).toBe('[BLOCKED_WORD]')
    expect(sent[0]!.body).not.toContain('hush')
  })
})
