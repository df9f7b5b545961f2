import { startScriptedModel } from '@gatehouse/testkit/model'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openAiCompatible } from '../../src/index.ts'
import { ask, egress, failureOf, KEY, modelRig } from './rig.ts'

const rig = modelRig()
const verdict = { name: 'verdict', schema: z.object({ unsafe: z.boolean() }) }

describe('an answer', () => {
  test('has text, usage, latency and model; the request has only the requested fields', async () => {
    const model = rig.modelAfter([{ text: 'hi', usage: { prompt: 5, completion: 2 }, delay_ms: 1 }])
    const answer = await model.complete({ ...ask, temperature: 0, maxTokens: 9 })
    expect(answer).toEqual({
      text: 'hi',
      usage: { promptTokens: 5, completionTokens: 2, estimated: false },
      latency_ms: 0,
      model: 'scripted',
    })
    expect(rig.server.requests[0]?.body).toEqual({
      model: 'scripted',
      messages: ask.messages,
      temperature: 0,
      max_tokens: 9,
    })
  })

  test('headers are the few that the API needs', async () => {
    await rig.modelAfter(['hi']).complete(ask)
    const { headers } = rig.server.requests[0]!
    expect(headers).toMatchObject({ authorization: `Bearer ${KEY}`, 'user-agent': 'gatehouse' })
    expect(Object.keys(headers).filter((name) => name.startsWith('x-') || name.startsWith('openai'))).toEqual([])
  })

  test('without a key has no authorization header in its request', async () => {
    const open = await startScriptedModel(['hi'])
    const model = openAiCompatible({ baseUrl: open.baseUrl, model: 'm', fetch: egress.fetch })
    expect((await model.complete(ask)).text).toBe('hi')
    expect(open.requests[0]?.headers['authorization']).toBeUndefined()
    await open.close()
  })

  test('tokens are estimated if the provider reports none, and summed', async () => {
    const model = rig.modelAfter([
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
  ])('that %s is refused', async (_title, reply) => {
    const model = rig.modelAfter([reply])
    expect((await failureOf(model.complete(ask))).code).toBe('model_refused')
    expect([model.state(), model.usage().failures]).toEqual(['closed', 1])
  })
})

describe('structured answers', () => {
  test('are requested with a schema and returned validated', async () => {
    const model = rig.modelAfter(['```json\n{"unsafe": true, "more": 1}\n```'])
    expect((await model.complete({ ...ask, jsonSchema: verdict })).json).toEqual({ unsafe: true })
    expect(rig.server.requests[0]?.body).toMatchObject({
      messages: [{ role: 'system' }, ask.messages[0]],
      response_format: { type: 'json_schema', json_schema: { name: 'verdict', schema: { required: ['unsafe'] } } },
    })
  })

  test('are requested a second time if they do not match, and both attempts are counted', async () => {
    const model = rig.modelAfter([
      { text: '{"unsafe": "yes"}', usage: { prompt: 1, completion: 1 } },
      { text: '{"unsafe": false}', usage: { prompt: 2, completion: 2 } },
    ])
    const answer = await model.complete({ ...ask, jsonSchema: verdict })
    expect(answer).toMatchObject({ json: { unsafe: false }, usage: { promptTokens: 3, completionTokens: 3 } })
    expect(rig.server.requests[1]?.body?.messages?.slice(2)).toMatchObject([
      { role: 'assistant', content: '{"unsafe": "yes"}' },
      { role: 'user', content: expect.stringContaining('unsafe:') },
    ])
  })

  test('are refused when they do not fit twice', async () => {
    const failure = await failureOf(rig.modelAfter(['no', 'no']).complete({ ...ask, jsonSchema: verdict }))
    expect([failure.code, rig.server.requests.length]).toEqual(['model_refused', 2])
  })

  test('a field unknown to the provider is omitted from later requests', async () => {
    const refuse = (param: string) => ({ status: 400, error: { message: `Unsupported parameter: ${param}`, param } })
    const model = rig.modelAfter([
      refuse('response_format'),
      refuse('max_tokens'),
      '{"unsafe": true}',
      '{"unsafe": true}',
    ])
    const request = { ...ask, jsonSchema: verdict, maxTokens: 5 }
    await model.complete(request)
    await model.complete(request)
    const bodies = rig.server.requests.map(({ body }) => body)
    expect(bodies[3]).not.toHaveProperty('response_format')
    expect(bodies[3]).toMatchObject({ max_completion_tokens: 5 })
    expect(bodies).toHaveLength(4)
  })
})
