import { inspect } from 'node:util'
import { createEgress, Failure, parseEgressAllow, Secret } from '@gatehouse/kernel'
import { type ScriptedAnswer, type ScriptedModel, startScriptedModel } from '@gatehouse/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  BREAKER_FAILURES_MAX,
  BREAKER_OPEN_MS,
  openAiCompatible,
  type OpenAiCompatibleOptions,
} from '../../src/index.ts'

const KEY = 'made-up-key-0123456789'
const egress = createEgress({ allow: parseEgressAllow('127.0.0.1') })
const clock = { time_ms: 1_700_000_000_000, now: () => clock.time_ms }
const waits: number[] = []
let server: ScriptedModel

beforeAll(async () => {
  server = await startScriptedModel([], { apiKey: KEY })
})
beforeEach(() => {
  waits.length = 0
})
afterAll(async () => {
  await egress.close()
  await server.close()
})

/** A model over the scripted server, whose waits between tries take no time but are recorded. */
function modelAfter(script: readonly ScriptedAnswer[], options: Partial<OpenAiCompatibleOptions> = {}) {
  server.follow(script)
  return openAiCompatible({
    baseUrl: server.baseUrl,
    model: 'scripted',
    apiKey: new Secret(KEY),
    fetch: egress.fetch,
    clock,
    random: () => 0.5,
    sleep: async (delay_ms) => {
      waits.push(delay_ms)
      clock.time_ms += delay_ms
    },
    ...options,
  })
}

const ask = { messages: [{ role: 'user' as const, content: 'hello there' }] }
const verdict = { name: 'verdict', schema: z.object({ unsafe: z.boolean() }) }

/** The failure of a call. */
async function failureOf(call: Promise<unknown>): Promise<Failure> {
  const thrown: unknown = await call.then(
    () => new Error('did not fail'),
    (cause: unknown) => cause,
  )
  if (thrown instanceof Failure) return thrown
  throw thrown
}

describe('an answer', () => {
  test('has text, usage, latency and model; the request has only what was asked', async () => {
    const model = modelAfter([{ text: 'hi', usage: { prompt: 5, completion: 2 }, delay_ms: 1 }])
    const answer = await model.complete({ ...ask, temperature: 0, maxTokens: 9 })
    expect(answer).toEqual({
      text: 'hi',
      usage: { promptTokens: 5, completionTokens: 2, estimated: false },
      latency_ms: 0,
      model: 'scripted',
    })
    expect(server.requests[0]?.body).toEqual({
      model: 'scripted',
      messages: ask.messages,
      temperature: 0,
      max_tokens: 9,
    })
  })

  test('headers are the few that the API needs', async () => {
    await modelAfter(['hi']).complete(ask)
    const { headers } = server.requests[0]!
    expect(headers).toMatchObject({ authorization: `Bearer ${KEY}`, 'user-agent': 'gatehouse' })
    expect(Object.keys(headers).filter((name) => name.startsWith('x-') || name.startsWith('openai'))).toEqual([])
  })

  test('without a key none is sent', async () => {
    const open = await startScriptedModel(['hi'])
    const model = openAiCompatible({ baseUrl: open.baseUrl, model: 'm', fetch: egress.fetch })
    expect((await model.complete(ask)).text).toBe('hi')
    expect(open.requests[0]?.headers['authorization']).toBeUndefined()
    await open.close()
  })

  test('tokens are reckoned when the provider counts none, and added up', async () => {
    const model = modelAfter([
      { text: 'x'.repeat(40), usage: null },
      { text: 'y', usage: { prompt: 100, completion: 7 } },
    ])
    expect((await model.complete(ask)).usage).toEqual({ promptTokens: 3, completionTokens: 10, estimated: true })
    await model.complete(ask)
    expect(model.usage()).toEqual({
      model: 'scripted',
      requests: 2,
      failures: 0,
      promptTokens: 103,
      completionTokens: 17,
      estimatedAnswers: 1,
    })
  })

  test.each([
    ['declines in its own field', { refusal: 'I will not' }],
    ['is cut off by a filter of the provider', { text: 'half', finishReason: 'content_filter' as const }],
  ])('that %s is refused', async (_says, reply) => {
    const model = modelAfter([reply])
    expect((await failureOf(model.complete(ask))).code).toBe('model_refused')
    expect([model.state(), model.usage().failures]).toEqual(['closed', 1])
  })
})

