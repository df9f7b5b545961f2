import { describe, expect, expectTypeOf, test } from 'vitest'
import {
  createAppsecClient,
  createGuardClient,
  createRedteamClient,
  GatehouseConnectionError,
  GatehouseError,
} from '../src/index.ts'
import { answering, gone, json } from './answering.ts'

const VERDICT = { safe: true, action: 'allow' }
const body = { message: 'hello' }

test('a call follows the endpoint table, with the key in the header that each service reads', async () => {
  const { url, asked } = await answering(json(200, {}))
  await createGuardClient({
    baseUrl: `${url}/`,
    apiKey: 'gk',
    adminKey: () => 'ak',
    headers: { 'x-agent-key': 'a1' },
  }).checkInput({ body })
  await createAppsecClient({ baseUrl: url, apiKey: () => 'sk' }).listScans({
    query: { status: 'RUNNING', limit: 5, projectId: undefined },
  })
  await createRedteamClient({ baseUrl: `${url}/under`, apiKey: 'rk' }).readReport({
    params: { filename: 'a b/ü.json' },
  })
  expect(asked.map(({ method, url: path, body: sent }) => [method, path, sent])).toEqual([
    ['POST', '/guardrails/input', '{"message":"hello"}'],
    ['GET', '/api/scans?status=RUNNING&limit=5', ''],
    ['GET', '/under/api/report/a%20b%2F%C3%BC.json', ''],
  ])
  expect(asked[0]?.headers).toMatchObject({
    'x-api-key': 'gk',
    'x-admin-key': 'ak',
    'x-agent-key': 'a1',
    'content-type': 'application/json',
  })
  expect(asked[1]?.headers).toMatchObject({ authorization: 'Bearer sk' })
  expect(asked[1]?.headers).not.toHaveProperty('content-type')
  expect(asked[2]?.headers).toMatchObject({ authorization: 'Bearer rk' })
})

test.each(['', '.', '..', JSON.parse('null') as string])('the path parameter %j is rejected', async (scanId) => {
  const { url, asked } = await answering(json(200, {}))
  await expect(createAppsecClient({ baseUrl: url }).readScan({ params: { scanId } })).rejects.toThrow(TypeError)
  expect(asked).toEqual([])
})

test.each(['ftp://a', 'http://user:pw@a', 'http://a/?b', 'nothing'])('%s is an invalid service URL', (baseUrl) => {
  expect(() => createGuardClient({ baseUrl })).toThrow(TypeError)
})

