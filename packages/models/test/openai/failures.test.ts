import { inspect } from 'node:util'
import { BREAKER_FAILURES_MAX, BREAKER_OPEN_MS } from '@gatehouse/kernel'
import { createEgress } from '@gatehouse/kernel/egress'
import { describe, expect, test } from 'vitest'
import { ask, failureOf, KEY, modelRig } from './rig.ts'

const rig = modelRig()

describe('tries', () => {
  test.each([
    ['a server error', { status: 503 }],
    ['a conflict', { status: 409 }],
    ['a reset connection', { reset: true }],
    ['what is not JSON', { raw: '{"choices": [' }],
    ['what is no completion', { raw: '{"choices": []}' }],
    ['a truncated body', { text: 'x'.repeat(500), truncateAfter: 50 }],
  ])('%s is retried after a random delay', async (_title, reply) => {
    expect((await rig.modelAfter([reply, 'hi']).complete(ask)).text).toBe('hi')
    expect(rig.waits).toEqual([125])
  })

  test('the delay requested by the provider is respected', async () => {
    await rig.modelAfter([{ status: 429, headers: { 'retry-after': '2' } }, 'hi']).complete(ask)
    expect(rig.waits).toEqual([2125])
  })

  test.each([
    ['longer than is worth waiting', { 'retry-after': '61' }, {}],
    ['longer than the call may take', { 'retry-after': '5' }, { within_ms: 4000 }],
  ])('but not %s', async (_title, headers, limits) => {
    const failure = await failureOf(rig.modelAfter([{ status: 429, headers }]).complete({ ...ask, ...limits }))
    expect([failure.code, failure.retryAfter_s]).toEqual(['model_unavailable', Number(headers['retry-after'])])
    expect(rig.waits).toEqual([])
  })

  test('they end after the configured number, with doubled delays', async () => {
    const failure = await failureOf(
      rig.modelAfter([{ status: 500 }, { status: 500 }, { status: 500 }, 'hi']).complete(ask),
    )
    expect(failure).toMatchObject({ code: 'model_unavailable', message: 'scripted returned HTTP status 500' })
    expect(rig.waits).toEqual([125, 250])
  })

  test.each([
    [401, 'model_unavailable'],
    [404, 'model_unavailable'],
    [400, 'model_refused'],
    [413, 'model_refused'],
    [422, 'model_refused'],
  ])('status %d is not retried and is %s', async (status, code) => {
    expect((await failureOf(rig.modelAfter([{ status }]).complete(ask))).code).toBe(code)
    expect(rig.server.requests).toHaveLength(1)
  })

  test('an account without credit is not retried', async () => {
    const reply = { status: 429, error: { message: 'You exceeded your quota', code: 'insufficient_quota' } }
    await failureOf(rig.modelAfter([reply]).complete(ask))
    expect(rig.server.requests).toHaveLength(1)
  })
})

describe('bounds', () => {
  test('a hanging attempt ends at its timeout, and the next attempt may answer', async () => {
    const model = rig.modelAfter([{ hang: true }, 'hi'], { timeout_ms: 300 })
    expect((await model.complete(ask)).text).toBe('hi')
  })

  test('the timeout reaches into the body', async () => {
    const model = rig.modelAfter([{ hang: true }, { hang: true }], { timeout_ms: 60, retries: 1 })
    expect(await failureOf(model.complete(ask))).toMatchObject({
      code: 'model_unavailable',
      message: 'scripted did not respond within 60 ms',
    })
  })

  test('the whole call ends at its own deadline', async () => {
    const failure = await failureOf(rig.modelAfter([{ hang: true }]).complete({ ...ask, within_ms: 60 }))
    expect(failure).toMatchObject({
      code: 'model_unavailable',
      message: expect.stringContaining('did not respond in time'),
    })
    expect(rig.server.requests).toHaveLength(1)
  })

  test('a caller that aborts is released immediately, and the circuit records nothing', async () => {
    const model = rig.modelAfter(Array.from({ length: 9 }, () => ({ hang: true })))
    for (let call = 0; call < BREAKER_FAILURES_MAX + 1; call += 1) {
      const own = new AbortController()
      setTimeout(() => own.abort(), 15)
      expect((await failureOf(model.complete({ ...ask, signal: own.signal }))).code).toBe('model_unavailable')
    }
    expect(model.state()).toBe('closed')
  })

  test('a timeout of the caller counts as a failure of the model', async () => {
    const model = rig.modelAfter(Array.from({ length: 9 }, () => ({ hang: true })))
    for (let call = 0; call < BREAKER_FAILURES_MAX; call += 1) {
      await failureOf(model.complete({ ...ask, signal: AbortSignal.timeout(15) }))
    }
    expect(model.state()).toBe('open')
  })

  test('an answer that is too large is not read', async () => {
    const failure = await failureOf(rig.modelAfter([{ text: 'x'.repeat(3 * 1024 * 1024) }]).complete(ask))
    expect(failure).toMatchObject({ code: 'model_unavailable', message: expect.stringContaining('exceeds') })
    expect(rig.server.requests).toHaveLength(1)
  })

  test('a redirect is not followed', async () => {
    const reply = { status: 307, raw: '{}', headers: { location: 'http://127.0.0.1:9/' } }
    expect((await failureOf(rig.modelAfter([reply]).complete(ask))).message).toContain('redirects')
  })

  test('an address that the egress policy refuses is not called', async () => {
    const strict = createEgress()
    const failure = await failureOf(rig.modelAfter(['hi'], { fetch: strict.fetch }).complete(ask))
    expect(failure).toMatchObject({ code: 'model_unavailable', message: expect.stringContaining('loopback') })
    expect(rig.server.requests).toHaveLength(0)
  })
})

describe('the circuit', () => {
  test('opens after consecutive failures, fails fast, probes with one call and closes', async () => {
    const model = rig.modelAfter(
      Array.from({ length: BREAKER_FAILURES_MAX }, () => ({ status: 500 })),
      { retries: 0 },
    )
    for (let call = 0; call < BREAKER_FAILURES_MAX; call += 1) await failureOf(model.complete(ask))
    expect(model.state()).toBe('open')
    rig.server.follow([{ text: 'back', delay_ms: 30 }])
    expect(await failureOf(model.complete(ask))).toMatchObject({ code: 'model_unavailable', retryAfter_s: 30 })
    expect(rig.server.requests).toHaveLength(0)

    rig.clock.time_ms += BREAKER_OPEN_MS
    const [probe, other] = await Promise.allSettled([model.complete(ask), model.complete(ask)])
    expect([probe.status, other.status, model.state()]).toEqual(['fulfilled', 'rejected', 'closed'])
  })

  test('a rejected request does not count', async () => {
    const model = rig.modelAfter(Array.from({ length: BREAKER_FAILURES_MAX + 1 }, () => ({ status: 400 })))
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
])('no failure contains the key or the prompt when %s', async (_title, reply) => {
  const model = rig.modelAfter([reply], { retries: 0 })
  const failure = await failureOf(model.complete({ messages: [{ role: 'user', content: 'made-up prompt' }] }))
  expect(inspect([failure, model], { depth: 9, showHidden: true })).not.toMatch(/made-up/)
})
