import { setting } from './define.ts'
import { httpAddress, line, oneOf, port } from './schemas.ts'

/** Authentication settings of the red-team service. */
export const REDTEAM_SETTINGS = {
  redteamAuth: setting({
    name: 'REDTEAM_AUTH',
    path: 'redteam.auth',
    schema: oneOf('none', 'api_key', 'oidc'),
    default: 'none',
    form: 'none, api_key or oidc',
    description:
      'Authentication of the red-team service. `none`: the service listens only on loopback, and every caller is an ' +
      'admin. `api_key`: callers use keys created by `gatehouse redteam key create`. `oidc`: callers may also use ' +
      'tokens of `OIDC_ISSUER`.',
  }),
  redteamOidcAudience: setting({
    name: 'REDTEAM_OIDC_AUDIENCE',
    path: 'redteam.oidc_audience',
    schema: line,
    form: 'audience',
    absent: 'tokens must be issued for `OIDC_CLIENT_ID`',
    description: 'Required audience (`aud` claim) of tokens for the red-team service.',
  }),
  redteamOidcRoleClaim: setting({
    name: 'REDTEAM_OIDC_ROLE_CLAIM',
    path: 'redteam.oidc_role_claim',
    schema: line,
    default: 'roles',
    form: 'claim name, or dot-separated path',
    description:
      'Token claim with the role in the red-team service: a string or list that contains `redteam-viewer`, ' +
      '`redteam-auditor` or `redteam-admin`. Tokens without a role are rejected.',
  }),
  redteamOidcTenantClaim: setting({
    name: 'REDTEAM_OIDC_TENANT_CLAIM',
    path: 'redteam.oidc_tenant_claim',
    schema: line,
    form: 'claim name, or dot-separated path',
    absent: 'all tokens belong to the tenant `default`',
    description: 'Token claim with the tenant whose runs and reports the caller can access.',
  }),
  redteamContentUrl: setting({
    name: 'REDTEAM_CONTENT_URL',
    path: 'redteam.content_url',
    schema: httpAddress,
    form: 'https://host[/path]',
    absent: 'attacks with planted pages, documents or URLs are only sent to targets on this machine',
    description:
      'URL at which targets reach the content planted by red-team runs: pages, documents and callback URLs. Requests ' +
      'to it must be routed to `REDTEAM_CONTENT_PORT`.',
  }),
  redteamContentPort: setting({
    name: 'REDTEAM_CONTENT_PORT',
    path: 'redteam.content_port',
    schema: port,
    default: '4201',
    form: 'port number from 1 to 65535',
    description: 'Port on which the red-team service serves planted content if `REDTEAM_CONTENT_URL` is set.',
  }),
}
