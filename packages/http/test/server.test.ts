import { defineEndpoints, get } from '@gatehouse/contracts'
import { Failure } from '@gatehouse/kernel'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../spec/proves.ts'
import { z } from 'zod'

import { createLogger, createServer, STATUS } from '../src/index.ts'
import {
  ADMIN_SCOPE_KEY,
  authenticate,
  call,
  open,
  PLATFORM_KEY,
  postJson,
  RUNTIME_KEY,
  start,
  type Started,
} from './support.ts'

let started: Started
beforeAll(async () => {
  started = await start()
})
afterAll(() => started.server.close())

/** For servers with tables of their own. */
const common = {
  service: 'own',
  version: '1',
  authenticate,
  logger: createLogger({ service: 'own', stream: { write: () => {} } }),
}
const act = (subject: string) => postJson(`${started.url}/v1/act`, { what: subject })

describe('a path', () => {
  test('that is nowhere answers 404 in the common form', async () => {
    const answer = await call(`${started.url}/v1/nowhere?x=1`)
    expect(answer).toMatchObject({ status: 404, body: { error: 'not_found', detail: '/v1/nowhere not found.' } })
  })

  test.each([
    ['GET', '/v1/echo', 'POST'],
    ['PUT', '/v1/things/7', 'DELETE, GET, HEAD'],
    ['OPTIONS', '/v1/things/7/', 'DELETE, GET, HEAD'],
    ['POST', '/health', 'GET, HEAD'],
  ])('that does not support %s %s returns 405 with the allowed methods', async (method, path, allow) => {
    const answer = await call(`${started.url}${path}`, { method })
    expect([answer.status, answer.body['error'], answer.headers.get('allow')]).toEqual([
      405,
      'method_not_allowed',
      allow,
    ])
  })

  test.each(['/%zz', '/v1/things/%ff', '//', '/v1/things/../../etc/passwd', `/v1/things/${'x'.repeat(1_100)}`])(
    'like %s does no harm',
    async (path) => {
      const connection = open(started.port)
      connection.socket.write(
        `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-api-key: ${ADMIN_SCOPE_KEY}\r\nconnection: close\r\n\r\n`,
      )
      const received = await connection.until((_text, closed) => closed)
      expect(received).toMatch(/^HTTP\/1\.1 404 /)
      expect(received).toContain('"error":"not_found"')
    },
  )

  test('may end in a slash', async () => {
    expect((await call(`${started.url}/health/`)).status).toBe(200)
  })

  test('answers HEAD without a body', async () => {
    const answer = await call(`${started.url}/health`, { method: 'HEAD' })
    expect([answer.status, answer.body['text']]).toEqual([200, ''])
  })
})

describe('a request that does not fit its schema', () => {
  test.each([
    [{}, [{ loc: ['body', 'message'], msg: 'Field required', type: 'missing' }]],
    [{ message: 7 }, [{ loc: ['body', 'message'], msg: expect.stringContaining('string'), type: 'string_type' }]],
    [{ message: '' }, [{ loc: ['body', 'message'], msg: expect.any(String), type: 'too_short' }]],
    [{ message: 'x', size: '9' }, [{ loc: ['body', 'size'], msg: expect.any(String), type: 'number_type' }]],
    [{ message: 'x', kind: ['a', 1] }, [{ loc: ['body', 'kind', 1], msg: expect.any(String), type: 'string_type' }]],
    [[], [{ loc: ['body'], msg: expect.any(String), type: 'object_type' }]],
    [null, [{ loc: ['body'], msg: expect.any(String), type: 'object_type' }]],
  ])('%j answers 422 in the style of the guard', async (body, detail) => {
    const answer = await postJson(`${started.url}/v1/echo`, body)
    expect([answer.status, answer.body['error'], answer.body['detail']]).toEqual([422, 'invalid_request', detail])
  })

  test('includes the query in its location', async () => {
    const answer = await call(`${started.url}/v1/things/7?limit=99`, { headers: { 'x-api-key': ADMIN_SCOPE_KEY } })
    expect(answer.body['detail']).toMatchObject([{ loc: ['query', 'limit'], type: 'too_big' }])
  })

  test('lists a bounded number of bounded locations', async () => {
    const takes = defineEndpoints({
      take: get('/take', {
        auth: 'none',
        summary: 'Take only a',
        query: z.record(z.string(), z.literal('a')),
        response: z.object({}),
      }),
    })
    const strict = createServer({ ...common, endpoints: takes, handlers: { take: () => ({}) } })
    const { url } = await strict.listen({ host: '127.0.0.1', port: 0 })
    const query = Array.from({ length: 50 }, (_, index) => `${'k'.repeat(200)}${index}=b`).join('&')
    const { body } = await call(`${url}/take?${query}`)
    const detail = body['detail'] as { loc: string[] }[]
    expect(detail).toHaveLength(20)
    expect(Math.max(...detail.flatMap(({ loc }) => loc.map(({ length }) => length)))).toBe(100)
    await strict.close()
  })

  proves('all:errors.others-400', 'answers 400 with details in the style of the other two services', async () => {
    const appsec = await start({ validationStyle: 'appsec' })
    const answer = await postJson(`${appsec.url}/v1/echo`, { kind: ['a', 1] })
    expect(answer).toMatchObject({
      status: 400,
      body: {
        error: 'invalid_request',
        detail: 'body.message: Field required.',
        details: [{ path: 'message', message: 'Field required' }, { path: 'kind.1' }],
      },
    })
    await appsec.server.close()
  })
})

