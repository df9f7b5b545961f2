import type { Handlers } from '@gatehouse/contracts'
import type { sessionEndpoints } from '@gatehouse/contracts/appsec'
import { memberOf, type RequestContext } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import {
  type Account,
  createFirstOrganization,
  endSession,
  findAccount,
  findSignIn,
  hasOrganization,
  readPassword,
  replacePassword,
  acceptInvitation,
} from '@gatehouse/store/organizations'
import { hashPassword, isPassword } from '../accounts/password.ts'
import { deviceOf } from '../accounts/device.ts'
import { forgetCookie, sha256, signedIn, signIn } from '../accounts/sign-in.ts'
import { type AdmittedAttempt, admitAttempt } from '../accounts/throttle.ts'
import { entryFor, memberEntry } from '../audited.ts'
import type { AppsecHandler, AppsecPorts } from './handler.ts'

const register: AppsecHandler<'register'> =
  (ports) =>
  async ({ body, headers, context }) => {
    const { email, inviteToken, organizationName } = body
    const attempt = await admitted(email, headers, context, ports)
    // Checked before the password is hashed, so that a rejected registration costs little.
    if (inviteToken === undefined && (await hasOrganization(ports.store))) throw invitationNeeded()
    const stored = (await findSignIn(ports.store, email))?.password ?? null
    // An invitation gives no access to an existing account, not even to its sender.
    if (stored !== null && !(await isPassword(body.password, stored))) throw invitationNeeded()
    const person = { email, name: body.name ?? email, password: stored ?? (await hashPassword(body.password)) }
    const account =
      inviteToken === undefined
        ? await createFirstOrganization(ports.store, organizationName ?? defaultName(email), person)
        : await acceptInvitation(ports.store, sha256(inviteToken), person, new Date(ports.clock.now()))
    if (account === undefined) throw invitationNeeded()
    await attempt.succeeded()
    if (inviteToken === undefined) await noteFirst(account, ports, context)
    return signIn(account, ports, context, headers)
  }

const login: AppsecHandler<'login'> =
  (ports) =>
  async ({ body: { email, password, organizationId }, headers, context }) => {
    const attempt = await admitted(email, headers, context, ports)
    const found = await findSignIn(ports.store, email)
    const isRight = await isPassword(password, found?.password ?? null)
    const accounts = await Promise.all((found?.memberIds ?? []).map((id) => findAccount(ports.store, id)))
    const account = accounts.find((item) => organizationId === undefined || item?.organization.id === organizationId)
    if (account === undefined) throw refused()
    if (!isRight) {
      const { organization, user } = account
      const event = { action: 'session.refused', resource: 'user', resourceId: user.id } as const
      await ports.audit.append(entryFor({ ...event, organizationId: organization.id, user }, context))
      throw refused()
    }
    await attempt.succeeded()
    return signIn(account, ports, context, headers)
  }

const logout: AppsecHandler<'logout'> =
  ({ store, audit }) =>
  async ({ headers, context }) => {
    const sessionId = memberOf(context).sessionId!
    await endSession(store, sessionId)
    await audit.append(memberEntry({ action: 'session.ended', resource: 'session', resourceId: sessionId }, context))
    context.header('set-cookie', forgetCookie(headers))
  }

const changePassword: AppsecHandler<'changePassword'> =
  (ports) =>
  async ({ body: { currentPassword, newPassword }, headers, context }) => {
    const { store, audit } = ports
    const { userId, email, sessionId } = memberOf(context)
    const attempt = await admitted(email, headers, context, ports)
    const from = await readPassword(store, userId)
    if (from === null) {
      throw new Failure('conflict', 'You sign in through the OpenID Connect provider and have no password here.')
    }
    const note = (action: 'password.changed' | 'password.refused') =>
      audit.append(memberEntry({ action, resource: 'user', resourceId: userId }, context))
    const isRight = await isPassword(currentPassword, from)
    const to = isRight ? await hashPassword(newPassword) : undefined
    if (to === undefined || !(await replacePassword(store, { userId, from, to, keptSessionId: sessionId! }))) {
      await note('password.refused')
      throw new Failure('authz_denied', 'The current password is incorrect.')
    }
    await attempt.succeeded()
    await note('password.changed')
  }

const whoAmI: AppsecHandler<'whoAmI'> =
  ({ store }) =>
  async ({ context }) => {
    const { memberId, role, keyId } = memberOf(context)
    const account = await findAccount(store, memberId)
    if (account === undefined) throw new Failure('Unauthorized', 'You are no longer a member.')
    // For an API key, the role is that of the key.
    return { ...signedIn({ ...account, role }), ...(keyId === undefined ? {} : { keyId }) }
  }

export function sessionHandlers(ports: AppsecPorts): Handlers<typeof sessionEndpoints, RequestContext> {
  return {
    register: register(ports),
    login: login(ports),
    logout: logout(ports),
    changePassword: changePassword(ports),
    whoAmI: whoAmI(ports),
  }
}

function admitted(
  email: string,
  { cookie }: Readonly<Record<string, string | string[] | undefined>>,
  context: RequestContext,
  ports: AppsecPorts,
): Promise<AdmittedAttempt> {
  return admitAttempt({ email, device: deviceOf(cookie, email, ports), from: context }, ports)
}

async function noteFirst(account: Account, { audit }: AppsecPorts, context: RequestContext): Promise<void> {
  const { organization, user } = account
  const event = { action: 'organization.created', resource: 'organization', resourceId: organization.id } as const
  await audit.append(entryFor({ ...event, organizationId: organization.id, user }, context))
}

/** The response reveals neither whether the account exists nor which of the two values was wrong. */
function refused(): Failure {
  return new Failure('Unauthorized', 'Wrong email or password.')
}

function invitationNeeded(): Failure {
  return new Failure(
    'authz_denied',
    'To register, you need a valid invitation for this address and, if you already have an account, its password.',
  )
}

/** Derives the organization from the email address: `ann@example.org` belongs to `example.org`. */
function defaultName(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1)
}
