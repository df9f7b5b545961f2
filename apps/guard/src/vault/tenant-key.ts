import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { cached, createKeyRing, KEY_BYTES, type KeyRing } from '@gatehouse/kernel'
import { keepTenantKey, readTenantKey, resealTenantKey, type Store } from '@gatehouse/store'

/** What a tenant's key is used for. */
export interface TenantKey {
  /** Seals the tenant's values. */
  readonly ring: KeyRing
  /** HMAC-SHA-256 under a key of its own for each use, so that one use says nothing about another. */
  hmac(use: 'hash' | 'index', type: string, value: string): Buffer
}

/** The keys that a tenant has: one for values behind tokens, one for the contents of requests that it keeps. */
const VAULT_PURPOSE = 'vault'
export const CONTENT_PURPOSE = 'content'
type Purpose = typeof VAULT_PURPOSE | typeof CONTENT_PURPOSE

/** Opened keys in memory; a tenant whose key is not among them waits for one decryption. */
const OPENED_MAX = 1_000

/**
 * The keys of tenants, each made when first needed and stored sealed under the master key. The row is read each time: a
 * tenant that was erased and made anew has another key from that moment on, on every instance.
 */
export function createTenantKeys(
  store: Store,
  master: KeyRing,
  purpose: Purpose = VAULT_PURPOSE,
): (tenantId: string) => Promise<TenantKey> {
  const opened = new Map<string, TenantKey>()
  return async (tenantId) => {
    const belonging = { purpose: 'tenant_key', tenantId, name: purpose }
    const sealed =
      (await readTenantKey(store, tenantId, purpose)) ??
      (await keepTenantKey(store, tenantId, purpose, master.seal(randomBytes(KEY_BYTES), belonging)))
    const open = (): TenantKey => tenantKey(master.open(sealed, belonging), purpose)
    if (master.isStale(sealed)) {
      const again = master.seal(master.open(sealed, belonging), belonging)
      await resealTenantKey(store, tenantId, purpose, sealed, again)
    }
    return cached(opened, `${tenantId}\n${sealed.toString('base64')}`, OPENED_MAX, open)
  }
}

function tenantKey(key: Buffer, purpose: Purpose): TenantKey {
  // RFC 5869. The key is uniformly random, so it needs no salt.
  const derive = (use: string): Buffer =>
    Buffer.from(hkdfSync('sha256', key, '', `gatehouse ${purpose} ${use}`, KEY_BYTES))
  const keys = { hash: derive('hash'), index: derive('index') }
  return {
    ring: createKeyRing([derive('values')]),
    hmac: (use, type, value) => createHmac('sha256', keys[use]).update(`${type}\n`).update(value).digest(),
  }
}
