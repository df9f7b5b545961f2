import { z } from 'zod'
import { get } from '../endpoint.ts'
import { text } from './text.ts'

const SESSIONS = ['Sessions']
/** Maximum length of codes in URLs; some providers use tokens as codes. */
const CODE_CHARS_MAX = 4_096
const STATE_CHARS_MAX = 200

/** docs/spec/appsec.md "Sessions". */
export const oidcEndpoints = {
  signInMethods: get('/api/auth/methods', {
    auth: 'none',
    summary: 'Get the available sign-in methods',
    tags: SESSIONS,
    response: z.object({
      password: z.boolean(),
      oidc: z.boolean().describe('Whether `GET /api/auth/oidc` redirects to a provider.'),
      registration: z
        .enum(['first', 'invitation'])
        .describe('`first`: no account exists yet; the first registration creates the organization.'),
    }),
  }),
  beginOidc: get('/api/auth/oidc', {
    auth: 'none',
    summary: 'Sign in with the OpenID Connect provider',
    description: 'Redirects the browser to the provider. Returns 404 if no provider is configured.',
    tags: SESSIONS,
    status: 302,
  }),
  finishOidc: get('/api/auth/oidc/callback', {
    auth: 'none',
    alsoRefuses: [401],
    summary: 'OpenID Connect callback',
    description:
      'Starts a cookie session and redirects to the front page. Accounts are matched by issuer and subject, and at the ' +
      'first sign-in by a verified email address. Accounts that are neither members nor invited are rejected.',
    tags: SESSIONS,
    query: z.object({
      code: text(CODE_CHARS_MAX).optional(),
      state: text(STATE_CHARS_MAX).optional(),
      error: text(STATE_CHARS_MAX).optional(),
    }),
    status: 302,
  }),
}
