import type { Authenticator, KeyUse } from '@gatehouse/http'
import type { Store } from '@gatehouse/store'
import { findMemberByKey, findMemberBySession } from '@gatehouse/store/organizations'

/**
 * Authenticates members against the database at every request. A revoked key, an ended session or a changed role takes effect on every
 * instance immediately. The service has no tenants and no admin key.
 */
export function createAuthenticator(store: Store, keyUse: KeyUse): Authenticator {
  return {
    authEnabled: true,
    tenantByKeyHash: () => undefined,
    isAdminKey: () => false,
    members: {
      async memberByKeyHash(sha256) {
        const found = await findMemberByKey(store, sha256)
        if (found !== undefined) keyUse.note(found.keyId)
        return found
      },
      memberBySessionHash: (sha256) => findMemberBySession(store, sha256),
    },
  }
}
