import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { redteamEndpoints, type TargetTest } from '@gatehouse/contracts/redteam'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Agent, type Asked, startAgent } from '../agent.ts'
import { makeKey, send, serve, type Served } from '../serve.ts'

/** 127.0.0.1 may be reached; the rest of this machine, and of private networks, may not. */
let served: Served
let headers: Readonly<Record<string, string>>
beforeAll(async () => {
  served = await serve({
    env: { REDTEAM_AUTH: 'api_key', GATEHOUSE_EGRESS_ALLOW: '127.0.0.1' },
    worker: false,
  })
  headers = (await makeKey(served.store, 'admin')).headers
})
afterAll(() => served.close())

const post = (target: object, by = headers) => send(`${served.url}/api/target/test`, 'POST', { target }, by)

async function tested(target: object): Promise<TargetTest> {
  const { status, body, text } = await post(target)
  expect([status, text]).toEqual([200, text])
  return redteamEndpoints.testTarget.response.parse(body)
}

const templateOf = (responsePath?: string) => ({
  customApiTemplate: {
    bodyTemplate: '{"message": "{{message}}", "user": {"plan": "basic"}}',
    ...(responsePath === undefined ? {} : { responsePath }),
  },
})

/** Starts an agent that answers JSON to every request. */
const answering = (value: (asked: Asked) => unknown, extra: Record<string, string> = {}): Promise<Agent> =>
  startAgent((asked, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...extra }).end(JSON.stringify(value(asked)))
    return undefined
  })

describe('target test with a single benign message', () => {
  test('the request, the response and the extracted reply are returned, with a single log line', async () => {
    const agent = await answering(() => ({ data: { reply: 'I can help with orders.' } }))
    const said = await tested({ baseUrl: agent.url, agentEndpoint: '/chat', ...templateOf('data.reply') })
    expect(said).toMatchObject({ ok: true, problem: null, statusCode: 200, reply: 'I can help with orders.' })
    expect(said.targetUrl).toBe(`${agent.url}/chat`)
    expect(said.requests).toEqual([
      {
        method: 'POST',
        url: `${agent.url}/chat`,
        headers: expect.objectContaining({ 'content-type': 'application/json' }),
        body: agent.asked[0]!.body,
        statusCode: 200,
      },
    ])
    expect(agent.asked).toHaveLength(1)
    expect(agent.asked[0]!.message).toBe(said.message)
    expect((await send(`${served.url}/api/runs`, 'GET', undefined, headers)).text).toBe('[]')
    const log = await send(`${served.url}/api/audit-log?action=target.tested`, 'GET', undefined, headers)
    expect(log.body).toMatchObject({ total: 1, entries: [{ details: { targetUrl: `${agent.url}/chat` } }] })
  })

  test('for an empty path, fields with text are suggested, sentences first, without the echo', async () => {
    const agent = await answering(({ message }) => ({
      id: 'c-1',
      echo: message,
      status: 'ok',
      choices: [{ 'a.b': 'No path names it.', text: 'Hello, I look after parcels.' }],
    }))
    const said = await tested({ baseUrl: agent.url, ...templateOf('data.reply') })
    expect(said).toMatchObject({ ok: false, reply: null, statusCode: 200 })
    expect(said.problem).toContain('responsePath')
    expect(said.places.map(({ path }) => path)).toEqual(['choices.0.text', 'id', 'status'])
    const { path } = said.places[0]!
    expect(await tested({ baseUrl: agent.url, ...templateOf(path) })).toMatchObject({
      ok: true,
      reply: 'Hello, I look after parcels.',
    })
  })

  test('chunks of a stream are joined per field', async () => {
    const agent = await startAgent((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const word of ['I ', 'can ', 'help.'])
        response.write(`data: ${JSON.stringify({ part: { words: word } })}\n\n`)
      response.end()
      return undefined
    })
    const said = await tested({ baseUrl: agent.url, ...templateOf('nowhere') })
    expect(said.places).toEqual([{ path: 'part.words', sample: 'I can help.' }])
  })
})

