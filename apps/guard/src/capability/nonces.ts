import type { Cache } from '@gatehouse/cache'
import { type CapabilityClaims, CLOCK_AHEAD_MS_MAX } from '@gatehouse/guards'
import { type Clock, Failure } from '@gatehouse/kernel'

/** A spent nonce is remembered longer than its token lives: clocks of instances and of the cache's server differ. */
const REMEMBERED_MS = 6 * CLOCK_AHEAD_MS_MAX

/** Since when the cache has forgotten nothing. It lives as long as the cache lets anything live. */
const SINCE_KEY = 'capability:since'
const SINCE_MS = 400 * 24 * 60 * 60 * 1_000

/** What is known of a nonce; `unknown` where the cache cannot tell. */
export type NonceState = 'free' | 'used' | 'unknown'

/** Spends the nonces of tokens, once over all instances. */
export interface Nonces {
  /** Makes sure that the cache knows since when it remembers; before the first token is made. */
  begin(): Promise<void>
  /** Spends a nonce. @returns `free` for exactly one of any number of callers at once */
  burn(claims: CapabilityClaims): Promise<NonceState>
  /** Says whether a nonce has been spent, and leaves it as it is. */
  look(claims: CapabilityClaims): Promise<NonceState>
}

/**
 * Nonces in the cache. One that starts empty (a process with its own memory, a server that kept nothing on disk) has
 * forgotten what was spent, so it also holds since when it remembers, and tokens that are older count as spent.
 */
export function createNonces(cache: Cache, clock: Clock): Nonces {
  let begun = false

  async function begin(): Promise<void> {
    if (begun) return
    try {
      await cache.putIfAbsent(SINCE_KEY, SINCE_MS, clock.now())
      begun = true
    } catch (thrown) {
      // A token can be made without the cache; whether it has been used cannot be told then, and verify says so.
      if (!isOutage(thrown)) throw thrown
    }
  }

  /** Whether the cache has remembered everything since the token was made. */
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
        // Asked after the nonce was put down: what the cache forgets in between shows here.
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
