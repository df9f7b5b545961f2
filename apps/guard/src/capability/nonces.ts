import type { Cache } from '@gatehouse/cache'
import { type CapabilityClaims, CLOCK_AHEAD_MS_MAX } from '@gatehouse/guards/capability'
import { type Clock, Failure } from '@gatehouse/kernel'

/** Retention of spent nonces: longer than the token lifetime, because clocks of instances and of the cache server differ. */
const REMEMBERED_MS = 6 * CLOCK_AHEAD_MS_MAX

/** Start time of the cache's complete memory. It expires after all other keys of the cache. */
const SINCE_KEY = 'capability:since'
const SINCE_MS = 400 * 24 * 60 * 60 * 1_000

/** State of a nonce; `unknown` if the cache has no information. */
export type NonceState = 'free' | 'used' | 'unknown'

/** Spends the nonces of tokens once across all instances. */
export interface Nonces {
  /** Ensures that the cache has its start time, before the first token is created. */
  begin(): Promise<void>
  /** Spends a nonce. @returns `free` for exactly one of several concurrent callers */
  burn(claims: CapabilityClaims): Promise<NonceState>
  /** Returns whether a nonce was spent, without spending it. */
  look(claims: CapabilityClaims): Promise<NonceState>
}

/**
 * Stores nonces in the cache. A cache that was restarted without persistence has lost spent nonces. It therefore stores its start time,
 * and older tokens count as spent.
 */
export function createNonces(cache: Cache, clock: Clock): Nonces {
  let isStarted = false

  async function begin(): Promise<void> {
    if (isStarted) return
    try {
      await cache.putIfAbsent(SINCE_KEY, SINCE_MS, clock.now())
      isStarted = true
    } catch (thrown) {
      // A token can be created without the cache. Its verification then returns `unknown`.
      if (!isOutage(thrown)) throw thrown
    }
  }

  /** Returns whether the cache has been complete since the token's creation. */
  async function remembers({ iat }: CapabilityClaims): Promise<boolean> {
    const since = await cache.get(SINCE_KEY)
    if (typeof since === 'number') return since <= iat * 1_000
    await cache.putIfAbsent(SINCE_KEY, SINCE_MS, clock.now())
    return false
  }

  async function guarded(ask: () => Promise<NonceState>): Promise<NonceState> {
    try {
      return await ask()
    } catch (thrown) {
      if (!isOutage(thrown)) throw thrown
      return 'unknown'
    }
  }

  return {
    begin,
    burn: (claims) =>
      guarded(async () => {
        const ttl_ms = Math.max(1, Math.ceil(claims.exp * 1_000 - clock.now())) + REMEMBERED_MS
        if (!(await cache.putIfAbsent(nameOf(claims), ttl_ms))) return 'used'
        // Checked after the nonce is stored, to detect a data loss in between.
        return (await remembers(claims)) ? 'free' : 'unknown'
      }),
    look: (claims) =>
      guarded(async () => {
        if ((await cache.get(nameOf(claims))) !== undefined) return 'used'
        return (await remembers(claims)) ? 'free' : 'unknown'
      }),
  }
}

function nameOf({ tenant, nonce }: CapabilityClaims): string {
  return `${tenant}:capability:${nonce}`
}

function isOutage(thrown: unknown): boolean {
  return thrown instanceof Failure && (thrown.code === 'unavailable' || thrown.code === 'limit_reached')
}
