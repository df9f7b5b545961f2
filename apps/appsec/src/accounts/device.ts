import { randomBytes } from 'node:crypto'
import { soleCookie } from '@gatehouse/http'
import type { Clock } from '@gatehouse/kernel'
import type { KeyRing } from '@gatehouse/kernel/sealing'

/** Cookie of a browser with a previous password sign-in. */
export const DEVICE_COOKIE = 'gatehouse_device'
const VALID_MS = 180 * 86_400_000
const NONCE_BYTES = 12

interface Ports {
  readonly keys: KeyRing
  readonly clock: Clock
}

const belongingOf = (email: string) => ({ purpose: 'sign_in_device', tenantId: '', name: email }) as const

/** A cookie value that proves a sign-in to this account, sealed under the master key. */
export function makeDevice(email: string, { keys, clock }: Ports): string {
  const text = JSON.stringify({ id: randomBytes(NONCE_BYTES).toString('base64url'), until: clock.now() + VALID_MS })
  return keys.seal(Buffer.from(text), belongingOf(email)).toString('base64url')
}

/** Returns the browser's id, or undefined if it never signed in to this account. Two cookies may mean that one was planted. */
export function deviceOf(header: unknown, email: string, { keys, clock }: Ports): string | undefined {
  const value = typeof header === 'string' ? soleCookie(header, DEVICE_COOKIE) : undefined
  if (value === undefined) return undefined
  try {
    const opened: unknown = JSON.parse(keys.open(Buffer.from(value, 'base64url'), belongingOf(email)).toString())
    if (typeof opened !== 'object' || opened === null || !('id' in opened) || !('until' in opened)) return undefined
    const { id, until } = opened
    return typeof id === 'string' && typeof until === 'number' && until > clock.now() ? id : undefined
  } catch {
    return undefined
  }
}

/** Returns the `set-cookie` value for a browser. */
export function deviceCookie(value: string, isSecure: boolean): string {
  const age_s = Math.floor(VALID_MS / 1_000)
  return `${DEVICE_COOKIE}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${age_s}${isSecure ? '; Secure' : ''}`
}
