import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { cached } from '@gatehouse/kernel'
import { createKeyRing, KEY_BYTES, type KeyRing } from '@gatehouse/kernel/sealing'
import type { Store } from '@gatehouse/store'
import { keepTenantKey, readTenantKey, resealTenantKey } from '@gatehouse/store/sealed'

/** Operations with a tenant's key. */
export interface TenantKey {
  /** Seals the tenant's values. */
  readonly ring: KeyRing
  /** HMAC-SHA-256 with a separate key per use. */
  hmac(use: 'hash' | 'index', type: string, value: string): Buffer
}

/** Purposes of a tenant's keys: token values, and retained request contents. */
const VAULT_PURPOSE = 'vault'
export const CONTENT_PURPOSE = 'content'
type Purpose = typeof VAULT_PURPOSE | typeof CONTENT_PURPOSE

/** Maximum number of decrypted keys in memory. Other keys are decrypted on demand. */
const OPENED_MAX = 1_000

/**
 * Manages tenant keys, each created at first use and encrypted with the master key. The row is read each time, so that a recreated tenant
 * has its new key on every instance immediately.
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
      const second = master.seal(master.open(sealed, belonging), belonging)
      await resealTenantKey(store, tenantId, purpose, sealed, second)
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
