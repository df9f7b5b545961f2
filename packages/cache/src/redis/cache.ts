import type { Clock } from '@gatehouse/kernel'
import type { Cache, SlidingWindow, WindowState } from '../cache.ts'
import { checkIncrement, checkListMax, checkTtl, checkWindow, decode, encode, storedKey } from '../check.ts'
import { EXACT_LIMIT_MAX, WINDOW_SLICES } from '../limits.ts'
import type { RedisConnection } from './connection.ts'
import { appendList, hitLog, hitSlices, increment, takeValue } from './scripts.ts'

/** Prefix of all keys in a shared server. */
const PREFIX = 'gatehouse:'

/** Kinds of data for one key. The braces put them into one slot of a Redis cluster. */
type Kind = 'value' | 'counter' | 'list' | 'log' | 'slices'

/** The cache of many processes. */
export class RedisCache implements Cache {
  readonly kind = 'redis'
  readonly windows: SlidingWindow
  readonly #connection: RedisConnection
  readonly #prefix: string

  /** @param clock  time source of the windows; undefined uses the server's clock, which all instances share */
  constructor(connection: RedisConnection, namespace: string, clock: Clock | undefined) {
    this.#connection = connection
    this.#prefix = namespace === '' ? PREFIX : `${PREFIX}${namespace}:`
    this.windows = { hit: (key, window_ms, limit) => this.#hit(key, window_ms, limit, clock) }
  }

  async get(key: string): Promise<unknown> {
    const text = await this.#connection.run((redis) => redis.get(this.#name(key, 'value')))
    return text === null ? undefined : decode(text)
  }

  async set(key: string, value: unknown, ttl_ms: number): Promise<void> {
    checkTtl(ttl_ms)
    const text = encode(value)
    await this.#connection.run((redis) => redis.set(this.#name(key, 'value'), text, 'PX', ttl_ms))
  }

  async putIfAbsent(key: string, ttl_ms: number, value: unknown = true): Promise<boolean> {
    checkTtl(ttl_ms)
    const text = encode(value)
    const reply = await this.#connection.run((redis) => redis.set(this.#name(key, 'value'), text, 'PX', ttl_ms, 'NX'))
    return reply === 'OK'
  }

  async take(key: string): Promise<unknown> {
    const text = await this.#connection.script(takeValue, this.#name(key, 'value'))
    return typeof text === 'string' ? decode(text) : undefined
  }

  async delete(key: string): Promise<void> {
    const names = (['value', 'counter', 'list'] as const).map((kind) => this.#name(key, kind))
    await this.#connection.run((redis) => redis.del(...names))
  }

  async increment(key: string, by: number, ttl_ms: number): Promise<number> {
    checkIncrement(by, ttl_ms)
    return Number(await this.#connection.script(increment, this.#name(key, 'counter'), by, ttl_ms))
  }

  async appendList(key: string, value: unknown, max: number, ttl_ms: number): Promise<number> {
    checkTtl(ttl_ms)
    checkListMax(max)
    return Number(await this.#connection.script(appendList, this.#name(key, 'list'), encode(value), max, ttl_ms))
  }

  async readList(key: string): Promise<readonly unknown[]> {
    const texts = await this.#connection.run((redis) => redis.lrange(this.#name(key, 'list'), 0, -1))
    return texts.map(decode)
  }

  async ping(): Promise<number> {
    const start_ms = performance.now()
    await this.#connection.run((redis) => redis.ping())
    return performance.now() - start_ms
  }

  async close(): Promise<void> {
    this.#connection.close()
  }

  async #hit(key: string, window_ms: number, limit: number, clock: Clock | undefined): Promise<WindowState> {
    checkWindow(window_ms, limit)
    const now_ms = clock === undefined ? '' : clock.now()
    const slice_ms = Math.ceil(window_ms / WINDOW_SLICES)
    const log = () => this.#connection.script(hitLog, this.#name(key, 'log'), window_ms, limit, now_ms)
    const slices = () =>
      this.#connection.script(hitSlices, this.#name(key, 'slices', slice_ms), window_ms, limit, now_ms, slice_ms)
    if (limit === 0) {
      // A query without a limit does not know under which limit events were counted.
      const [one, other] = (await Promise.all([log(), slices()])).map(stateOf)
      return { ...one!, used: one!.used + other!.used }
    }
    return stateOf(await (limit <= EXACT_LIMIT_MAX ? log() : slices()))
  }

  #name(key: string, kind: Kind, part: string | number = ''): string {
    return `${this.#prefix}{${storedKey(key)}}${kind}${part}`
  }
}

function stateOf(reply: unknown): WindowState {
  const [allowed, used, retryAfter_ms] = reply as readonly [number, number, number]
  return { allowed: allowed === 1, used, retryAfter_ms }
}