test('a file is sent as a form part, objects as JSON, and other values as text', async () => {
  const { url, asked } = await answering(json(200, {}), json(201, {}), json(201, {}))
  const file = new File(['words'], 'a.txt')
  await createGuardClient({ baseUrl: url }).checkFile({
    body: { file, session_id: 's', context: { user_role: 'x' } },
  })
  expect(asked[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
  expect(asked[0]?.body).toMatch(
    /name="file"; filename="a.txt"[^]*words[^]*name="session_id"\r\n\r\ns\r\n[^]*name="context"\r\n\r\n\{"user_role":"x"\}/,
  )
  const appsec = createAppsecClient({ baseUrl: url })
  await appsec.createScan({ body: { repoUrl: 'https://git.example/a.git', scanType: 'SAST_ONLY' } })
  expect(JSON.parse(asked[1]?.body ?? '')).toEqual({ repoUrl: 'https://git.example/a.git', scanType: 'SAST_ONLY' })
  await appsec.createScan({ body: { source: file, projectName: 'p' } })
  expect(asked[2]?.body).toMatch(/name="source"; filename="a.txt"/)
})

describe('a refusal', () => {
  test.each([
    ['a sentence', 403, { error: 'forbidden', detail: 'No.' }, { code: 'forbidden', message: 'No.', violations: [] }],
    [
      'places in the words of the guard service',
      422,
      { error: 'invalid_request', detail: [{ loc: ['body', 'input', 0, 'name'], msg: 'is unknown', type: 'x' }] },
      {
        code: 'invalid_request',
        message: 'input.0.name: is unknown',
        violations: [{ path: 'input.0.name', message: 'is unknown' }],
      },
    ],
    [
      'places in the words of the others',
      400,
      { error: 'invalid_request', detail: 'Bad.', details: [{ path: 'a.b', message: 'is missing' }] },
      { code: 'invalid_request', message: 'Bad.', violations: [{ path: 'a.b', message: 'is missing' }] },
    ],
    [
      'the words of a vendor',
      403,
      { error: { message: 'Blocked.', type: 't', code: 'content_filter' } },
      { code: 'content_filter', message: 'Blocked.' },
    ],
    ['no JSON', 500, undefined, { code: 'unknown', message: 'The service answered 500 without a reason.' }],
    ['nonsense', 500, { error: 7, detail: [null, { loc: 'x' }], details: 'y' }, { code: 'unknown', status: 500 }],
  ])('with %s is an error with a code, a message and violations', async (_title, status, answer, reported) => {
    const { url } = await answering((response) => {
      response.writeHead(status, { 'x-request-id': 'r-1', 'retry-after': '7' })
      response.end(answer === undefined ? '<html>' : JSON.stringify(answer))
    })
    const error = await createGuardClient({ baseUrl: url, retries: 0 })
      .checkInput({ body })
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(GatehouseError)
    expect(error).toMatchObject({ status, requestId: 'r-1', retryAfter_s: 7, ...reported })
  })

  test('that carries the answer is the answer', async () => {
    const decision = { allowed: false, reason: 'rate' }
    const { url } = await answering(json(429, decision))
    expect(await createGuardClient({ baseUrl: url }).checkTool({ body: { tool_name: 't' } })).toEqual(decision)
  })
})

describe('a request is retried', () => {
  test.each([
    ['after 503, whatever it does', json(503, {}, { 'retry-after': '0' }), 2],
    ['after 429, when it may', json(429, {}, { 'retry-after': '0' }), 2],
  ])('%s', async (_title, first, times) => {
    const { url, asked } = await answering(first, json(200, VERDICT))
    expect(await createGuardClient({ baseUrl: url }).checkInput({ body })).toEqual(VERDICT)
    expect(asked).toHaveLength(times)
    expect(new Set(asked.map(({ body: sent }) => sent)).size).toBe(1)
  })

  test('up to the configured number of retries', async () => {
    const { url, asked } = await answering(json(503, { error: 'unavailable', detail: 'Away.' }, { 'retry-after': '0' }))
    await expect(createGuardClient({ baseUrl: url, retries: 3 }).checkInput({ body })).rejects.toMatchObject({
      code: 'unavailable',
    })
    expect(asked).toHaveLength(4)
    await expect(createGuardClient({ baseUrl: url }).checkInput({ body }, { retries: 0 })).rejects.toThrow('Away.')
    expect(asked).toHaveLength(5)
  })

  test('when the connection breaks, if that cannot do anything twice', async () => {
    const { url, asked } = await answering(gone, json(200, { guardrails: [] }))
    await createGuardClient({ baseUrl: url }).listGuardrails()
    expect(asked).toHaveLength(2)
    const second = await answering(gone)
    await expect(createGuardClient({ baseUrl: second.url }).checkInput({ body })).rejects.toThrow(
      GatehouseConnectionError,
    )
    expect(second.asked).toHaveLength(1)
  })

  test.each([400, 401, 403, 404, 409, 500])('but not after %i', async (status) => {
    const { url, asked } = await answering(json(status, {}))
    await expect(createGuardClient({ baseUrl: url }).listGuardrails()).rejects.toMatchObject({ status })
    expect(asked).toHaveLength(1)
  })
})

describe('a call ends', () => {
  test('after an attempt exceeds the timeout, with a timeout error', async () => {
    const { url } = await answering(() => undefined)
    const error = await createGuardClient({ baseUrl: url, timeout_ms: 30, retries: 0 })
      .checkInput({ body })
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(GatehouseConnectionError)
    expect(error).toMatchObject({ isTimeout: true, message: 'POST /guardrails/input was not answered within 30 ms.' })
  })

  test('when the answer stops halfway', async () => {
    const { url } = await answering((response) => void response.writeHead(200).write('{"safe":'))
    await expect(
      createGuardClient({ baseUrl: url, timeout_ms: 50, retries: 0 }).checkInput({ body }),
    ).rejects.toMatchObject({ isTimeout: true })
  })

  test('on abort by the caller, also between two attempts', async () => {
    const { url } = await answering(json(503, {}, { 'retry-after': '30' }))
    const reason = new Error('enough')
    const stop = new AbortController()
    const call = createGuardClient({ baseUrl: url }).checkInput({ body }, { signal: stop.signal })
    setTimeout(() => stop.abort(reason), 50)
    await expect(call).rejects.toBe(reason)
  })

  test('at a redirect: the key is sent to no other host', async () => {
    const other = await answering(json(200, VERDICT))
    const { url } = await answering((response) => void response.writeHead(302, { location: other.url }).end())
    await expect(createGuardClient({ baseUrl: url, apiKey: 'k', retries: 0 }).listGuardrails()).rejects.toThrow(
      GatehouseConnectionError,
    )
    expect(other.asked).toEqual([])
  })
})

test('types describe the request and the response of each call', () => {
  const guard = createGuardClient()
  expectTypeOf(guard.checkInput).parameter(0).toHaveProperty('body')
  expectTypeOf<Awaited<ReturnType<typeof guard.checkInput>>>().toHaveProperty('guardrail_results')
  expectTypeOf(guard.exportAudit).returns.resolves.toEqualTypeOf<Response>()
  expectTypeOf(guard.listGuardrails).toBeCallableWith()
  const appsec = createAppsecClient()
  expectTypeOf(appsec.readScan).parameter(0).toEqualTypeOf<{ readonly params: { readonly scanId: string } }>()
  expectTypeOf(appsec.deleteScan).returns.resolves.toEqualTypeOf<undefined>()
})
