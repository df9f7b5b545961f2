import { setTimeout as wait } from 'node:timers/promises'
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib'

import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import { proves } from '../../../spec/proves.ts'

import { open, postJson, RUNTIME_KEY, start, type Started } from './support.ts'

const MIB = 1024 * 1024
let started: Started
beforeAll(async () => {
  started = await start()
})
afterAll(() => started.server.close())

const echo = (body: unknown, headers: Record<string, string> = {}) => postJson(`${started.url}/v1/echo`, body, headers)
const head = (path: string, ...fields: string[]) =>
  [`POST ${path} HTTP/1.1`, 'host: 127.0.0.1', `x-api-key: ${RUNTIME_KEY}`, ...fields, '', ''].join('\r\n')

describe('a body that is not JSON', () => {
  test.each([
    ['cut short', '{"message":', 400, 'malformed_json'],
    ['with a trailing word', '{"message":"x"} x', 400, 'malformed_json'],
    ['of bad UTF-8', Buffer.from([0x7b, 0x22, 0x6d, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]), 400, 'malformed_json'],
    [
      'of an overlong UTF-8 form',
      Buffer.concat([Buffer.from('{"message":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')]),
      400,
      'malformed_json',
    ],
    ['of blanks', '   ', 400, 'malformed_json'],
    ['NaN', '{"message":NaN}', 400, 'malformed_json'],
  ])('%s', async (_title, body, status, error) => {
    const answer = await echo(body)
    expect([answer.status, answer.body['error']]).toEqual([status, error])
  })

  test('is never quoted in the answer', async () => {
    const answer = await echo('{"message": secret-word }')
    expect(JSON.stringify(answer.body)).not.toContain('secret-word')
  })

  test('a replacement character that was really sent is text like any other', async () => {
    expect((await echo({ message: 'a\ufffdb' })).body['message']).toBe('a\ufffdb')
  })

  test('a byte order mark is skipped', async () => {
    expect((await echo('\ufeff{"message":"x"}')).status).toBe(200)
  })
})

describe('nesting', () => {
  const nested = (depth: number, open_: string, close: string) =>
    `{"message":"x","tags":{"a":${open_.repeat(depth)}${close.repeat(depth)}}}`

  test.each([
    ['62 arrays in two objects pass', nested(62, '[', ']'), 200],
    ['one more is too deep', nested(63, '[', ']'), 422],
    ['10,000 arrays', nested(10_000, '[', ']'), 422],
    ['a megabyte of open brackets', '['.repeat(MIB), 422],
    ['a megabyte of open objects', '{"a":'.repeat(MIB / 5), 422],
    ['brackets inside a string do not nest', JSON.stringify({ message: '[{'.repeat(500) }), 200],
    ['nor after an escaped quote', JSON.stringify({ message: '"[{'.repeat(500) }), 200],
  ])('%s', async (_title, body, status) => {
    const effort_ms = startEffort()
    expect((await echo(body)).status).toBe(status)
    expect(effort_ms()).toBeLessThan(3_000)
  })

  test('reports its location in the format of the guard service', async () => {
    expect((await echo(nested(100, '[', ']'))).body['detail']).toEqual([
      { loc: ['body'], msg: 'Nested deeper than 64 levels', type: 'too_deep' },
    ])
  })
})

describe('keys', () => {
  test('that could reach a prototype are dropped', async () => {
    const body =
      '{"message":"x","__proto__":{"polluted":1},"tags":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"\\u005f_proto__":{"polluted":1},"kept":{"constructor":"Acme"}}}'
    const answer = await echo(body)
    expect(answer.body['tags']).toEqual({ kept: { constructor: 'Acme' } })
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })

  test('are unique: the last duplicate is used', async () => {
    expect((await echo('{"message":"one","message":"two"}')).body['message']).toBe('two')
  })

  test('outside the schema are dropped', async () => {
    expect((await echo({ message: 'x', is_admin: true })).body).not.toHaveProperty('is_admin')
  })
})

