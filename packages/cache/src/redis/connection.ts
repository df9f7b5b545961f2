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

/** Tells that the server went away (with the reason) or came back. */
export type OnChange = (up: boolean, reason: string) => void

/** A server that is down is asked again soon; the sentence of its refusal is cut here. */
const RETRY_AFTER_S = 1
const REASON_CHARS_MAX = 200

const OPTIONS = {
  lazyConnect: true,
  commandTimeout: COMMAND_TIMEOUT_MS,
  connectTimeout: CONNECT_TIMEOUT_MS,
  socketTimeout: SOCKET_TIMEOUT_MS,
  // While there is no connection a command fails at once: a request must not wait for a server to come back.
  enableOfflineQueue: false,
  // A command whose reply was lost may have been carried out: sending it again could spend a nonce or count twice.
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  enableAutoPipelining: true,
  // After a failover the old primary only reads: a new connection finds the new one.
  reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
  // Nothing here needs RESP3, and proxies and older servers speak RESP2 alone.
  protocol: 2 as const,
  connectionName: 'gatehouse',
} satisfies RedisOptions

/** How the connection is, as its events tell. */
interface Health {
  /** Undefined until the first connection stands. */
  isUp: boolean | undefined
  reason: string
}

/** One connection that reconnects by itself, and whose every error is a `Failure('unavailable')`. */
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
    // The first connection is tried once, so that a wrong address stops the start; later ones for ever, with jitter.
    const retryStrategy = (times: number): number | null =>
      health.isUp === undefined ? null : reconnectDelay_ms(times)
    const { address, path } = placeOf(url)
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

  /** Runs a script by its digest: one round trip, and a second one when the server has not seen it yet. */
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
    // What was asked for is no change to tell.
    this.#redis.removeAllListeners('close')
    this.#health.reason = 'closed'
    this.#redis.disconnect()
  }
}

/** Keeps `health` up to date and tells each change once, however often a reconnection fails. */
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

function placeOf(url: string): { readonly address: string; readonly path?: string } {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed?.protocol === 'unix:') return { address: url, path: decodeURIComponent(parsed.pathname) }
  if (parsed?.protocol === 'redis:' || parsed?.protocol === 'rediss:') return { address: url }
  throw new Failure('invalid_setting', 'CACHE_URL must begin with redis://, rediss:// or unix://')
}

/** Doubles from 50 ms to 2 s; half of it is chance, so that instances do not come back all at once. */
function reconnectDelay_ms(times: number): number {
  const ceiling = Math.min(RECONNECT_DELAY_MS_MAX, RECONNECT_DELAY_MS_MIN * 2 ** Math.min(times, 10))
  return Math.ceil(ceiling / 2 + (Math.random() * ceiling) / 2)
}

// The client's errors carry the command with its arguments, which may be tokens: only the sentence is kept.
function unavailable(reason: string): Failure {
  const sentence = reason.split('\n')[0]!.slice(0, REASON_CHARS_MAX)
  return new Failure('unavailable', `the cache server cannot be used: ${sentence}`, { retryAfter_s: RETRY_AFTER_S })
}
