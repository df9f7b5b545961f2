import type { Cache } from '@gatehouse/cache'
import type { TurnLog } from '@gatehouse/guards'

/** Creates the conversation log in the cache: in memory, or in Redis for several instances. */
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
