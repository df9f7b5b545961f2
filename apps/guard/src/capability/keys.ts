import type { KeyObject } from 'node:crypto'
import { type CapabilitySigner, publicKeyOf } from '@gatehouse/guards/capability'
import { type Clock, Failure } from '@gatehouse/kernel'
import { type KeyRing } from '@gatehouse/kernel/sealing'
import type { Store } from '@gatehouse/store'
import { type CapabilityKeyRow, changeCapabilityKeys, listCapabilityKeys } from '@gatehouse/store/agents'
import { type CapabilityKey, dueFrom_ms, KEYS_FRESH_MS, keysInUse, rotation, signing } from './key-states.ts'
import { createSealedKeys } from './sealed-keys.ts'

export interface CapabilityKeys {
  /** Returns the current signing key; created if there is none. */
  signer(): Promise<CapabilitySigner>
  /** Returns a public key for verification, created by any instance. */
  find(kid: string): Promise<KeyObject | undefined>
  /** Returns all verification keys, including the next one. */
  list(): Promise<readonly CapabilityKey[]>
  /**
   * Rotates the signing key.
   * @param revoke deletes the earlier keys, which invalidates all tokens that they signed
   * @throws {Failure} `limit_reached` if too many keys must be kept
   */
  rotate(revoke: boolean): Promise<readonly CapabilityKey[]>
}

interface CachedKeys {
  readonly rows: readonly CapabilityKeyRow[]
  readonly readAt_ms: number
}

/** Creates the key store: keys in the database, sealed with the master key and cached. */
export function createCapabilityKeys(store: Store, master: KeyRing, clock: Clock): CapabilityKeys {
  const sealed = createSealedKeys(store, master)
  let cachedKeys: CachedKeys | undefined
  let reading: Promise<CachedKeys> | undefined

  async function read(): Promise<CachedKeys> {
    const readAt_ms = clock.now()
    let rows = await listCapabilityKeys(store)
    if (dueFrom_ms(rows, readAt_ms) !== undefined) {
      rows = await changeCapabilityKeys(store, (now) => {
        const from_ms = dueFrom_ms(now, readAt_ms)
        return { add: from_ms === undefined ? [] : [sealed.make(from_ms)], remove: [] }
      })
    }
    await sealed.reseal(rows)
    return keep(rows, readAt_ms)
  }

  function keep(rows: readonly CapabilityKeyRow[], readAt_ms: number): CachedKeys {
    sealed.keepOnly(rows)
    cachedKeys = { rows, readAt_ms }
    return cachedKeys
  }

  async function fresh(): Promise<CachedKeys> {
    if (cachedKeys !== undefined && clock.now() - cachedKeys.readAt_ms < KEYS_FRESH_MS) return cachedKeys
    // Concurrent callers share one read.
    reading ??= read().finally(() => (reading = undefined))
    return reading
  }

  return {
    async signer() {
      const row = signing((await fresh()).rows, clock.now())
      if (row === undefined) throw new Failure('unavailable', 'no key is available to sign capability tokens')
      return { kid: row.keyId, privateKey: sealed.open(row) }
    },
    async find(kid) {
      const known = ({ rows }: CachedKeys) => keysInUse(rows, clock.now()).find((key) => key.kid === kid)
      // Another instance may just have created the key, so unknown keys are read again.
      const key = known(await fresh()) ?? known(await read())
      return key === undefined ? undefined : publicKeyOf(key.publicKey)
    },
    list: async () => keysInUse((await fresh()).rows, clock.now()),
    async rotate(revoke) {
      const now_ms = clock.now()
      const rows = await changeCapabilityKeys(store, (before) => {
        const { removed, signsFrom_ms } = rotation(before, { now_ms, revoke })
        return { add: [sealed.make(signsFrom_ms)], remove: removed }
      })
      return keysInUse(keep(rows, now_ms).rows, clock.now())
    },
  }
}
