import { allGuards, createRegistry, localWindows, type SlidingWindow, type TurnLog } from '@gatehouse/guards'
import { Failure, systemClock } from '@gatehouse/kernel'
import { describe, expect, test } from 'vitest'
import { createPolicies } from '@gatehouse/screening'
import { competitors, completion, delta, harness, streamOf } from './harness.ts'

const ask = { model: 'm', messages: [{ role: 'user', content: 'Hello there' }] }

describe('a whole answer', () => {
  test('is forwarded unchanged, with x_shield', async () => {
    const received = completion({ content: 'Hi.', annotations: [], refusal: null })
    const { call, sent, audit, spent } = harness(() => ({ body: received }))
    const answer = await call({ ...ask, temperature: 0.5, odd: { field: [1] } })
    const { x_shield: note, ...rest } = answer.body
    expect(rest).toEqual(received)
    expect(note).toMatchObject({ blocked: false, action: 'pass', request_id: 'request-1' })
    expect(JSON.parse(sent[0]!.body)).toEqual({ ...ask, temperature: 0.5, odd: { field: [1] } })
    expect(audit.map(({ action, verdict }) => [action, verdict])).toEqual([
      ['guard.input', 'pass'],
      ['guard.output', 'pass'],
    ])
    // The message and the unknown field were charged 6 tokens when the request was admitted.
    expect(spent).toEqual([9])
  })

  test('blocked by a guard is a 403 that names the guard, without any of the answer', async () => {
    const { call } = harness(() => ({ body: completion({ content: 'Try Initech instead.' }) }), {
      output: competitors('block', 'Initech'),
    })
    const answer = await call(ask)
    expect(answer.status).toBe(403)
    expect(answer.body).toMatchObject({
      error: { type: 'guardrail_blocked', code: 'content_filter', param: null },
      blocked: true,
      guardrail: 'competitor_mention',
      stage: 'output',
    })
  })
})

describe('a whole answer of several choices', () => {
  const choice = (index: number, message: { content: string; refusal?: null }) => ({
    index,
    message: { role: 'assistant', ...message },
    logprobs: {
      content: [{ token: message.content, logprob: -0.1, bytes: null, top_logprobs: [] }],
      refusal: null,
    },
    finish_reason: 'stop',
  })

  test('is redacted choice by choice, and probabilities of redacted texts are left out', async () => {
    const choices = [choice(0, { content: 'Mail ann@example.com' }), choice(1, { content: 'Hello', refusal: null })]
    const { call } = harness(() => ({ body: completion({}, 'stop', { choices }) }))
    expect((await call(ask)).body['choices']).toEqual([
      { ...choice(0, { content: 'Mail [EMAIL_ADDRESS]' }), logprobs: null },
      choices[1],
    ])
  })

  test('loses non-text parts if they would be redacted, and keeps them otherwise', async () => {
    const audio = (transcript: string) => ({ audio: { id: 'a', data: 'QUJD', transcript, expires_at: 1 } })
    const body = (transcript: string) => () => ({
      body: completion({}, 'stop', { choices: [choice(0, { content: 'Hi', ...audio(transcript) })], citations: ['a'] }),
    })
    const { call } = harness(body('harmless'))
    expect((await call(ask)).body).toMatchObject({
      choices: [choice(0, { content: 'Hi', ...audio('harmless') })],
      citations: ['a'],
    })
    const { call: redacted } = harness(body('ann@example.com'))
    const answer = await redacted(ask)
    expect(answer.body['choices']).toEqual([choice(0, { content: 'Hi' })])
    expect(answer.body).not.toHaveProperty('citations')
    const { call: blocked } = harness(body('Initech'), { output: competitors('block', 'Initech') })
    expect((await blocked(ask)).status).toBe(403)
  })
})

test('a failing guard blocks if its action is block', async () => {
  const windows: SlidingWindow = {
    hit: () => {
      throw new Failure('unavailable', 'The cache is away.')
    },
  }
  const policies = createPolicies({ registry: createRegistry(allGuards), ports: { windows }, configured: {} })
  const input = { rate_limiter: { enabled: true, action: 'block' } } as const
  const { call, sent } = harness(() => ({ body: completion({ content: 'Hi.' }) }), { input, ports: { policies } })
  const answer = await call(ask)
  expect(answer.status).toBe(403)
  expect(answer.body).toMatchObject({ guardrail: 'rate_limiter', stage: 'input' })
  expect(sent).toEqual([])
})

