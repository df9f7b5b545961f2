import { z } from 'zod'
import { get } from '../endpoint.ts'
import { text } from './text.ts'

const SESSIONS = ['Sessions']
/** What providers put into the address; codes of some are tokens. */
const CODE_CHARS_MAX = 4_096
const STATE_CHARS_MAX = 200

/** docs/spec/appsec.md "Sessions". */
export const oidcEndpoints = {
  signInMethods: get('/api/auth/methods', {
    auth: 'none',
    summary: 'Tell how people sign in here',
    tags: SESSIONS,
    response: z.object({
      password: z.boolean(),
      oidc: z.boolean().describe('Whether `GET /api/auth/oidc` leads to a provider.'),
      registration: z
        .enum(['first', 'invitation'])
        .describe('`first`: nobody has registered yet, and whoever does makes the organization.'),
    }),
  }),
  beginOidc: get('/api/auth/oidc', {
    auth: 'none',
    summary: 'Sign in by the OpenID Connect provider of the deployment',
    description: 'Leads the browser there. 404 where the settings name no provider.',
    tags: SESSIONS,
    status: 302,
  }),
  finishOidc: get('/api/auth/oidc/callback', {
    auth: 'none',
    alsoRefuses: [401],
    summary: 'Where the provider sends the browser back to',
    description:
      'Starts a session in a cookie and leads to the front page. A person is known by issuer and subject, and at first by an ' +
      'address that the provider has verified; whoever is neither a member nor invited is refused.',
    tags: SESSIONS,
    query: z.object({
      code: text(CODE_CHARS_MAX).optional(),
      state: text(STATE_CHARS_MAX).optional(),
      error: text(STATE_CHARS_MAX).optional(),
    }),
    status: 302,
  }),
}
