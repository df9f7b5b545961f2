import type { KeyRing } from '@gatehouse/kernel/sealing'
import type { Store } from '../connect.ts'
import { keepDeploymentCiphertext, readDeploymentCiphertext } from '../tables/deployment-secrets.ts'
import type { Head } from './statements.ts'

/** Signed properties of a head in addition to its position and hash. */
export interface SealedFacts {
  /** Earlier entries were written before heads were signed. */
  readonly sealedFrom: number
  /** Position of the head when it was found unsigned, wrongly signed or rolled back; null if never. */
  readonly brokenAt: number | null
}

/** Stored end of a chain with its signature. */
export interface StoredHead extends Head {
  /** Hexadecimal. */
  readonly seal: string | null
  readonly sealKey: string | null
  readonly sealedFrom: number | null
  readonly brokenAt: number | null
}

export type SealState = 'valid' | 'invalid' | 'unknown_key' | 'missing'

/** Signs heads and verifies their signatures. */
export interface HeadSealer {
  /** The key that signs. */
  readonly keyId: string
  /** @returns hexadecimal */
  seal(tenantId: string, head: Head, facts: SealedFacts): string
  check(tenantId: string, head: StoredHead): SealState
}

/** Latest known heads of this installation, stored outside of the database. */
export interface HeadAnchors {
  get(tenantId: string): Head | undefined
  note(tenantId: string, head: Head): void
}

/** Tools to detect rewritten chains. */
export interface ChainSeals {
  readonly sealer: HeadSealer
  readonly anchors: HeadAnchors
}

const PURPOSE = 'audit head'

/** Creates a sealer with a key derived from the master key: HMAC-SHA-256 over tenant, position, hash and properties. */
export function createHeadSealer(keys: KeyRing): HeadSealer {
  return {
    keyId: keys.keyId,
    seal: (tenantId, head, facts) => keys.sign(signedText(tenantId, head, facts), PURPOSE).toString('hex'),
    check(tenantId, head) {
      const { seal, sealKey, sealedFrom, brokenAt } = head
      if (seal === null || sealKey === null || sealedFrom === null) return 'missing'
      const text = signedText(tenantId, head, { sealedFrom, brokenAt })
      return keys.verify(Buffer.from(seal, 'hex'), sealKey, text, PURPOSE)
    },
  }
}

function signedText(tenantId: string, { seq, hash }: Head, { sealedFrom, brokenAt }: SealedFacts): string {
  return JSON.stringify(['gatehouse-audit-seal-1', tenantId, seq, hash, sealedFrom, brokenAt])
}

/** Returns whether a head is before the latest known one, or conflicts with it. */
export function isSetBack(head: Head, known: Head | undefined): boolean {
  return known !== undefined && (head.seq < known.seq || (head.seq === known.seq && head.hash !== known.hash))
}

/**
 * Returns the properties for the next signature of a head. An invalid head is continued, so that all events are logged, and the signed
 * properties record its position.
 */
export function factsOf(tenantId: string, head: StoredHead, { sealer, anchors }: ChainSeals): SealedFacts {
  const known = anchors.get(tenantId)
  const state = sealer.check(tenantId, head)
  if (state === 'valid') {
    const brokenAt = head.brokenAt ?? (isSetBack(head, known) ? head.seq : null)
    return { sealedFrom: head.sealedFrom!, brokenAt }
  }
  const isNew = state === 'missing' && head.seq === 0 && (known?.seq ?? 0) === 0
  return isNew ? { sealedFrom: 1, brokenAt: null } : { sealedFrom: head.seq + 1, brokenAt: head.seq }
}

/** Marker that heads of this database are signed: from then on a missing signature was removed. */
const MARKER = 'audit_sealing'
const MARKER_BELONGING = { purpose: MARKER, tenantId: '' }

/**
 * Signs unsigned heads of an older database, once. Later only heads with an older key are signed again. Invalid heads are never signed.
 * @returns number of signed heads
 */
export async function sealHeads(store: Store, keys: KeyRing, sealer: HeadSealer): Promise<number> {
  const isFirst = (await readDeploymentCiphertext(store, MARKER)) === undefined
  const heads = await store.db
    .selectFrom('audit_heads')
    .selectAll()
    .where((is) => (isFirst ? is('seal', 'is', null) : is('seal_key', '!=', sealer.keyId)))
    .execute()
  let sealed = 0
  for (const row of heads) {
    const head = storedHeadOf(row)
    const facts = isFirst
      ? { sealedFrom: head.seq + 1, brokenAt: null }
      : { sealedFrom: head.sealedFrom ?? 0, brokenAt: head.brokenAt }
    if (!isFirst && sealer.check(row.tenant_id, head) !== 'valid') continue
    // oxlint-disable-next-line no-await-in-loop -- once per installation or key
    const { numUpdatedRows } = await store.db
      .updateTable('audit_heads')
      .set({
        seal: Buffer.from(sealer.seal(row.tenant_id, head, facts), 'hex'),
        seal_key: sealer.keyId,
        sealed_from: facts.sealedFrom,
        broken_at: facts.brokenAt,
      })
      .where('tenant_id', '=', row.tenant_id)
      // If another instance has moved the head meanwhile, it has also signed it.
      .where('seq', '=', row.seq)
      .where('hash', '=', row.hash)
      .executeTakeFirst()
    sealed += Number(numUpdatedRows)
  }
  if (isFirst) await keepDeploymentCiphertext(store, MARKER, keys.seal(Buffer.from('1'), MARKER_BELONGING), keys.keyId)
  return sealed
}

interface HeadRow {
  readonly seq: number
  readonly hash: Buffer
  readonly seal: Buffer | null
  readonly seal_key: string | null
  readonly sealed_from: number | null
  readonly broken_at: number | null
}

function storedHeadOf({ seq, hash, seal, seal_key, sealed_from, broken_at }: HeadRow): StoredHead {
  return {
    seq,
    hash: hash.toString('hex'),
    seal: seal?.toString('hex') ?? null,
    sealKey: seal_key,
    sealedFrom: sealed_from,
    brokenAt: broken_at,
  }
}