describe('the content type', () => {
  test.each([
    ['application/json', 200],
    ['application/json; charset=utf-8', 200],
    ['Application/JSON;charset="UTF-8"', 200],
    ['application/vnd.acme+json', 200],
    ['application/json; charset=utf-16', 415],
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    ['nonsense', 415],
  ])('%s', async (type, status) => {
    expect((await echo('{"message":"x"}', { 'content-type': type })).status).toBe(status)
  })

  test('is needed for a body', async () => {
    const connection = open(started.port)
    connection.socket.write(`${head('/v1/echo', 'content-length: 2')}{}`)
    expect(await connection.until((received) => received.includes('\r\n\r\n'))).toContain(' 415 ')
    connection.socket.destroy()
  })

  test('is optional without a body, and the schema reports missing fields', async () => {
    const connection = open(started.port)
    connection.socket.write(head('/v1/echo', 'content-length: 0'))
    const received = await connection.until((text) => text.includes('}'))
    expect(received).toContain(' 422 ')
    expect(received).toContain('"type":"missing"')
    connection.socket.destroy()
  })
})

describe('the size', () => {
  test('the limit itself passes', async () => {
    const empty = Buffer.byteLength(JSON.stringify({ message: '' }))
    const body = JSON.stringify({ message: 'x'.repeat(2 * MIB - empty) })
    expect(Buffer.byteLength(body)).toBe(2 * MIB)
    expect((await echo(body)).status).toBe(200)
    expect((await echo(`${body} `)).body['error']).toBe('body_too_large')
  })

  test('an endpoint may have its own', async () => {
    const body = (size: number) => JSON.stringify({ a: 'x'.repeat(size - 8) })
    expect((await postJson(`${started.url}/v1/small`, body(1_000))).status).toBe(201)
    expect((await postJson(`${started.url}/v1/small`, body(1_001))).status).toBe(413)
  })

  proves(
    'all:bodies.refused-while-streaming',
    'a declared length over the limit is refused before a byte is read',
    async () => {
      const connection = open(started.port)
      connection.socket.write(head('/v1/echo', 'content-type: application/json', `content-length: ${50 * MIB}`))
      expect(await connection.until((received) => received.includes('body_too_large'))).toContain(' 413 ')
      connection.socket.destroy()
    },
  )

  proves(
    'all:bodies.refused-while-streaming',
    'a body without a length is rejected when it exceeds the limit, and not buffered',
    async () => {
      const connection = open(started.port)
      connection.socket.write(head('/v1/echo', 'content-type: application/json', 'transfer-encoding: chunked'))
      const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000, 0x78), Buffer.from('\r\n')])
      const before_bytes = process.memoryUsage().arrayBuffers
      for (let sent = 0; sent < 40; sent += 1) connection.socket.write(chunk)
      expect(await connection.until((received) => received.includes('body_too_large'))).toContain(' 413 ')
      // A client that continues sending is disconnected after a bounded number of bytes.
      for (let sent = 0; sent < 160 && !connection.closed(); sent += 1) {
        connection.socket.write(chunk)
        if (sent % 16 === 0) await wait(1)
      }
      await connection.until((_received, closed) => closed)
      expect(process.memoryUsage().arrayBuffers - before_bytes).toBeLessThan(40 * MIB)
    },
  )

  test.each([
    ['with a declared length', true],
    ['without one', false],
  ])('fetch reads the refusal of a large body %s, however much it is still sending', async (_name, isDeclared) => {
    const chunk = new Uint8Array(MIB).fill(0x78)
    for (let round = 0; round < 3; round += 1) {
      const body = isDeclared ? new Uint8Array(24 * MIB).fill(0x78) : chunks(chunk, 24)
      const answer = await fetch(`${started.url}/v1/small`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        duplex: 'half',
      })
      expect([answer.status, await answer.json()]).toMatchObject([413, { error: 'body_too_large' }])
    }
  })

  test('a client that sends the entire body before it reads receives the error', async () => {
    const connection = open(started.port)
    connection.socket.write(head('/v1/echo', 'content-type: application/json', `content-length: ${24 * MIB}`))
    const chunk = Buffer.alloc(MIB, 0x78)
    connection.socket.pause()
    for (let sent = 0; sent < 24; sent += 1) {
      await new Promise((resolve) => {
        connection.socket.write(chunk, resolve)
      })
    }
    connection.socket.resume()
    expect(await connection.until((received) => received.includes('body_too_large'))).toContain(' 413 ')
    connection.socket.destroy()
  })

  test('a body that breaks off gets no response and does not stay in flight', async () => {
    const connection = open(started.port)
    connection.socket.write(`${head('/v1/echo', 'content-type: application/json', 'content-length: 100')}{"mess`)
    await wait(30)
    connection.socket.destroy()
    await wait(30)
    expect(await started.server.metrics.render()).toMatch(/requests_in_flight\{[^}]*\} 0\n/)
  })
})

