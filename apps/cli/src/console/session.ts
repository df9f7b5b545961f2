import type { IncomingMessage, ServerResponse } from 'node:http'
import { isOverTls, soleCookie } from '@gatehouse/http'
import type { Clock } from '@gatehouse/kernel'
import type { KeyRing } from '@gatehouse/kernel/sealing'
import { z } from 'zod'
import type { Area } from './targets.ts'

/** Own limit of a session, active or not: one working day. */
export const SESSION_MS = 12 * 3_600_000
/** Cookie limit of browsers. */
const COOKIE_CHARS_MAX = 4_000
/** Keys are short, but OpenID Connect tokens are long. */
export const SECRET_CHARS_MAX = 2_600

const Secret = z.string().min(1).max(SECRET_CHARS_MAX)
const Credentials = z.object({
  /** A tenant key, a red-team key or token, or a session of the application-security service. */
  key: Secret.optional(),
  /** The platform's admin key, for the guard service only. */
  adminKey: Secret.optional(),
  /** Milliseconds since the Unix epoch. */
  until: z.number(),
})
/** A user's credential for one service. It leaves the console's server only sealed. */
export type Credentials = z.infer<typeof Credentials>

/** Over TLS, browsers accept this prefix only from this host, so that a sibling domain cannot set the cookie. */
const nameOf = (area: Area, isSecure: boolean): string => `${isSecure ? '__Host-' : ''}gatehouse_console_${area}`
const belongingOf = (area: Area) => ({ purpose: 'console_session', tenantId: '', name: area }) as const

/** Stores credentials in the browser, sealed with the master key, so that instances are stateless. */
export class Sessions {
  readonly #keys: KeyRing
  readonly #clock: Clock

  constructor(keys: KeyRing, clock: Clock) {
    this.#keys = keys
    this.#clock = clock
  }

  /** Returns the browser's credential for a service; undefined if it is missing, unreadable, expired, or for another service. */
  read(incoming: IncomingMessage, area: Area): Credentials | undefined {
    const value = soleCookie(incoming.headers.cookie, nameOf(area, isOverTls(incoming.headers)))
    if (value === undefined) return undefined
    try {
      const text = this.#keys.open(Buffer.from(value, 'base64url'), belongingOf(area)).toString()
      const current = Credentials.parse(JSON.parse(text))
      return current.until > this.#clock.now() ? current : undefined
    } catch {
      return undefined
    }
  }

  /** @returns whether the credential fits into a cookie */
  keep(response: ServerResponse, area: Area, current: Omit<Credentials, 'until'>, isSecure: boolean): boolean {
    const until = this.#clock.now() + SESSION_MS
    const text = JSON.stringify({ ...current, until } satisfies Credentials)
    const sealed = this.#keys.seal(Buffer.from(text), belongingOf(area)).toString('base64url')
    if (sealed.length + nameOf(area, isSecure).length >= COOKIE_CHARS_MAX) return false
    response.appendHeader('set-cookie', cookieLine(area, sealed, SESSION_MS / 1_000, isSecure))
    return true
  }

  forget(response: ServerResponse, area: Area, isSecure: boolean): void {
    response.appendHeader('set-cookie', cookieLine(area, '', 0, isSecure))
  }
}

function cookieLine(area: Area, value: string, maxAge_s: number, isSecure: boolean): string {
  const secure = isSecure ? '; Secure' : ''
  return `${nameOf(area, isSecure)}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAge_s}${secure}`
}
