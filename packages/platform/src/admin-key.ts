import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { deploymentSecretHash, keepDeploymentSecretHash, type Store } from '@gatehouse/store'
import type { Secret } from '@gatehouse/kernel'

const NAME = 'admin_key'

/** 256 bits: cannot be guessed, so a plain hash is sufficient for storage. */
const KEY_BYTES = 32
const PREFIX = 'gh_admin_'

export interface AdminKey {
  /** Compares in constant time. */
  matches(key: string): boolean
  /** Plaintext of a newly created key. */
  readonly made: string | undefined
}

/**
 * Returns the key of the administration routes: the configured key, else a key created at the first start, of which only the SHA-256 is
 * stored. docs/spec/guard.md "Policies and tenants".
 */
export async function openAdminKey(store: Store, configured: Secret | undefined): Promise<AdminKey> {
  if (configured !== undefined) return { matches: (key) => configured.matches(key), made: undefined }
  const known = await deploymentSecretHash(store, NAME)
  if (known !== undefined) return keyOf(known, undefined)
  const output = PREFIX + randomBytes(KEY_BYTES).toString('base64url')
  // Two instances may start concurrently on one database. The first stored hash is used.
  const stored = await keepDeploymentSecretHash(store, NAME, sha256(output))
  return keyOf(stored, stored.equals(sha256(output)) ? output : undefined)
}

function keyOf(expected: Buffer, output: string | undefined): AdminKey {
  return { matches: (key) => timingSafeEqual(expected, sha256(key)), made: output }
}

function sha256(key: string): Buffer {
  return hash('sha256', key, 'buffer')
}
