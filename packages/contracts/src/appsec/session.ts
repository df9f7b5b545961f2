import { z } from 'zod'
import { get, post } from '../endpoint.ts'
import { line } from './text.ts'
import { ORG_ROLES } from './words.ts'

const SESSIONS = ['Sessions']
/** RFC 5321 section 4.5.3.1.3. */
const EMAIL_CHARS_MAX = 254
const NAME_CHARS_MAX = 100
/** NIST SP 800-63B section 5.1.1.2: at least 8; own limit: 10. The upper limit keeps hashing cheap. */
export const PASSWORD_CHARS = { min: 10, max: 200 } as const
const INVITE_CHARS_MAX = 100

export const Email = z
  .string()
  .trim()
  .max(EMAIL_CHARS_MAX)
  .pipe(z.email())
  .transform((email) => email.toLowerCase())
export const Password = z.string().min(PASSWORD_CHARS.min).max(PASSWORD_CHARS.max)
export const PersonName = line(NAME_CHARS_MAX)

/** A user, as shown to members of the organization. */
export const User = z.object({ id: z.string(), email: z.string(), name: z.string() })
export const Organization = z.object({ id: z.string(), name: z.string() })

/** Signed-in user with the role. */
export const SignedIn = z.object({
  user: User,
  organization: Organization,
  memberId: z.string(),
  role: z.enum(ORG_ROLES),
})
export type SignedIn = z.infer<typeof SignedIn>

export const Register = z.object({
  email: Email,
  password: Password,
  name: PersonName.optional(),
  organizationName: PersonName.optional().describe('Only for the first registration, which creates the organization.'),
  inviteToken: z
    .string()
    .max(INVITE_CHARS_MAX)
    .optional()
    .describe('Invitation token; required after the first registration.'),
})

export const Login = z.object({
  email: Email,
  password: z.string().max(PASSWORD_CHARS.max),
  organizationId: z.uuid().optional().describe('For members of several organizations. Default: the oldest membership.'),
})

/** The current password protects an unattended open browser. */
export const ChangePassword = z.object({ currentPassword: z.string().max(PASSWORD_CHARS.max), newPassword: Password })

/** docs/spec/appsec.md "Sessions". */
export const sessionEndpoints = {
  register: post('/api/auth/register', {
    auth: 'none',
    alsoRefuses: [401, 403, 429],
    checksBrowsers: true,
    summary: 'Register an account',
    description:
      'The first account creates the organization; further accounts require an invitation. Starts a session and sets ' +
      'its cookie.',
    tags: SESSIONS,
    body: Register,
    response: SignedIn,
    status: 201,
  }),
  login: post('/api/auth/login', {
    auth: 'none',
    alsoRefuses: [401, 429],
    checksBrowsers: true,
    summary: 'Sign in with a password',
    description: 'Starts a session and sets its cookie: HttpOnly, SameSite=Lax, and Secure with TLS.',
    tags: SESSIONS,
    body: Login,
    response: SignedIn,
  }),
  logout: post('/api/auth/logout', {
    auth: 'member',
    sessionOnly: true,
    summary: 'Sign out',
    tags: SESSIONS,
    status: 204,
  }),
  changePassword: post('/api/auth/password', {
    auth: 'member',
    alsoRefuses: [429],
    sessionOnly: true,
    summary: 'Change your own password',
    description: 'Ends all your other sessions in all organizations; API keys stay valid.',
    tags: SESSIONS,
    body: ChangePassword,
    status: 204,
  }),
  whoAmI: get('/api/auth/me', {
    auth: 'member',
    summary: 'Get the authenticated caller',
    tags: SESSIONS,
    response: SignedIn.extend({ keyId: z.string().optional() }),
  }),
}
