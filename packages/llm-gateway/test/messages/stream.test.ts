import { MessageStream } from '@anthropic-ai/sdk/lib/MessageStream'
import { messageEvents, type ScriptedBlock } from '@gatehouse/testkit/model'
import { assert, asyncProperty, integer } from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/chat/dialect.ts'
import { messages } from '../../src/messages/dialect.ts'
import { HEAD, runStream, wordScreen } from '../stream-run.ts'

const LONG = 'The quick brown fox jumps over the lazy dog, and over many other dogs after it. '
const thought: ScriptedBlock = { type: 'thinking', thinking: `First I think. ${LONG}`, signature: 'c2lnbmF0dXJl' }
const answer: ScriptedBlock = { type: 'text', text: `Then I answer. ${LONG}` }
const search: readonly ScriptedBlock[] = [
  { type: 'server_tool_use', id: 'srv_1', name: 'web_search', input: { query: 'dogs' } },
  { type: 'web_search_tool_result', tool_use_id: 'srv_1', content: [{ type: 'web_search_result', title: 'Dogs' }] },
]
const call: ScriptedBlock = { type: 'tool_use', id: 'toolu_1', name: 'walk', input: { dog: 'Rex', times: 2 } }

/** Returns the message as Anthropic's official client assembles it. */
async function clientMessage(text: string) {
  const lines = text
    .split('\n\n')
    .map((event) =>
      event
        .split('\n')
        .find((line) => line.startsWith('data: '))
        ?.slice(6),
    )
    .filter((data) => data !== undefined && !data.includes('"ping"'))
  const stream = MessageStream.fromReadableStream(new Blob([lines.map((line) => `${line}\n`).join('')]).stream())
  return await stream.finalMessage()
}

/** Expects that blocks start and end in sequence, numbered from 0. */
function expectInOrder(events: readonly JsonObject[]): void {
  const places = events
    .filter(({ index }) => index !== undefined)
    .map(({ type, index }) => `${String(index)} ${String(type).replace('content_block_', '')}`)
  const count = places.filter((place) => place.endsWith('start')).length
  const inOrder = Array.from({ length: count }, (_, index) => [
    `${index} start`,
    ...places.filter((place) => place === `${index} delta`),
    `${index} stop`,
  ])
  expect(places).toEqual(inOrder.flat())
  expect(events[0]?.['type']).toBe('message_start')
  expect(events.at(-1)?.['type']).toBe('message_stop')
}

