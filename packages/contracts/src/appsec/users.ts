import { z } from 'zod'
import { del, get, patch, post } from '../endpoint.ts'
import { Email, Password, PersonName, User } from './session.ts'
import { ORG_ROLES } from './words.ts'

const USERS = ['Members']

export const Member = z.object({
  id: z.string(),
  role: z.enum(ORG_ROLES),
  user: User,
  createdAt: z.string(),
  invitedUntil: z.string().nullable().describe('Expiry of the invitation; null after registration.'),
})
export type Member = z.infer<typeof Member>

export const Invite = z.object({
  email: Email,
  role: z.enum(ORG_ROLES),
  name: PersonName.optional(),
  password: Password.optional().describe('Creates the account immediately if the email address has none.'),
})

/** docs/spec/appsec.md §4, "Keys", "Shapes". */
export const userEndpoints = {
  listUsers: get('/api/users', {
    auth: 'member',
    summary: 'List members and invitations of the organization',
    tags: USERS,
    response: z.object({ members: z.array(Member) }),
  }),
  inviteUser: post('/api/users', {
    auth: 'member',
    role: 'ADMIN',
    sessionOnly: true,
    summary: 'Invite a member',
    description:
      'Without a password, the response contains a single-use link that is valid for 7 days. An existing account keeps ' +
      'its password and also gets a link. Inviting the same address again replaces the link.',
    tags: USERS,
    body: Invite,
    response: z.object({ member: Member, inviteUrl: z.string().optional() }),
    status: 201,
  }),
  changeUser: patch('/api/users/{memberId}', {
    auth: 'member',
    role: 'ADMIN',
    sessionOnly: true,
    summary: 'Change the role of a member',
    description: "Takes effect with the next request of the member and of the member's keys.",
    tags: USERS,
    body: z.object({ role: z.enum(ORG_ROLES) }),
    response: z.object({ member: Member }),
  }),
  removeUser: del('/api/users/{memberId}', {
    auth: 'member',
    role: 'ADMIN',
    sessionOnly: true,
    summary: 'Remove a member or withdraw an invitation',
    description: "Also ends the member's sessions and revokes the member's keys.",
    tags: USERS,
    status: 204,
  }),
}
