import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { type ChatService, chatTeam, serveChat } from '../contract/chat-team.ts'
import { entriesOf } from './asking.ts'

/** Limit that the project guarantees. `npm run bench:gateway` measures it in milliseconds. */
const CANCEL_MS_MAX = 100
/** The model writes a piece this often, in the same event loop as the gateway. */
const PIECE_EVERY_MS = 20
const LEAVERS = 20

let service: ChatService
beforeAll(async () => {
  service = await serveChat()
})
afterAll(() => service.close())

describe('clients that', () => {
  proves(
    'guard:streaming.disconnect',
    `leave cancel the upstream's call before it writes ${CANCEL_MS_MAX / PIECE_EVERY_MS} more pieces`,
    async () => {
      const upstream = await endlessModel()
      const team = await chatTeam(service, 'leavers', [])
      await useUpstream(team, upstream.port)
      const sockets = Array.from({ length: LEAVERS }, () => streamSocket(service.url, team.key))
      await expect.poll(() => upstream.open(), { timeout: 10_000 }).toBe(LEAVERS)
      await Promise.all(sockets.map((socket) => once(socket, 'data')))
      const pieces: number[] = []
      for (const [index, socket] of sockets.entries()) {
        const before = upstream.ticks()
        socket.destroy()
        while (upstream.open() > LEAVERS - index - 1) await sleep(1)
        pieces.push(upstream.ticks() - before)
      }
      expect(upstream.open()).toBe(0)
      // The slowest of them may have met a busy moment of the machine.
      expect(pieces.toSorted((a, b) => a - b)[Math.floor(LEAVERS * 0.9)]).toBeLessThan(CANCEL_MS_MAX / PIECE_EVERY_MS)
      const cut = async (): Promise<number> =>
        (await entriesOf(team)).filter(({ details }) => details['cut'] === 'client_left').length
      await expect.poll(cut).toBe(LEAVERS)
      await upstream.close()
    },
  )

  test('disconnect from an upstream that hangs mid-stream release the upstream', async () => {
    const team = await chatTeam(service, 'hanging', () => ({ text: 'The tides.', hang: true }))
    const sockets = Array.from({ length: LEAVERS }, () => streamSocket(service.url, team.key))
    await Promise.all(sockets.map((socket) => once(socket, 'data')))
    const { requests } = service.model
    expect(requests.filter(({ abandoned }) => abandoned)).toEqual([])
    for (const socket of sockets) socket.destroy()
    await expect.poll(() => requests.filter(({ abandoned }) => abandoned).length, { timeout: 20_000 }).toBe(LEAVERS)
  })
})

type Team = Awaited<ReturnType<typeof chatTeam>>

async function useUpstream(team: Team, port: number): Promise<void> {
  const upstream = { name: 'endless', base_url: `http://127.0.0.1:${port}/v1`, api_key: null, models: ['*'] }
  const { status } = await team.call('PUT', '/v1/tenant/me/model-upstreams', { upstreams: [upstream] })
  expect(status).toBe(200)
}

/** A client that asks for a stream on a bare socket. */
function streamSocket(url: string, key: string): Socket {
  const { port } = new URL(url)
  const body = JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'Go on.' }] })
  const socket = connect({ host: '127.0.0.1', port: Number(port) })
  socket.on('error', () => undefined)
  socket.write(
    `POST /v1/chat/completions HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${key}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  )
  return socket
}

interface Endless {
  readonly port: number
  /** Returns the number of streams that are not canceled. */
  open(): number
  /** Returns the number of frames of a continuously open stream. */
  ticks(): number
  close(): Promise<void>
}

/** Starts a model with an endless answer of some frames a second. */
async function endlessModel(): Promise<Endless> {
  const live = new Set<ServerResponse>()
  const choices = [{ index: 0, delta: { content: 'It goes up and it goes down again. ' }, finish_reason: null }]
  const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices }
  let ticks = 0
  const ticking = setInterval(() => (ticks += 1), PIECE_EVERY_MS)
  const server: Server = createServer((request, response) => {
    request.resume()
    live.add(response)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const timer = setInterval(() => response.write(`data: ${JSON.stringify(chunk)}\n\n`), PIECE_EVERY_MS)
    response.on('close', () => {
      live.delete(response)
      clearInterval(timer)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    port,
    open: () => live.size,
    ticks: () => ticks,
    async close() {
      clearInterval(ticking)
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
