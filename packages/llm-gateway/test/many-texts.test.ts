import { describe, expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import type { Dialect } from '../src/chat/dialect.ts'
import { chatCompletions } from '../src/chat/openai/dialect.ts'
import { messages } from '../src/messages/dialect.ts'
import { messagesOverChat } from '../src/messages/over-chat/dialect.ts'
import { responses } from '../src/responses/dialect.ts'
import { competitors, completion, delta, streamOf } from './chat/harness.ts'
import { dialectHarness } from './dialect-harness.ts'

const request = { model: 'm', max_tokens: 9, input: 'Hello', messages: [{ role: 'user', content: 'Hello' }] }
const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))
const message = { type: 'message', content: [{ type: 'output_text', text: 'a', annotations: [] }] }

const CASES: readonly (readonly [string, Dialect, (count: number) => object])[] = [
  [
    'fields of a chat message',
    chatCompletions,
    (count) => completion(Object.fromEntries(times(count, (at) => [`f${at}`, 'a']))),
  ],
  ['blocks of a message', messages, (count) => ({ content: times(count, () => ({ type: 'text', text: 'a' })) })],
  ['items of a response', responses, (count) => ({ output: times(count, () => message) })],
  [
    'parts of an item',
    responses,
    (count) => ({ output: [{ ...message, content: times(count, () => message.content[0]) }] }),
  ],
]

describe.each(CASES)('a whole answer of many %s', (_, dialect, create) => {
  test('is rejected over the limit', async () => {
    const { call } = dialectHarness(dialect, () => ({ body: create(20_000) }))
    const effort_ms = startEffort()
    const answer = await call(request)
    expect(answer.status).toBe(502)
    expect(answer.text).toContain('more than 4096 texts')
    expect(effort_ms()).toBeLessThan(9_000)
  })

  test('yields to other requests during screening', async () => {
    const { call } = dialectHarness(dialect, () => ({ body: create(2_000) }), { output: competitors('block', 'Acme') })
    let turns = 0
    const others = setInterval(() => (turns += 1), 1)
    const started_ms = performance.now()
    const answer = await call(request)
    const took_ms = performance.now() - started_ms
    clearInterval(others)
    expect(answer.status).toBe(200)
    // A time slice is 20 ms, and a busy machine extends it: short work need not yield.
    expect(took_ms < 250 || turns > 1).toBe(true)
  })
})

test('a chunk of thousands of events yields to other requests', async () => {
  const channels = times(1_000, (at) =>
    delta({ [`f${at % 16}`]: 'the rain in oslo falls on '.repeat(10) }, null, at % 64),
  )
  const body = [Buffer.concat(streamOf(channels))]
  const { call } = dialectHarness(chatCompletions, () => ({ body }), { output: competitors('block', 'Acme') })
  let turns = 0
  const others = setInterval(() => (turns += 1), 1)
  await call({ ...request, stream: true })
  clearInterval(others)
  expect(turns).toBeGreaterThan(2)
})

test.each([
  [
    'annotations of a chat message',
    chatCompletions,
    completion({ content: 'Hi', annotations: times(200_000, () => 'a') }),
  ],
  ['a field beside a choice', chatCompletions, { ...completion({ content: 'Hi' }), extra: times(200_000, () => 'a') }],
  [
    'annotations that are not translated',
    messagesOverChat,
    completion({ content: 'Hi', notes: times(200_000, () => 'a') }),
  ],
])('a value of hundreds of thousands of texts is screened: %s', async (_, dialect, body) => {
  const { call } = dialectHarness(dialect, () => ({ body }))
  expect((await call(request)).status).toBe(200)
})

const listed = `[${'[],'.repeat(1_000_001)}0]`

test.each([
  ['a chat completion', chatCompletions, completion({ content: 'Hi', list: 'here' })],
  ['a message', messages, { content: [{ type: 'text', text: 'Hi' }], list: 'here' }],
  ['a response', responses, { output: [message], list: 'here' }],
  ['a delta', chatCompletions, [delta({ list: 'here' }), delta({}, 'stop')]],
  ['a delta that is translated', messagesOverChat, [delta({ list: 'here' }), delta({}, 'stop')]],
])('%s of a million values is rejected', async (_, dialect, created) => {
  const isStream = Array.isArray(created)
  const text = isStream ? Buffer.concat(streamOf(created)).toString() : JSON.stringify(created)
  const input = text.replace('"here"', () => listed)
  const { call } = dialectHarness(dialect, () => ({ body: isStream ? [Buffer.from(input)] : input }))
  const answer = await call({ ...request, stream: isStream })
  expect(answer.text).toMatch(
    isStream
      ? /not a JSON object|closed the connection before the response was complete/
      : /something other than a response/,
  )
  expect(answer.text.length).toBeLessThan(2_000)
})
