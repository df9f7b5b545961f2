import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { createEgress, type Egress, type EgressStreamInit, parseEgressAllow } from '../../src/egress/index.ts'

const opened: Egress[] = []
const requests: { request: IncomingMessage; response: ServerResponse; body: string }[] = []
let server: Server
let port: number
let sockets = 0

function egress(options: Parameters<typeof createEgress>[0] = {}): Egress {
  const created = createEgress({ allow: parseEgressAllow('a.test'), resolve: async () => ['127.0.0.1'], ...options })
  opened.push(created)
  return created
}

const call = async (path: string, init: EgressStreamInit = {}) => egress().stream(`http://a.test:${port}${path}`, init)

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** When the connection of the last request closed, from now. */
async function closes(): Promise<number> {
  const started = performance.now()
  const { socket } = requests.at(-1)!.request
  if (!socket.destroyed) await new Promise((resolve) => socket.once('close', resolve))
  return performance.now() - started
}

beforeAll(async () => {
  server = createServer((request, response) => void answer(request, response))
  server.on('connection', () => {
    sockets += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterEach(async () => {
  requests.length = 0
  sockets = 0
  await Promise.all(opened.splice(0).map((created) => created.close()))
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const ENCODINGS = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync }

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  requests.push({ request, response, body: Buffer.concat(chunks).toString() })
  const path = request.url ?? ''
  response.on('error', () => {})
  if (path === '/silent') return
  if (path === '/headers') return response.flushHeaders()
  if (path === '/first') return void response.write('first')
  if (path === '/reset') return void request.socket.resetAndDestroy()
  if (path === '/dies') {
    response.write('first')
    return void setTimeout(() => request.socket.destroy(), 10)
  }
  if (path === '/moved') return void response.writeHead(302, { location: 'http://10.0.0.1/' }).end('moved')
  if (path === '/odd') return void response.setHeader('content-encoding', 'rot13').end('uryyb')
  if (path === '/flood') {
    const more = (): void => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
      if (!response.destroyed) response.once('drain', more)
    }
    return more()
  }
  const encoding = path.slice(1)
  if (encoding in ENCODINGS) {
    const compress = ENCODINGS[encoding as keyof typeof ENCODINGS]
    return void response.setHeader('content-encoding', encoding).end(compress('z'.repeat(1_000_000)))
  }
  response.writeHead(201, { 'content-type': 'text/plain', 'content-length': 5, 'x-two': ['a', 'b'] }).end('hello')
}

describe('a streamed call', () => {
  test('sends its input and returns status, headers and bytes', async () => {
    const answered = await call('/x?y=1', {
      method: 'post',
      headers: { Authorization: 'Bearer made-up', Host: 'other.test', 'Transfer-Encoding': 'chunked' },
      body: 'bödy',
    })
    expect([answered.status, await textOf(answered.body)]).toEqual([201, 'hello'])
    expect(answered.headers).toMatchObject({ 'content-type': 'text/plain', 'x-two': 'a, b' })
    expect(Object.keys(answered.headers)).not.toEqual(expect.arrayContaining(['connection']))
    const { request, body } = requests[0]!
    expect([request.method, request.url, body]).toEqual(['POST', '/x?y=1', 'bödy'])
    expect(request.headers).toMatchObject({
      host: `a.test:${port}`,
      authorization: 'Bearer made-up',
      'accept-encoding': 'identity',
      'content-length': '5',
    })
  })

  test('delivers each chunk on arrival', async () => {
    const { body } = await call('/first')
    const pieces: string[] = []
    for await (const piece of body) {
      pieces.push(Buffer.from(piece).toString())
      if (pieces.length === 3) break
      requests[0]!.response.write(`piece ${pieces.length}`)
    }
    expect(pieces).toEqual(['first', 'piece 1', 'piece 2'])
  })

  test('follows no redirect', async () => {
    const { status, headers, body } = await call('/moved')
    expect([status, headers['location'], await textOf(body)]).toEqual([302, 'http://10.0.0.1/', 'moved'])
    expect(requests).toHaveLength(1)
  })

  test('connections are reused', async () => {
    const out = egress()
    for (let index = 0; index < 20; index += 1) await textOf((await out.stream(`http://a.test:${port}/`)).body)
    // A connection is free only a moment after its body has ended.
    expect(sockets).toBeLessThanOrEqual(2)
  })

  test('300 run at the same time', { timeout: 20_000 }, async () => {
    const out = egress()
    const calls = await Promise.all(
      Array.from({ length: 300 }, async () => out.stream(`http://a.test:${port}/first`, { firstByte_ms: 15_000 })),
    )
    expect(new Set(requests.map(({ request }) => request.socket)).size).toBe(300)
    for (const { response } of requests) response.end()
    expect(new Set(await Promise.all(calls.map(async ({ body }) => textOf(body))))).toEqual(new Set(['first']))
  })
})

proves.group('all:egress.pinned', 'the policy', () => {
  test('a name that turns inside between the check and the call is refused at the call', async () => {
    const answers = [['93.184.215.14'], ['10.0.0.7']]
    const rebinding = egress({ allow: parseEgressAllow(''), resolve: async () => answers.shift() ?? [] })
    const url = `http://turns.test:${port}/`
    await rebinding.check(url)
    await expect(rebinding.stream(url)).rejects.toMatchObject({ code: 'egress_refused' })
  })

  test.each([
    'http://127.0.0.1',
    'http://2130706433',
    'http://[::ffff:127.0.0.1]',
    'ftp://a.test',
    'http://u:p@a.test',
  ])('%s is refused before anything is sent', async (origin) => {
    await expect(egress().stream(`${origin}:${port}/`)).rejects.toMatchObject({ code: 'egress_refused' })
    expect(sockets).toBe(0)
  })
})

proves.group('all:egress.bounded', 'bounds', () => {
  test('the first byte has a deadline, headers do not count', async () => {
    await expect(call('/silent', { firstByte_ms: 60 })).rejects.toMatchObject({
      code: 'unavailable',
      message: 'a.test did not respond within 60 ms',
    })
    const { body } = await call('/headers', { firstByte_ms: 60 })
    await expect(textOf(body)).rejects.toThrow('did not respond within 60 ms')
    expect(await closes()).toBeLessThan(100)
  })

  test('a name that is not resolved in time ends at the deadline too', async () => {
    const stuck = egress({ resolve: async () => new Promise(() => {}) })
    await expect(stuck.stream('http://a.test/', { firstByte_ms: 60 })).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('silence within a body has a deadline, which a slow reader does not exceed', async () => {
    const { body } = await call('/first', { idle_ms: 60 })
    const reader = body[Symbol.asyncIterator]()
    await reader.next()
    requests[0]!.response.write('second')
    await wait(150)
    expect((await reader.next()).done).toBe(false)
    await expect(reader.next()).rejects.toMatchObject({
      code: 'unavailable',
      message: 'a.test sent no data for 60 ms',
    })
    expect(await closes()).toBeLessThan(100)
  })

  test.each(Object.keys(ENCODINGS))('%s is decoded, and counted after decoding', async (encoding) => {
    const { body, headers } = await call(`/${encoding}`, { maxBytes: 1_000_000 })
    expect([(await textOf(body)).length, headers['content-encoding']]).toEqual([1_000_000, undefined])
    const tooLarge = await call(`/${encoding}`, { maxBytes: 999_999 })
    await expect(textOf(tooLarge.body)).rejects.toThrow('the response from a.test exceeds 999999 bytes')
  })

  test('an oversized content length and an unrequested encoding are rejected', async () => {
    await expect(call('/', { maxBytes: 4 })).rejects.toMatchObject({ code: 'egress_refused' })
    await expect(call('/odd')).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('a reset, an aborted body and a closed port are unavailable', async () => {
    await expect(call('/reset')).rejects.toMatchObject({ code: 'unavailable' })
    const { body } = await call('/dies')
    await expect(textOf(body)).rejects.toMatchObject({ code: 'unavailable' })
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const free = (closed.address() as AddressInfo).port
    await new Promise((resolve) => closed.close(resolve))
    await expect(egress().stream(`http://a.test:${free}/`)).rejects.toThrow('ECONNREFUSED')
  })

  test('a stalled reader applies backpressure to the sender', async () => {
    const { body } = await call('/flood')
    const reader = body[Symbol.asyncIterator]()
    await reader.next()
    await wait(100)
    const { socket } = requests[0]!.request
    const before = socket.bytesWritten
    await wait(100)
    expect(socket.bytesWritten).toBe(before)
    await reader.return?.()
    expect(await closes()).toBeLessThan(100)
  })
})

describe('a call that is broken off', () => {
  test.each(['/silent', '/headers', '/first'])('by its signal, at %s, closes the connection', async (path) => {
    const own = new AbortController()
    const reason = new Error('enough')
    const read = call(path, { signal: own.signal }).then(async ({ body }) => textOf(body))
    const ended = read.catch((thrown: unknown) => thrown)
    while (requests.length === 0) await wait(1)
    await wait(20)
    own.abort(reason)
    expect(await closes()).toBeLessThan(100)
    expect(await ended).toBe(reason)
  })

  test('by an already aborted signal sends no request', async () => {
    const reason = new Error('enough')
    await expect(call('/', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(requests).toEqual([])
  })

  test('by leaving the iteration closes the connection', async () => {
    const { body } = await call('/first')
    for await (const _ of body) break
    expect(await closes()).toBeLessThan(100)
  })

  test.each(['before its first piece', 'while a piece is awaited'])('%s closes the connection', async (when) => {
    const { body } = await call('/headers')
    const reader = body[Symbol.asyncIterator]()
    const awaited = when.startsWith('while') ? reader.next().catch(() => undefined) : undefined
    await reader.return?.()
    expect(await closes()).toBeLessThan(100)
    await awaited
  })

  test('without a reader closes the connection', async () => {
    const own = new AbortController()
    const { body } = await call('/first', { signal: own.signal })
    const reader = body[Symbol.asyncIterator]()
    await reader.next()
    own.abort()
    expect(await closes()).toBeLessThan(100)
  })
})
