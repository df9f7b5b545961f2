import { setTimeout as wait } from 'node:timers/promises'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createLogger, createServer } from '../src/index.ts'
import { LINGER_MS } from '../src/limits.ts'
import { browserCheckFor } from '../src/origin.ts'
import { authenticate, call, open, postJson, RUNTIME_KEY, start, type Started } from './support.ts'

let open_: Started
let keyed: Started
beforeAll(async () => {
  open_ = await start({ authenticate: { ...authenticate, authEnabled: false }, allowedHosts: ['guard.example'] })
  keyed = await start()
})
afterAll(() => Promise.all([open_.server.close(), keyed.server.close()]))

/** The status line's number of a GET /health with these fields. */
async function status(port: number, fields: readonly string[], line = 'GET /health HTTP/1.1'): Promise<number> {
  const connection = open(port)
  connection.socket.write([line, ...fields, 'connection: close', '', ''].join('\r\n'))
  const received = await connection.until((_text, closed) => closed)
  return Number(received.split(' ')[1])
}

describe('a web page and a service without keys', () => {
  const home = 'host: localhost:4000'
  test.each([
    ['a loopback name', [home], 200],
    ['a loopback address', ['host: 127.0.0.1:4000'], 200],
    ['another loopback address', ['host: 127.9.8.7'], 200],
    ['the loopback address of IPv6', ['host: [::1]:4000'], 200],
    ['a name below localhost', ['host: guard.localhost'], 200],
    ['an allowed name in capitals', ['host: GUARD.example:443'], 200],
    ['a name rebound to loopback', ['host: evil.example:4000'], 403],
    ['a name that only begins like one', ['host: localhost.evil.example'], 403],
    ['a name that only begins like an address', ['host: 127.0.0.1.evil.example'], 403],
    ['user information before it', ['host: localhost@evil.example'], 403],
    ['an empty name', ['host: '], 403],
    ['a page of this machine', [home, 'origin: http://localhost:4300'], 200],
    ['a page of an allowed site', [home, 'origin: https://guard.example'], 200],
    ['a page of another site', [home, 'origin: https://evil.example'], 403],
    ['a page without an origin of its own', [home, 'origin: null'], 403],
    ['a page of an extension', [home, 'origin: chrome-extension://abc'], 403],
    [
      'an image of another site',
      [home, 'sec-fetch-site: cross-site', 'sec-fetch-mode: no-cors', 'sec-fetch-dest: image'],
      403,
    ],
    [
      'a frame of another site',
      [home, 'sec-fetch-site: cross-site', 'sec-fetch-mode: navigate', 'sec-fetch-dest: iframe'],
      403,
    ],
    [
      'a link on another site',
      [home, 'sec-fetch-site: cross-site', 'sec-fetch-mode: navigate', 'sec-fetch-dest: document'],
      200,
    ],
    [
      'an address typed by hand',
      [home, 'sec-fetch-site: none', 'sec-fetch-mode: navigate', 'sec-fetch-dest: document'],
      200,
    ],
  ])('%s', async (_says, fields, expected) => {
    expect(await status(open_.port, fields)).toBe(expected)
  })

  test('a form of another site cannot post', async () => {
    const answer = await postJson(`${open_.url}/v1/echo`, { message: 'x' }, { origin: 'https://evil.example' })
    expect([answer.status, answer.body['error']]).toEqual([403, 'origin_refused'])
  })

  test('unknown paths are covered too', async () => {
    expect((await call(`${open_.url}/nowhere`, { headers: { origin: 'https://evil.example' } })).status).toBe(403)
  })

  test.each([
    ['localhost', 'loopback'],
    ['127.0.0.1', 'loopback'],
    ['::1', 'loopback'],
    ['0.0.0.0', 'same-origin'],
    ['::', 'same-origin'],
    ['192.168.1.5', 'same-origin'],
  ] as const)('bound to %s the check is %s', (host, check) => {
    expect([browserCheckFor(host, false), browserCheckFor(host, true)]).toEqual([check, 'none'])
  })

  test.each([
    ['any host', ['host: guard.lan:4000'], 200],
    ['its own page', ['host: guard.lan:4000', 'origin: http://guard.lan:4000'], 200],
    ['a page on another port', ['host: guard.lan:4000', 'origin: http://guard.lan'], 403],
    ['a page of another site', ['host: guard.lan:4000', 'origin: https://evil.example'], 403],
    ['an image of another site', ['host: guard.lan', 'sec-fetch-site: cross-site', 'sec-fetch-mode: no-cors'], 403],
  ])('on an open address: %s', async (_says, fields, expected) => {
    const opened = await start({ authenticate: { ...authenticate, authEnabled: false }, browserCheck: 'same-origin' })
    expect(await status(opened.port, fields)).toBe(expected)
    await opened.server.close()
  })

  test('a service with keys has no need of this', async () => {
    expect(await status(keyed.port, ['host: guard.internal', 'origin: https://app.example'])).toBe(200)
  })
})

