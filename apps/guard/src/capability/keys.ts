import type { KeyObject } from 'node:crypto'
import { type CapabilitySigner, publicKeyOf } from '@gatehouse/guards'
import { type Clock, Failure, type KeyRing } from '@gatehouse/kernel'
import { type CapabilityKeyRow, changeCapabilityKeys, listCapabilityKeys, type Store } from '@gatehouse/store'
import { type CapabilityKey, dueFrom_ms, KEYS_FRESH_MS, keysInUse, rotation, signing } from './key-states.ts'
import { createSealedKeys } from './sealed-keys.ts'

/** The keys of the deployment, the same on every instance. */
export interface CapabilityKeys {
  /** The key that signs now; made when there is none. */
  signer(): Promise<CapabilitySigner>
  /** A public key that tokens may be signed under, whichever instance made it. */
  find(kid: string): Promise<KeyObject | undefined>
  /** All keys that tokens may be signed under, the next one included. */
  list(): Promise<readonly CapabilityKey[]>
  /**
   * Signs under a new key from now on.
   * @param revoke  erases the keys before it, with every token that they signed
   * @throws {Failure} `limit_reached` when there are too many keys that must be kept
   */
  rotate(revoke: boolean): Promise<readonly CapabilityKey[]>
}

interface Held {
  readonly rows: readonly CapabilityKeyRow[]
  readonly readAt_ms: number
}

/** Keys in the database, sealed under the master key, and read again when they are not fresh. */
export function createCapabilityKeys(store: Store, master: KeyRing, clock: Clock): CapabilityKeys {
  const sealed = createSealedKeys(store, master)
  let held: Held | undefined
  let reading: Promise<Held> | undefined

  async function read(): Promise<Held> {
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

  function keep(rows: readonly CapabilityKeyRow[], readAt_ms: number): Held {
    sealed.keepOnly(rows)
    held = { rows, readAt_ms }
    return held
  }

  async function fresh(): Promise<Held> {
    if (held !== undefined && clock.now() - held.readAt_ms < KEYS_FRESH_MS) return held
    // One read serves all that wait for it.
    reading ??= read().finally(() => (reading = undefined))
    return reading
  }

  return {
    async signer() {
      const row = signing((await fresh()).rows, clock.now())
      if (row === undefined) throw new Failure('unavailable', 'there is no key to sign capability tokens')
      return { kid: row.keyId, privateKey: sealed.open(row) }
    },
    async find(kid) {
      const known = ({ rows }: Held) => keysInUse(rows, clock.now()).find((key) => key.kid === kid)
      // Another instance may have made the key this moment: a key that is not known is looked for before it is refused.
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