test('turns of a session are evaluated together, and a repeated history is not duplicated', async () => {
  const turns: string[] = []
  const log: TurnLog = {
    add: (_, turn) => Promise.resolve(void turns.push(turn)),
    read: () => Promise.resolve(turns),
  }
  const ports = { windows: localWindows(systemClock), turns: log }
  const policies = createPolicies({ registry: createRegistry(allGuards), ports, configured: {} })
  const { call } = harness(() => ({ body: completion({ content: 'Hi.' }) }), { ports: { policies } })
  const headers = { 'x-session-id': 's-1' }
  await call({ model: 'm', messages: [{ role: 'user', content: 'One' }] }, headers)
  const history = [
    { role: 'user', content: 'One' },
    { role: 'assistant', content: 'Hi.' },
    { role: 'user', content: 'Two' },
  ]
  await call({ model: 'm', messages: history }, headers)
  await call({ model: 'm', messages: [...history, { role: 'tool', tool_call_id: 'a', content: 'A result' }] }, headers)
  expect(turns).toEqual(['One', 'Two'])
})

describe('a stream', () => {
  const frames = [
    delta({ role: 'assistant', content: '' }),
    delta({ content: 'Write to ' }),
    delta({ content: 'ann@example.com' }),
    delta({ content: ' today.' }),
    delta({}, 'stop'),
    { choices: [], usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } },
  ]

  test('is forwarded in its original shape, redacted', async () => {
    const { call, sent } = harness(() => ({ body: streamOf(frames) }))
    const answer = await call({ ...ask, stream: true })
    const text = answer.events
      .filter((event) => typeof event === 'object')
      .flatMap((event) => event['choices'] as { delta: { content?: string } }[])
      .map((choice) => choice.delta.content ?? '')
      .join('')
    expect(text).toBe('Write to [EMAIL_ADDRESS] today.')
    expect(answer.events.at(-1)).toBe('[DONE]')
    expect(JSON.parse(sent[0]!.body)).toMatchObject({ stream_options: { include_usage: true } })
    expect(answer.text).not.toContain('usage')
  })

  test('blocked by a guard ends with content_filter and without any withheld text', async () => {
    const { call, audit } = harness(() => ({ body: streamOf(frames) }), { output: competitors('block', 'today') })
    const answer = await call({ ...ask, stream: true })
    expect(answer.text).not.toContain('Write')
    expect(answer.events.at(-1)).toBe('[DONE]')
    expect(answer.events.at(-2)).toMatchObject({
      choices: [{ index: 0, delta: {}, finish_reason: 'content_filter' }],
      x_shield: { blocked: true, guardrail: 'competitor_mention' },
    })
    expect(audit.at(-1)).toMatchObject({ action: 'guard.output', verdict: 'block' })
  })
})

test('without a writable log no content is forwarded, and the upstream is aborted', async () => {
  let reported: AbortSignal | undefined
  const { call } = harness(
    (request) => {
      reported = request.signal
      return { body: completion({ content: 'Hi.' }) }
    },
    { ports: { audit: { append: () => Promise.reject(new Failure('unavailable', 'The log is away.')) } } },
  )
  await expect(call(ask)).rejects.toMatchObject({ code: 'unavailable' })
  expect(reported?.aborted).toBe(true)
})

test.each([
  ['goes on as it came', 'Slow down', { error: { message: 'Slow down' } }],
  ['is redacted', 'Ask ann@example.com', { error: { message: 'Ask [EMAIL_ADDRESS]' } }],
  ['is replaced where it holds what is blocked', 'Ask Initech', { error: { code: 'upstream_error' } }],
])("an upstream's error %s, with its status", async (_, message, expected) => {
  const { call } = harness(() => ({ status: 429, body: { error: { message } } }), {
    output: competitors('block', 'Initech'),
  })
  const answer = await call(ask)
  expect(answer.status).toBe(429)
  expect(answer.body).toMatchObject(expected)
})
