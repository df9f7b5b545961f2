import { once } from 'node:events'
import { request, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { forward } from '../../src/console/forward.ts'
import { askRaw, ownPage, serveConsole } from './served.ts'

const MB = 1024 * 1024
/** Maximum buffered data between a fast and a slow end: socket buffers on both sides, on any system. */
const BETWEEN_BYTES_MAX = 24 * MB
const OFFERED_BYTES = 200 * MB

const seen: IncomingMessage[] = []
const sent = { bytes: 0 }
let onUpload: ((incoming: IncomingMessage) => void) | undefined
const world = await serveConsole(
  (incoming: IncomingMessage, response: ServerResponse) => {
    seen.push(incoming)
    if (incoming.url === '/endless') void sendMuch(response)
    else if (incoming.url === '/slow-reader') onUpload?.(incoming)
    else {
      incoming.resume()
      response.writeHead(incoming.url === '/moved' ? 302 : 200, { location: 'http://127.0.0.1:1/stolen' }).end('{}')
    }
  },
  undefined,
  { headers_ms: 200 },
)
beforeEach(() => void (seen.length = 0))

async function sendMuch(response: ServerResponse): Promise<void> {
  const piece = Buffer.alloc(MB)
  response.writeHead(200)
  for (sent.bytes = 0; sent.bytes < OFFERED_BYTES && !response.destroyed; sent.bytes += piece.length) {
    if (!response.write(piece)) await Promise.race([once(response, 'drain'), once(response, 'close')])
  }
}

const head = (...lines: string[]): string => [...lines, '', ''].join('\r\n')
const own = Object.entries(ownPage(world.port)).map(([name, value]) => `${name}: ${value}`)
const HOST = `Host: 127.0.0.1:${world.port}`

describe('requests that two readers would read differently', () => {
  const SMUGGLED = head('GET /api/guard/smuggled HTTP/1.1', HOST)
  test.each([
    ['two lengths', ['Content-Length: 5', `Content-Length: ${SMUGGLED.length}`]],
    ['a length and pieces', [`Content-Length: ${SMUGGLED.length}`, 'Transfer-Encoding: chunked']],
    ['pieces under another name', ['Transfer-Encoding: xchunked', 'Content-Length: 0']],
    ['pieces that are not last', ['Transfer-Encoding: chunked, identity']],
    ['two encodings', ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity']],
    ['a blank before the colon', ['Content-Length : 0']],
    ['a folded line', ['X-A: 1', ' Content-Length: 0', 'Transfer-Encoding: chunked']],
    ['a sign before the length', ['Content-Length: +0']],
    ['a length in hex', ['Content-Length: 0x10']],
  ])('%s: no smuggled request reaches the service', async (_what, lines) => {
    const bytes = head('POST /api/guard/x HTTP/1.1', HOST, ...own, ...lines) + SMUGGLED
    expect(await askRaw(world.port, bytes)).toMatch(/^HTTP\/1\.1 400 /)
    expect(seen.map(({ url }) => url)).not.toContain('/smuggled')
  })

  test('upgrade requests and method override headers are not forwarded', async () => {
    const upgrade = head(
      'GET /api/guard/x HTTP/1.1',
      HOST,
      'Connection: Upgrade, X-Session-Id',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      'X-HTTP-Method-Override: DELETE',
      'X-Original-URL: /v1/admin/tenants',
      'X-Forwarded-Host: evil.example',
      'Proxy-Authorization: Basic eA==',
      'TE: trailers',
    )
    expect(await askRaw(world.port, upgrade)).not.toMatch(/^HTTP\/1\.1 101/)
    for (const { method, headers } of seen) {
      expect(method).toBe('GET')
      for (const name of ['upgrade', 'sec-websocket-key', 'x-http-method-override', 'x-original-url', 'te'])
        expect(headers).not.toHaveProperty(name)
      expect(JSON.stringify(headers)).not.toMatch(/evil\.example|Basic/)
    }
  })

  test.each(['OPTIONS', 'CONNECT', 'TRACE', 'PROPFIND', 'MKCOL', 'QUERY', 'SOURCE'])(
    'the method %s reaches no service',
    async (method) => {
      await askRaw(world.port, head(`${method} /api/guard/x HTTP/1.1`, HOST, ...own, 'Connection: close'))
      expect(seen).toHaveLength(0)
    },
  )

  test('encoded line breaks in a path or a header do not split the request', async () => {
    for (const path of [
      '/api/guard/x%0d%0aX-Admin-Key:%20a',
      '/api/guard/%250d%250aX',
      '/api/guard/%25252e%25252e/x',
    ]) {
      expect((await world.ask(path)).status).toBe(400)
    }
    expect(seen).toHaveLength(0)
  })

  test('an incomplete request head times out', async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      const outgoing = request({ host: '127.0.0.1', port: world.port, path: '/', agent: false })
      outgoing.once('error', reject)
      outgoing.once('socket', (socket: Socket) => {
        let text = ''
        socket.on('data', (piece: Buffer) => (text += piece.toString()))
        socket.once('close', () => resolve(text))
        socket.write(`GET / HTTP/1.1\r\n${HOST}\r\nX-Slow: `)
      })
      outgoing.removeAllListeners('error').on('error', () => undefined)
    })
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  })
})

