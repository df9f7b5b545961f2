import { type AuthConfig, REDTEAM_ROLES } from '@gatehouse/contracts/redteam'
import type { Settings } from '@gatehouse/settings'

type AuthSettings = Pick<Settings, 'redteamAuth' | 'oidcIssuer' | 'oidcClientId' | 'redteamOidcAudience'>

/** How callers sign in, for them to read before they do. docs/spec/redteam.md "Auth". */
export function authConfigOf({
  redteamAuth: mode,
  oidcIssuer: issuer,
  oidcClientId,
  redteamOidcAudience,
}: AuthSettings): AuthConfig {
  const audience = redteamOidcAudience ?? oidcClientId
  return {
    mode,
    authRequired: mode !== 'none',
    headers: mode === 'none' ? [] : ['X-API-Key', 'Authorization'],
    roles: [...REDTEAM_ROLES],
    oidc: mode === 'oidc' && issuer !== undefined && audience !== undefined ? { issuer, audience } : null,
  }
}
