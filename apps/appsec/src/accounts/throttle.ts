import type { RequestContext } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import type { AppsecPorts } from '../routes/handler.ts'
import { hasRoomForPasswords } from './password.ts'

const WINDOW_MS = 15 * 60_000
/** Ours: nobody mistypes a password more often, and who guesses gets nowhere. */
const TRIES_PER_EMAIL = 10
/** Ours: an office behind one address signs in within a quarter of an hour. */
const TRIES_PER_ADDRESS = 100

/**
 * Counts a try to sign in or to register.
 * @throws {Failure} `rate_limited` for too many of them for one address of mail or from one address of the network
 */
export async function throttle(
  email: string,
  { clientAddress }: RequestContext,
  { cache }: AppsecPorts,
): Promise<void> {
  const windows = await Promise.all([
    cache.windows.hit(`appsec:sign-in:email:${email}`, WINDOW_MS, TRIES_PER_EMAIL),
    cache.windows.hit(`appsec:sign-in:address:${clientAddress}`, WINDOW_MS, TRIES_PER_ADDRESS),
  ])
  const wait_ms = Math.max(...windows.map(({ allowed, retryAfter_ms }) => (allowed ? 0 : retryAfter_ms)))
  if (wait_ms > 0) {
    throw new Failure('rate_limited', 'Too many tries to sign in.', { retryAfter_s: wait_ms / 1_000 })
  }
  if (!hasRoomForPasswords()) throw new Failure('rate_limited', 'Too many people sign in at this moment.')
}

/**
 * Counts a try to sign in elsewhere, each of which is a call to the provider.
 * @throws {Failure} `rate_limited` for too many of them from one address of the network
 */
export async function throttleAddress({ clientAddress }: RequestContext, { cache }: AppsecPorts): Promise<void> {
  const key = `appsec:sign-in:oidc:${clientAddress}`
  const { allowed, retryAfter_ms } = await cache.windows.hit(key, WINDOW_MS, TRIES_PER_ADDRESS)
  if (!allowed) throw new Failure('rate_limited', 'Too many tries to sign in.', { retryAfter_s: retryAfter_ms / 1_000 })
}
