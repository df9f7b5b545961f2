import dns from 'node:dns/promises'
import { once } from 'node:events'
import { connect } from 'node:net'

import { afterEach, describe, expect, test, vi } from 'vitest'

import { createServer } from '../src/index.ts'
import { authenticate, endpoints, handlers } from './support.ts'
import { createLogger } from '../src/logger.ts'

/** A second loopback address that needs no IPv6. Only Linux accepts it without configuration. */
const OTHER = '127.0.0.2'
afterEach(() => vi.restoreAllMocks())

/** Another program may have the port on the second address: the server then leaves that address out. */
async function onBoth() {
  for (let tries = 0; tries < 10; tries += 1) {
    const started = await localhost(['127.0.0.1', OTHER])
    const probe = connect({ host: OTHER, port: started.port })
    const isOpen = await once(probe, 'connect').then(
      () => true,
      () => false,
    )
    probe.destroy()
    if (isOpen) return started
    await started.server.close()
  }
  throw new Error('no port is free on both addresses')
}

async function localhost(addresses: readonly string[]) {
  const found = addresses.map((address) => ({ address, family: 4 }))
  vi.spyOn(dns, 'lookup').mockImplementation((async () => found) as never)
  const server = createServer({
    service: 'test',
    version: '1',
    endpoints,
    handlers,
    authenticate,
    logger: createLogger({ service: 'test', stream: { write: () => {} } }),
    limits: { connections: 2 },
  })
  const { port } = await server.listen({ host: 'localhost', port: 0 })
  return { server, port }
}

describe.skipIf(process.platform !== 'linux')('localhost', () => {
  test('listens on each of its addresses, and a close ends all of them', async () => {
    const { server, port } = await onBoth()
    for (const host of ['127.0.0.1', OTHER]) {
      const response = await fetch(`http://${host}:${port}/ping`)
      expect(await response.json()).toEqual({ pong: true })
    }
    const silent = connect({ host: OTHER, port })
    await once(silent, 'connect')
    const removed = once(silent.resume(), 'close')
    await server.close()
    await removed
    await expect(fetch(`http://${OTHER}:${port}/ping`)).rejects.toThrow('fetch failed')
  })

  test('serves with the addresses that are available', async () => {
    const { server, port } = await localhost(['127.0.0.1', '203.0.113.7'])
    expect((await fetch(`http://127.0.0.1:${port}/ping`)).status).toBe(200)
    await server.close()
  })

  test('limits connections on every address', async () => {
    const { server, port } = await onBoth()
    const open = [1, 2, 3].map(() => connect({ host: OTHER, port }))
    await Promise.race(
      open.map((socket) =>
        once(
          socket.on('error', () => {}),
          'close',
        ),
      ),
    )
    expect(open.filter((socket) => !socket.closed).length).toBeLessThan(3)
    for (const socket of open) socket.destroy()
    await server.close()
  })
})
