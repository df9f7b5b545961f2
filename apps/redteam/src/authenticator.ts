import { type Authenticator, DEFAULT_TENANT_ID, type KeyUse, type TesterRecord } from '@gatehouse/http'
import type { Clock } from '@gatehouse/kernel'
import type { Store } from '@gatehouse/store'
import { findRedteamKey, isRedteamKeyLive } from '@gatehouse/store/redteam'
import type { TokenReader } from './accounts/token-reader.ts'

/** Principal of all requests when authentication is off: the service then listens on loopback only. docs/spec/redteam.md "Auth". */
const LOCAL: TesterRecord = { tenantId: DEFAULT_TENANT_ID, actor: 'local', name: 'local', role: 'admin' }
const KEY = 'key:'

export interface AuthenticatorPorts {
  readonly store: Store
  readonly keyUse: KeyUse
  readonly mode: 'none' | 'api_key' | 'oidc'
  /** Set in mode `oidc`. */
  readonly tokens: TokenReader | undefined
}

/**
 * Keys are looked up in the database at every request, so that a revocation applies to the next request on every instance. The service has
 * neither the tenant keys of the guard service nor an admin key.
 */
export function createAuthenticator({ store, keyUse, mode, tokens }: AuthenticatorPorts): Authenticator {
  return {
    authEnabled: mode !== 'none',
    tenantByKeyHash: () => undefined,
    isAdminKey: () => false,
    testers: {
      ...(mode === 'none' ? { everyone: LOCAL } : {}),
      async testerByKeyHash(sha256) {
        const found = await findRedteamKey(store, sha256)
        if (found === undefined) return undefined
        keyUse.note(found.id)
        const { id, tenantId, name, role, expiresAt } = found
        return { tenantId, actor: `${KEY}${id}`, name, role, expiresAt: expiresAt?.getTime() }
      },
      ...(tokens === undefined ? {} : { testerByToken: (token: string) => tokens.read(token) }),
    },
  }
}

/** Returns whether a principal that was authenticated before is still valid: for long-lived responses. */
export async function isSessionActive(
  { actor, expiresAt }: TesterRecord,
  store: Store,
  clock: Clock,
): Promise<boolean> {
  if (expiresAt !== undefined && expiresAt <= clock.now()) return false
  return !actor.startsWith(KEY) || isRedteamKeyLive(store, actor.slice(KEY.length), new Date(clock.now()))
}
