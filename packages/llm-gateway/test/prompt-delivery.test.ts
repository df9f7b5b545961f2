import { messageEvents, messageItem, responseEvents } from '@gatehouse/testkit/model'
import { BUILTIN_DEFAULTS } from '@gatehouse/guards'
import { expect, test } from 'vitest'
import type { Dialect, JsonObject } from '../src/chat/dialect.ts'
import { chatCompletions } from '../src/chat/openai/dialect.ts'
import { messages } from '../src/messages/dialect.ts'
import { messagesOverChat } from '../src/messages/over-chat/dialect.ts'
import { chatOverMessages } from '../src/messages/under-chat/dialect.ts'
import { responses } from '../src/responses/dialect.ts'
import { dialectHarness } from './dialect-harness.ts'

const ANSWER =
  'Your parcel leaves our depot in Leipzig tomorrow morning and should reach you by Thursday at the latest. You will get a ' +
  'message with a link as soon as the driver is on the way. If nobody is at home, the driver leaves it with a neighbour or ' +
  'takes it to the nearest shop for seven days.'

const chatEvents = [
  ...ANSWER.split(/(?<= )/u).map((content) => ({ choices: [{ index: 0, delta: { role: 'assistant', content } }] })),
  { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
]
const chatStream = chatEvents
  .map((event) => `data: ${JSON.stringify(event)}\n\n`)
  .join('')
  .concat('data: [DONE]\n\n')
const messageStream = messageEvents({ content: [{ type: 'text', text: ANSWER }] })
const responseStream = responseEvents({ output: [messageItem(ANSWER)] })

const request: JsonObject = { model: 'm', max_tokens: 99, stream: true, messages: [{ role: 'user', content: 'When?' }] }

test.each<[string, Dialect, JsonObject, string]>([
  ['chat completions', chatCompletions, request, chatStream],
  ['chat completions over messages', chatOverMessages, request, messageStream],
  ['messages', messages, request, messageStream],
  ['messages over chat completions', messagesOverChat, request, chatStream],
  ['responses', responses, { model: 'm', stream: true, input: 'When?' }, responseStream],
])('%s deliver an answer of 58 words while it arrives, with the default guards', async (_, dialect, body, sent) => {
  let received = 0
  function* slowly(): Generator<Uint8Array> {
    for (const event of sent.split(/(?<=\n\n)/u)) {
      received += textOf(event).length
      yield Buffer.from(event)
    }
  }
  const { open } = dialectHarness(dialect, () => ({ body: slowly() }), { output: BUILTIN_DEFAULTS.output })
  const answer = await open(body)
  let text = ''
  let deliveries = 0
  let firstAfter = 0
  let withheld = 0
  for await (const chunk of answer as AsyncIterable<string>) {
    const delivered = chunk.split('\n\n').map(textOf).join('')
    if (delivered === '') continue
    deliveries += 1
    text += delivered
    if (firstAfter === 0) firstAfter = received
    if (received < ANSWER.length) withheld = Math.max(withheld, received - text.length)
  }
  expect(text).toBe(ANSWER)
  expect(withheld).toBeLessThan(140)
  expect(firstAfter).toBeLessThanOrEqual(60)
  expect(deliveries).toBeGreaterThanOrEqual(8)
})

/** The text of the answer that an event of any of the interfaces adds. */
function textOf(event: string): string {
  const data = event.split('\n').find((line) => line.startsWith('data: {'))
  if (data === undefined) return ''
  const { type, delta, choices } = JSON.parse(data.slice('data: '.length)) as {
    type?: string
    delta?: string | { text?: string }
    choices?: readonly { delta?: { content?: string | null } }[]
  }
  if (choices !== undefined) return choices[0]?.delta?.content ?? ''
  if (typeof delta === 'string') return type === 'response.output_text.delta' ? delta : ''
  return delta?.text ?? ''
}