proves.group(['all:errors.429', 'all:errors.503', 'all:errors.nothing-leaks'], 'a failure', () => {
  test.each(['crash', 'crashLater', 'setting', 'big', 'bigFailure', 'badHeader', 'unknown'])(
    'that is internal (%s) exposes no details, and the log has the cause by request id',
    async (subject) => {
      const answer = await act(subject)
      expect([answer.status, answer.body['error']]).toEqual([500, 'internal_error'])
      expect(JSON.stringify(answer.body)).not.toMatch(/secret|stack|Error|\.ts/)
      const logged = started.lines.filter(({ request_id }) => request_id === answer.body['request_id'])
      expect(logged.map(({ message }) => message)).toEqual(['request failed', 'request'])
      expect(logged[0]).toHaveProperty('error.stack')
    },
  )

  test('by rate limit returns the retry delay and the limit', async () => {
    const answer = await act('limited')
    expect(answer).toMatchObject({ status: 429, body: { error: 'rate_limited', detail: 'Too many.', limit: 3 } })
    expect(answer.headers.get('retry-after')).toBe('3')
  })

  test('of a dependency returns a retry delay, even without an estimate', async () => {
    const answer = await act('unavailable')
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
  })

  test('has a status for every code, and no status is a success', () => {
    expect(Object.values(STATUS).every((status) => status >= 400)).toBe(true)
  })
})

test('a handler may choose another status and further headers', async () => {
  const answer = await act('busy')
  expect([answer.status, answer.headers.get('retry-after'), answer.body]).toEqual([429, '7', { action: 'block' }])
})

proves.group(
  ['all:request-id.accepted', 'all:request-id.made', 'all:request-id.traceparent'],
  'the ids of a request',
  () => {
    test.each([
      ['a safe id is kept', 'order-4711:a/b', /^order-4711:a\/b$/],
      ['an unsafe id is replaced', 'a"b{}', /^[0-9a-f]{8}-[0-9a-f]{4}-7/],
      ['an id that is too long is replaced', 'x'.repeat(129), /^[0-9a-f]{8}-[0-9a-f]{4}-7/],
      ['an empty id is replaced', '', /^[0-9a-f]{8}-[0-9a-f]{4}-7/],
    ])('%s', async (_title, id, expected) => {
      const answer = await postJson(`${started.url}/v1/echo`, { message: 'x' }, { 'x-request-id': id })
      expect(answer.headers.get('x-request-id')).toMatch(expected)
      expect(answer.body['request']).toBe(answer.headers.get('x-request-id'))
    })

    const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
    const span = '00f067aa0ba902b7'
    test.each([
      ['version 00', `00-${trace}-${span}-01`, trace],
      ['a later version with more fields', `cc-${trace}-${span}-01-more`, trace],
      ['version 00 with more fields', `00-${trace}-${span}-01-more`, undefined],
      ['version ff', `ff-${trace}-${span}-01`, undefined],
      ['no trace', `00-${'0'.repeat(32)}-${span}-01`, undefined],
      ['no span', `00-${trace}-${'0'.repeat(16)}-01`, undefined],
      ['capitals', `00-${trace.toUpperCase()}-${span}-01`, undefined],
      ['nonsense', 'nonsense', undefined],
    ])('traceparent with %s', async (_title, traceparent, expected) => {
      const { body } = await postJson(`${started.url}/v1/echo`, { message: 'x' }, { traceparent })
      expect(body['trace']).toBe(expected)
    })
  },
)

