import { hash, randomBytes } from 'node:crypto'
import type { ApiKeyRecord, NewKey } from '@gatehouse/contracts/guard'
import { Failure } from '@gatehouse/kernel'
import type { ApiKey, KeyScope } from '@gatehouse/store/tenants'

/** 256 bits: cannot be guessed, so a plain hash is sufficient for storage. */
const KEY_BYTES = 32
const PREFIX = 'gh_tenant_'

/** Number of characters of a key in lists: enough to distinguish keys, far too few to guess the rest. */
const SHOWN_CHARS = 12
/** Share of a short caller-chosen key that is shown. */
const SHOWN_SHARE = 0.25

/** A key to store. Its text is kept in memory only for the response. */
export interface CreatedKey {
  readonly text: string
  readonly sha256: Buffer
  readonly prefix: string
  readonly name: string
  readonly scope: KeyScope
  readonly expiresAt?: Date
  readonly defaultAgent?: string
}

/**
 * Creates a requested key. A key text from the caller has scope admin by default, as clients that send only a key expect. A generated key
 * has the least privilege. docs/spec/guard.md "Details".
 * @throws {Failure} `invalid_request` if the key has already expired
 */
export function makeKey(request: NewKey | string, now_ms: number, path: readonly (string | number)[]): CreatedKey {
  const whole: NewKey = typeof request === 'string' ? { api_key: request } : request
  const { api_key: input, name, scope, expires_at: expires, default_agent: defaultAgent } = whole
  const text = input ?? PREFIX + randomBytes(KEY_BYTES).toString('base64url')
  const expiresAt = expires === undefined ? undefined : new Date(expires)
  if (expiresAt !== undefined && expiresAt.getTime() <= now_ms) {
    const message = 'expires_at is in the past'
    throw new Failure('invalid_request', message, {
      violations: [{ path: [...path, 'expires_at'], message, type: 'in_the_past' }],
    })
  }
  const wanted = scope ?? (input === undefined ? 'runtime' : 'admin')
  return {
    text,
    sha256: keyHash(text),
    prefix: text.slice(0, Math.min(SHOWN_CHARS, Math.floor(text.length * SHOWN_SHARE))),
    name: name ?? wanted,
    scope: wanted,
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(defaultAgent === undefined ? {} : { defaultAgent }),
  }
}

export function keyHash(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

/** Returns a key for lists. */
export function keyRecord(key: ApiKey): ApiKeyRecord {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    scope: key.scope,
    created_at: key.createdAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    expires_at: key.expiresAt?.toISOString() ?? null,
    ...(key.defaultAgent === null ? {} : { default_agent: key.defaultAgent }),
  }
}
