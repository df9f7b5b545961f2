import { describe, expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import { MessageEvents } from '../../src/messages/under-chat/events.ts'
import { messagesBodyOf } from '../../src/messages/under-chat/request.ts'

/** Many times the duration of linear work, and a fraction of that of quadratic work. */
const SLOW_MS = 1_500

function took(work: () => void): number {
  const effort_ms = startEffort()
  work()
  return effort_ms()
}

const event = (frame: object): { readonly event: string; readonly data: string } => ({
  event: '',
  data: JSON.stringify(frame),
})

describe('message events as chat completion events', () => {
  test('do not repeat an invalid head', () => {
    const events = new MessageEvents()
    events.read(event({ type: 'message_start', message: { id: 'x'.repeat(1_000_000), model: { name: 'm' } } }))
    const text = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello' } }
    const [chunk] = events.read(event(text))
    expect(chunk!.data.length).toBeLessThan(500)
    expect(JSON.parse(chunk!.data)).not.toHaveProperty('model')
  })

  test('repeat the id and the model', () => {
    const events = new MessageEvents()
    const [chunk] = events.read(event({ type: 'message_start', message: { id: 'msg_1', model: 'm' } }))
    expect(JSON.parse(chunk!.data)).toMatchObject({ id: 'msg_1', model: 'm' })
  })

  test('keep the latest valid value of each count', () => {
    const events = new MessageEvents()
    const usage = { input_tokens: 7, cache_read_input_tokens: 2, output_tokens: 1, note: 'x', server_tool_use: {} }
    events.read(event({ type: 'message_start', message: { usage } }))
    events.read(event({ type: 'message_delta', delta: {}, usage: { output_tokens: 9, input_tokens: 'many' } }))
    const [counts] = events.read(event({ type: 'message_stop' }))
    expect(JSON.parse(counts!.data).usage).toEqual({
      prompt_tokens: 9,
      completion_tokens: 9,
      total_tokens: 18,
      prompt_tokens_details: { cached_tokens: 2 },
    })
  })

  test('are read in linear time, whatever their counts contain', () => {
    const events = new MessageEvents()
    const names = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`name_${at}`, 1]))
    events.read(event({ type: 'message_delta', delta: {}, usage: names }))
    const more = event({ type: 'message_delta', usage: {} })
    expect(took(() => Array.from({ length: 300 }, () => events.read(more)))).toBeLessThan(3 * SLOW_MS)
  })
})

test('consecutive turns of one role merge in linear time', () => {
  const parts = Array.from({ length: 25 }, () => ({ type: 'text', text: 'a' }))
  const messages = Array.from({ length: 8_000 }, () => ({ role: 'user', content: parts }))
  let body: ReturnType<typeof messagesBodyOf> = {}
  expect(took(() => (body = messagesBodyOf({ model: 'm', messages })))).toBeLessThan(3 * SLOW_MS)
  expect(body['messages']).toEqual([{ role: 'user', content: expect.objectContaining({ length: 200_000 }) }])
})