describe('structured answers', () => {
  test('are asked for by schema and given back validated', async () => {
    const model = modelAfter(['```json\n{"unsafe": true, "more": 1}\n```'])
    expect((await model.complete({ ...ask, jsonSchema: verdict })).json).toEqual({ unsafe: true })
    expect(server.requests[0]?.body).toMatchObject({
      messages: [{ role: 'system' }, ask.messages[0]],
      response_format: { type: 'json_schema', json_schema: { name: 'verdict', schema: { required: ['unsafe'] } } },
    })
  })

  test('are asked for once more when they do not fit, and both tries are counted', async () => {
    const model = modelAfter([
      { text: '{"unsafe": "yes"}', usage: { prompt: 1, completion: 1 } },
      { text: '{"unsafe": false}', usage: { prompt: 2, completion: 2 } },
    ])
    const answer = await model.complete({ ...ask, jsonSchema: verdict })
    expect(answer).toMatchObject({ json: { unsafe: false }, usage: { promptTokens: 3, completionTokens: 3 } })
    expect(server.requests[1]?.body?.messages?.slice(2)).toMatchObject([
      { role: 'assistant', content: '{"unsafe": "yes"}' },
      { role: 'user', content: expect.stringContaining('unsafe:') },
    ])
  })

  test('are refused when they do not fit twice', async () => {
    const failure = await failureOf(modelAfter(['no', 'no']).complete({ ...ask, jsonSchema: verdict }))
    expect([failure.code, server.requests.length]).toEqual(['model_refused', 2])
  })

  test('a provider that does not know a field is asked without it from then on', async () => {
    const refuse = (param: string) => ({ status: 400, error: { message: `Unsupported parameter: ${param}`, param } })
    const model = modelAfter([refuse('response_format'), refuse('max_tokens'), '{"unsafe": true}', '{"unsafe": true}'])
    const request = { ...ask, jsonSchema: verdict, maxTokens: 5 }
    await model.complete(request)
    await model.complete(request)
    const bodies = server.requests.map(({ body }) => body)
    expect(bodies[3]).not.toHaveProperty('response_format')
    expect(bodies[3]).toMatchObject({ max_completion_tokens: 5 })
    expect(bodies).toHaveLength(4)
  })
})

describe('tries', () => {
  test.each([
    ['a server error', { status: 503 }],
    ['a conflict', { status: 409 }],
    ['a reset connection', { reset: true }],
    ['what is not JSON', { raw: '{"choices": [' }],
    ['what is no completion', { raw: '{"choices": []}' }],
    ['a truncated body', { text: 'x'.repeat(500), truncateAfter: 50 }],
  ])('%s is tried again, after a wait of chance', async (_says, reply) => {
    expect((await modelAfter([reply, 'hi']).complete(ask)).text).toBe('hi')
    expect(waits).toEqual([125])
  })

  test('what the provider asks to wait is waited', async () => {
    await modelAfter([{ status: 429, headers: { 'retry-after': '2' } }, 'hi']).complete(ask)
    expect(waits).toEqual([2125])
  })

  test.each([
    ['longer than is worth waiting', { 'retry-after': '61' }, {}],
    ['longer than the call may take', { 'retry-after': '5' }, { within_ms: 4000 }],
  ])('but not %s', async (_says, headers, limits) => {
    const failure = await failureOf(modelAfter([{ status: 429, headers }]).complete({ ...ask, ...limits }))
    expect([failure.code, failure.retryAfter_s]).toEqual(['model_unavailable', Number(headers['retry-after'])])
    expect(waits).toEqual([])
  })

  test('they end after the given number, with doubled waits', async () => {
    const failure = await failureOf(modelAfter([{ status: 500 }, { status: 500 }, { status: 500 }, 'hi']).complete(ask))
    expect(failure).toMatchObject({ code: 'model_unavailable', message: 'scripted answered with HTTP status 500' })
    expect(waits).toEqual([125, 250])
  })

  test.each([
    [401, 'model_unavailable'],
    [404, 'model_unavailable'],
    [400, 'model_refused'],
    [413, 'model_refused'],
    [422, 'model_refused'],
  ])('status %d is not tried again and is %s', async (status, code) => {
    expect((await failureOf(modelAfter([{ status }]).complete(ask))).code).toBe(code)
    expect(server.requests).toHaveLength(1)
  })

  test('an account without credit is not tried again', async () => {
    const reply = { status: 429, error: { message: 'You exceeded your quota', code: 'insufficient_quota' } }
    await failureOf(modelAfter([reply]).complete(ask))
    expect(server.requests).toHaveLength(1)
  })
})

