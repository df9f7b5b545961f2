import type { Authenticator } from '@gatehouse/http'
import type { AdminKey } from '@gatehouse/platform'
import type { Settings } from '@gatehouse/settings'
import { coalesced, findKeyOwners, type Store } from '@gatehouse/store'

interface AuthenticatorParts {
  readonly settings: Settings
  readonly store: Store
  readonly adminKey: AdminKey
}

/**
 * Looks keys up in the database at every request, so that a revoked key is refused at the next request on every instance.
 * Requests that arrive together share one query, which keeps this cheap under load.
 */
export function createAuthenticator({ settings, store, adminKey }: AuthenticatorParts): Authenticator {
  const lookup = coalesced((hashes: readonly string[]) => findKeyOwners(store, hashes))
  return {
    authEnabled: settings.authEnabled,
    tenantByKeyHash: (sha256) => lookup(sha256),
    isAdminKey: (key) => adminKey.matches(key),
  }
}
