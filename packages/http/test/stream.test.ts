import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { sendStream } from '../src/stream.ts'

const servers: { close(): void; closeAllConnections(): void }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** Creates infinite chunks, and records how the iteration was stopped. */
function endless() {
  const state = { sent: 0, stopped: false }
  async function* chunks(): AsyncGenerator<string> {
    try {
      for (;;) {
        state.sent += 1
        yield 'x'.repeat(64 * 1024)
      }
    } finally {
      state.stopped = true
    }
  }
  return { state, chunks: chunks() }
}

/** Serves the chunks to one raw connection. */
async function served(chunks: AsyncIterable<string>, stall_ms: number) {
  const ended = Promise.withResolvers<void>()
  const server = createServer((_request, response) => {
    sendStream(response, chunks, stall_ms).then(ended.resolve, ended.reject)
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  return { socket, ended: ended.promise }
}

describe('a stream', () => {
  test('to a stalled client is aborted, and its source is stopped', async () => {
    const { state, chunks } = endless()
    const { socket, ended } = await served(chunks, 100)
    socket.pause()
    await ended
    expect(state.stopped).toBe(true)
    socket.destroy()
  })

  test('to a slow but active client continues', async () => {
    const { state, chunks } = endless()
    const { socket, ended } = await served(chunks, 150)
    let used = 0
    socket.on('data', (chunk) => (used += chunk.length))
    for (let round = 0; round < 5; round += 1) {
      socket.pause()
      await new Promise((resolve) => setTimeout(resolve, 60))
      const before = used
      socket.resume()
      await expect.poll(() => used).toBeGreaterThan(before)
    }
    expect(state.stopped).toBe(false)
    socket.destroy()
    await ended
    expect(state.stopped).toBe(true)
  })
})
