import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { ADMIN_SCOPE_KEY, call, open, RUNTIME_KEY, start, type Started } from './support.ts'

let started: Started
beforeAll(async () => {
  started = await start()
})
afterAll(() => started.server.close())

/** The response to bare bytes, after which the server closes the connection. */
async function answerTo(lines: readonly string[], body = ''): Promise<string> {
  const connection = open(started.port)
  connection.socket.write(`${[...lines, 'connection: close', '', ''].join('\r\n')}${body}`)
  return connection.until((_text, closed) => closed)
}
const HOST = 'host: 127.0.0.1'

describe('a request target', () => {
  test.each([
    ['GET http://127.0.0.1/ping HTTP/1.1', 200],
    ['GET http://127.0.0.1/ping?x=1 HTTP/1.1', 200],
    ['GET http://127.0.0.1/nowhere HTTP/1.1', 404],
    ['POST http://127.0.0.1/ping HTTP/1.1', 405],
    ['OPTIONS * HTTP/1.1', 404],
    ['GET /ping#part HTTP/1.1', 200],
    ['GET /PING HTTP/1.1', 404],
    ['GET //ping HTTP/1.1', 404],
    ['GET /%70ing HTTP/1.1', 200],
    ['PUT /v1/things/%ff HTTP/1.1', 404],
    ['GET /ping;x=1 HTTP/1.1', 404],
  ])('%s answers %i', async (line, status) => {
    expect(await answerTo([line, HOST])).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  })

  test('preserves an escaped slash in its parameter and decodes the query', async () => {
    const { body } = await call(`${started.url}/v1/things/a%2Fb%20c?limit=%37`, {
      headers: { 'x-api-key': ADMIN_SCOPE_KEY },
    })
    expect(body).toEqual({ thing_id: 'a/b c', limit: 7 })
  })

  test('with a malformed escape is named in the answer only in safe characters', async () => {
    expect(await answerTo([`GET /%ZZ<script> HTTP/1.1`, HOST])).toContain('"detail":"/%ZZ?script? not found."')
  })

  test('with a parameter over its limit answers 404, for every method', async () => {
    const target = `/v1/things/${'x'.repeat(1_025)}`
    for (const method of ['GET', 'PUT']) {
      expect(await answerTo([`${method} ${target} HTTP/1.1`, HOST])).toMatch(/^HTTP\/1\.1 404 /)
    }
  })
})

describe('a method', () => {
  test.each(['PROPFIND', 'PATCH', 'TRACE'])('%s that no row has answers 405 with Allow', async (method) => {
    const received = await answerTo([`${method} /v1/things/7 HTTP/1.1`, HOST])
    expect(received).toMatch(/^HTTP\/1\.1 405 /)
    expect(received.toLowerCase()).toContain('\r\nallow: delete, get, head\r\n')
  })

  test('CONNECT opens no tunnel', async () => {
    expect(await answerTo(['CONNECT 127.0.0.1:80 HTTP/1.1', HOST])).not.toContain(' 200 ')
  })

  test('HEAD returns the status and length of GET', async () => {
    const get = await answerTo(['GET /ping HTTP/1.1', HOST])
    const head = await answerTo(['HEAD /ping HTTP/1.1', HOST])
    expect(head).toMatch(/^HTTP\/1\.1 200 /)
    expect(head.split('\r\n\r\n')[1]).toBe('')
    expect(/content-length: \d+/.exec(head)?.[0]).toBe(/content-length: \d+/.exec(get)?.[0])
  })

  test('with an unknown path and an unknown body type answers 404', async () => {
    const received = await answerTo(
      ['POST /nowhere HTTP/1.1', HOST, 'content-type: nonsense', 'content-length: 2'],
      '{}',
    )
    expect(received).toMatch(/^HTTP\/1\.1 404 /)
  })
})

describe('header fields', () => {
  test('duplicate keys are rejected', async () => {
    const received = await answerTo(
      [
        'POST /v1/echo HTTP/1.1',
        HOST,
        `x-api-key: ${RUNTIME_KEY}`,
        'x-api-key: other',
        'content-type: application/json',
        'content-length: 15',
      ],
      '{"message":"x"}',
    )
    expect(received).toMatch(/^HTTP\/1\.1 40[01] /)
  })

  test('a duplicate content type is rejected', async () => {
    const received = await answerTo(
      [
        'POST /v1/act HTTP/1.1',
        HOST,
        'content-type: text/plain',
        'content-type: application/json',
        'content-length: 15',
      ],
      '{"what":"slow"}',
    )
    expect(received).toMatch(/^HTTP\/1\.1 415 /)
  })
})

describe('an upgrade', () => {
  test.each(['websocket', 'h2c'])('to %s is ignored, and the connection continues with HTTP/1.1', async (protocol) => {
    const connection = open(started.port)
    const fields = [HOST, `upgrade: ${protocol}`, 'connection: upgrade', 'sec-websocket-version: 13', '', '']
    connection.socket.write(['GET /ping HTTP/1.1', ...fields].join('\r\n'))
    await connection.until((text) => text.includes('pong'))
    connection.socket.write(`GET /nowhere HTTP/1.1\r\n${HOST}\r\n\r\n`)
    const received = await connection.until((text) => text.includes('not_found'))
    expect(received).toMatch(/^HTTP\/1\.1 200 /)
    expect(received).not.toContain(' 101 ')
    connection.socket.destroy()
  })
})

test('a connection is kept alive for its configured time', async () => {
  const short = await start({ limits: { keepAliveTimeout_ms: 1_000 } })
  const connection = open(short.port)
  connection.socket.write(`GET /ping HTTP/1.1\r\n${HOST}\r\n\r\n`)
  const received = await connection.until((text) => text.includes('pong'))
  expect(received.toLowerCase()).toContain('\r\nkeep-alive: timeout=1\r\n')
  await connection.until((_text, closed) => closed, 5_000)
  await short.server.close()
})
