import { JWKS_MAX_AGE_S } from '@gatehouse/contracts/agents'
import { CAPABILITY_LIFETIME_S_MAX, CLOCK_AHEAD_MS_MAX } from '@gatehouse/guards/capability'
import { Failure } from '@gatehouse/kernel'
import type { CapabilityKeyRow } from '@gatehouse/store/agents'

/** Own limit: signing time of a key before its automatic rotation. */
export const KEY_AGE_MS_MAX = 30 * 24 * 60 * 60 * 1_000

/** Maximum age of the cached keys; afterwards a revoked key neither signs nor verifies. */
export const KEYS_FRESH_MS = 500

/** A key of an automatic rotation is published for this long before it signs: clients cache the list for a minute. */
const ANNOUNCED_MS = 2 * JWKS_MAX_AGE_S * 1_000

/**
 * How long a key stays after its successor has started: the lifetime of the last token plus time for slow instances and clock differences.
 */
export const RETIRED_MS = CAPABILITY_LIFETIME_S_MAX * 1_000 + KEYS_FRESH_MS + 2 * CLOCK_AHEAD_MS_MAX

/** Own limit: number of keys. Only a defective script rotates more often within a minute. */
const KEYS_MAX = 16

/** A usable key. */
export interface CapabilityKey {
  readonly kid: string
  readonly publicKey: Buffer
  readonly state: 'next' | 'signing' | 'retired'
  readonly signsFrom: Date
}

/** Returns the start time of the next automatic key; undefined if none is due. Rows are newest first. */
export function dueFrom_ms(rows: readonly CapabilityKeyRow[], now_ms: number): number | undefined {
  const [newest] = rows
  if (newest === undefined) return now_ms
  return timeOf(newest) + KEY_AGE_MS_MAX <= now_ms ? now_ms + ANNOUNCED_MS : undefined
}

/** Returns the current signing key. If there is only a future key, it signs, because clocks of instances differ. */
export function signing(rows: readonly CapabilityKeyRow[], now_ms: number): CapabilityKeyRow | undefined {
  return rows.find((row) => timeOf(row) <= now_ms) ?? rows.at(-1)
}

/** Returns the usable keys, newest first. */
export function keysInUse(rows: readonly CapabilityKeyRow[], now_ms: number): readonly CapabilityKey[] {
  const first = rows.findIndex((row) => timeOf(row) <= now_ms)
  return rows.flatMap((row, at): readonly CapabilityKey[] => {
    const state = first === -1 || at < first ? 'next' : at === first ? 'signing' : 'retired'
    // The previous row is the successor.
    if (state === 'retired' && timeOf(rows[at - 1]!) + RETIRED_MS <= now_ms) return []
    return [{ kid: row.keyId, publicKey: row.publicKey, state, signsFrom: row.signsFrom }]
  })
}

/**
 * Returns the remaining keys after a rotation, and the start time of the new key.
 * @throws {Failure} `limit_reached` if {@link KEYS_MAX} keys must be kept
 */
export function rotation(
  rows: readonly CapabilityKeyRow[],
  { now_ms, revoke }: { readonly now_ms: number; readonly revoke: boolean },
): { readonly removed: readonly string[]; readonly signsFrom_ms: number } {
  // A published future key would replace the new one.
  const stays = revoke ? [] : keysInUse(rows, now_ms).filter(({ state }) => state !== 'next')
  if (stays.length >= KEYS_MAX) {
    throw new Failure(
      'limit_reached',
      `The limit of ${KEYS_MAX} keys is reached. Keys are removed after their tokens expire.`,
    )
  }
  const remaining = new Set(stays.map(({ kid }) => kid))
  const newest_ms = Math.max(...stays.map(({ signsFrom }) => signsFrom.getTime()), 0)
  return {
    removed: rows.filter(({ keyId }) => !remaining.has(keyId)).map(({ keyId }) => keyId),
    // Clocks of instances differ: the new key must be later than its predecessors.
    signsFrom_ms: Math.max(now_ms, newest_ms + 1),
  }
}

function timeOf({ signsFrom }: CapabilityKeyRow): number {
  return signsFrom.getTime()
}
