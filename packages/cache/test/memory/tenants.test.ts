import { expect, test } from 'vitest'
import { MemoryCache } from '../../src/memory/cache.ts'
import { NONCE_ENTRIES_MAX, WINDOW_ENTRIES_MAX } from '../../src/limits.ts'

const clock = { now: () => 1_000 }
const DAY_MS = 86_400_000

test('a tenant that fills the cache evicts no budget, window, conversation or nonce of another', async () => {
  const cache = new MemoryCache(clock)
  await cache.increment('acme:budget:day', 777, DAY_MS)
  cache.windows.hit('["acme","tool_rate","bot","mail"]', DAY_MS, 1)
  await cache.set('acme:breaker:open:mail', { until: 1 }, DAY_MS)
  await cache.appendList(`acme:turns:${'long'.repeat(100)}`, 'hello', 5, DAY_MS)
  await cache.putIfAbsent('acme:capability:spent', DAY_MS)
  for (let index = 0; index <= WINDOW_ENTRIES_MAX; index += 1) {
    await cache.increment(`rival:budget:${index}`, 1, DAY_MS)
    cache.windows.hit(`["rival","tool_rate",${index}]`, DAY_MS, 1)
  }
  for (let index = 0; index < 30_000; index += 1) {
    await cache.set(`rival:open:${index}`, 'x'.repeat(500), DAY_MS)
    await cache.appendList(`rival:turns:${'long'.repeat(100)}:${index}`, 'x'.repeat(500), 5, DAY_MS)
  }
  let refused = 0
  for (let index = 0; index < NONCE_ENTRIES_MAX; index += 1) {
    await cache.putIfAbsent(`rival:capability:${index}`, DAY_MS).catch(() => (refused += 1))
    // One rejection is sufficient; each creates a stack trace.
    if (refused > 0) break
  }
  expect(refused).toBe(1)
  expect(await cache.increment('acme:budget:day', 0, DAY_MS)).toBe(777)
  expect(cache.windows.hit('["acme","tool_rate","bot","mail"]', DAY_MS, 1).allowed).toBe(false)
  expect(await cache.get('acme:breaker:open:mail')).toEqual({ until: 1 })
  expect(await cache.readList(`acme:turns:${'long'.repeat(100)}`)).toEqual(['hello'])
  expect(await cache.putIfAbsent('acme:capability:spent', DAY_MS)).toBe(false)
  expect(await cache.putIfAbsent('acme:capability:other', DAY_MS)).toBe(true)
})