describe('a stream of messages', () => {
  test('arrives unchanged without findings', async () => {
    const content = [thought, ...search, answer, call]
    const { text, events } = await runStream(messages, {}, messageEvents({ content }), { screen: wordScreen() })
    expectInOrder(events)
    const message = await clientMessage(text)
    expect(JSON.parse(JSON.stringify(message.content))).toEqual([
      thought,
      ...search,
      { ...answer, citations: null },
      call,
    ])
    expect(message).toMatchObject({ stop_reason: 'tool_use', usage: { input_tokens: 10, output_tokens: 20 } })
  })

  test('is forwarded incrementally, block by block', async () => {
    const upstream = messageEvents({ content: [thought, answer] })
    const half = upstream.slice(0, upstream.lastIndexOf('"text_delta"', upstream.length - 600))
    const stream = messages.openStream({}, HEAD)
    const screen = wordScreen()
    let seen = ''
    const { SseParser } = await import('@gatehouse/formats')
    for (const event of new SseParser().push(Buffer.from(half))) {
      for (const piece of stream.read(event)) {
        if (piece.kind === 'pass') seen += piece.sse
        const step = piece.kind === 'text' ? screen.push(piece.channel, piece.text) : undefined
        const closed = piece.kind === 'close' ? screen.close(piece.channel) : undefined
        // oxlint-disable-next-line no-await-in-loop -- one piece after the other, as they come
        const released = (await (step ?? closed))?.released ?? []
        for (const item of released) seen += stream.released(item.channel, item.text)
        if (piece.kind === 'close') seen += stream.closed?.(piece.channel) ?? ''
      }
    }
    // The thinking block has ended and the text block has started, but the upstream has not completed either block.
    expect(seen).toContain('"signature_delta"')
    expect(seen).toContain('"text_delta"')
  })

  test('preserves its order if an upstream interleaves its blocks', async () => {
    const mixed = [
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'The second.' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'The first.' } },
      { type: 'content_block_stop', index: 1 },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 5 } },
      { type: 'message_stop' },
    ]
    const upstream = mixed.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
    const { text, events } = await runStream(messages, {}, upstream, { screen: wordScreen({ held: 0 }) })
    expectInOrder(events)
    expect(await clientMessage(text)).toMatchObject({ content: [{ text: 'The first.' }, { text: 'The second.' }] })
  })

  test('withholds calls until they are checked, and omits refused calls', async () => {
    const other: ScriptedBlock = { type: 'tool_use', id: 'toolu_2', name: 'feed', input: {} }
    const upstream = messageEvents({ content: [call, other] })
    const { text, events } = await runStream(messages, {}, upstream, { screen: wordScreen(), refuse: ['walk'] })
    expectInOrder(events)
    const message = await clientMessage(text)
    expect(message.content).toMatchObject([{ type: 'tool_use', name: 'feed' }])
    expect(message.stop_reason).toBe('tool_use')
    expect(text).not.toContain('Rex')
  })

  test('states the reason if every call is refused', async () => {
    const { text, events } = await runStream(messages, {}, messageEvents({ content: [call] }), {
      screen: wordScreen(),
      refuse: ['walk'],
    })
    expectInOrder(events)
    const message = await clientMessage(text)
    expect(message.stop_reason).toBe('refusal')
    expect(message.content).toMatchObject([{ type: 'text', text: expect.stringContaining('walk') as string }])
  })

  test('ends with a refusal if a guard blocks, and closes open blocks', async () => {
    const { text, events, isBlocked } = await runStream(
      messages,
      {},
      messageEvents({ content: [thought, answer, call] }),
      {
        screen: wordScreen({ block: 'lazy' }),
      },
    )
    expect(isBlocked).toBe(true)
    expectInOrder(events)
    expect(events.at(-2)).toMatchObject({
      type: 'message_delta',
      delta: { stop_reason: 'refusal', stop_sequence: null },
      x_shield: { blocked: true, guardrail: 'words', message: 'The answer was blocked by words.' },
    })
    expect(await clientMessage(text)).toMatchObject({ stop_reason: 'refusal' })
  })

  test('redacts texts, and removes citations into them', async () => {
    const cited: ScriptedBlock = {
      type: 'text',
      text: LONG,
      citations: [{ type: 'char_location', cited_text: 'dogs' }],
    }
    const { text } = await runStream(messages, {}, messageEvents({ content: [cited] }), {
      screen: wordScreen({ redact: 'lazy' }),
    })
    const message = await clientMessage(text)
    expect(message.content).toEqual([{ type: 'text', text: LONG.replace('lazy', '[WORD]'), citations: null }])
  })

  test('omits a block of a hosted tool if it would be redacted', async () => {
    const { text } = await runStream(messages, {}, messageEvents({ content: [...search, answer] }), {
      screen: wordScreen({ redact: 'Dogs' }),
    })
    const message = await clientMessage(text)
    expect(message.content.map(({ type }) => type)).toEqual(['server_tool_use', 'text'])
  })

  test('hands on the words of an upstream that fails', async () => {
    const failed = 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n'
    const upstream = `${messageEvents({ content: [answer] }).split('event: content_block_stop')[0]!}${failed}`
    const { events } = await runStream(messages, {}, upstream, { screen: wordScreen() })
    expect(events.at(-1)).toEqual({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } })
  })

  test('rejects content other than a message stream', () => {
    const stream = messages.openStream({}, HEAD)
    expect(() => stream.read({ data: '{"type":"content_block_delta","index":4,"delta":{}}' })).toThrow('did not start')
    expect(() => stream.read({ data: 'nonsense' })).toThrow('not a JSON object')
    stream.read({ data: '{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}' })
    expect(() =>
      stream.read({ data: '{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}' }),
    ).toThrow('twice')
  })

  test('is the same however it is cut and withheld', async () => {
    const content = [thought, ...search, answer, call]
    const whole = await clientMessage(messageEvents({ content }))
    await assert(
      asyncProperty(
        integer({ min: 1, max: 300 }),
        integer({ min: 1, max: 60 }),
        integer({ min: 0, max: 200 }),
        async (wireBytes, piece, current) => {
          const run = await runStream(messages, {}, messageEvents({ content, piece }), {
            screen: wordScreen({ held: current }),
            wireBytes,
          })
          expectInOrder(run.events)
          const parsedMessage = await clientMessage(run.text)
          expect(parsedMessage.content.map(({ type }) => type)).toEqual(whole.content.map(({ type }) => type))
          expect(parsedMessage.content[3]).toMatchObject({ text: 'text' in answer ? answer.text : '' })
        },
      ),
      { numRuns: 40 },
    )
  })
})
