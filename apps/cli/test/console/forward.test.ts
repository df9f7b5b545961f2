import { once } from 'node:events'
import { request, type IncomingMessage, type ServerResponse } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { ownPage, serveConsole } from './served.ts'

let world: Awaited<ReturnType<typeof serveConsole>>
let removed: Promise<void>
let received = 0

beforeAll(async () => {
  world = await serveConsole((incoming: IncomingMessage, response: ServerResponse) => {
    if (incoming.url === '/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: first\n\n')
      removed = once(response, 'close').then(() => undefined)
    } else if (incoming.url === '/upload') {
      incoming.on('data', (piece: Buffer) => (received += piece.length))
      incoming.once('end', () => response.end(String(received)))
    } else if (incoming.url === '/broken') {
      response.writeHead(200, { 'content-length': '100' })
      response.write('half')
      setImmediate(() => response.destroy())
    } else {
      incoming.socket.destroy()
    }
  })
})

function open(path: string, method = 'GET') {
  const outgoing = request({
    host: '127.0.0.1',
    port: world.port,
    path,
    method,
    headers: method === 'GET' ? {} : ownPage(world.port),
    agent: false,
  })
  return { outgoing, answered: once(outgoing, 'response') as Promise<[IncomingMessage]> }
}

describe('streams', () => {
  test('the first event arrives before the stream ends, and a disconnect ends the upstream stream', async () => {
    const { outgoing, answered } = open('/api/guard/events')
    outgoing.end()
    const [answer] = await answered
    const [piece] = (await once(answer, 'data')) as [Buffer]
    expect(piece.toString()).toBe('data: first\n\n')
    outgoing.destroy()
    await removed
  })

  test('an upload is forwarded as a stream', async () => {
    const pieces = 64
    const piece = Buffer.alloc(1024 * 1024, 'x')
    const { outgoing, answered } = open('/api/appsec/upload', 'POST')
    for (let at = 0; at < pieces; at++) {
      if (!outgoing.write(piece)) await once(outgoing, 'drain')
    }
    // The request is streamed: the service has received all of it before the end is sent.
    await expect.poll(() => received).toBe(pieces * piece.length)
    outgoing.end()
    const [answer] = await answered
    const [text] = (await once(answer, 'data')) as [Buffer]
    expect(text.toString()).toBe(String(pieces * piece.length))
  })

  test('an answer that breaks off breaks off here too', async () => {
    const { outgoing, answered } = open('/api/guard/broken')
    outgoing.end()
    const [answer] = await answered
    answer.resume()
    const [error] = (await once(answer, 'error').catch((thrown: unknown) => [thrown])) as [Error]
    expect(error).toBeInstanceOf(Error)
  })

  test('an unreachable service returns a JSON error', async () => {
    const { status, text } = await world.ask('/api/guard/away')
    expect([status, JSON.parse(text)]).toMatchObject([502, { error: 'unreachable' }])
  })
})
