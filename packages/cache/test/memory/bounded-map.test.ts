import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BoundedMap } from '../../src/memory/bounded-map.ts'

const clock = { time_ms: 0, now: () => clock.time_ms }
const FOREVER_MS = Number.MAX_SAFE_INTEGER

describe('BoundedMap', () => {
  test('evicts the least recently used entry above the entry limit', () => {
    const map = new BoundedMap<number>({ entries_max: 2, bytes_max: 10_000, whenFull: 'evict', clock })
    map.set('a', 1, 0, FOREVER_MS)
    map.set('b', 2, 0, FOREVER_MS)
    map.get('a')
    map.set('c', 3, 0, FOREVER_MS)
    expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([1, undefined, 3])
  })

  test('evicts entries above the byte limit', () => {
    const map = new BoundedMap<number>({ entries_max: 100, bytes_max: 1000, whenFull: 'evict', clock })
    for (let index = 0; index < 10; index += 1) map.set(String(index), index, 300, FOREVER_MS)
    expect([map.size, map.bytes <= 1000]).toEqual([2, true])
  })

  test('rejects new entries instead of eviction in refuse mode, until entries expire', () => {
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

  test('never exceeds its bounds, and contains the latest values', () => {
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
            const current = map.get(name)
            expect(current === undefined || (current === expected && expires_ms > clock.time_ms)).toBe(true)
          }
        }
        for (const name of last.keys()) map.delete(name)
        expect([map.size, map.bytes]).toEqual([0, 0])
      }),
    )
  })

  test('writes of an owner evict no entries of other owners', () => {
    const map = new BoundedMap<number>({ entries_max: 1000, bytes_max: 1e6, whenFull: 'evict', clock })
    map.set('=quiet:budget', 777, 0, FOREVER_MS)
    map.set('=["calm","tool_rate"]', 7, 0, FOREVER_MS)
    for (let index = 0; index < 5000; index += 1) map.set(`=loud:${index}`, index, 0, FOREVER_MS)
    for (let index = 0; index < 5000; index += 1) map.set(`=["loud",${index}]`, index, 0, FOREVER_MS)
    expect([map.get('=quiet:budget'), map.get('=["calm","tool_rate"]'), map.size]).toEqual([777, 7, 1000])
    expect([map.get('=["loud",4999]'), map.get('=["loud",1]')]).toEqual([4999, undefined])
    // By bytes as well: an owner with few large entries is evicted before one with many small ones.
    map.set('=bulky:1', 1, 500_000, FOREVER_MS)
    for (let index = 0; index < 5; index += 1) map.set(`=bulky:${index}`, index, 300_000, FOREVER_MS)
    expect([map.get('=quiet:budget'), map.get('=["calm","tool_rate"]')]).toEqual([777, 7])
  })

  test('in refuse mode, an owner at its limit leaves capacity for others', () => {
    const map = new BoundedMap<number>({ entries_max: 1000, bytes_max: 1e6, whenFull: 'refuse', clock })
    const flood = (owner: string): number => {
      for (let index = 0; ; index += 1) {
        try {
          map.set(`=${owner}:${index}`, index, 0, FOREVER_MS)
        } catch {
          return index
        }
      }
    }
    expect(flood('first')).toBe(750)
    expect(flood('second')).toBeGreaterThan(150)
    map.set('=third:nonce', 1, 0, FOREVER_MS)
    expect([map.get('=third:nonce'), map.get('=first:0')]).toEqual([1, 0])
    expect(() => map.set('=first:more', 1, 0, FOREVER_MS)).toThrow('full of single-use entries')
  })

  test('entries of the largest owner are evicted first', () => {
    const owner = fc.constantFrom('a', 'b', 'c')
    fc.assert(
      fc.property(fc.array(fc.tuple(owner, fc.nat(40)), { maxLength: 20 }), (bursts) => {
        const map = new BoundedMap<number>({ entries_max: 30, bytes_max: 1e6, whenFull: 'evict', clock })
        const written = new Map<string, Set<string>>()
        const writes = bursts.flatMap(([name, count]) => Array.from({ length: count }, (_, n) => [name, n] as const))
        for (const [name, index] of writes) {
          const key = `=${name}:${index}`
          map.set(key, index, 0, FOREVER_MS)
          written.set(name, (written.get(name) ?? new Set()).add(key))
          // With three owners and room for thirty, ten of each are safe.
          for (const keys of written.values()) {
            const length = [...keys].filter((item) => map.expiry_ms(item) !== undefined).length
            expect(length).toBeGreaterThanOrEqual(Math.min(keys.size, 10))
          }
        }
      }),
      { numRuns: 60 },
    )
  })
})
