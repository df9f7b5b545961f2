import type { Handlers } from '@gatehouse/contracts'
import type { Member, userEndpoints } from '@gatehouse/contracts/appsec'
import { memberOf, type RequestContext } from '@gatehouse/http'
import {
  changeRole,
  findMembership,
  invite,
  listMembers,
  type Membership,
  owned,
  removeMember,
} from '@gatehouse/store/organizations'
import { hashPassword } from '../accounts/password.ts'
import { INVITATION_MS, invitationLink } from '../accounts/invitation.ts'
import { newToken } from '../accounts/sign-in.ts'
import { memberEntry } from '../audited.ts'
import type { AppsecHandler, AppsecPorts } from './handler.ts'

const listUsers: AppsecHandler<'listUsers'> =
  ({ store }) =>
  async ({ context }) => ({ members: (await listMembers(store, memberOf(context).organizationId)).map(shown) })

const inviteUser: AppsecHandler<'inviteUser'> =
  ({ store, audit, clock, consoleUrl }) =>
  async ({ body: { email, role, name, password }, context }) => {
    const { organizationId } = memberOf(context)
    const { token, sha256 } = newToken()
    const member = await invite(store, {
      organizationId,
      role,
      email,
      name: name ?? email,
      password: password === undefined ? null : await hashPassword(password),
      sha256,
      until: new Date(clock.now() + INVITATION_MS),
    })
    const event = { action: 'member.invited', resource: 'member', resourceId: member.id } as const
    await audit.append(memberEntry({ ...event, details: { email, role } }, context))
    return {
      member: shown(member),
      ...(member.invitedUntil === null
        ? {}
        : { inviteUrl: invitationLink(context.consoleOrigin ?? consoleUrl(), token) }),
    }
  }

const changeUser: AppsecHandler<'changeUser'> =
  ({ store, audit }) =>
  async ({ params: { memberId }, body: { role }, context }) => {
    const { organizationId } = memberOf(context)
    const before = owned(await findMembership(store, memberId), organizationId, 'member')
    const member = await changeRole(store, organizationId, before.id, role)
    const event = { action: 'member.role_changed', resource: 'member', resourceId: member.id } as const
    const details = { email: member.user.email, from: before.role, to: role }
    await audit.append(memberEntry({ ...event, details }, context))
    return { member: shown(member) }
  }

const removeUser: AppsecHandler<'removeUser'> =
  ({ store, audit }) =>
  async ({ params: { memberId }, context }) => {
    const { organizationId } = memberOf(context)
    const member = owned(await findMembership(store, memberId), organizationId, 'member')
    await removeMember(store, organizationId, member.id)
    const event = { action: 'member.removed', resource: 'member', resourceId: member.id } as const
    await audit.append(memberEntry({ ...event, details: { email: member.user.email, role: member.role } }, context))
  }

export function userHandlers(ports: AppsecPorts): Handlers<typeof userEndpoints, RequestContext> {
  return {
    listUsers: listUsers(ports),
    inviteUser: inviteUser(ports),
    changeUser: changeUser(ports),
    removeUser: removeUser(ports),
  }
}

function shown({ id, role, user, createdAt, invitedUntil }: Membership): Member {
  return {
    id,
    role,
    user,
    createdAt: createdAt.toISOString(),
    invitedUntil: invitedUntil?.toISOString() ?? null,
  }
}
