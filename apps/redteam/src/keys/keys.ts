import { REDTEAM_ROLES, type RedteamRole } from '@gatehouse/contracts/redteam'
import { type Clock, Failure } from '@gatehouse/kernel'
import type { Store } from '@gatehouse/store'
import type { AuditLog } from '@gatehouse/store/audit'
import { addRedteamKey, listRedteamKeys, type RedteamKey, revokeRedteamKey } from '@gatehouse/store/redteam'
import { z } from 'zod'
import { entryFor } from '../audited.ts'
import { newKey } from './new-key.ts'

const NAME_CHARS_MAX = 100
/** Own limit: keys with a longer lifetime get no expiry. */
const DAYS_MAX = 36_500
const DAY_MS = 86_400_000

/** Name of a key: not empty, on one line. */
export const KeyName = z
  .string()
  .trim()
  .min(1)
  .max(NAME_CHARS_MAX)
  .refine((name) => name.isWellFormed() && !/[\p{Cc}\u2028\u2029]/u.test(name), 'must be a single line')
/** Tenant whose runs and reports a key can read; same format as tenant ids of the guard service. */
export const KeyTenant = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 characters: letters, digits, `_` or `-`')

export interface CreatedKey {
  readonly id: string
  /** The key. It is shown this once; only its SHA-256 is stored. */
  readonly plaintext: string
  readonly prefix: string
  readonly name: string
  readonly role: RedteamRole
  readonly tenantId: string
  readonly expiresAt: Date | null
}

interface Ports {
  readonly store: Store
  readonly audit: AuditLog
}

/**
 * Creates a key for the operator of the installation.
 * @throws {Failure} `invalid_request` naming the invalid field; `limit_reached`
 */
export async function makeKey(
  asked: {
    readonly name: string
    readonly role: string
    readonly tenantId: string
    readonly expiresAt: Date | null
    readonly requestId: string
  },
  { store, audit }: Ports,
): Promise<CreatedKey> {
  const role = REDTEAM_ROLES.find((item) => item === asked.role)
  if (role === undefined) throw wrong(`A role is one of ${REDTEAM_ROLES.join(', ')}.`)
  const name = KeyName.safeParse(asked.name)
  if (!name.success) throw wrong(`The name of a key has 1 to ${NAME_CHARS_MAX} characters on one line.`)
  const tenant = KeyTenant.safeParse(asked.tenantId)
  if (!tenant.success) throw wrong('A tenant ID has 1 to 64 characters: letters, digits, `_` or `-`.')
  const { plaintext, prefix, sha256 } = newKey()
  const key = { name: name.data, role, tenantId: tenant.data, prefix, expiresAt: asked.expiresAt }
  const id = await addRedteamKey(store, { ...key, sha256 })
  await audit.append(
    entryFor({ action: 'key.created', resource: 'key', resourceId: id, details: about(key) }, OPERATOR, {
      tenantId: key.tenantId,
      requestId: asked.requestId,
      clientAddress: 'local',
    }),
  )
  return { id, plaintext, ...key }
}

/** @returns the keys that are not revoked, oldest first */
export function listKeys(store: Store, tenantId?: string): Promise<readonly RedteamKey[]> {
  return listRedteamKeys(store, tenantId)
}

/**
 * Revokes a key: it works no more from the next request on, on every instance.
 * @throws {Failure} `not_found`
 */
export async function revokeKey(id: string, requestId: string, { store, audit }: Ports): Promise<RedteamKey> {
  const key = await revokeRedteamKey(store, id)
  if (key === undefined) throw new Failure('not_found', `No active key ${JSON.stringify(id)}.`)
  await audit.append(
    entryFor({ action: 'key.revoked', resource: 'key', resourceId: key.id, details: about(key) }, OPERATOR, {
      tenantId: key.tenantId,
      requestId,
      clientAddress: 'local',
    }),
  )
  return key
}

/**
 * Returns the expiry of a key that is created now.
 * @param days user input; undefined: no expiry
 * @throws {Failure} `invalid_request`
 */
export function keyExpiry(days: string | undefined, clock: Clock): Date | null {
  if (days === undefined) return null
  const number = /^\d{1,5}$/.test(days) ? Number(days) : Number.NaN
  if (!(number >= 1 && number <= DAYS_MAX)) throw wrong(`A key lasts 1 to ${DAYS_MAX} days.`)
  return new Date(clock.now() + number * DAY_MS)
}

const OPERATOR = { actor: 'operator', name: 'operator', role: 'operator' } as const

function about({ name, role, prefix }: { readonly name: string; readonly role: string; readonly prefix: string }) {
  return { name, role, prefix }
}

function wrong(sentence: string): Failure {
  return new Failure('invalid_request', sentence)
}
