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
  invitedUntil: z.string().nullable().describe('Until when the invitation can be taken up; null once it was.'),
})
export type Member = z.infer<typeof Member>

export const Invite = z.object({
  email: Email,
  role: z.enum(ORG_ROLES),
  name: PersonName.optional(),
  password: Password.optional().describe('Makes the account at once, where the address has none.'),
})

/** docs/spec/appsec.md §4, "Keys", "Shapes". */
export const userEndpoints = {
  listUsers: get('/api/users', {
    auth: 'member',
    summary: 'List the members of the organization and who is invited',
    tags: USERS,
    response: z.object({ members: z.array(Member) }),
  }),
  inviteUser: post('/api/users', {
    auth: 'member',
    role: 'ADMIN',
    sessionOnly: true,
    summary: 'Invite somebody',
    description:
      'Without a password the answer holds a link that works once, for 7 days. Whoever has an account already keeps its ' +
      'password and gets a link too. To invite an address again replaces its link.',
    tags: USERS,
    body: Invite,
    response: z.object({ member: Member, inviteUrl: z.string().optional() }),
    status: 201,
  }),
  changeUser: patch('/api/users/{memberId}', {
    auth: 'member',
    role: 'ADMIN',
    sessionOnly: true,
    summary: 'Give a member another role',
    description: 'It counts from their next request on, also for their keys.',
    tags: USERS,
    body: z.object({ role: z.enum(ORG_ROLES) }),
    response: z.object({ member: Member }),
  }),
  removeUser: del('/api/users/{memberId}', {
    auth: 'member',
    role: 'ADMIN',
    sessionOnly: true,
    summary: 'End a membership or take an invitation back',
    description: 'Its sessions and keys end with it.',
    tags: USERS,
    status: 204,
  }),
}
