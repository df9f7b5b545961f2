import { setTimeout as wait } from 'node:timers/promises'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createLogger, createServer } from '../src/index.ts'
import { LINGER_BYTES_MAX } from '../src/limits.ts'
import { authenticate, call, open, RUNTIME_KEY, start, type Started } from './support.ts'

let keyed: Started
beforeAll(async () => {
  keyed = await start()
})
afterAll(() => keyed.server.close())

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

  test.each([
    ['without a host', 'GET /ping HTTP/1.1\r\n', '400'],
    ['with two hosts', 'GET /ping HTTP/1.1\r\nhost: a\r\nhost: b\r\n', '400'],
    ['with two hosts at an unknown path', 'GET /nowhere HTTP/1.1\r\nhost: a\r\nHost: a\r\n', '400'],
    ['of HTTP/1.0 without a host', 'GET /ping HTTP/1.0\r\n', '200'],
    ['that expects something unknown', 'GET /ping HTTP/1.1\r\nhost: a\r\nexpect: something\r\n', '417'],
  ])('%s is answered with JSON', async (_title, head, status) => {
    const connection = open(keyed.port)
    connection.socket.write(`${head}connection: close\r\n\r\n`)
    const received = await connection.until((_text, closed) => closed)
    expect(received.split(' ')[1]).toBe(status)
    const [, body] = received.split('\r\n\r\n')
    const { error } = JSON.parse(body ?? '') as { error?: string }
    expect(error).toBe({ '400': 'malformed_request', '417': 'expectation_failed' }[status])
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
  ])('with %s cannot smuggle a second request', async (_title, fields) => {
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
  ])('that breaks %s is cleaned up', async (_when, after_ms) => {
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

  test('stays open after a rejected request with a small body', async () => {
    const connection = open(keyed.port)
    connection.socket.write(
      'POST /v1/echo HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 15\r\n\r\n{"message":"x"}',
    )
    await connection.until((text) => text.includes('missing_tenant_key'))
    connection.socket.write('GET /ping HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n')
    expect(await connection.until((text) => text.includes('pong'))).toContain(' 200 ')
    connection.socket.destroy()
  })

  test('with an endless body on a path without a body is closed', async () => {
    const connection = open(keyed.port)
    connection.socket.write('GET /ping HTTP/1.1\r\nhost: 127.0.0.1\r\ntransfer-encoding: chunked\r\n\r\n')
    const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000), Buffer.from('\r\n')])
    const { socket } = connection
    // Either the buffer is drained, or the connection is closed.
    const waitForDrain = () => new Promise((resolve) => void socket.once('drain', resolve).once('close', resolve))
    while (!connection.closed() && socket.bytesWritten < 2 * LINGER_BYTES_MAX)
      if (!socket.write(chunk)) await waitForDrain()
    expect(await connection.until((_text, closed) => closed)).toContain('pong')
    // By its size: its time would have been up earlier or later.
    expect(socket.bytesWritten).toBeGreaterThan(LINGER_BYTES_MAX)
    expect(socket.bytesWritten).toBeLessThan(LINGER_BYTES_MAX + ON_THE_WAY_BYTES_MAX)
  })
})

/** Capacity of the buffers of both ends and of the system. */
const ON_THE_WAY_BYTES_MAX = 32 * 1024 * 1024

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
  const started = await start()
  const connection = open(started.port)
  connection.socket.write(
    'POST /v1/act HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 18\r\n\r\n{"what":"patient"}',
  )
  await wait(50)
  connection.socket.destroy()
  for (let tries = 0; tries < 200 && !started.text().includes('client left'); tries += 1) await wait(5)
  expect(started.text()).toContain('client left')
  await started.server.close()
})

test('a port in use is a single clear error', async () => {
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
