import { setting } from './define.ts'
import { httpAddress, line, oneOf, port } from './schemas.ts'

/** How people get into the red-team service. */
export const REDTEAM_SETTINGS = {
  redteamAuth: setting({
    name: 'REDTEAM_AUTH',
    path: 'redteam.auth',
    schema: oneOf('none', 'api_key', 'oidc'),
    default: 'none',
    form: 'none, api_key or oidc',
    description:
      'How callers of the red team service sign in. With none it listens on loopback alone, wherever the others listen, and everybody ' +
      'there is an admin. With api_key they have keys of `gatehouse redteam key create`; with oidc they may also send tokens of `OIDC_ISSUER`.',
  }),
  redteamOidcAudience: setting({
    name: 'REDTEAM_OIDC_AUDIENCE',
    path: 'redteam.oidc_audience',
    schema: line,
    form: 'name',
    absent: 'tokens must be made for `OIDC_CLIENT_ID`',
    description: 'For whom a token must be made that the red team service takes: its `aud`.',
  }),
  redteamOidcRoleClaim: setting({
    name: 'REDTEAM_OIDC_ROLE_CLAIM',
    path: 'redteam.oidc_role_claim',
    schema: line,
    default: 'roles',
    form: 'name of a claim, or names between dots',
    description:
      'The claim of a token that gives a role in the red team service: a text or a list that holds `redteam-viewer`, ' +
      '`redteam-auditor` or `redteam-admin`. A token without one of them opens nothing.',
  }),
  redteamOidcTenantClaim: setting({
    name: 'REDTEAM_OIDC_TENANT_CLAIM',
    path: 'redteam.oidc_tenant_claim',
    schema: line,
    form: 'name of a claim, or names between dots',
    absent: 'all tokens act for the tenant `default`',
    description: 'The claim of a token that names the tenant whose runs and reports its holder sees.',
  }),
  redteamContentUrl: setting({
    name: 'REDTEAM_CONTENT_URL',
    path: 'redteam.content_url',
    schema: httpAddress,
    form: 'https://host[/path]',
    absent: 'attacks that plant pages, documents or addresses are sent to targets on this machine alone',
    description:
      'Where targets reach what runs of the red team service plant for them: pages, documents, and addresses that nobody calls ' +
      'who was not led astray. Whatever comes there must arrive at `REDTEAM_CONTENT_PORT`.',
  }),
  redteamContentPort: setting({
    name: 'REDTEAM_CONTENT_PORT',
    path: 'redteam.content_port',
    schema: port,
    default: '4201',
    form: 'a port, 1 to 65535',
    description: 'Port on which the red team service serves what runs plant, where `REDTEAM_CONTENT_URL` is set.',
  }),
}
