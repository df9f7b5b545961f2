import { z } from 'zod'
import { del, get, post } from '../endpoint.ts'
import { line } from './text.ts'

const KEYS = ['Keys']
const KEY_NAME_CHARS_MAX = 100
/** Ours: whoever wants longer sets none. */
const LIFETIME_YEARS_MAX = 100

/** docs/spec/appsec.md §2 "API key", without the key itself. */
export const MemberKey = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string().describe('How the key begins, to tell it from others.'),
  expiresAt: z.string().nullable().describe('Null: never.'),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable().describe('To within a minute; null: never.'),
  memberId: z.string(),
  user: z.object({ id: z.string(), email: z.string() }).describe('Who made it; what it does is done by them.'),
})
export type MemberKey = z.infer<typeof MemberKey>

export const NewMemberKey = z.object({
  name: line(KEY_NAME_CHARS_MAX),
  expiresAt: z.iso
    .datetime({ offset: true })
    .refine((at) => isWithin(at), `at most ${LIFETIME_YEARS_MAX} years ahead`)
    .nullish()
    .describe('Without it the key ends when it is revoked, or with the membership.'),
})

export const MadeMemberKey = z.object({
  id: z.string(),
  plaintext: z.string().describe('The key. It is shown this once; only its SHA-256 is stored.'),
  prefix: z.string(),
  name: z.string(),
  expiresAt: z.string().nullable(),
})

/** docs/spec/appsec.md §4 and §5, "Keys", "Roles". */
export const memberKeyEndpoints = {
  listMemberKeys: get('/api/apikeys', {
    auth: 'member',
    summary: 'List your keys; an ADMIN sees those of all members',
    tags: KEYS,
    response: z.object({ keys: z.array(MemberKey) }),
  }),
  createMemberKey: post('/api/apikeys', {
    auth: 'member',
    summary: 'Make a key that acts as you, at most as DEVELOPER',
    description:
      'A key that is made with a key ends no later than that one and is revoked with it. At most 50 for one member.',
    tags: KEYS,
    body: NewMemberKey,
    response: MadeMemberKey,
    status: 201,
  }),
  deleteMemberKey: del('/api/apikeys/{id}', {
    auth: 'member',
    summary: 'Revoke a key of yours, or as ADMIN that of another member',
    description: 'It works no more from the next request on, and neither do keys that were made with it.',
    tags: KEYS,
    status: 204,
  }),
}

function isWithin(at: string): boolean {
  return Date.parse(at) - Date.now() < LIFETIME_YEARS_MAX * 366 * 86_400_000
}
