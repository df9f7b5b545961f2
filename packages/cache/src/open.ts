import { type Clock, systemClock } from '@gatehouse/kernel'
import type { Cache } from './cache.ts'
import { MemoryCache } from './memory/cache.ts'
import { RedisCache } from './redis/cache.ts'
import { type OnChange, RedisConnection } from './redis/connection.ts'

export interface CacheOptions {
  /** `redis://`, `rediss://` or `unix://`; default: this process's memory. */
  readonly url?: string
  /** Separates installations on one server: keys start with `gatehouse:<namespace>:`. */
  readonly namespace?: string
  /** Default: the system's clock in memory, and the server's own on Redis. */
  readonly clock?: Clock
  /** Called when the server becomes unavailable or available; for the log. */
  readonly onChange?: OnChange
}

/**
 * Opens the shared fast state.
 * @throws {Failure} `unavailable` when the server cannot be reached now; later it reconnects by itself
 */
export async function openCache({ url, namespace = '', clock, onChange }: CacheOptions = {}): Promise<Cache> {
  if (url === undefined) return new MemoryCache(clock ?? systemClock)
  return new RedisCache(await RedisConnection.open(url, onChange ?? (() => {})), namespace, clock)
}
