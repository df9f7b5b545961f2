import { Failure, messageOf } from '@gatehouse/kernel'
import type { Redis, RedisOptions } from 'ioredis'
import {
  COMMAND_TIMEOUT_MS,
  CONNECT_TIMEOUT_MS,
  RECONNECT_DELAY_MS_MAX,
  RECONNECT_DELAY_MS_MIN,
  SOCKET_TIMEOUT_MS,
} from '../limits.ts'
import type { Script } from './scripts.ts'

/** Called when the server becomes unavailable (with the reason) or available. */
export type OnChange = (up: boolean, reason: string) => void

/** Retry-After of the error; the message of the server's error is cut. */
const RETRY_AFTER_S = 1
const REASON_CHARS_MAX = 200

const OPTIONS = {
  lazyConnect: true,
  commandTimeout: COMMAND_TIMEOUT_MS,
  connectTimeout: CONNECT_TIMEOUT_MS,
  socketTimeout: SOCKET_TIMEOUT_MS,
  // Without a connection commands fail immediately, because a request must not wait for a reconnection.
  enableOfflineQueue: false,
  // A command without a reply may have been executed: repeating it could spend a nonce or count twice.
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  enableAutoPipelining: true,
  // After a failover the old primary is read-only. A new connection finds the new primary.
  reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
  // RESP3 is not needed, and proxies and older servers support only RESP2.
  protocol: 2 as const,
  connectionName: 'gatehouse',
} satisfies RedisOptions

/** State of the connection according to its events. */
interface Health {
  /** Undefined before the first connection. */
  isUp: boolean | undefined
  reason: string
}

/** Connection that reconnects automatically and converts every error to `Failure('unavailable')`. */
export class RedisConnection {
  readonly #redis: Redis
  readonly #health: Health

  private constructor(redis: Redis, health: Health) {
    this.#redis = redis
    this.#health = health
  }

  /** @throws {Failure} `unavailable` when the server cannot be reached within the connect timeout */
  static async open(url: string, onChange: OnChange): Promise<RedisConnection> {
    const { Redis: Client } = await import('ioredis')
    const health: Health = { isUp: undefined, reason: '' }
    // The first connection is tried once, so that a wrong address prevents the start. Later ones are retried indefinitely, with jitter.
    const retryStrategy = (times: number): number | null =>
      health.isUp === undefined ? null : reconnectDelay_ms(times)
    const { address, path } = addressOf(url)
    const options = { ...OPTIONS, retryStrategy }
    const redis = path === undefined ? new Client(address, options) : new Client(path, options)
    watch(redis, health, onChange)
    try {
      await redis.connect()
    } catch (cause) {
      redis.disconnect()
      throw unavailable(health.reason || messageOf(cause))
    }
    return new RedisConnection(redis, health)
  }

  async run<Reply>(command: (redis: Redis) => Promise<Reply>): Promise<Reply> {
    try {
      return await command(this.#redis)
    } catch (cause) {
      throw unavailable(this.#redis.status === 'ready' ? messageOf(cause) : `no connection (${this.#health.reason})`)
    }
  }

  /** Runs a script by its digest: one round trip, and a second one if the server has not cached it. */
  async script({ lua, sha }: Script, key: string, ...args: readonly (string | number)[]): Promise<unknown> {
    return this.run(async (redis) => {
      try {
        return await redis.evalsha(sha, 1, key, ...args)
      } catch (cause) {
        if (!messageOf(cause).startsWith('NOSCRIPT')) throw cause
        return redis.eval(lua, 1, key, ...args)
      }
    })
  }

  close(): void {
    // An intended close is not a state change.
    this.#redis.removeAllListeners('close')
    this.#health.reason = 'closed'
    this.#redis.disconnect()
  }
}

/** Updates `health` and reports each change once, regardless of the number of failed reconnections. */
function watch(redis: Redis, health: Health, onChange: OnChange): void {
  redis.on('error', (error: unknown) => {
    health.reason = messageOf(error)
  })
  redis.on('ready', () => {
    if (health.isUp === false) onChange(true, 'connected')
    health.isUp = true
    health.reason = 'the connection was closed'
  })
  redis.on('close', () => {
    if (health.isUp !== true) return
    health.isUp = false
    onChange(false, health.reason)
  })
}

function addressOf(url: string): { readonly address: string; readonly path?: string } {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed?.protocol === 'unix:') return { address: url, path: decodeURIComponent(parsed.pathname) }
  if (parsed?.protocol === 'redis:' || parsed?.protocol === 'rediss:') return { address: url }
  throw new Failure('invalid_setting', 'CACHE_URL must begin with redis://, rediss:// or unix://')
}

/** Returns a delay that doubles from 50 ms to 2 s; half of it is random, so that instances do not reconnect simultaneously. */
function reconnectDelay_ms(times: number): number {
  const ceiling = Math.min(RECONNECT_DELAY_MS_MAX, RECONNECT_DELAY_MS_MIN * 2 ** Math.min(times, 10))
  return Math.ceil(ceiling / 2 + (Math.random() * ceiling) / 2)
}

// Client errors contain the command with its arguments, which may be tokens, so that only the message is kept.
function unavailable(reason: string): Failure {
  const sentence = reason.split('\n')[0]!.slice(0, REASON_CHARS_MAX)
  return new Failure('unavailable', `the cache server cannot be used: ${sentence}`, { retryAfter_s: RETRY_AFTER_S })
}
