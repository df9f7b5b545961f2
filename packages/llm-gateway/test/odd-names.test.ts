import { describe, expect, test } from 'vitest'
import type { Dialect, JsonObject } from '../src/chat/dialect.ts'
import { chatCompletions } from '../src/chat/openai/dialect.ts'
import { messages } from '../src/messages/dialect.ts'
import { responses } from '../src/responses/dialect.ts'
import { competitors, completion, delta, streamOf } from './chat/harness.ts'
import { dialectHarness } from './dialect-harness.ts'

const SAID = 'I like Acme Corporation a lot'

/** Returns the forwarded text where the output guards match a name; empty if they blocked. */
async function leftOf(dialect: Dialect, body: object): Promise<string> {
  const { call } = dialectHarness(dialect, () => ({ body }), { output: competitors('block', 'Acme Corporation') })
  const answer = await call({
    model: 'm',
    max_tokens: 9,
    input: 'Hello',
    messages: [{ role: 'user', content: 'Hello' }],
    stream: Array.isArray(body),
  })
  return answer.text
}

const spoken = (message: object): object => completion({ content: 'Hello', ...message })
const streamed = (value: object): object => streamOf([delta({ content: 'Hello' }), delta(value), delta({}, 'stop')])
const message = (block: JsonObject, more: JsonObject = {}): object => {
  return { type: 'message', content: [{ type: 'text', text: 'Hello' }, block], stop_reason: 'end_turn', ...more }
}
const response = (item: JsonObject): object => ({ id: 'r', object: 'response', status: 'completed', output: [item] })
const part = { type: 'output_text', text: 'Hello', annotations: [] }
const ANNOTATION = { type: 'url_citation', title: 'T', [SAID]: '' }

const CASES: readonly (readonly [string, Dialect, object])[] = [
  ['a chat message, of a number', chatCompletions, spoken({ [SAID]: 1 })],
  ['a chat message, of nothing', chatCompletions, spoken({ [SAID]: null })],
  ['a chat message, of a text', chatCompletions, spoken({ [SAID]: 'Hi' })],
  ['a chat message, of an object', chatCompletions, spoken({ [SAID]: {} })],
  ['a delta, of a text', chatCompletions, streamed({ [SAID]: 'Hi' })],
  ['a delta, of an empty text', chatCompletions, streamed({ [SAID]: '' })],
  ['a delta, of nothing', chatCompletions, streamed({ [SAID]: null })],
  ['a delta, of a list', chatCompletions, streamed({ [SAID]: [] })],
  ['a block', messages, message({ type: 'web_search_tool_result', tool_use_id: 's', content: [], [SAID]: null })],
  ['input of a hosted tool', messages, message({ type: 'server_tool_use', id: 's', input: { [SAID]: '' } })],
  ['a citation', messages, message({ type: 'text', text: 'Hi', citations: [{ [SAID]: [] }] })],
  ['a message', messages, message({ type: 'text', text: 'Hi' }, { [SAID]: null })],
  ['an item', responses, response({ type: 'web_search_call', id: 'w', status: 'completed', [SAID]: null })],
  ['a part', responses, response({ type: 'message', id: 'm', content: [{ ...part, [SAID]: null }] })],
  [
    'an annotation',
    responses,
    response({ type: 'message', id: 'm', content: [{ ...part, annotations: [ANNOTATION] }] }),
  ],
]

describe('text in place of a name', () => {
  test.each(CASES)('in %s', async (_, dialect, body) => {
    expect(await leftOf(dialect, body)).not.toContain('I like')
  })

  test('and valid names are forwarded', async () => {
    expect(await leftOf(chatCompletions, spoken({ thinking_blocks: null, x_1: 2 }))).toContain('"thinking_blocks":null')
    expect(await leftOf(messages, message({ type: 'text', text: 'Hi', citations: null }))).toContain('"citations":null')
  })
})

describe('text in place of audio or an image', () => {
  const sound = { id: 'a', transcript: 'Hello', expires_at: 1 }
  test.each([
    ['a sound', chatCompletions, spoken({ audio: { ...sound, data: SAID } })],
    ['parts of a sound', chatCompletions, spoken({ audio: { ...sound, data: [SAID] } })],
    ['a picture', responses, response({ type: 'image_generation_call', id: 'i', status: 'completed', result: SAID })],
  ] as const)('as %s', async (_, dialect, body) => {
    expect(await leftOf(dialect, body)).not.toContain('I like')
  })

  test('and sounds and pictures leave', async () => {
    expect(await leftOf(chatCompletions, spoken({ audio: { ...sound, data: 'QUJD/+=' } }))).toContain('QUJD/+=')
    expect(await leftOf(responses, response({ type: 'image_generation_call', id: 'i', result: 'QUJD' }))).toContain(
      'QUJD',
    )
  })
})
