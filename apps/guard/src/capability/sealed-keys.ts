import type { KeyObject } from 'node:crypto'
import { keyIdOfPublic, newKeyPair, privateKeyOf } from '@gatehouse/guards/capability'
import type { KeyRing } from '@gatehouse/kernel/sealing'
import type { Store } from '@gatehouse/store'
import { type CapabilityKeyRow, resealCapabilityKey } from '@gatehouse/store/agents'

/** Creates and opens keys: the private half is sealed with the master key. */
export interface SealedKeys {
  make(signsFrom_ms: number): CapabilityKeyRow
  /** @throws {Failure} `unavailable` if the master key that sealed it is missing */
  open(row: CapabilityKeyRow): KeyObject
  /** Re-encrypts keys sealed with an older master key. */
  reseal(rows: readonly CapabilityKeyRow[]): Promise<void>
  /** Removes unsealed keys that are not in these rows. */
  keepOnly(rows: readonly CapabilityKeyRow[]): void
}

export function createSealedKeys(store: Store, master: KeyRing): SealedKeys {
  const opened = new Map<string, KeyObject>()
  return {
    make(signsFrom_ms) {
      const { seed, publicKey } = newKeyPair()
      const keyId = keyIdOfPublic(publicKey)
      return { keyId, publicKey, ciphertext: master.seal(seed, belonging(keyId)), signsFrom: new Date(signsFrom_ms) }
    },
    open({ keyId, ciphertext }) {
      let key = opened.get(keyId)
      if (key === undefined) {
        key = privateKeyOf(master.open(ciphertext, belonging(keyId)))
        opened.set(keyId, key)
      }
      return key
    },
    async reseal(rows) {
      for (const { keyId, ciphertext } of rows.filter((row) => master.isStale(row.ciphertext))) {
        const second = master.seal(master.open(ciphertext, belonging(keyId)), belonging(keyId))
        await resealCapabilityKey(store, keyId, ciphertext, second)
      }
    },
    keepOnly(rows) {
      for (const kid of opened.keys()) if (!rows.some(({ keyId }) => keyId === kid)) opened.delete(kid)
    },
  }
}

/** Returns the additional authenticated data, which binds a sealed key to its row. */
function belonging(keyId: string) {
  return { purpose: 'capability_key', tenantId: '', name: keyId }
}
