import type { RequestContext } from '@gatehouse/http'
import { Failure, parseAddress } from '@gatehouse/kernel'
import type { AppsecPorts } from '../routes/handler.ts'
import { hasRoomForPasswords } from './password.ts'

const WINDOW_MS = 15 * 60_000
/** Ours: nobody mistypes a password more often from one place, and who guesses gets nowhere. */
const TRIES_PER_EMAIL_AND_ADDRESS = 10
/** Ours: from all places together. More, so that somebody elsewhere does not lock people out of their own account with ten tries. */
const TRIES_PER_EMAIL = 100
/** Ours: an office behind one address signs in within a quarter of an hour. */
const TRIES_PER_ADDRESS = 100

/**
 * Counts a try to sign in or to register.
 * @throws {Failure} `rate_limited` for too many of them for one address of mail or from one address of the network
 */
export async function throttle(
  email: string,
  { clientAddress }: Pick<RequestContext, 'clientAddress'>,
  { cache }: Pick<AppsecPorts, 'cache'>,
): Promise<void> {
  const from = placeOf(clientAddress)
  // The narrowest first: what it stops counts for nobody else.
  const windows = [
    [`appsec:sign-in:both:${from}:${email}`, TRIES_PER_EMAIL_AND_ADDRESS],
    [`appsec:sign-in:address:${from}`, TRIES_PER_ADDRESS],
    [`appsec:sign-in:email:${email}`, TRIES_PER_EMAIL],
  ] as const
  for (const [key, limit] of windows) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { allowed, retryAfter_ms } = await cache.windows.hit(key, WINDOW_MS, limit)
    if (!allowed)
      throw new Failure('rate_limited', 'Too many tries to sign in.', { retryAfter_s: retryAfter_ms / 1_000 })
  }
  if (!hasRoomForPasswords()) throw new Failure('rate_limited', 'Too many people sign in at this moment.')
}

/**
 * Counts a try to sign in elsewhere, each of which is a call to the provider.
 * @throws {Failure} `rate_limited` for too many of them from one address of the network
 */
export async function throttleAddress({ clientAddress }: RequestContext, { cache }: AppsecPorts): Promise<void> {
  const key = `appsec:sign-in:oidc:${placeOf(clientAddress)}`
  const { allowed, retryAfter_ms } = await cache.windows.hit(key, WINDOW_MS, TRIES_PER_ADDRESS)
  if (!allowed) throw new Failure('rate_limited', 'Too many tries to sign in.', { retryAfter_s: retryAfter_ms / 1_000 })
}

/** Of an IPv6 address its network: whoever has one has 2^64 addresses in it. RFC 4291 section 2.5.1. */
function placeOf(clientAddress: string): string {
  const address = parseAddress(clientAddress)
  if (address === undefined || !('parts' in address)) return clientAddress
  return `${address.parts
    .slice(0, NETWORK_PARTS)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}

/** Of 16 bits each. */
const NETWORK_PARTS = 4