describe('credentials are never shown', () => {
  const SECRETS = {
    token: 'made-up-bearer-of-the-target',
    header: 'made-up-header-value-1',
    query: 'made-up-query-key-2',
    variable: 'made-up-variable-3',
    extracted: 'made-up-session-token-4',
    cookie: 'made-up-cookie-value-5',
    member: 'made-up-member-6',
    password: 'made-up-password-7 &é"',
    refresh: 'made-up-refresh-token-8',
  }

  test('of a target that echoes every credential that it received or issued', async () => {
    const agent = await startAgent((asked, response) => {
      if (asked.url.startsWith('/login')) {
        response
          .writeHead(200, { 'content-type': 'application/json', 'set-cookie': `sid=${SECRETS.cookie}` })
          .end(JSON.stringify({ token: SECRETS.extracted, refresh: SECRETS.refresh }))
        return undefined
      }
      const again = {
        ...asked.headers,
        url: decodeURIComponent(asked.url),
        body: asked.body,
        all: Object.values(SECRETS).slice(0, 8).join(' '),
      }
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ reply: `I have seen ${JSON.stringify(again)}`, again }))
      return undefined
    })
    const said = await tested({
      baseUrl: agent.url,
      agentEndpoint: `/chat?key=${SECRETS.query}&lang=en`,
      headers: { 'x-custom': SECRETS.header, 'x-session': 'Token {{var:token}}', accept: 'application/json' },
      auth: { type: 'bearer', token: SECRETS.token },
      variables: { word: SECRETS.variable },
      steps: [
        {
          path: '/login',
          body: JSON.stringify({ message: 'sign in', password: SECRETS.password }),
          extract: { token: 'token' },
        },
      ],
      customApiTemplate: {
        bodyTemplate: `{"message": "{{message}}", "api_key": "${SECRETS.member}", "word": "{{var:word}}", "t": "{{var:token}}"}`,
      },
    })
    expect(said.ok).toBe(true)
    expect(said.requests.map(({ url, body }) => [new URL(url).pathname, body === '***'])).toEqual([
      ['/login', true],
      ['/chat', false],
    ])
    expect(said.requests[1]!.body).toContain(said.message)
    const whole = JSON.stringify(said)
    for (const secret of Object.values(SECRETS)) {
      for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) {
        expect(whole).not.toContain(form)
        expect(whole).not.toContain(JSON.stringify(form).slice(1, -1))
      }
    }
    expect(served.log.join('\n')).not.toContain('made-up-')
  })

  test('a token of a token server is shown nowhere, nor how it was asked for', async () => {
    const tokens = createServer((request, response) => {
      request.resume()
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ access_token: 'made-up-access-token-9', expires_in: 60, note: 'only for you' }))
    })
    await new Promise<void>((resolve) => void tokens.listen(0, '127.0.0.1', resolve))
    const { port } = tokens.address() as AddressInfo
    const echo = await answering(({ headers: { authorization } }) => ({ reply: 'Hello there.', seen: authorization }))
    const said = await tested({
      baseUrl: echo.url,
      auth: {
        type: 'oauth2_client_credentials',
        tokenUrl: `http://127.0.0.1:${port}/token`,
        clientId: 'ann',
        clientSecret: 'made-up client secret/10',
      },
    })
    tokens.close()
    expect(said).toMatchObject({ ok: true, reply: 'Hello there.' })
    expect(said.requests[0]).toMatchObject({ url: `http://127.0.0.1:${port}/token`, body: '***' })
    expect(echo.asked[0]!.headers.authorization).toBe('Bearer made-up-access-token-9')
    expect(JSON.stringify(said)).not.toMatch(/made-up|only for you|client.secret/)
  })
})

