import { soleCookie } from '@gatehouse/http'
import { type Clock, Failure, Secret } from '@gatehouse/kernel'
import { type KeyRing } from '@gatehouse/kernel/sealing'
import { z } from 'zod'
import type { Attempt } from './provider.ts'

/** Stores a sign-in attempt in the browser, sealed, so that any instance can complete it. */
export const ATTEMPT_COOKIE = 'gatehouse_oidc'
/** Own limit: time to enter a password and a second factor. */
const ATTEMPT_MS = 10 * 60_000
const COOKIE_CHARS_MAX = 4_096
const PATH = '/api/auth/oidc'
const BELONGING = { purpose: 'oidc_attempt', tenantId: '' } as const

const StoredAttempt = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  until: z.number(),
})

/** @returns the cookie with the attempt */
export function keepAttempt(attempt: Attempt, keys: KeyRing, clock: Clock, isSecure: boolean): string {
  const stored: z.infer<typeof StoredAttempt> = { ...attempt, until: clock.now() + ATTEMPT_MS }
  const sealed = keys.seal(Buffer.from(JSON.stringify(stored)), BELONGING).toString('base64url')
  return cookie(sealed, ATTEMPT_MS / 1_000, isSecure)
}

/** Returns the value that removes the cookie. */
export function forgetAttempt(isSecure: boolean): string {
  return cookie('', 0, isSecure)
}

/**
 * Returns the attempt that this browser started.
 * @param state as returned by the provider. A mismatch indicates login CSRF.
 * @throws {Failure} `Unauthorized`
 */
export function consumeAttempt(
  cookies: string | undefined,
  state: string | undefined,
  keys: KeyRing,
  clock: Clock,
): Attempt {
  const stored = opened(soleCookie(cookies, ATTEMPT_COOKIE), keys)
  if (
    stored === undefined ||
    stored.until <= clock.now() ||
    state === undefined ||
    !new Secret(stored.state).matches(state)
  ) {
    throw new Failure(
      'Unauthorized',
      'The sign-in attempt was not started in this browser or has expired. Start again.',
    )
  }
  return stored
}

function opened(value: string | undefined, keys: KeyRing): z.infer<typeof StoredAttempt> | undefined {
  if (value === undefined || value.length > COOKIE_CHARS_MAX) return undefined
  try {
    const text = keys.open(Buffer.from(value, 'base64url'), BELONGING).toString()
    return StoredAttempt.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

function cookie(value: string, maxAge_s: number, isSecure: boolean): string {
  return `${ATTEMPT_COOKIE}=${value}; Path=${PATH}; HttpOnly; SameSite=Lax; Max-Age=${maxAge_s}${isSecure ? '; Secure' : ''}`
}