describe('a connection', () => {
  test('that never finishes its head is closed', async () => {
    const strict = await start({ limits: { headersTimeout_ms: 100, requestTimeout_ms: 300 } })
    const connection = open(strict.port)
    connection.socket.write('GET /health HTTP/1.1\r\nhost: 127')
    const received = await connection.until((_text, closed) => closed, 3_000)
    expect(received).toContain('HTTP/1.1 408 ')
    await strict.server.close()
  })

  test('that never finishes its body is closed', async () => {
    const strict = await start({ limits: { headersTimeout_ms: 100, requestTimeout_ms: 200 } })
    const connection = open(strict.port)
    connection.socket.write(
      'POST /v1/act HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{',
    )
    await connection.until((_text, closed) => closed, 3_000)
    expect(connection.received()).not.toContain(' 200 ')
    await strict.server.close()
  })

  test('with a head over 16 KiB is refused', async () => {
    const connection = open(keyed.port)
    connection.socket.write(`GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`)
    expect(await connection.until((_text, closed) => closed)).toContain('headers_too_large')
  })

  test('with something else than HTTP is refused', async () => {
    const connection = open(keyed.port)
    connection.socket.write('\x16\x03\x01\x02\x00\x01nonsense\r\n\r\n')
    expect(await connection.until((_text, closed) => closed)).toContain('malformed_request')
  })

  test.each([
    ['two lengths', 'content-length: 5\r\ncontent-length: 6'],
    ['a length and chunks', 'content-length: 5\r\ntransfer-encoding: chunked'],
    ['an obscured encoding', 'transfer-encoding: xchunked'],
  ])('with %s cannot smuggle a second request', async (_says, fields) => {
    const connection = open(keyed.port)
    connection.socket.write(
      `POST /v1/act HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n${fields}\r\n\r\n0\r\n\r\nGET /ping HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`,
    )
    const received = await connection.until((_text, closed) => closed, 8_000)
    expect(received).not.toContain('pong')
  })

  test('that asks before it sends is invited only when its body is wanted', async () => {
    const head =
      'POST /v1/act HTTP/1.1\r\nhost: 127.0.0.1\r\nexpect: 100-continue\r\ncontent-type: application/json\r\n'
    const wanted = open(keyed.port)
    wanted.socket.write(`${head}content-length: 15\r\n\r\n`)
    await wanted.until((text) => text.startsWith('HTTP/1.1 100 Continue\r\n\r\n'))
    wanted.socket.write('{"what":"slow"}')
    expect(await wanted.until((text) => text.includes('true'))).toContain('HTTP/1.1 200 ')
    wanted.socket.destroy()
    const refused = open(keyed.port)
    refused.socket.write(`${head}content-length: 99999999\r\n\r\n`)
    expect(await refused.until((text) => text.includes('body_too_large'))).toMatch(/^HTTP\/1\.1 413 /)
    refused.socket.destroy()
  })

  test.each([
    ['during the lookup of its key', 5],
    ['while its handler works', 60],
  ])('that breaks %s leaves nothing behind', async (_when, after_ms) => {
    const waiting = await start({
      authenticate: {
        ...authenticate,
        async tenantByKeyHash(sha256) {
          await wait(30)
          return authenticate.tenantByKeyHash(sha256)
        },
      },
    })
    const connection = open(waiting.port)
    connection.socket.write(
      `POST /v1/wait HTTP/1.1\r\nhost: 127.0.0.1\r\nx-api-key: ${RUNTIME_KEY}\r\ncontent-type: application/json\r\ncontent-length: 15\r\n\r\n{"wait_ms":200}`,
    )
    await wait(after_ms)
    connection.socket.destroy()
    await wait(400)
    expect(await waiting.server.metrics.render()).toMatch(/requests_in_flight\{[^}]*\} 0\n/)
    expect((await call(`${waiting.url}/ping`)).status).toBe(200)
    await waiting.server.close()
  })

  test('over the limit is not served', async () => {
    const small = await start({ limits: { connections: 2 } })
    const three = [open(small.port), open(small.port), open(small.port)]
    await wait(50)
    expect(three.map((connection) => connection.closed())).toContain(true)
    for (const { socket } of three) socket.destroy()
    await small.server.close()
  })

  test('serves many requests, also sent without waiting', async () => {
    const connection = open(keyed.port)
    connection.socket.write('GET /ping HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n'.repeat(50))
    const received = await connection.until((text) => text.split('pong').length === 51)
    expect(received.match(/HTTP\/1\.1 200/g)).toHaveLength(50)
    connection.socket.destroy()
  })

  test('outlives a refused request whose body is small', async () => {
    const connection = open(keyed.port)
    connection.socket.write(
      'POST /v1/echo HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 15\r\n\r\n{"message":"x"}',
    )
    await connection.until((text) => text.includes('missing_tenant_key'))
    connection.socket.write('GET /ping HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n')
    expect(await connection.until((text) => text.includes('pong'))).toContain(' 200 ')
    connection.socket.destroy()
  })

  test('with an endless body on a path that takes none is cut', async () => {
    const connection = open(keyed.port)
    connection.socket.write('GET /ping HTTP/1.1\r\nhost: 127.0.0.1\r\ntransfer-encoding: chunked\r\n\r\n')
    const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000), Buffer.from('\r\n')])
    const started_ms = performance.now()
    for (let sent = 0; sent < 400 && !connection.closed(); sent += 1) {
      connection.socket.write(chunk)
      if (sent % 16 === 0) await wait(1)
    }
    expect(await connection.until((_text, closed) => closed)).toContain('pong')
    // By its size, before its time is up.
    expect(performance.now() - started_ms).toBeLessThan(LINGER_MS - 500)
  })
})

