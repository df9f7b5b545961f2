import { isIP } from 'node:net'
import { type ContentHost, listeningHost } from '@gatehouse/attacks'
import type { RunTarget } from '@gatehouse/contracts'

/**
 * Where a target finds what a run serves: a target on this machine on loopback. Others cannot reach it there, so that attacks
 * that need it are not sent to them, and the report says so.
 */
export function contentHostFor({ baseUrl }: RunTarget): ContentHost | undefined {
  const host = URL.parse(baseUrl)?.hostname.replace(/^\[(.*)\]$/, '$1')
  if (host === undefined) return undefined
  const isHere = host === 'localhost' || host.endsWith('.localhost') || host === '::1'
  return isHere || (isIP(host) === 4 && host.startsWith('127.')) ? listeningHost() : undefined
}
