import type { Clock } from '@gatehouse/kernel'
import type { Egress } from '@gatehouse/kernel/egress'
import type { Settings } from '@gatehouse/settings'
import { createOidcProvider, type OidcProvider } from './provider.ts'

/** Returns the configured provider. @returns undefined if there is none */
export function oidcOf(
  { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret }: Settings,
  egress: Egress,
  clock: Clock,
): OidcProvider | undefined {
  if (issuer === undefined || clientId === undefined) return undefined
  return createOidcProvider({ issuer, clientId, clientSecret }, egress, clock)
}
