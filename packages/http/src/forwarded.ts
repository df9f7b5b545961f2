import type { IncomingMessage } from 'node:http'
import type { KeyRing } from '@gatehouse/kernel'
import { clientAddressOf } from './client-address.ts'
import type { ServerParts } from './context.ts'

/** The header by which the console names the address of its caller. */
export const FORWARDED_HEADER = 'x-gatehouse-client'
/** A sealed address counts for so long: clocks of two machines differ by less. */
const VALID_MS = 60_000
const SEALED_CHARS_MAX = 400
const BELONGING = { purpose: 'forwarded_client', tenantId: '' } as const

/**
 * Seals the address of a caller under the master key, so that a service believes it of the console alone: any program of the
 * machine can call from 127.0.0.1 and write `X-Forwarded-For`.
 */
export function sealClientAddress(keys: KeyRing, address: string, now_ms: number): string {
  const text = JSON.stringify({ address, until: now_ms + VALID_MS })
  return keys.seal(Buffer.from(text), BELONGING).toString('base64url')
}

/** The address that the console names; undefined where the header is absent, forged or too old. */
export function openClientAddress(
  keys: KeyRing | undefined,
  header: string | readonly string[] | undefined,
  now_ms: number,
): string | undefined {
  if (keys === undefined || typeof header !== 'string' || header.length > SEALED_CHARS_MAX) return undefined
  try {
    const opened: unknown = JSON.parse(keys.open(Buffer.from(header, 'base64url'), BELONGING).toString())
    if (typeof opened !== 'object' || opened === null || !('address' in opened) || !('until' in opened))
      return undefined
    const { address, until } = opened
    const isValid = typeof until === 'number' && until > now_ms && until <= now_ms + 2 * VALID_MS
    return isValid && typeof address === 'string' && address !== '' ? address : undefined
  } catch {
    return undefined
  }
}

/** Where a request came from: as the console names it, else as the socket and trusted proxies do. */
export function callerAddress(
  request: IncomingMessage,
  { forwardedBy, clock, trustedProxies }: Pick<ServerParts, 'forwardedBy' | 'clock' | 'trustedProxies'>,
): string {
  const named = openClientAddress(forwardedBy, request.headers[FORWARDED_HEADER], clock.now())
  return named ?? clientAddressOf(request, trustedProxies)
}