describe('a stream', () => {
  test('arrives chunk by chunk with the type of its row', async () => {
    const answer = await call(`${keyed.url}/v1/stream`)
    expect(answer.headers.get('content-type')).toBe('text/event-stream')
    expect(answer.body['text']).toBe('data: 1\n\ndata: 2\n\ndata: 3\n\n')
  })

  test('stops when the client leaves', async () => {
    const streaming = await start()
    const connection = open(streaming.port)
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
    connection.socket.write(`GET /v1/stream HTTP/1.1\r\nhost: 127.0.0.1\r\ntraceparent: ${traceparent}\r\n\r\n`)
    await connection.until((text) => text.includes('data: 3'))
    connection.socket.destroy()
    for (let tries = 0; tries < 200 && !streaming.text().includes('stream ended'); tries += 1) await wait(5)
    expect(streaming.text()).toContain('stream ended')
    expect(streaming.text()).toContain('4bf92f3577b34da6a3ce929d0e0e4736')
    await streaming.server.close()
  })
})

test('a handler learns that its client has left', async () => {
  const told = await start()
  const connection = open(told.port)
  connection.socket.write(
    'POST /v1/act HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 18\r\n\r\n{"what":"patient"}',
  )
  await wait(50)
  connection.socket.destroy()
  for (let tries = 0; tries < 200 && !told.text().includes('client left'); tries += 1) await wait(5)
  expect(told.text()).toContain('client left')
  await told.server.close()
})

describe('closing', () => {
  test('does not wait for a connection that is kept alive after a stream', async () => {
    const closing = await start()
    const connection = open(closing.port)
    connection.socket.write('GET /v1/stream HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n')
    await connection.until((text) => text.includes('data: 1'))
    const started_ms = performance.now()
    await closing.server.close()
    expect(performance.now() - started_ms).toBeLessThan(2_000)
    expect(connection.received()).toContain('data: 3')
  })

  test('waits for requests in flight, refuses new connections, and asks clients to leave', async () => {
    const closing = await start()
    const slow = postJson(`${closing.url}/v1/act`, { what: 'slow' })
    const idle = open(closing.port)
    idle.socket.write('GET /ping HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n')
    await idle.until((text) => text.includes('pong'))
    const started_ms = performance.now()
    const closed = closing.server.close()
    await expect(call(`${closing.url}/ping`)).rejects.toThrow('fetch failed')
    const answer = await slow
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
    await closed
    expect(performance.now() - started_ms).toBeLessThan(2_000)
    await idle.until((_text, isClosed) => isClosed)
  })

  test('does not wait for ever', async () => {
    const closing = await start({ limits: { drain_ms: 100 } })
    const never = postJson(`${closing.url}/v1/act`, { what: 'never' }).catch(() => 'cut')
    await wait(50)
    const started_ms = performance.now()
    await closing.server.close()
    expect(performance.now() - started_ms).toBeLessThan(1_500)
    expect(await never).toBe('cut')
  })
})

test('a port in use is one clear sentence', async () => {
  const second = createServer({
    service: 'second',
    version: '1',
    endpoints: {},
    handlers: {},
    authenticate,
    logger: createLogger({ service: 'second', stream: { write: () => {} } }),
  })
  await expect(second.listen({ host: '127.0.0.1', port: keyed.port })).rejects.toThrow(
    `Port ${keyed.port} on 127.0.0.1 is already in use. Stop the other program or choose another port.`,
  )
  await second.close()
})
