import type { KeyObject } from 'node:crypto'
import { JWKS_MAX_AGE_S } from '@gatehouse/contracts'
import {
  CAPABILITY_LIFETIME_S_MAX,
  type CapabilitySigner,
  CLOCK_AHEAD_MS_MAX,
  keyIdOfPublic,
  newKeyPair,
  privateKeyOf,
  publicKeyOf,
} from '@gatehouse/guards'
import { type Clock, Failure, type KeyRing } from '@gatehouse/kernel'
import {
  type CapabilityKeyRow,
  changeCapabilityKeys,
  listCapabilityKeys,
  resealCapabilityKey,
  type Store,
} from '@gatehouse/store'

/** Ours: a key signs for so long before another takes its place by itself. */
export const KEY_AGE_MS_MAX = 30 * 24 * 60 * 60 * 1_000

/** How long an instance goes without looking whether the keys have changed; a revoked key signs and verifies no longer. */
export const KEYS_FRESH_MS = 500

/** A key that follows by age is published for so long before it signs: readers keep the list for a minute. */
const ANNOUNCED_MS = 2 * JWKS_MAX_AGE_S * 1_000

/** How long a key stays after the next one has begun: the last token's life, instances that learn late, clocks that differ. */
export const RETIRED_MS = CAPABILITY_LIFETIME_S_MAX * 1_000 + KEYS_FRESH_MS + 2 * CLOCK_AHEAD_MS_MAX

/** Ours: keys at a time. An operator who rotates more often within a minute is a script gone wrong. */
export const KEYS_MAX = 16

export interface CapabilityKey {
  readonly kid: string
  readonly publicKey: Buffer
  readonly state: 'next' | 'signing' | 'retired'
  readonly signsFrom: Date
}

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
   * @throws {Failure} `limit_reached` when there are {@link KEYS_MAX} keys that must be kept
   */
  rotate(revoke: boolean): Promise<readonly CapabilityKey[]>
}

interface Held {
  readonly rows: readonly CapabilityKeyRow[]
  readonly readAt_ms: number
}

/** Keys in the database, sealed under the master key, and read again when they are not fresh. */
export function createCapabilityKeys(store: Store, master: KeyRing, clock: Clock): CapabilityKeys {
  let held: Held | undefined
  let reading: Promise<Held> | undefined
  const opened = new Map<string, KeyObject>()

  async function read(): Promise<Held> {
    const readAt_ms = clock.now()
    let rows = await listCapabilityKeys(store)
    if (isDue(rows, readAt_ms)) {
      rows = await changeCapabilityKeys(store, (now) => ({
        add: isDue(now, readAt_ms) ? [madeKey(followsFrom(now, readAt_ms))] : [],
        remove: [],
      }))
    }
    await resealStale(rows)
    return keep(rows, readAt_ms)
  }

  function keep(rows: readonly CapabilityKeyRow[], readAt_ms: number): Held {
    for (const kid of opened.keys()) if (!rows.some(({ keyId }) => keyId === kid)) opened.delete(kid)
    held = { rows, readAt_ms }
    return held
  }

  async function fresh(): Promise<Held> {
    if (held !== undefined && clock.now() - held.readAt_ms < KEYS_FRESH_MS) return held
    // One read serves all that wait for it.
    reading ??= read().finally(() => (reading = undefined))
    return reading
  }

  function madeKey(signsFrom_ms: number): CapabilityKeyRow {
    const { seed, publicKey } = newKeyPair()
    const keyId = keyIdOfPublic(publicKey)
    return { keyId, publicKey, ciphertext: master.seal(seed, belonging(keyId)), signsFrom: new Date(signsFrom_ms) }
  }

  async function resealStale(rows: readonly CapabilityKeyRow[]): Promise<void> {
    for (const { keyId, ciphertext } of rows) {
      if (!master.isStale(ciphertext)) continue
      const again = master.seal(master.open(ciphertext, belonging(keyId)), belonging(keyId))
      await resealCapabilityKey(store, keyId, ciphertext, again)
    }
  }

  const inUse = (rows: readonly CapabilityKeyRow[]) => statesOf(rows, clock.now())

  return {
    async signer() {
      const { rows } = await fresh()
      const row = rows.find(({ signsFrom }) => signsFrom.getTime() <= clock.now()) ?? rows.at(-1)
      if (row === undefined) throw new Failure('unavailable', 'there is no key to sign capability tokens')
      let privateKey = opened.get(row.keyId)
      if (privateKey === undefined) {
        privateKey = privateKeyOf(master.open(row.ciphertext, belonging(row.keyId)))
        opened.set(row.keyId, privateKey)
      }
      return { kid: row.keyId, privateKey }
    },
    async find(kid) {
      const known = (rows: readonly CapabilityKeyRow[]) => inUse(rows).find((key) => key.kid === kid)
      // Another instance may have made the key this moment: a key that is not known is looked for before it is refused.
      const key = known((await fresh()).rows) ?? known((await read()).rows)
      return key === undefined ? undefined : publicKeyOf(key.publicKey)
    },
    list: async () => inUse((await fresh()).rows),
    async rotate(revoke) {
      const now_ms = clock.now()
      const rows = await changeCapabilityKeys(store, (before) => {
        // One that was announced and has not begun yet would take the place of the new one.
        const stays = revoke ? [] : inUse(before).filter(({ state }) => state !== 'next')
        if (stays.length >= KEYS_MAX) {
          throw new Failure(
            'limit_reached',
            `There are ${KEYS_MAX} keys already; they go when their tokens have expired.`,
          )
        }
        const kept = new Set(stays.map(({ kid }) => kid))
        const newest_ms = Math.max(...before.filter(({ keyId }) => kept.has(keyId)).map(timeOf), 0)
        return {
          // Clocks of instances differ: the new key must come after those that it follows.
          add: [madeKey(Math.max(now_ms, newest_ms + 1))],
          remove: before.filter(({ keyId }) => !kept.has(keyId)).map(({ keyId }) => keyId),
        }
      })
      return inUse(keep(rows, now_ms).rows)
    },
  }
}

/** Whether a key has to be made: there is none, or the newest has served its time. */
function isDue(rows: readonly CapabilityKeyRow[], now_ms: number): boolean {
  const [newest] = rows
  return newest === undefined || timeOf(newest) + KEY_AGE_MS_MAX <= now_ms
}

function followsFrom(rows: readonly CapabilityKeyRow[], now_ms: number): number {
  return rows.length === 0 ? now_ms : now_ms + ANNOUNCED_MS
}

/** The keys that are of use now, newest first. */
function statesOf(rows: readonly CapabilityKeyRow[], now_ms: number): readonly CapabilityKey[] {
  const signing = rows.findIndex(({ signsFrom }) => signsFrom.getTime() <= now_ms)
  return rows.flatMap((row, at): readonly CapabilityKey[] => {
    const state = signing === -1 || at < signing ? 'next' : at === signing ? 'signing' : 'retired'
    // Rows are newest first: the one before this one took over from it.
    if (state === 'retired' && timeOf(rows[at - 1]!) + RETIRED_MS <= now_ms) return []
    return [{ kid: row.keyId, publicKey: row.publicKey, state, signsFrom: row.signsFrom }]
  })
}

function timeOf({ signsFrom }: CapabilityKeyRow): number {
  return signsFrom.getTime()
}

/** A sealed key opens only in the row that it was made for. */
function belonging(keyId: string) {
  return { purpose: 'capability_key', tenantId: '', name: keyId }
}
