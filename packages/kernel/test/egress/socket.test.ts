import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { createEgress, type Egress, type EgressSocketInit, parseEgressAllow } from '../../src/egress/index.ts'
import { EGRESS_SOCKETS_MAX, egressSocket } from '../../src/egress/socket.ts'

/** RFC 6455 section 1.3. */
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const opened: Egress[] = []
const incomingMessages: IncomingMessage[] = []
const raw = new Set<Socket>()
let server: Server
let sockets: WebSocketServer
let port: number
/** Behavior of a raw server after the handshake. */
let rude: (socket: Socket) => void = () => {}
/** Behavior of a well-behaved server. */
let polite: (socket: WebSocket) => void = () => {}

/** Starts an answer that never ends. */
function drip(socket: Socket): void {
  socket.write('HTTP/1.1 101 Go\r\nx-drip: ')
  const timer = setInterval(() => socket.write('a'), 20)
  socket.on('close', () => clearInterval(timer))
}

beforeAll(async () => {
  server = createServer((_request, response) => response.writeHead(200).end('no socket'))
  sockets = new WebSocketServer({ noServer: true, perMessageDeflate: true })
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head) => {
    incomingMessages.push(request)
    raw.add(socket)
    socket.on('error', () => {})
    const [, status] = /^\/status\/(\d+)/.exec(request.url ?? '') ?? []
    if (status !== undefined)
      socket.end(`HTTP/1.1 ${status} No\r\nlocation: ws://127.0.0.1:1/\r\nconnection: close\r\n\r\n`)
    else if (request.url === '/slow') drip(socket)
    else if (request.url === '/rude') {
      const key = String(request.headers['sec-websocket-key'])
      const accept = createHash('sha1')
        .update(key + GUID)
        .digest('base64')
      const lines = ['HTTP/1.1 101 Go', 'upgrade: websocket', 'connection: Upgrade', `sec-websocket-accept: ${accept}`]
      socket.write(`${lines.join('\r\n')}\r\n\r\n`)
      rude(socket)
    } else sockets.handleUpgrade(request, socket, head, (webSocket) => polite(webSocket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterEach(async () => {
  incomingMessages.length = 0
  await Promise.all(opened.splice(0).map((created) => created.close()))
})
afterAll(async () => {
  for (const item of raw) item.destroy()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

function egress(options: Parameters<typeof createEgress>[0] = {}): Egress {
  const created = createEgress({ allow: parseEgressAllow('a.test'), resolve: async () => ['127.0.0.1'], ...options })
  opened.push(created)
  return created
}
const open = (path = '/', init: EgressSocketInit = {}) => egress().socket(`ws://a.test:${port}${path}`, init)

async function framesOf(frames: AsyncIterable<string | Uint8Array>, most = Number.POSITIVE_INFINITY) {
  const all: (string | Uint8Array)[] = []
  for await (const frame of frames) {
    all.push(frame)
    if (all.length >= most) break
  }
  return all
}

describe('a socket under the policy', () => {
  test('sends and receives text and binary messages until the peer closes', async () => {
    polite = (socket) => {
      socket.on('message', (data: Buffer) => {
        socket.send(`heard ${data.toString()}`)
        socket.send(Buffer.from([1, 2]))
        socket.close(4001)
      })
    }
    const socket = await open('/chat?x=1', {
      headers: { Authorization: 'Bearer made-up', Host: 'evil', Cookie: 'a=b' },
    })
    expect(socket.closeCode()).toBeUndefined()
    await socket.send('ü')
    expect(await framesOf(socket.frames)).toEqual(['heard ü', new Uint8Array([1, 2])])
    expect(socket.closeCode()).toBe(4001)
    const [{ headers, url }] = incomingMessages as [IncomingMessage]
    expect(url).toBe('/chat?x=1')
    expect(headers).toMatchObject({ authorization: 'Bearer made-up', cookie: 'a=b', host: `a.test:${port}` })
    // Compressed data may expand: compression is never offered.
    expect(headers['sec-websocket-extensions']).toBeUndefined()
    await expect(socket.send('late')).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('sends only the requested protocol, and no other handshake header of its caller', async () => {
    polite = () => {}
    const headers = { 'Sec-WebSocket-Protocol': 'bearer, tok.en', 'Sec-WebSocket-Key': 'mine', Upgrade: 'h2c' }
    await open('/', { headers })
    expect(incomingMessages[0]!.headers['sec-websocket-protocol']).toBe('bearer,tok.en')
    expect(incomingMessages[0]!.headers['sec-websocket-key']).not.toBe('mine')
    expect(incomingMessages[0]!.headers.upgrade).toBe('websocket')
    const refused = open('/', { headers: { 'sec-websocket-protocol': 'a b' } })
    await expect(refused).rejects.toMatchObject({ code: 'egress_refused' })
  })

  test.each([
    ['private addresses', 'ws://10.0.0.1/', {}],
    ['loopback', 'ws://127.0.0.1:9/', {}],
    ['loopback behind a name', 'wss://b.test/', {}],
    ['metadata', 'ws://169.254.169.254/', {}],
    ['an odd spelling', 'ws://0x7f.1/', {}],
    ['other schemes', 'http://a.test/', {}],
    ['credentials in the address', 'ws://me:secret@a.test/', {}],
  ])('refuses %s', async (_name, url) => {
    await expect(egress().socket(url)).rejects.toMatchObject({ code: 'egress_refused' })
    expect(incomingMessages).toEqual([])
  })

  test('resolves the host a single time, in the connecting step', async () => {
    polite = (socket) => socket.close()
    const answers = [['127.0.0.1'], ['10.0.0.1']]
    let times = 0
    const created = egress({ resolve: async () => answers[Math.min(times++, 1)]! })
    await framesOf((await created.socket(`ws://a.test:${port}/`)).frames)
    expect(times).toBe(1)
  })

  test.each([301, 401, 403, 429, 500, 503])(
    'is rejected for the status %i, without following redirects',
    async (status) => {
      await expect(open(`/status/${status}`)).rejects.toMatchObject({ code: 'unavailable', status })
      expect(incomingMessages).toHaveLength(1)
    },
  )

  test('opens within its time limit, even for a slow peer', async () => {
    await expect(open('/slow', { open_ms: 200 })).rejects.toMatchObject({ code: 'unavailable' })
    await expect(egress().socket('ws://a.test:1/')).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('ends when its caller aborts, in any state', async () => {
    const stop = new AbortController()
    setTimeout(() => stop.abort(new Error('enough')), 50)
    await expect(open('/slow', { signal: stop.signal })).rejects.toThrow('enough')
    polite = (socket) => socket.send('one')
    const later = new AbortController()
    const socket = await open('/', { signal: later.signal })
    const reading = framesOf(socket.frames)
    setTimeout(() => later.abort(new Error('enough')), 50)
    await expect(reading).rejects.toThrow('enough')
    await expect(open('/', { signal: later.signal })).rejects.toThrow('enough')
  })

  test('counts toward a connection limit', async () => {
    polite = (socket) => socket.close()
    const policy = { allow: parseEgressAllow('a.test'), localMode: false, resolve: async () => ['127.0.0.1'] }
    const entries = new Set(Array.from({ length: EGRESS_SOCKETS_MAX - 1 }, () => ({ terminate() {} })))
    const { frames } = await egressSocket(`ws://a.test:${port}/`, {}, policy, entries)
    await expect(egressSocket(`ws://a.test:${port}/`, {}, policy, entries)).rejects.toMatchObject({
      code: 'unavailable',
    })
    await framesOf(frames)
    await framesOf((await egressSocket(`ws://a.test:${port}/`, {}, policy, entries)).frames)
    expect(incomingMessages).toHaveLength(2)
  })

  test('ends when the egress does', async () => {
    polite = () => {}
    const created = egress()
    const { frames } = await created.socket(`ws://a.test:${port}/`)
    const reading = framesOf(frames)
    await created.close()
    expect(await reading).toEqual([])
  })

  test('closes the connection if its reader stops, or on close', async () => {
    const closed: Promise<unknown>[] = []
    polite = (socket) => {
      closed.push(once(socket, 'close'))
      for (let at = 0; at < 10; at += 1) socket.send(`frame ${at}`)
    }
    expect(await framesOf((await open()).frames, 2)).toEqual(['frame 0', 'frame 1'])
    const other = await open()
    other.close()
    other.close()
    await Promise.all(closed)
    expect(closed).toHaveLength(2)
  })
})

describe('a hostile server', () => {
  /** Unmasked, as servers send them. */
  const frame = (opcode: number, body: Buffer, fin = true): Buffer => {
    const head = body.length < 126 ? [body.length] : [126, body.length >> 8, body.length & 255]
    return Buffer.concat([Buffer.from([(fin ? 0x80 : 0) | opcode, ...head]), body])
  }
  const hears = async (act: (socket: Socket) => void, init: EgressSocketInit = {}) => {
    rude = act
    return framesOf((await open('/rude', init)).frames)
  }

  test.each([
    [
      'a message that says it is giant',
      (socket: Socket) => socket.write(Buffer.from([0x81, 127, 0, 0, 0, 9, 0, 0, 0, 0])),
      'egress_refused',
    ],
    [
      'a message in ever more pieces',
      (socket: Socket) => {
        socket.write(frame(1, Buffer.alloc(100, 'a'), false))
        for (let at = 0; at < 40; at += 1) socket.write(frame(0, Buffer.alloc(100, 'a'), false))
      },
      'egress_refused',
    ],
    ['invalid UTF-8', (socket: Socket) => socket.write(frame(1, Buffer.from([0xc3, 0x28]))), 'unavailable'],
    ['an opcode that does not exist', (socket: Socket) => socket.write(frame(5, Buffer.from('x'))), 'unavailable'],
    [
      'bits of compression that nobody offered',
      (socket: Socket) => socket.write(Buffer.from([0xc1, 1, 97])),
      'unavailable',
    ],
    ['something else altogether', (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n'), 'unavailable'],
    [
      'a goodbye with a code that may not be',
      (socket: Socket) => socket.write(frame(8, Buffer.from([0x03, 0xed]))),
      'unavailable',
    ],
  ])('that sends %s is not read further', async (_name, act, code) => {
    await expect(hears(act, { maxMessageBytes: 2_000 })).rejects.toMatchObject({ code })
  })

  test('that disconnects without a close frame: received messages are delivered', async () => {
    const frames = await hears((socket) => {
      socket.write(frame(1, Buffer.from('half')))
      setTimeout(() => socket.destroy(), 20)
    })
    expect(frames).toEqual(['half'])
  })

  test('that never ends is bounded in total bytes, including empty messages and pings', async () => {
    const flood = (item: Buffer) => (socket: Socket) => {
      const many = Buffer.concat(Array.from({ length: 500 }, () => item))
      const more = (): void => {
        while (!socket.destroyed && socket.write(many)) {
          // Until the other side wants no more at once.
        }
      }
      socket.on('drain', more)
      more()
    }
    for (const item of [frame(1, Buffer.alloc(200, 'a')), frame(1, Buffer.alloc(0)), frame(9, Buffer.alloc(100))]) {
      await expect(hears(flood(item), { maxBytes: 200_000 })).rejects.toMatchObject({ code: 'egress_refused' })
    }
  })

  test('that sends too fast is slowed by backpressure, without buffering', async () => {
    let sent = 0
    rude = (socket) => {
      const body = frame(1, Buffer.alloc(60_000, 'a'))
      const more = (): void => {
        while (sent < 5_000 && !socket.destroyed && socket.write(body)) sent += 1
      }
      socket.on('drain', more)
      more()
    }
    const socket = await open('/rude', { maxBytes: 1_000_000_000 })
    await new Promise((resolve) => setTimeout(resolve, 300))
    const current = sent
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(sent).toBe(current)
    expect(sent).toBeLessThan(2_000)
    expect(await framesOf(socket.frames, 500)).toHaveLength(500)
  })

  test('that pings without reading pongs causes no unbounded buffering', async () => {
    rude = (socket) => {
      socket.pause()
      for (let at = 0; at < 2_000; at += 1) socket.write(frame(9, Buffer.alloc(120)))
      socket.write(frame(1, Buffer.from('still here')))
    }
    const socket = await open('/rude')
    expect(await framesOf(socket.frames, 1)).toEqual(['still here'])
  })
})