describe('bounds', () => {
  test('a try that hangs ends at its timeout, and the next one may answer', async () => {
    const model = modelAfter([{ hang: true }, 'hi'], { timeout_ms: 100 })
    expect((await model.complete(ask)).text).toBe('hi')
  })

  test('the timeout reaches into the body', async () => {
    const model = modelAfter([{ hang: true }, { hang: true }], { timeout_ms: 60, retries: 1 })
    expect(await failureOf(model.complete(ask))).toMatchObject({
      code: 'model_unavailable',
      message: 'scripted did not answer within 60 ms',
    })
  })

  test('the whole call ends at its own deadline', async () => {
    const start_ms = performance.now()
    const failure = await failureOf(modelAfter([{ hang: true }]).complete({ ...ask, within_ms: 60 }))
    expect(failure).toMatchObject({
      code: 'model_unavailable',
      message: expect.stringContaining('in the time it was given'),
    })
    expect([performance.now() - start_ms < 2000, server.requests.length]).toEqual([true, 1])
  })

  test('a caller that gives up is let go at once, and the circuit learns nothing', async () => {
    const model = modelAfter(Array.from({ length: 9 }, () => ({ hang: true })))
    for (let call = 0; call < BREAKER_FAILURES_MAX + 1; call += 1) {
      const own = new AbortController()
      setTimeout(() => own.abort(), 15)
      expect((await failureOf(model.complete({ ...ask, signal: own.signal }))).code).toBe('model_unavailable')
    }
    expect(model.state()).toBe('closed')
  })

  test('a caller whose own timer rings has learned that the model is slow', async () => {
    const model = modelAfter(Array.from({ length: 9 }, () => ({ hang: true })))
    for (let call = 0; call < BREAKER_FAILURES_MAX; call += 1) {
      await failureOf(model.complete({ ...ask, signal: AbortSignal.timeout(15) }))
    }
    expect(model.state()).toBe('open')
  })

  test('an answer that is too large is not read', async () => {
    const failure = await failureOf(modelAfter([{ text: 'x'.repeat(3 * 1024 * 1024) }]).complete(ask))
    expect(failure).toMatchObject({ code: 'model_unavailable', message: expect.stringContaining('more than') })
    expect(server.requests).toHaveLength(1)
  })

  test('a redirect is not followed', async () => {
    const reply = { status: 307, raw: '{}', headers: { location: 'http://127.0.0.1:9/' } }
    expect((await failureOf(modelAfter([reply]).complete(ask))).message).toContain('redirects')
  })

  test('an address that the egress policy refuses is not called', async () => {
    const strict = createEgress()
    const failure = await failureOf(modelAfter(['hi'], { fetch: strict.fetch }).complete(ask))
    expect(failure).toMatchObject({ code: 'model_unavailable', message: expect.stringContaining('loopback') })
    expect(server.requests).toHaveLength(0)
  })
})

describe('the circuit', () => {
  test('opens after failures in a row, fails at once, tries one call and closes', async () => {
    const model = modelAfter(
      Array.from({ length: BREAKER_FAILURES_MAX }, () => ({ status: 500 })),
      { retries: 0 },
    )
    for (let call = 0; call < BREAKER_FAILURES_MAX; call += 1) await failureOf(model.complete(ask))
    expect(model.state()).toBe('open')
    server.follow([{ text: 'back', delay_ms: 30 }])
    expect(await failureOf(model.complete(ask))).toMatchObject({ code: 'model_unavailable', retryAfter_s: 30 })
    expect(server.requests).toHaveLength(0)

    clock.time_ms += BREAKER_OPEN_MS
    const [probe, other] = await Promise.allSettled([model.complete(ask), model.complete(ask)])
    expect([probe.status, other.status, model.state()]).toEqual(['fulfilled', 'rejected', 'closed'])
  })

  test('a rejected request does not count', async () => {
    const model = modelAfter(Array.from({ length: BREAKER_FAILURES_MAX + 1 }, () => ({ status: 400 })))
    for (let call = 0; call <= BREAKER_FAILURES_MAX; call += 1) await failureOf(model.complete(ask))
    expect(model.state()).toBe('closed')
  })
})

test.each([
  [
    'the provider quotes it',
    { status: 401, error: { message: `Incorrect API key provided: ${KEY}`, code: 'invalid_api_key' } },
  ],
  ['the connection breaks', { reset: true }],
  ['the answer is malformed', { raw: `{"key": "${KEY}"` }],
])('no failure holds the key or the prompt when %s', async (_says, reply) => {
  const model = modelAfter([reply], { retries: 0 })
  const failure = await failureOf(model.complete({ messages: [{ role: 'user', content: 'made-up prompt' }] }))
  expect(inspect([failure, model], { depth: 9, showHidden: true })).not.toMatch(/made-up/)
})
