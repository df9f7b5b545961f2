import type { IncomingMessage } from 'node:http'
import type { KeyRing } from '@gatehouse/kernel/sealing'
import { clientAddressOf } from './client-address.ts'
import type { ServerParts } from './context.ts'

/** Header in which the console reports its caller. */
export const FORWARDED_HEADER = 'x-gatehouse-client'
/** Validity of a sealed address. Clocks of two machines differ less. */
const VALID_MS = 60_000
const SEALED_CHARS_MAX = 1_000
const BELONGING = { purpose: 'forwarded_client', tenantId: '' } as const

/** Caller reported by the console. */
export interface ForwardedCaller {
  readonly address: string
  /** Origin of the calling page, checked by the console; absent if the request has none. */
  readonly origin?: string
}

/**
 * Seals the caller with the master key, so that a service trusts only the console. Any local program can call from 127.0.0.1 and set
 * `X-Forwarded-For`.
 */
export function sealCaller(keys: KeyRing, { address, origin }: ForwardedCaller, now_ms: number): string {
  const text = JSON.stringify({ address, origin, until: now_ms + VALID_MS })
  return keys.seal(Buffer.from(text), BELONGING).toString('base64url')
}

/** Opens a sealed caller; undefined if the header is absent, forged or expired. */
export function openCaller(
  keys: KeyRing | undefined,
  header: string | readonly string[] | undefined,
  now_ms: number,
): ForwardedCaller | undefined {
  if (keys === undefined || typeof header !== 'string' || header.length > SEALED_CHARS_MAX) return undefined
  try {
    const opened: unknown = JSON.parse(keys.open(Buffer.from(header, 'base64url'), BELONGING).toString())
    if (typeof opened !== 'object' || opened === null || !('address' in opened) || !('until' in opened))
      return undefined
    const { address, until } = opened
    const isValid = typeof until === 'number' && until > now_ms && until <= now_ms + 2 * VALID_MS
    if (!isValid || typeof address !== 'string' || address === '') return undefined
    const origin = 'origin' in opened ? opened.origin : undefined
    return { address, ...(typeof origin === 'string' && { origin }) }
  } catch {
    return undefined
  }
}

/** Returns the client of a request: as the console reports it, else from the socket and trusted proxies. */
export function callerOf(
  request: IncomingMessage,
  { forwardedBy, clock, trustedProxies }: Pick<ServerParts, 'forwardedBy' | 'clock' | 'trustedProxies'>,
): ForwardedCaller {
  const named = openCaller(forwardedBy, request.headers[FORWARDED_HEADER], clock.now())
  return named ?? { address: clientAddressOf(request, trustedProxies) }
}
