import type { Authenticator, KeyUse } from '@gatehouse/http'
import type { Clock } from '@gatehouse/kernel'
import type { AdminKey } from '@gatehouse/platform'
import type { Settings } from '@gatehouse/settings'
import { coalesced, type Store } from '@gatehouse/store'
import { findKeyOwners } from '@gatehouse/store/tenants'

interface AuthenticatorParts {
  readonly settings: Settings
  readonly store: Store
  readonly adminKey: AdminKey
  readonly keyUse: KeyUse
  readonly clock: Clock
}

/**
 * Creates an authenticator that reads keys from the database for every request, so that a revoked key is rejected at the next request on
 * every instance. Concurrent requests share one query, which keeps this cheap under load.
 */
export function createAuthenticator({ settings, store, adminKey, keyUse, clock }: AuthenticatorParts): Authenticator {
  const lookup = coalesced(async (hashes: readonly string[]) => {
    const owners = await findKeyOwners(store, hashes)
    for (const { keyId, expiresAt } of owners.values()) {
      // An expired key is rejected, and its use is not recorded.
      if (expiresAt === undefined || expiresAt > clock.now()) keyUse.note(keyId)
    }
    return owners
  })
  return {
    authEnabled: settings.authEnabled,
    tenantByKeyHash: (sha256) => lookup(sha256),
    isAdminKey: (key) => adminKey.matches(key),
  }
}
