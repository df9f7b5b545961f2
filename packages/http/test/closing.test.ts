import { setTimeout as wait } from 'node:timers/promises'

import { describe, expect, test } from 'vitest'

import { call, open, postJson, start } from './support.ts'

// The connections and requests below never end by themselves: a close that waits for them causes a test timeout.
describe('closing', () => {
  test('does not wait for a keep-alive connection after a stream', async () => {
    const closing = await start()
    const connection = open(closing.port)
    connection.socket.write('GET /v1/stream HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n')
    await connection.until((text) => text.includes('data: 1'))
    await closing.server.close()
    expect(connection.received()).toContain('data: 3')
  })

  test('waits for requests in flight, refuses new connections, and asks clients to leave', async () => {
    const closing = await start()
    const slow = postJson(`${closing.url}/v1/act`, { what: 'slow' })
    const idle = open(closing.port)
    idle.socket.write('GET /ping HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n')
    await idle.until((text) => text.includes('pong'))
    const closed = closing.server.close()
    await expect(call(`${closing.url}/ping`)).rejects.toThrow('fetch failed')
    const answer = await slow
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
    await closed
    await idle.until((_text, isClosed) => isClosed)
  })

  test('does not wait for an idle connection', async () => {
    const closing = await start()
    const silent = open(closing.port)
    await call(`${closing.url}/ping`)
    await closing.server.close()
    await expect(silent.until((_text, isClosed) => isClosed)).resolves.toBe('')
  })

  test('does not wait for ever', async () => {
    const closing = await start({ limits: { drain_ms: 100 } })
    const never = postJson(`${closing.url}/v1/act`, { what: 'never' }).catch(() => 'cut')
    await wait(50)
    await closing.server.close()
    expect(await never).toBe('cut')
  })
})
