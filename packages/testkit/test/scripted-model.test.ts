import { setTimeout as sleep } from 'node:timers/promises'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ScriptedModel, startScriptedModel } from '../src/model/index.ts'

let model: ScriptedModel
let client: OpenAI

/** Simulated delays of the model; none takes time. */
const pauses_ms: number[] = []

beforeAll(async () => {
  const pause = (ms: number): Promise<void> => Promise.resolve(void pauses_ms.push(ms))
  model = await startScriptedModel([], { apiKey: 'made-up', models: ['one', 'two'], pause })
  client = new OpenAI({ baseURL: model.baseUrl, apiKey: 'made-up', maxRetries: 0 })
})
afterAll(async () => model.close())

const ask = { model: 'one', messages: [{ role: 'user' as const, content: 'hi' }] }

/** Reads a stream to its end. */
async function collect(options: { include_usage?: boolean } = {}) {
  const stream = await client.chat.completions.create({ ...ask, stream: true, stream_options: options })
  const chunks: OpenAI.ChatCompletionChunk[] = []
  for await (const chunk of stream) chunks.push(chunk)
  const deltas = chunks.flatMap((chunk) => chunk.choices.map((choice) => choice.delta))
  return {
    chunks,
    text: deltas.map((delta) => delta.content ?? '').join(''),
    pieces: deltas.map((delta) => delta.content ?? '').filter((piece) => piece !== ''),
    toolArguments: deltas.flatMap((delta) => delta.tool_calls ?? []).map((call) => call.function?.arguments ?? ''),
    finish: chunks.flatMap((chunk) => chunk.choices).findLast((choice) => choice.finish_reason)?.finish_reason,
    usage: chunks.at(-1)?.usage,
  }
}

describe('whole answers', () => {
  test('follow the script in turn, with usage, and are recorded', async () => {
    model.follow(['first', { text: 'second', usage: { prompt: 7, completion: 3 } }])
    const first = await client.chat.completions.create(ask)
    const second = await client.chat.completions.create(ask)
    expect([first, second].map(({ choices }) => choices[0]?.message.content)).toEqual(['first', 'second'])
    expect(second.usage).toEqual({ prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 })
    expect(model.requests).toMatchObject([
      { method: 'POST', path: '/v1/chat/completions', body: { model: 'one' }, abandoned: false },
      { body: { messages: [{ role: 'user', content: 'hi' }] } },
    ])
    await expect(client.chat.completions.create(ask)).rejects.toThrow('the script has no further reply')
  })

  test('a function responds according to the request', async () => {
    model.follow(({ body }, index) => `${index}: ${String(body?.messages?.[0]?.content)}`)
    expect((await client.chat.completions.create(ask)).choices[0]?.message.content).toBe('0: hi')
  })

  test('tool calls and refusals have separate fields', async () => {
    model.follow([{ toolCalls: [{ name: 'pay', arguments: { to: 'x' } }] }, { refusal: 'no' }])
    const called = await client.chat.completions.create(ask)
    expect(called.choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        content: null,
        tool_calls: [{ type: 'function', function: { name: 'pay', arguments: '{"to":"x"}' } }],
      },
    })
    expect((await client.chat.completions.create(ask)).choices[0]?.message.refusal).toBe('no')
  })
})

describe('streamed answers', () => {
  test('arrive in chunks, and end with the usage on request', async () => {
    model.follow([{ text: 'hello world', usage: { prompt: 1, completion: 2 } }, 'hello world'])
    const withUsage = await collect({ include_usage: true })
    expect(withUsage).toMatchObject({ text: 'hello world', pieces: ['hell', 'o wo', 'rld'], finish: 'stop' })
    expect(withUsage.usage).toMatchObject({ total_tokens: 3 })
    expect((await collect()).usage).toBeUndefined()
  })

  test('are split as scripted, at any byte boundary', async () => {
    model.follow([{ split: ['a', 'bc ', 'ü💡'] }, { text: 'ü💡 and more', wireBytes: 3 }])
    expect((await collect()).pieces).toEqual(['a', 'bc ', 'ü💡'])
    expect((await collect()).text).toBe('ü💡 and more')
  })

  test('tool calls are streamed by their arguments', async () => {
    model.follow([{ toolCalls: [{ name: 'pay', arguments: { amount: 100 } }], split: 5 }])
    const { toolArguments, finish } = await collect()
    expect([toolArguments.length > 3, toolArguments.join(''), finish]).toEqual([true, '{"amount":100}', 'tool_calls'])
  })

  test('respect the configured rate', async () => {
    model.follow([{ text: 'x'.repeat(20), tokens_per_s: 100 }])
    pauses_ms.length = 0
    const { pieces } = await collect()
    expect(pieces).toHaveLength(5)
    expect(new Set(pauses_ms)).toEqual(new Set([10]))
    expect(pauses_ms.length).toBeGreaterThanOrEqual(pieces.length)
  })

  test('a truncated response ends in an error', async () => {
    model.follow([{ text: 'x'.repeat(4000), truncateAfter: 900 }])
    await expect(collect()).rejects.toThrow(/terminated|Premature|aborted/i)
  })
})

describe('failures', () => {
  test.each([
    ['a status with its headers', { status: 429, headers: { 'retry-after': '3' } }, { status: 429 }],
    ['an error of the API', { status: 400, error: { message: 'no', code: 'bad_thing' } }, { code: 'bad_thing' }],
    ['a reset', { reset: true }, { name: 'Error' }],
    ['a body that is not JSON', { raw: '{"choices": [' }, { name: 'SyntaxError' }],
    ['a truncated body', { text: 'x'.repeat(4000), truncateAfter: 100 }, { name: 'TypeError' }],
  ])('%s', async (_title, reply, error) => {
    model.follow([reply])
    await expect(client.chat.completions.create(ask)).rejects.toMatchObject(error)
  })

  test('a hanging response lasts until the client disconnects, which is recorded', async () => {
    model.follow([{ hang: true }])
    await expect(client.chat.completions.create(ask, { timeout: 50 })).rejects.toThrow('timed out')
    await sleep(20)
    expect(model.requests).toMatchObject([{ abandoned: true }])
  })

  test('a delay precedes the first byte', async () => {
    model.follow([{ text: 'late', delay_ms: 60 }])
    pauses_ms.length = 0
    await client.chat.completions.create(ask)
    expect(pauses_ms).toEqual([60])
  })

  test('a wrong key and an unknown route are refused', async () => {
    const stranger = new OpenAI({ baseURL: model.baseUrl, apiKey: 'wrong', maxRetries: 0 })
    await expect(stranger.chat.completions.create(ask)).rejects.toMatchObject({ status: 401 })
    await expect(client.embeddings.create({ model: 'one', input: 'x' })).rejects.toMatchObject({ status: 404 })
  })
})

test('lists its models', async () => {
  const { data } = await client.models.list()
  expect(data.map(({ id }) => id)).toEqual(['one', 'two'])
})
