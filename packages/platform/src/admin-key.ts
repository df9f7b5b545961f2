import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { deploymentSecretHash, keepDeploymentSecretHash, type Store } from '@gatehouse/store'
import type { Secret } from '@gatehouse/kernel'

const NAME = 'admin_key'

/** 256 bits: cannot be guessed, so a plain hash of it is enough to keep. */
const KEY_BYTES = 32
const PREFIX = 'gh_admin_'

export interface AdminKey {
  /** Compares in constant time. */
  matches(key: string): boolean
  /** The key in clear, once, when this start made it. */
  readonly made: string | undefined
}

/**
 * The key of the administration routes: the configured one, else the one made at the first start, of which only the
 * SHA-256 is kept. docs/spec/guard.md "Policies and tenants".
 */
export async function openAdminKey(store: Store, configured: Secret | undefined): Promise<AdminKey> {
  if (configured !== undefined) return { matches: (key) => configured.matches(key), made: undefined }
  const known = await deploymentSecretHash(store, NAME)
  if (known !== undefined) return keyOf(known, undefined)
  const made = PREFIX + randomBytes(KEY_BYTES).toString('base64url')
  // Two instances may start at once on one database: the first hash stored is the one that holds.
  const kept = await keepDeploymentSecretHash(store, NAME, sha256(made))
  return keyOf(kept, kept.equals(sha256(made)) ? made : undefined)
}

function keyOf(expected: Buffer, made: string | undefined): AdminKey {
  return { matches: (key) => timingSafeEqual(expected, sha256(key)), made }
}

function sha256(key: string): Buffer {
  return hash('sha256', key, 'buffer')
}
