import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RedisServer, startRedis } from '@gatehouse/testkit'
import { afterAll, describe, expect, test } from 'vitest'
import { openCache } from '../src/index.ts'

const server: RedisServer | undefined = await startRedis()
afterAll(async () => server?.close())

describe('a server that is not there at the start', () => {
  test('a closed port is a single clear error', async () => {
    const listener = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => listener.once('listening', resolve))
    const place = listener.address()
    const port = typeof place === 'object' ? place?.port : undefined
    await new Promise((resolve) => listener.close(resolve))
    await expect(openCache({ url: `redis://:made-up-password@127.0.0.1:${port}` })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/^the cache server cannot be used: (?!.*made-up).*ECONNREFUSED/),
    })
  })

  test('an address of another kind is a wrong setting', async () => {
    await expect(openCache({ url: 'http://127.0.0.1' })).rejects.toMatchObject({ code: 'invalid_setting' })
  })
})

describe.skipIf(server === undefined)('an unavailable server', () => {
  test('that disconnects is rejected in bounded time, and is used again after it returns', async () => {
    const changes: boolean[] = []
    const cache = await openCache({ url: server!.url, onChange: (up) => changes.push(up) })
    await cache.set('k', 1, 60_000)
    await server!.kill()
    const refusals = await Promise.allSettled([
      cache.get('k'),
      cache.take('k'),
      cache.windows.hit('k', 1000, 1),
      cache.ping(),
    ])
    expect(refusals).toMatchObject(refusals.map(() => ({ status: 'rejected', reason: { code: 'unavailable' } })))

    // Reconnections fail meanwhile, which is no news.
    await sleep(300)
    await expect(cache.ping()).rejects.toThrow(/no connection \(.*(ENOENT|ECONNREFUSED)/)
    await server!.start()
    await expect
      .poll(
        () =>
          cache.ping().then(
            () => 'up',
            () => 'down',
          ),
        { timeout: 8000 },
      )
      .toBe('up')
    expect(await cache.get('k')).toBeUndefined()
    expect(changes).toEqual([false, true])
    await cache.close()
  })

  test('that hangs is rejected in bounded time, and is used again after it responds', async () => {
    const cache = await openCache({ url: server!.url })
    server!.freeze()
    await expect(cache.putIfAbsent('nonce', 60_000)).rejects.toMatchObject({ code: 'unavailable', retryAfter_s: 1 })
    server!.thaw()
    await expect
      .poll(
        () =>
          cache.ping().then(
            () => 'up',
            () => 'down',
          ),
        { timeout: 8000 },
      )
      .toBe('up')
    await cache.close()
  })

  test('that hangs at startup is rejected in bounded time', async () => {
    server!.freeze()
    await expect(openCache({ url: server!.url })).rejects.toMatchObject({ code: 'unavailable' })
    server!.thaw()
  })

  test('is not reconnected after close', async () => {
    const changes: boolean[] = []
    const cache = await openCache({ url: server!.url, onChange: (up) => changes.push(up) })
    await cache.close()
    await sleep(50)
    await expect(cache.ping()).rejects.toMatchObject({ code: 'unavailable' })
    expect(changes).toEqual([])
  })
})
