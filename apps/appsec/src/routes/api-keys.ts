import { hash, randomBytes } from 'node:crypto'
import type { Handlers } from '@gatehouse/contracts'
import type { MemberKey as ShownKey, memberKeyEndpoints } from '@gatehouse/contracts/appsec'
import { memberOf, type RequestContext } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import {
  addMemberKey,
  findMemberKey,
  listMemberKeys,
  type MemberKey,
  owned,
  revokeMemberKey,
} from '@gatehouse/store/organizations'
import { memberEntry } from '../audited.ts'
import type { AppsecHandler, AppsecPorts } from './handler.ts'

/** 256 bits: cannot be guessed, so a plain hash is sufficient for storage. */
const KEY_BYTES = 32
/** Own prefix, so that secret scanners recognize a leaked key. */
const PREFIX = 'gha_'
/** Own limit of the displayed prefix: enough to distinguish keys, too short to guess the rest. */
const SHOWN_CHARS = 12

const listKeys: AppsecHandler<'listMemberKeys'> =
  ({ store }) =>
  async ({ context }) => {
    const { organizationId, memberId, role } = memberOf(context)
    const keys = await listMemberKeys(store, organizationId, role === 'ADMIN' ? undefined : memberId)
    return { keys: keys.map(shown) }
  }

const createKey: AppsecHandler<'createMemberKey'> =
  ({ store, audit, clock }) =>
  async ({ body: { name, expiresAt }, context }) => {
    const { organizationId, memberId, keyId } = memberOf(context)
    const end = expiresAt === undefined || expiresAt === null ? null : new Date(expiresAt)
    if (end !== null && end.getTime() <= clock.now()) {
      const message = 'expiresAt is in the past'
      throw new Failure('invalid_request', message, {
        violations: [{ path: ['body', 'expiresAt'], message, type: 'in_the_past' }],
      })
    }
    const plaintext = PREFIX + randomBytes(KEY_BYTES).toString('base64url')
    const prefix = plaintext.slice(0, SHOWN_CHARS)
    const created = await addMemberKey(store, {
      organizationId,
      memberId,
      name,
      prefix,
      sha256: hash('sha256', plaintext, 'buffer'),
      expiresAt: end,
      ...(keyId === undefined ? {} : { madeBy: keyId }),
    })
    const ends = created.expiresAt?.toISOString() ?? null
    const event = { action: 'apikey.created', resource: 'apikey', resourceId: created.id } as const
    await audit.append(memberEntry({ ...event, details: { name, prefix, expiresAt: ends } }, context))
    return { id: created.id, plaintext, prefix, name, expiresAt: ends }
  }

const deleteKey: AppsecHandler<'deleteMemberKey'> =
  ({ store, audit }) =>
  async ({ params: { id }, context }) => {
    const { organizationId, memberId, role } = memberOf(context)
    const key = owned(await findMemberKey(store, id), organizationId, 'key')
    if (key.memberId !== memberId && role !== 'ADMIN') {
      throw new Failure('insufficient_role', 'The key belongs to another member. Only an ADMIN can revoke it.', {
        extra: { required: 'ADMIN', role },
      })
    }
    const revoked = await revokeMemberKey(store, organizationId, key.id)
    const event = { action: 'apikey.revoked', resource: 'apikey', resourceId: key.id } as const
    await audit.append(memberEntry({ ...event, details: { name: key.name, of: key.user.email, revoked } }, context))
  }

export function memberKeyHandlers(ports: AppsecPorts): Handlers<typeof memberKeyEndpoints, RequestContext> {
  return { listMemberKeys: listKeys(ports), createMemberKey: createKey(ports), deleteMemberKey: deleteKey(ports) }
}

function shown({ id, name, prefix, expiresAt, createdAt, lastUsedAt, memberId, user }: MemberKey): ShownKey {
  return {
    id,
    name,
    prefix,
    expiresAt: expiresAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    memberId,
    user,
  }
}
