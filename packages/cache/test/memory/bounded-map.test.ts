import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BoundedMap } from '../../src/memory/bounded-map.ts'

const clock = { time_ms: 0, now: () => clock.time_ms }
const FOREVER_MS = Number.MAX_SAFE_INTEGER

describe('BoundedMap', () => {
  test('lets the least recently used go when there are too many', () => {
    const map = new BoundedMap<number>({ entries_max: 2, bytes_max: 10_000, whenFull: 'evict', clock })
    map.set('a', 1, 0, FOREVER_MS)
    map.set('b', 2, 0, FOREVER_MS)
    map.get('a')
    map.set('c', 3, 0, FOREVER_MS)
    expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([1, undefined, 3])
  })

  test('lets entries go when they hold too many bytes', () => {
    const map = new BoundedMap<number>({ entries_max: 100, bytes_max: 1000, whenFull: 'evict', clock })
    for (let index = 0; index < 10; index += 1) map.set(String(index), index, 300, FOREVER_MS)
    expect([map.size, map.bytes <= 1000]).toEqual([2, true])
  })

  test('refuses in place of forgetting where it must not forget, until entries expire', () => {
    const map = new BoundedMap<number>({ entries_max: 2, bytes_max: 10_000, whenFull: 'refuse', clock })
    map.set('a', 1, 0, clock.time_ms + 5000)
    map.set('b', 2, 0, FOREVER_MS)
    expect(() => map.set('c', 3, 0, FOREVER_MS)).toThrow('full of single-use entries')
    expect(map.get('a')).toBe(1)
    clock.time_ms += 5000
    map.set('c', 3, 0, FOREVER_MS)
    expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([undefined, 2, 3])
  })

  test('expired entries go while others are written, without being asked for', () => {
    const map = new BoundedMap<number>({ entries_max: 1000, bytes_max: 1e6, whenFull: 'evict', clock })
    for (let index = 0; index < 100; index += 1) map.set(`old-${index}`, index, 0, clock.time_ms + 10)
    clock.time_ms += 10
    for (let index = 0; index < 200; index += 1) map.set(`new-${index}`, index, 0, FOREVER_MS)
    expect(map.size).toBe(200)
  })

  test('never exceeds its bounds, and what it holds is the last that was set', () => {
    const step = fc.record({
      key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      bytes: fc.nat(400),
      ttl: fc.integer({ min: 1, max: 9 }),
    })
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const map = new BoundedMap<number>({ entries_max: 3, bytes_max: 900, whenFull: 'evict', clock })
        const last = new Map<string, { index: number; expires_ms: number }>()
        for (const [index, { key, bytes, ttl }] of steps.entries()) {
          clock.time_ms += 1
          map.set(key, index, bytes, clock.time_ms + ttl)
          last.set(key, { index, expires_ms: clock.time_ms + ttl })
          expect(map.size <= 3 && map.bytes <= 900).toBe(true)
          for (const [name, { index: expected, expires_ms }] of last) {
            const held = map.get(name)
            expect(held === undefined || (held === expected && expires_ms > clock.time_ms)).toBe(true)
          }
        }
        for (const name of last.keys()) map.delete(name)
        expect([map.size, map.bytes]).toEqual([0, 0])
      }),
    )
  })
})
