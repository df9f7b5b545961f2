import { z } from 'zod'
import { del, get, post } from '../endpoint.ts'
import { line } from './text.ts'

const KEYS = ['Keys']
const KEY_NAME_CHARS_MAX = 100
/** Own limit: keys with a longer lifetime get no expiry. */
const LIFETIME_YEARS_MAX = 100

/** docs/spec/appsec.md §2 "API key", without the key itself. */
export const MemberKey = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string().describe('Prefix of the key, for identification.'),
  expiresAt: z.string().nullable().describe('Null: does not expire.'),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable().describe('Accurate to the minute; null: never used.'),
  memberId: z.string(),
  user: z
    .object({ id: z.string(), email: z.string() })
    .describe('Creator of the key. Actions with the key count as actions of the creator.'),
})
export type MemberKey = z.infer<typeof MemberKey>

export const NewMemberKey = z.object({
  name: line(KEY_NAME_CHARS_MAX),
  expiresAt: z.iso
    .datetime({ offset: true })
    .refine((at) => isWithin(at), `at most ${LIFETIME_YEARS_MAX} years in the future`)
    .nullish()
    .describe('Default: valid until it is revoked or the membership ends.'),
})

export const CreatedMemberKey = z.object({
  id: z.string(),
  plaintext: z.string().describe('The plaintext key, returned only once. Only its SHA-256 hash is stored.'),
  prefix: z.string(),
  name: z.string(),
  expiresAt: z.string().nullable(),
})

/** docs/spec/appsec.md §4 and §5, "Keys", "Roles". */
export const memberKeyEndpoints = {
  listMemberKeys: get('/api/apikeys', {
    auth: 'member',
    summary: 'List API keys',
    tags: KEYS,
    response: z.object({ keys: z.array(MemberKey) }),
  }),
  createMemberKey: post('/api/apikeys', {
    auth: 'member',
    summary: 'Create an API key',
    description:
      'The key has your role, but DEVELOPER at most. A key created with another key does not expire later than that ' +
      'key and is revoked with it. Limit: 50 keys per member.',
    tags: KEYS,
    body: NewMemberKey,
    response: CreatedMemberKey,
    status: 201,
  }),
  deleteMemberKey: del('/api/apikeys/{id}', {
    auth: 'member',
    summary: 'Revoke an API key',
    description:
      'Takes effect with the next request. Keys created with the key are revoked as well. An ADMIN can revoke keys of ' +
      'other members.',
    tags: KEYS,
    status: 204,
  }),
}

function isWithin(at: string): boolean {
  return Date.parse(at) - Date.now() < LIFETIME_YEARS_MAX * 366 * 86_400_000
}