describe('common endpoints', () => {
  test('health, ping', async () => {
    expect((await call(`${started.url}/health`)).body).toMatchObject({
      status: 'ok',
      service: 'test',
      version: '1.2.3',
    })
    expect((await call(`${started.url}/ping`)).body).toEqual({ pong: true })
  })

  test('ready: each dependency with its state, 503 when a required dependency is down', async () => {
    const states = { database: 'up' as 'up' | 'down' }
    const probed = await start({
      readiness: {
        database: { required: true, check: () => ({ state: states.database }) },
        cache: { required: false, check: () => Promise.reject(new Failure('unavailable', 'refused')) },
      },
    })
    const up = await call(`${probed.url}/ready`)
    expect([up.status, up.body['status']]).toEqual([200, 'ready'])
    expect(up.body['dependencies']).toMatchObject({
      database: { state: 'up', required: true },
      cache: { state: 'down', required: false, detail: 'unreachable' },
    })
    states.database = 'down'
    const down = await call(`${probed.url}/ready`)
    expect([down.status, down.body['status'], down.headers.get('retry-after')]).toEqual([503, 'not_ready', '1'])
    await probed.server.close()
  })

  test('metrics: requests by row and status, durations, in flight', async () => {
    const measured = await start()
    await postJson(`${measured.url}/v1/echo`, { message: 'x' })
    await postJson(`${measured.url}/v1/echo`, {})
    await call(`${measured.url}/nowhere`)
    const all = String((await call(`${measured.url}/metrics`)).body['text'])
    const text = `${all
      .split('\n')
      .filter((line) => line.startsWith('gatehouse_http_'))
      .join('\n')}\n`
    expect(text).toContain('gatehouse_http_requests_total{route="echo",method="POST",status="200",service="test"} 1')
    expect(text).toContain('gatehouse_http_requests_total{route="echo",method="POST",status="422",service="test"} 1')
    expect(text).toContain('gatehouse_http_requests_total{route="unknown",method="any",status="404",service="test"} 1')
    expect(text).toMatch(/duration_seconds_bucket\{[^}]*route="echo"[^}]*le="\+Inf"[^}]*\} 2\n/)
    expect(text).toMatch(/duration_seconds_count\{route="echo",method="POST",service="test"\} 2/)
    expect(text).toMatch(/requests_in_flight\{service="test"\} 1\n/)
    await measured.server.close()
  })
})

test('responses disable caching and content sniffing', async () => {
  const { headers } = await call(`${started.url}/health`)
  expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual(['no-store', 'nosniff'])
})

describe('the log', () => {
  test('contains a sample of screening calls, and every failure and configuration call', async () => {
    const sampled = await start({ limits: { logSample: 10 } })
    for (let sent = 0; sent < 20; sent += 1) await postJson(`${sampled.url}/v1/echo`, { message: 'x' })
    expect(sampled.lines).toHaveLength(2)
    await postJson(`${sampled.url}/v1/act`, { what: 'crash' })
    expect(sampled.lines.filter(({ status }) => status === 500)).toHaveLength(1)
    const before = sampled.lines.length
    await call(`${sampled.url}/v1/things/7`, { headers: { 'x-api-key': ADMIN_SCOPE_KEY } })
    expect(sampled.lines.slice(before)).toMatchObject([
      { route: 'thing', status: 200, tenant_id: 'acme', level: 'info' },
    ])
    await sampled.server.close()
  })

  test('contains no body and no key', async () => {
    const reported = await start({ limits: { logSample: 1 } })
    await postJson(`${reported.url}/v1/echo`, { message: 'my private words' })
    await call(`${reported.url}/v1/things/7`, { method: 'DELETE', headers: { 'x-admin-key': PLATFORM_KEY } })
    expect(reported.lines).toHaveLength(2)
    expect(reported.text()).not.toMatch(new RegExp(`private words|${RUNTIME_KEY}|${PLATFORM_KEY}`))
    await reported.server.close()
  })

  test('masks secrets that a caller of the logger hands over', () => {
    const lines: string[] = []
    const logger = createLogger({ service: 'x', stream: { write: (line) => lines.push(line) } })
    logger.info({
      headers: { authorization: 'Bearer s3cret', 'x-api-key': 's3cret', cookie: 's3cret' },
      password: 's3cret',
    })
    expect(lines.join('')).not.toContain('s3cret')
    expect(lines.join('')).toContain('***')
  })
})

test('a service may have its own row for a common path', async () => {
  const own = defineEndpoints({
    health: get('/health', { auth: 'none', summary: 'Ours', response: z.object({ ours: z.boolean() }) }),
  })
  const server = createServer({ ...common, endpoints: own, handlers: { health: () => ({ ours: true }) } })
  const { url } = await server.listen({ host: '127.0.0.1', port: 0 })
  expect((await call(`${url}/health`)).body).toEqual({ ours: true })
  await server.close()
})