describe('addresses that outbound calls may not reach', () => {
  const OPEN = 'http://127.0.0.1:9'

  test('are rejected before any request, in every field', async () => {
    const refused: readonly [string, object][] = [
      ...['http://127.0.0.2:9', 'http://[::1]:9', 'http://169.254.169.254', 'http://10.0.0.1', 'http://[::ffff:127.0.0.2]:9', 'http://2130706434', 'http://0'].map(
        (baseUrl): [string, object] => [baseUrl, { baseUrl }],
      ),
      ['socket', { type: 'websocket_agent', baseUrl: 'ws://127.0.0.2:9' }],
      ['mcp', { type: 'mcp', baseUrl: 'http://127.0.0.2:9' }],
      ['openai', { type: 'openai', baseUrl: 'http://127.0.0.2:9', model: 'm' }],
      ['token server', { baseUrl: OPEN, auth: { type: 'oauth2_client_credentials', tokenUrl: 'http://10.0.0.1/t', clientId: 'a', clientSecret: 'b' } }],
      ['step', { baseUrl: OPEN, steps: [{ path: 'http://169.254.169.254/latest' }] }],
    ] // prettier-ignore
    for (const [what, target] of refused) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { status, body } = await post(target)
      expect([what, status, body['error']]).toEqual([what, 400, 'target_refused'])
    }
    for (const baseUrl of ['file:///etc/passwd', 'gopher://example.com', 'nothing', 'http://a:b@127.0.0.1']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { status, body } = await post({ baseUrl })
      expect([baseUrl, status, body['error']]).toEqual([baseUrl, 400, 'invalid_request'])
    }
  })

  test('are not reached through a redirect or an extracted value', async () => {
    const hidden = await startAgent(() => 'the secret of somebody else', { host: '127.0.0.2' })
    const leads = await startAgent((asked, response) => {
      if (asked.url.startsWith('/begin')) return new URL(hidden.url).host
      response.writeHead(307, { location: `${hidden.url}/x` }).end()
      return undefined
    })
    const steps = [
      { path: '/begin', body: '{"message": "hi"}', extract: { host: 'reply' } },
      { path: 'http://{{var:host}}/x', body: '{"message": "hi"}' },
    ]
    for (const target of [{ baseUrl: leads.url }, { baseUrl: leads.url, steps }]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const said = await tested(target)
      expect(said).toMatchObject({ ok: false, reply: null })
      expect(JSON.stringify(said)).not.toContain('somebody else')
    }
    expect(hidden.asked).toHaveLength(0)
  })
})

describe('resource limits', () => {
  test('an endless response is aborted, and the result stays small', async () => {
    const endless = await startAgent((_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' })
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(64 * 1024))) void 0
      }
      response.on('drain', more)
      more()
      return undefined
    })
    const { status, text } = await post({ baseUrl: endless.url })
    expect(status).toBe(200)
    expect(text.length).toBeLessThan(64 * 1024)

    const deep = await answering(() => JSON.parse(`${'{"a":'.repeat(150)}"far down"${'}'.repeat(150)}`) as unknown)
    expect((await tested({ baseUrl: deep.url, ...templateOf('reply') })).places).toEqual([])
    const many = await answering(() =>
      Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`f${at}`, `A text ${at}`])),
    )
    expect((await tested({ baseUrl: many.url, ...templateOf('reply') })).places).toHaveLength(12)
  })

  test('a failing target is called only one time, and a tenant runs at most four tests in parallel', async () => {
    const broken = await startAgent((_, response) => void response.writeHead(503).end('try later'))
    expect(await tested({ baseUrl: broken.url, retries: 5 })).toMatchObject({ ok: false, statusCode: 503 })
    expect(broken.asked).toHaveLength(1)

    const gate = Promise.withResolvers<void>()
    const slow = await startAgent(() => gate.promise.then(() => 'Hello there.'))
    const four = Array.from({ length: 4 }, () => post({ baseUrl: slow.url }))
    await expect.poll(() => slow.asked.length).toBe(4)
    expect(await post({ baseUrl: slow.url })).toMatchObject({ status: 429, body: { error: 'rate_limited' } })
    const other = (await makeKey(served.store, 'admin', { tenantId: 'other' })).headers
    const fifth = post({ baseUrl: slow.url }, other)
    await expect.poll(() => slow.asked.length).toBe(5)
    gate.resolve()
    expect((await Promise.all([...four, fifth])).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await post({ baseUrl: slow.url })).toMatchObject({ status: 200 })
    const log = await send(`${served.url}/api/audit-log`, 'GET', undefined, other)
    expect(log.body).toMatchObject({ total: 1 })
  })
})
