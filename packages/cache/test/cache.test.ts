import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '@gatehouse/kernel'
import { findRedis, patient_ms, type RedisServer, startRedis } from '@gatehouse/testkit'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cache, EXACT_LIMIT_MAX, openCache, VALUE_BYTES_MAX, WINDOW_SLICES } from '../src/index.ts'

const url = await findRedis(process.env['CACHE_URL'])
const server: RedisServer | undefined = url === undefined ? await startRedis() : undefined
const address = url ?? server?.url

afterAll(async () => server?.close())

/** Time of the windows alone: other entries expire by the real clock, on Redis by the server's. */
const clock: Clock & { time_ms: number } = { time_ms: Date.now(), now: () => clock.time_ms }

describe.each([
  { name: 'memory', skip: false, url: undefined },
  { name: 'redis', skip: address === undefined, url: address },
])('the cache in $name', ({ name, skip, url: place }) => {
  let cache: Cache
  let other: Cache

  /** Two instances with one shared state; the memory cache has one. */
  beforeAll(async () => {
    if (skip) return
    const options = { namespace: randomUUID(), ...(place === undefined ? {} : { url: place }) }
    cache = await openCache(options)
    other = place === undefined ? cache : await openCache(options)
  })
  afterAll(async () => {
    await cache?.close()
    await other?.close()
  })

  describe.skipIf(skip)('values', () => {
    test.each([[null], [0], [''], ['ü💡'], [[1, { a: [] }]], [{ __proto__: null, b: true }], [2 ** 53 - 1]])(
      'returns %j as stored',
      async (value) => {
        const key = randomUUID()
        await cache.set(key, value, 60_000)
        expect(await other.get(key)).toEqual(value)
      },
    )

    test('an unknown, deleted or expired key is undefined', async () => {
      const [never, deleted, expired] = [randomUUID(), randomUUID(), randomUUID()]
      await cache.set(deleted, 1, 60_000)
      await cache.delete(deleted)
      await cache.set(expired, 1, 20)
      await sleep(40)
      expect(await Promise.all([never, deleted, expired].map((key) => cache.get(key)))).toEqual([
        undefined,
        undefined,
        undefined,
      ])
    })

    test('a later value replaces the earlier value and its time to live', async () => {
      const key = randomUUID()
      await cache.set(key, 1, 20)
      await cache.set(key, 2, 60_000)
      await sleep(40)
      expect(await cache.get(key)).toBe(2)
    })

    test('keys of any length and characters stay apart', async () => {
      const long = 'k'.repeat(10_000)
      const keys = [long, `${long}1`, 'a}b', 'a', '{a}', 'ключ', 'a\nb', 'a b']
      await Promise.all(keys.map((key, index) => cache.set(key, index, 60_000)))
      expect(await Promise.all(keys.map((key) => cache.get(key)))).toEqual(keys.map((_key, index) => index))
    })

    test('a value over the limit is refused', async () => {
      await expect(cache.set('k', 'x'.repeat(VALUE_BYTES_MAX), 1000)).rejects.toMatchObject({ code: 'limit_reached' })
    })

    test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
      'a time to live of %d is a defect',
      async (ttl_ms) => {
        await expect(cache.set('k', 1, ttl_ms)).rejects.toThrow(RangeError)
        await expect(cache.putIfAbsent('k', ttl_ms)).rejects.toThrow(RangeError)
        await expect(cache.increment('k', 1, ttl_ms)).rejects.toThrow(RangeError)
        await expect(cache.appendList('k', 1, 1, ttl_ms)).rejects.toThrow(RangeError)
      },
    )
  })

  describe.skipIf(skip)('single use', () => {
    test('exactly one of many concurrent puts succeeds', async () => {
      const key = randomUUID()
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, index) => (index % 2 ? cache : other).putIfAbsent(key, 60_000)),
      )
      expect(results.filter(Boolean)).toHaveLength(1)
      expect(await cache.get(key)).toBe(true)
    })

    test('exactly one of many concurrent takes returns the value', async () => {
      const key = randomUUID()
      await cache.set(key, { grant: 7 }, 60_000)
      const results = await Promise.all(Array.from({ length: 50 }, (_, index) => (index % 2 ? cache : other).take(key)))
      expect(results.filter((value) => value !== undefined)).toEqual([{ grant: 7 }])
      expect(await cache.get(key)).toBeUndefined()
    })

    test('a stored value can be taken and stored again', async () => {
      const key = randomUUID()
      expect(await cache.putIfAbsent(key, 60_000, 'a')).toBe(true)
      expect(await cache.putIfAbsent(key, 60_000, 'b')).toBe(false)
      expect(await cache.take(key)).toBe('a')
      expect(await cache.putIfAbsent(key, 60_000, 'b')).toBe(true)
    })

    test('an existing value prevents a put, and an expired value does not', async () => {
      const key = randomUUID()
      await cache.set(key, 1, 20)
      expect(await cache.putIfAbsent(key, 20)).toBe(false)
      await sleep(40)
      expect(await cache.putIfAbsent(key, 20)).toBe(true)
      await sleep(40)
      expect(await cache.take(key)).toBeUndefined()
    })
  })

  describe.skipIf(skip)('counters and lists', () => {
    test('increments from many callers all count', async () => {
      const key = randomUUID()
      await Promise.all(
        Array.from({ length: 40 }, (_, index) => (index % 2 ? cache : other).increment(key, index, 60_000)),
      )
      expect(await cache.increment(key, 0, 60_000)).toBe(780)
      expect(await cache.increment(key, -80, 60_000)).toBe(700)
    })

    test('a counter lives from its first increment on', async () => {
      const key = randomUUID()
      await cache.increment(key, 1, 300)
      await sleep(170)
      expect(await cache.increment(key, 1, 300)).toBe(2)
      await sleep(170)
      expect(await cache.increment(key, 1, 300)).toBe(1)
    })

    test('a list keeps its latest values in order', async () => {
      const key = randomUUID()
      for (const turn of [1, 2, 3, 4]) {
        expect(await cache.appendList(key, { turn }, 3, 60_000)).toBe(Math.min(turn, 3))
      }
      expect(await other.readList(key)).toEqual([{ turn: 2 }, { turn: 3 }, { turn: 4 }])
      expect(await cache.readList(randomUUID())).toEqual([])
    })

    test('each append resets the time to live of a list', async () => {
      const key = randomUUID()
      // Long enough that a busy machine does not miss the end of the first one.
      const time_ms = Math.ceil(patient_ms(150))
      await cache.appendList(key, 1, 9, time_ms)
      await sleep(time_ms * 0.6)
      await cache.appendList(key, 2, 9, time_ms)
      await sleep(time_ms * 0.5)
      expect(await cache.readList(key)).toEqual([1, 2])
      await expect.poll(() => cache.readList(key)).toEqual([])
    })

    test('the same key may name a value, a counter and a list, and delete removes all three', async () => {
      const key = randomUUID()
      await Promise.all([
        cache.set(key, 'v', 60_000),
        cache.increment(key, 5, 60_000),
        cache.appendList(key, 'l', 9, 60_000),
      ])
      expect([await cache.get(key), await cache.increment(key, 0, 60_000), await cache.readList(key)]).toEqual([
        'v',
        5,
        ['l'],
      ])
      await cache.delete(key)
      expect([await cache.get(key), await cache.increment(key, 0, 60_000), await cache.readList(key)]).toEqual([
        undefined,
        0,
        [],
      ])
    })
  })

  describe.skipIf(skip)('sliding windows', () => {
    let windowed: Cache

    beforeAll(async () => {
      windowed = await openCache({ namespace: randomUUID(), clock, ...(place === undefined ? {} : { url: place }) })
    })
    afterAll(async () => windowed?.close())

    test('a hit without a limit returns the count of all limits', async () => {
      const key = randomUUID()
      for (const limit of [EXACT_LIMIT_MAX + 5, EXACT_LIMIT_MAX + 5, 10]) await windowed.windows.hit(key, 60_000, limit)
      expect(await windowed.windows.hit(key, 60_000, 0)).toEqual({ allowed: false, used: 3, retryAfter_ms: 60_000 })
      expect(await windowed.windows.hit(key, 60_000, 0)).toMatchObject({ used: 3 })
    })

    test('allows hits up to the limit, rejects further hits, and returns the retry delay', async () => {
      const key = randomUUID()
      const hit = async () => windowed.windows.hit(key, 60_000, 3)
      expect(await hit()).toEqual({ allowed: true, used: 1, retryAfter_ms: 0 })
      clock.time_ms += 10_000
      expect(await hit()).toEqual({ allowed: true, used: 2, retryAfter_ms: 0 })
      expect(await hit()).toEqual({ allowed: true, used: 3, retryAfter_ms: 50_000 })
      expect(await hit()).toEqual({ allowed: false, used: 3, retryAfter_ms: 50_000 })
      clock.time_ms += 49_999
      expect(await hit()).toEqual({ allowed: false, used: 3, retryAfter_ms: 1 })
      clock.time_ms += 1
      expect(await hit()).toEqual({ allowed: true, used: 3, retryAfter_ms: 10_000 })
    })

    test('a limit of 0 rejects every hit, and a lowered limit waits until enough events expire', async () => {
      const key = randomUUID()
      expect(await windowed.windows.hit(key, 1000, 0)).toEqual({ allowed: false, used: 0, retryAfter_ms: 1000 })
      for (let event = 0; event < 4; event += 1) {
        await windowed.windows.hit(key, 1000, 4)
        clock.time_ms += 100
      }
      expect(await windowed.windows.hit(key, 1000, 2)).toEqual({ allowed: false, used: 4, retryAfter_ms: 800 })
    })

    test('concurrent events over two instances never exceed the limit', async () => {
      const key = randomUUID()
      const hits = await Promise.all(
        Array.from({ length: 60 }, async (_, index) => (index % 2 ? cache : other).windows.hit(key, 60_000, 20)),
      )
      expect(hits.filter(({ allowed }) => allowed)).toHaveLength(20)
    })

    test('up to the exact bound it agrees with a plain count of times', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: 5 }),
          fc.integer({ min: 1, max: 300 }),
          fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 40 }),
          async (limit, window_ms, gaps) => {
            const key = randomUUID()
            const counted: number[] = []
            for (const gap of gaps) {
              clock.time_ms += gap
              const inside = counted.filter((time) => clock.time_ms - time < window_ms)
              const allowed = inside.length < limit
              if (allowed) counted.push(clock.time_ms)
              const state = await windowed.windows.hit(key, window_ms, limit)
              expect([state.allowed, state.used]).toEqual([allowed, inside.length + (allowed ? 1 : 0)])
            }
          },
        ),
        { numRuns: name === 'redis' ? 30 : 200 },
      )
    })

    test('above the exact bound, never exceeds the limit and frees capacity at most a slice late', async () => {
      const limit = EXACT_LIMIT_MAX + 1
      const window_ms = 6000
      const slice_ms = window_ms / WINDOW_SLICES
      const key = randomUUID()
      const first_ms = clock.time_ms
      let admitted = 0
      for (let batch = 0; batch < 51; batch += 1) {
        // A server on a busy machine needs more than the timeout of one command for all at once.
        const states = Array.from({ length: 20 }, async () => windowed.windows.hit(key, window_ms, limit))
        admitted += (await Promise.all(states)).filter(({ allowed }) => allowed).length
      }
      expect(admitted).toBe(limit)
      const { retryAfter_ms } = await windowed.windows.hit(key, window_ms, limit)
      expect(retryAfter_ms).toBeGreaterThanOrEqual(window_ms)
      expect(retryAfter_ms).toBeLessThanOrEqual(window_ms + slice_ms)
      clock.time_ms = first_ms + retryAfter_ms - 1
      expect(await windowed.windows.hit(key, window_ms, limit)).toMatchObject({ allowed: false, retryAfter_ms: 1 })
      clock.time_ms += 1
      expect(await windowed.windows.hit(key, window_ms, limit)).toMatchObject({ allowed: true, used: 1 })
    })

    test.each([
      [0, 1],
      [1.5, 1],
      [1000, -1],
      [1000, 1.5],
      [Number.MAX_SAFE_INTEGER, 1],
    ])('a window of %d ms with limit %d is a defect', async (window_ms, limit) => {
      await expect(async () => windowed.windows.hit('k', window_ms, limit)).rejects.toThrow(RangeError)
    })
  })

  describe.skipIf(skip)('the server', () => {
    test('answers a ping in milliseconds', async () => {
      expect(await cache.ping()).toBeLessThan(500)
      expect(cache.kind).toBe(name)
    })
  })
})
