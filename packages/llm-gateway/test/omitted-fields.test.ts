import { messageEvents, messageItem, responseEvents } from '@gatehouse/testkit/model'
import { describe, expect, test } from 'vitest'
import type { Dialect, JsonObject } from '../src/chat/dialect.ts'
import { omittedFields } from '../src/chat/omitted-fields.ts'
import { chatCompletions } from '../src/chat/openai/dialect.ts'
import { messages } from '../src/messages/dialect.ts'
import { responses } from '../src/responses/dialect.ts'
import { competitors, completion, delta, streamOf } from './chat/harness.ts'
import { dialectHarness } from './dialect-harness.ts'

const user = [{ role: 'user', content: 'hello' }]
const redacting = {
  output: {
    competitor_mention: { ...competitors('block', 'Initech')['competitor_mention'], enabled: true, action: 'redact' },
  },
} as const
const SAID = 'Ask Initech today.'
const entries = (text: string): object[] =>
  Array.from(text, (token) => ({ token, logprob: -0.1, bytes: [...Buffer.from(token)], top_logprobs: [] }))
const citation = {
  type: 'char_location',
  cited_text: 'today',
  document_index: 0,
  start_char_index: 0,
  end_char_index: 5,
}
const annotation = { type: 'url_citation', url: 'https://a.example', title: 'A', start_index: 0, end_index: 3 }

const chatAnswer = (text: string, logprobs: object | null): object => {
  const answer = completion({ content: text }) as { choices: object[] }
  return { ...answer, choices: answer.choices.map((choice) => ({ ...choice, logprobs })) }
}
const chatStream = (text: string, logprobs: object | null): string =>
  Buffer.concat([
    ...streamOf([delta({ content: text }, null, 0, { logprobs }), delta({}, 'stop', 0, { logprobs: null })]),
  ]).toString()

const request = (dialect: Dialect, stream: boolean): JsonObject =>
  dialect === responses ? { model: 'm', stream, input: 'hello' } : { model: 'm', stream, max_tokens: 9, messages: user }

/** Returns the omitted fields that the answer reports, with the answer. */
async function answered(dialect: Dialect, stream: boolean, body: object | string, guards: object = {}) {
  const sent = typeof body === 'string' && stream ? [Buffer.from(body)] : body
  const {
    text,
    body: whole,
    events,
  } = await dialectHarness(dialect, () => ({ body: sent }), guards).call(request(dialect, stream))
  const notes = stream ? events.map(noteOf).filter((item) => item !== undefined) : [noteOf(whole)]
  return { text, omitted: notes.at(-1)?.['omitted_fields'] }
}

function noteOf(event: JsonObject): JsonObject | undefined {
  const response = (event['response'] ?? {}) as JsonObject
  return (event['x_shield'] ?? response['x_shield']) as JsonObject | undefined
}

describe.each([false, true])('chat completions (stream: %s)', (stream) => {
  const answer = (text: string, logprobs: object | null): object | string =>
    stream ? chatStream(text, logprobs) : chatAnswer(text, logprobs)

  test('forward probabilities of unchanged text, and omit no field', async () => {
    const { text, omitted } = await answered(
      chatCompletions,
      stream,
      answer('Hi', { content: entries('Hi'), refusal: null }),
    )
    expect(text).toContain('"logprob":-0.1')
    expect(omitted).toBeUndefined()
  })

  test('name the probabilities that are left out of a redacted text, with the reason', async () => {
    const logprobs = { content: entries(SAID), refusal: null }
    const { text, omitted } = await answered(chatCompletions, stream, answer(SAID, logprobs), redacting)
    expect(text).not.toContain('"logprob":-0.1')
    expect(omitted).toEqual([{ field: 'choices[0].logprobs', reason: 'redacted' }])
  })

  test('name probabilities that spell something else than the text', async () => {
    const logprobs = { content: entries('Other'), refusal: null }
    const { text, omitted } = await answered(chatCompletions, stream, answer('Hi', logprobs))
    expect(text).not.toContain('"token":"O"')
    expect(omitted).toEqual([{ field: 'choices[0].logprobs', reason: 'unverified' }])
  })
})

test('chat completions name the parts of a message that are left out, of every choice', async () => {
  const audio = { id: 'a', data: 'UklGRg==', expires_at: 1, transcript: SAID }
  const answer = {
    choices: [
      { index: 0, message: { role: 'assistant', content: 'Hi.', refusal: null, audio }, finish_reason: 'stop' },
      { index: 1, message: { role: 'assistant', content: 'Ho.', reasoning_content: SAID }, finish_reason: 'stop' },
    ],
    usage: {
      prompt_tokens: 1,
      completion_tokens: 2,
      total_tokens: 3,
      completion_tokens_details: { reasoning_tokens: 1 },
    },
  }
  const { text, omitted } = await answered(chatCompletions, false, answer, redacting)
  expect(text).not.toContain(SAID)
  expect(text).toContain('"reasoning_tokens":1')
  expect(omitted).toEqual([{ field: 'choices[0].message.audio', reason: 'redacted' }])
})

describe.each([false, true])('other interfaces (stream: %s)', (stream) => {
  test('messages name the citations of a redacted text', async () => {
    const block = { type: 'text' as const, text: SAID, citations: [citation] }
    const body = {
      type: 'message',
      role: 'assistant',
      model: 'm',
      id: 'msg_1',
      content: [block],
      stop_reason: 'end_turn',
    }
    const { text, omitted } = await answered(
      messages,
      stream,
      stream ? messageEvents({ content: [block] }) : body,
      redacting,
    )
    expect(text).not.toContain('cited_text')
    expect(omitted).toEqual([{ field: 'content[0].citations', reason: 'redacted' }])
  })

  test('responses name the annotations and probabilities of a redacted text', async () => {
    const item = messageItem(SAID)
    const [part] = item['content'] as object[]
    const full = { ...item, content: [{ ...part, annotations: [annotation], logprobs: entries(SAID) }] }
    const body = { id: 'resp_1', object: 'response', status: 'completed', model: 'm', output: [full] }
    const { text, omitted } = await answered(
      responses,
      stream,
      stream ? responseEvents({ output: [full] as Parameters<typeof responseEvents>[0]['output'] }) : body,
      redacting,
    )
    expect(text).not.toContain('a.example')
    expect(omitted).toEqual([
      { field: 'output[0].content[0].annotations', reason: 'redacted' },
      { field: 'output[0].content[0].logprobs', reason: 'redacted' },
    ])
  })
})

test('names of fields that may be texts are not repeated, and paths are bounded', () => {
  const wide = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`f${at}`, 'x']))
  expect(omittedFields({ choices: [{ 'Initech says no': 'x' }] }, { choices: [{}] }, true)).toEqual([
    { field: 'choices[0].*', reason: 'redacted' },
  ])
  expect(omittedFields({ choices: [wide] }, { choices: [{}] }, false)).toHaveLength(32)
})
