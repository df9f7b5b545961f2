import type { Cache } from '@gatehouse/cache'
import type { TurnLog } from '@gatehouse/guards'

/** Conversations in the cache store: in the memory of one process, or in Redis for several. */
export function turnLog(cache: Cache): TurnLog {
  return {
    async add(key, turn, max, ttl_ms) {
      await cache.appendList(key, turn, max, ttl_ms)
    },
    async read(key) {
      return (await cache.readList(key)).filter((turn) => typeof turn === 'string')
    },
  }
}