describe('services that misbehave', () => {
  test('a redirect is not followed, and its location is removed', async () => {
    const { status, headers } = await world.ask('/api/guard/moved')
    expect(status).toBe(302)
    expect(headers).not.toHaveProperty('location')
    expect(seen).toHaveLength(1)
  })

  test('an endless response is not buffered for a client that does not read', async () => {
    const outgoing = request({ host: '127.0.0.1', port: world.port, path: '/api/guard/endless', agent: false })
    outgoing.end()
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
    await steady(() => sent.bytes)
    expect(sent.bytes).toBeLessThan(BETWEEN_BYTES_MAX)
    outgoing.destroy()
    answer.destroy()
  })

  test('an upload is not gathered for a service that does not read', async () => {
    let service: IncomingMessage | undefined
    onUpload = (incoming) => (service = incoming)
    const outgoing = request({
      host: '127.0.0.1',
      port: world.port,
      path: '/api/appsec/slow-reader',
      method: 'POST',
      headers: ownPage(world.port),
      agent: false,
    })
    outgoing.on('error', () => undefined)
    let used = 0
    const piece = Buffer.alloc(MB)
    const give = (): void => {
      while (used < OFFERED_BYTES) {
        used += piece.length
        if (!outgoing.write(piece)) {
          outgoing.once('drain', give)
          return
        }
      }
    }
    give()
    await steady(() => used)
    expect(used).toBeLessThan(BETWEEN_BYTES_MAX)
    outgoing.destroy()
    service?.destroy()
  })

  test.each([
    ['a status that is none', 'HTTP/1.1 099 No\r\n\r\n'],
    ['a status of four digits', 'HTTP/1.1 2000 OK\r\n\r\n'],
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\nraw'],
    ['a header with a control character', 'HTTP/1.1 200 OK\r\nX-A: a\u0001b\r\n\r\n'],
    ['a name that is none', 'HTTP/1.1 200 OK\r\nX A: b\r\n\r\n'],
    ['a head without end', `HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(100_000)}\r\n\r\n`],
    ['no HTTP', 'SSH-2.0-x\r\n'],
  ])('%s returns 502, and the console keeps running', async (_what, bytes) => {
    const raw = await serveRaw(bytes)
    const { status, text } = await throughForward(raw.origin)
    expect([status, JSON.parse(text)]).toMatchObject([502, { error: 'unreachable' }])
    raw.close()
  })

  test('a second response to the same request is discarded', async () => {
    const raw = await serveRaw(
      'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nEVIL',
    )
    const { status, text } = await throughForward(raw.origin)
    expect([status, text]).toEqual([200, '{}'])
    raw.close()
  })
})

/** Waits until a count is stable. */
async function steady(count: () => number): Promise<void> {
  let before = -1
  await expect
    .poll(
      () => {
        const isSteady = before > 0 && count() === before
        before = count()
        return isSteady
      },
      { interval: 300 },
    )
    .toBe(true)
}

/** Starts a server that answers with these bytes to every request. */
async function serveRaw(bytes: string): Promise<{ origin: string; close: () => void }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(bytes, 'latin1'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => void server.close() }
}

/** Our own server once more, before another service. */
async function throughForward(origin: string): Promise<{ status: number; text: string }> {
  const { createServer: createHttpServer } = await import('node:http')
  const server = createHttpServer((incoming, response) =>
    forward(incoming, response, { area: 'guard', origin, target: '/x', held: undefined, client: '' }),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    return { status: answer.status, text: await answer.text() }
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

afterAll(() => void (onUpload = undefined))
