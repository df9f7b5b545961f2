import { ResponseStream } from 'openai/lib/responses/ResponseStream'
import { functionItem, messageItem, reasoningItem, responseEvents, type ScriptedItem } from '@gatehouse/testkit/model'
import { assert, asyncProperty, integer } from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/chat/dialect.ts'
import { responses } from '../../src/responses/dialect.ts'
import { eventsOf, runStream, wordScreen } from '../stream-run.ts'

const LONG = 'The quick brown fox jumps over the lazy dog, and over many other dogs after it. '
const reasoning = reasoningItem(`First I think. ${LONG}`)
const message = messageItem(`Then I answer. ${LONG}`)
const call = functionItem('walk', { dog: 'Rex', times: 2 })
const search: ScriptedItem = {
  id: 'ws_1',
  type: 'web_search_call',
  status: 'completed',
  action: { type: 'search', query: 'dogs' },
}

/** Returns the response as OpenAI's official client assembles it from the deltas, and as in the last event. */
async function clientResponse(text: string) {
  const lines = eventsOf(text).map((event) => `${JSON.stringify(event)}\n`)
  const stream = ResponseStream.fromReadableStream(new Blob([lines.join('')]).stream())
  return await stream.finalResponse()
}

/** Returns the text of the deltas, without the events that repeat it. */
function piecesOf(events: readonly JsonObject[]): string {
  return events
    .filter(({ type }) => String(type).endsWith('.delta'))
    .map(({ delta }) => String(delta))
    .join('')
}

function expectInOrder(events: readonly JsonObject[]): void {
  expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, at) => at))
  expect(events[0]?.['type']).toBe('response.created')
  const added = events.filter(({ type }) => type === 'response.output_item.added')
  expect(added.map(({ output_index }) => output_index)).toEqual(added.map((_, at) => at))
}

describe('a stream of a response', () => {
  test('arrives unchanged without findings', async () => {
    const output = [reasoning, search, message, call]
    const { text, events } = await runStream(responses, {}, responseEvents({ output }), { screen: wordScreen() })
    expectInOrder(events)
    const response = await clientResponse(text)
    expect(response.output).toMatchObject(output)
    expect(response.output_text).toBe(`Then I answer. ${LONG}`)
    expect(response).toMatchObject({ status: 'completed', usage: { output_tokens: 20 } })
    expect(events.at(-1)).toMatchObject({
      type: 'response.completed',
      response: { output, x_shield: { blocked: false } },
    })
  })

  test('repeats the sent content at its end, with the same redaction', async () => {
    const { text, events } = await runStream(responses, {}, responseEvents({ output: [reasoning, message] }), {
      screen: wordScreen({ redact: 'lazy' }),
    })
    expect(text).not.toContain('lazy')
    const redacted = `Then I answer. ${LONG.replace('lazy', '[WORD]')}`
    for (const type of ['response.output_text.done', 'response.content_part.done', 'response.output_item.done']) {
      expect(JSON.stringify(events.findLast((event) => event['type'] === type))).toContain(redacted)
    }
    expect((await clientResponse(text)).output_text).toBe(redacted)
    expect(piecesOf(events)).toContain(redacted)
  })

  test('does not repeat upstream content sent only at the end', async () => {
    const upstream = responseEvents({ output: [message] }).replaceAll(
      /("type":"response\.(?:output_text|content_part|output_item)\.done".*?)answer/g,
      '$1contradict',
    )
    const { text, events } = await runStream(responses, {}, upstream, { screen: wordScreen() })
    expect(text).not.toContain('contradict')
    expect(events.at(-1)).toMatchObject({ response: { output: [message] } })
  })

  test('streams upstream content sent only at the end, if none was sent before', async () => {
    const only = responseEvents({ output: [message] })
      .split('\n\n')
      .filter((event) => /response\.(?:created|completed)/.test(event.split('\n')[0]!))
      .map((event) => `${event}\n\n`)
      .join('')
    const { text, events } = await runStream(responses, {}, only, { screen: wordScreen({ redact: 'lazy' }) })
    expectInOrder(events)
    expect((await clientResponse(text)).output_text).toBe(`Then I answer. ${LONG.replace('lazy', '[WORD]')}`)
  })

  test('withholds calls until they are checked, and omits refused calls', async () => {
    const other = functionItem('feed', {}, 'call_1')
    const { text, events } = await runStream(responses, {}, responseEvents({ output: [message, call, other] }), {
      screen: wordScreen(),
      refuse: ['walk'],
    })
    expectInOrder(events)
    const response = await clientResponse(text)
    expect(response.output).toMatchObject([message, other])
    expect(response.status).toBe('completed')
    expect(text).not.toContain('Rex')
  })

  test('states the reason if every call is refused', async () => {
    const { text, events } = await runStream(responses, {}, responseEvents({ output: [call] }), {
      screen: wordScreen(),
      refuse: ['walk'],
    })
    expectInOrder(events)
    expect(events.at(-1)).toMatchObject({
      type: 'response.incomplete',
      response: { status: 'incomplete', incomplete_details: { reason: 'content_filter' } },
    })
    expect((await clientResponse(text)).output).toMatchObject([
      { type: 'message', content: [{ type: 'refusal', refusal: expect.stringContaining('walk') as string }] },
    ])
  })

  test('ends incomplete if a guard blocks, with the content already sent', async () => {
    const { text, events, isBlocked } = await runStream(responses, {}, responseEvents({ output: [message, call] }), {
      screen: wordScreen({ block: 'lazy' }),
    })
    expect(isBlocked).toBe(true)
    expectInOrder(events)
    expect(events.at(-1)).toMatchObject({
      type: 'response.incomplete',
      response: {
        status: 'incomplete',
        incomplete_details: { reason: 'content_filter' },
        x_shield: { blocked: true, guardrail: 'words', stage: 'output' },
      },
    })
    const response = await clientResponse(text)
    expect(response.output_text.length).toBeGreaterThan(10)
    expect(response.output_text).toBe(piecesOf(events))
    expect(text).not.toContain('lazy')
  })

  test('hands on the words of an upstream that fails', async () => {
    const failed = {
      type: 'response.failed',
      response: {
        id: 'resp_1',
        status: 'failed',
        error: { code: 'server_error', message: 'Sorry.' },
        output: [message],
      },
    }
    const { events, text } = await runStream(responses, {}, `data: ${JSON.stringify(failed)}\n\n`, {
      screen: wordScreen(),
    })
    expect(events.at(-1)).toMatchObject({
      type: 'response.failed',
      response: { error: { message: 'Sorry.' }, output: [] },
    })
    expect(text).not.toContain('fox')
  })

  test('is the same however it is cut and withheld', async () => {
    const output = [reasoning, search, message, call]
    await assert(
      asyncProperty(
        integer({ min: 1, max: 300 }),
        integer({ min: 1, max: 60 }),
        integer({ min: 0, max: 200 }),
        async (wireBytes, piece, current) => {
          const run = await runStream(responses, {}, responseEvents({ output, piece }), {
            screen: wordScreen({ held: current }),
            wireBytes,
          })
          expectInOrder(run.events)
          expect((await clientResponse(run.text)).output).toMatchObject(output)
        },
      ),
      { numRuns: 40 },
    )
  })
})