describe('a compressed body', () => {
  const json = JSON.stringify({ message: 'compressed' })
  const member = gzipSync(Buffer.alloc(MIB, 0x20))

  test.each([
    ['gzip', gzipSync(json), 200],
    ['GZIP', gzipSync(json), 200],
    ['x-gzip', gzipSync(json), 200],
    ['deflate', deflateSync(json), 200],
    ['deflate', deflateRawSync(json), 200],
    ['identity', Buffer.from(json), 200],
    ['br', Buffer.from(json), 415],
    ['gzip, gzip', gzipSync(gzipSync(json)), 415],
    ['gzip', Buffer.from(json), 400],
    ['gzip', gzipSync(json).subarray(0, 20), 400],
    ['deflate', Buffer.from('nonsense'), 400],
  ])('in %s', async (encoding, body, status) => {
    const answer = await echo(body, { 'content-encoding': encoding })
    expect([answer.status, answer.body['message']]).toEqual([status, status === 200 ? 'compressed' : undefined])
  })

  test('is limited after inflation: bombs of 200 MiB are aborted early', async () => {
    // Two hundred members of one MiB each, so that the test itself does not need the memory that the server must not use.
    const bomb = Buffer.concat(Array.from({ length: 200 }, () => member))
    expect(bomb.length).toBeLessThan(2 * MIB)
    const answers = await Promise.all(Array.from({ length: 8 }, () => echo(bomb, { 'content-encoding': 'gzip' })))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 413))
    expect(process.memoryUsage().arrayBuffers).toBeLessThan(200 * MIB)
  })

  test('respects the other limits', async () => {
    expect((await echo(gzipSync('['.repeat(20_000)), { 'content-encoding': 'gzip' })).status).toBe(422)
    expect((await echo(gzipSync(Buffer.from([0xff])), { 'content-encoding': 'gzip' })).body['error']).toBe(
      'malformed_json',
    )
  })
})

/** Returns a stream of the same bytes repeated, created on demand. */
function chunks(chunk: Uint8Array<ArrayBuffer>, count: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  let left = count
  return new ReadableStream({
    pull(controller) {
      if (left === 0) controller.close()
      else controller.enqueue(chunk)
      left -= 1
    },
  })
}

describe('want of memory', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  test.each([
    ['as it is', {}],
    ['compressed', { 'content-encoding': 'gzip' }],
  ])('for a body, %s, answers 503 with a time to retry, and the next body is read', async (_what, headers) => {
    const json = Buffer.from(JSON.stringify({ message: 'x'.repeat(MIB) }))
    const body = 'content-encoding' in headers ? gzipSync(json, { level: 0 }) : json
    const concat = Buffer.concat.bind(Buffer)
    let failed = 0
    vi.spyOn(Buffer, 'concat').mockImplementation((list, size) => {
      if (size !== body.length || failed > 0) return concat(list, size)
      failed += 1
      throw new RangeError('Array buffer allocation failed')
    })
    const answer = await echo(body, headers)
    expect([failed, answer.status, answer.body['error']]).toEqual([1, 503, 'overloaded'])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await echo(body, headers)).status).toBe(200)
  })
})
