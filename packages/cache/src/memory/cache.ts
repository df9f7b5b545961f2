import type { Clock } from '@gatehouse/kernel'
import type { Cache } from '../cache.ts'
import { checkIncrement, checkListMax, checkTtl, decode, encode, storedKey } from '../check.ts'
import { MEMORY_BYTES_MAX, MEMORY_ENTRIES_MAX, NONCE_BYTES_MAX, NONCE_ENTRIES_MAX } from '../limits.ts'
import { BoundedMap } from './bounded-map.ts'
import { MemoryWindows } from './windows.ts'

/** Values are stored as JSON text: later changes of a stored or returned object have no effect, as with Redis. */
const CHAR_BYTES = 2
const NUMBER_BYTES = 8

/** Cache of one process. Its methods are synchronous internally, and therefore atomic. */
export class MemoryCache implements Cache {
  readonly kind = 'memory'
  readonly windows: MemoryWindows
  readonly #clock: Clock
  readonly #values: BoundedMap<string>
  /** Values of `putIfAbsent`. Eviction would allow them to be spent twice. */
  readonly #nonces: BoundedMap<string>
  readonly #counters: BoundedMap<number>
  readonly #lists: BoundedMap<readonly string[]>

  constructor(clock: Clock) {
    this.#clock = clock
    this.windows = new MemoryWindows(clock)
    const third = {
      entries_max: MEMORY_ENTRIES_MAX,
      bytes_max: MEMORY_BYTES_MAX / 3,
      whenFull: 'evict' as const,
      clock,
    }
    this.#values = new BoundedMap(third)
    this.#counters = new BoundedMap(third)
    this.#lists = new BoundedMap(third)
    this.#nonces = new BoundedMap({
      entries_max: NONCE_ENTRIES_MAX,
      bytes_max: NONCE_BYTES_MAX,
      whenFull: 'refuse',
      clock,
    })
  }

  async get(key: string): Promise<unknown> {
    const name = storedKey(key)
    return decoded(this.#nonces.get(name) ?? this.#values.get(name))
  }

  async set(key: string, value: unknown, ttl_ms: number): Promise<void> {
    checkTtl(ttl_ms)
    const name = storedKey(key)
    const text = encode(value)
    this.#nonces.delete(name)
    this.#values.set(name, text, text.length * CHAR_BYTES, this.#clock.now() + ttl_ms)
  }

  async putIfAbsent(key: string, ttl_ms: number, value: unknown = true): Promise<boolean> {
    checkTtl(ttl_ms)
    const name = storedKey(key)
    const text = encode(value)
    if ((this.#nonces.get(name) ?? this.#values.get(name)) !== undefined) return false
    this.#nonces.set(name, text, text.length * CHAR_BYTES, this.#clock.now() + ttl_ms)
    return true
  }

  async take(key: string): Promise<unknown> {
    const name = storedKey(key)
    const text = this.#nonces.get(name) ?? this.#values.get(name)
    this.#nonces.delete(name)
    this.#values.delete(name)
    return decoded(text)
  }

  async delete(key: string): Promise<void> {
    const name = storedKey(key)
    for (const map of [this.#nonces, this.#values, this.#counters, this.#lists]) map.delete(name)
  }

  async increment(key: string, by: number, ttl_ms: number): Promise<number> {
    checkIncrement(by, ttl_ms)
    const name = storedKey(key)
    const before = this.#counters.get(name)
    const after = (before ?? 0) + by
    const expires_ms = before === undefined ? undefined : this.#counters.expiry_ms(name)
    this.#counters.set(name, after, NUMBER_BYTES, expires_ms ?? this.#clock.now() + ttl_ms)
    return after
  }

  async appendList(key: string, value: unknown, max: number, ttl_ms: number): Promise<number> {
    checkTtl(ttl_ms)
    checkListMax(max)
    const name = storedKey(key)
    const list = [...(this.#lists.get(name) ?? []), encode(value)].slice(-max)
    const chars = list.reduce((sum, text) => sum + text.length, 0)
    this.#lists.set(name, list, chars * CHAR_BYTES, this.#clock.now() + ttl_ms)
    return list.length
  }

  async readList(key: string): Promise<readonly unknown[]> {
    return (this.#lists.get(storedKey(key)) ?? []).map(decode)
  }

  async ping(): Promise<number> {
    return 0
  }

  async close(): Promise<void> {
    // No resources to close.
  }
}

function decoded(text: string | undefined): unknown {
  return text === undefined ? undefined : decode(text)
}
