import type { Client } from 'pg'
import type { Store } from '../connect.ts'
import { entryHash, GENESIS_HASH } from './hash.ts'
import { type ChainSeals, isSetBack, type SealState, type StoredHead } from './seal.ts'
import { HEAD_COLUMNS, type Head } from './statements.ts'

/** Rows per page: memory use is independent of the chain length. */
const PAGE_ROWS = 5_000

/** First invalid position of a chain. */
export interface BrokenLink {
  /** Sequence number of the first wrong or missing entry. */
  readonly seq: number
  /** Id of the entry at this position; null when it is missing. */
  readonly id: string | null
  readonly reason: string
}

export interface ChainReport {
  readonly valid: boolean
  /** Number of entries with valid hash and position. */
  readonly checked: number
  readonly first_broken?: BrokenLink
  /** Absent when signatures were not checked. */
  readonly seal?: SealReport
}

/** Result of the signature check of a head. */
export interface SealReport {
  /** `unsealed`: the head was never signed; `unknown_key`: it was signed with an unavailable master key. */
  readonly state: 'sealed' | 'unsealed' | 'invalid' | 'unknown_key'
  readonly key_id?: string
  /** Entries before this position were written before heads were signed. If absent, all entries are covered. */
  readonly unsealed_before?: number
}

export interface VerifyOptions {
  /** Called after each page with the number of entries checked so far. */
  readonly onProgress?: (checked: number) => void
  /** Verifies the signature of the head; default: only hashes are verified. */
  readonly seals?: ChainSeals
}

/**
 * Verifies a tenant's chain from its first entry to its head, on one consistent snapshot of the database during writes. Detects entries
 * that were altered, removed (also at the end), inserted or moved, and a head that is not the end. With `seals` it also detects a chain
 * that was rewritten together with its head, and a rollback to an older state.
 */
export function verifyChain(store: Store, tenantId: string, options: VerifyOptions = {}): Promise<ChainReport> {
  return store.withConnection(async (client) => {
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const { rows } = await client.query<StoredHead>(`SELECT ${HEAD_COLUMNS} FROM audit_heads WHERE tenant_id = $1`, [
      tenantId,
    ])
    const head = rows[0] ?? NO_HEAD
    const report = await walk(client, tenantId, head, options)
    return options.seals === undefined ? report : withSeal(report, tenantId, head, options.seals)
  })
}

const NO_HEAD: StoredHead = {
  seq: 0,
  hash: GENESIS_HASH,
  seal: null,
  sealKey: null,
  sealedFrom: null,
  brokenAt: null,
}

const SEAL_STATES: Readonly<Record<SealState, SealReport['state']>> = {
  valid: 'sealed',
  missing: 'unsealed',
  invalid: 'invalid',
  unknown_key: 'unknown_key',
}

/** Adds the signature check to the report; an invalid signature makes the chain invalid. */
function withSeal(
  report: ChainReport,
  tenantId: string,
  head: StoredHead,
  { sealer, anchors }: ChainSeals,
): ChainReport {
  const state = sealer.check(tenantId, head)
  const sealedFrom = state === 'valid' ? (head.sealedFrom ?? 1) : 1
  const seal: SealReport = {
    state: SEAL_STATES[state],
    ...(head.sealKey === null ? {} : { key_id: head.sealKey }),
    ...(sealedFrom > 1 ? { unsealed_before: sealedFrom } : {}),
  }
  const reason = sealProblem(state, head, anchors.get(tenantId))
  if (!report.valid || reason === undefined) return { ...report, seal }
  const seq = state === 'valid' && head.brokenAt !== null ? head.brokenAt : head.seq
  return { valid: false, checked: report.checked, first_broken: { seq, id: null, reason }, seal }
}

function sealProblem(state: SealState, head: StoredHead, known: Head | undefined): string | undefined {
  if (isSetBack(head, known)) {
    return `the head was reset to entry ${head.seq}: entry ${known!.seq} with a different hash was written before`
  }
  if (state === 'invalid') return 'the seal of the head does not match: the chain was rewritten by another program'
  if (state === 'unknown_key') return `the head is sealed with master key ${head.sealKey}, which was not provided`
  if (state === 'missing' && known !== undefined) return 'the seal of the head was removed'
  if (state === 'valid' && head.brokenAt !== null) {
    return `the head had no valid seal at entry ${head.brokenAt}: entries up to it may have been rewritten`
  }
  return undefined
}

/** Verifies every chain that has a head or an entry. */
export async function verifyAll(
  store: Store,
  options: VerifyOptions = {},
): Promise<(ChainReport & { readonly tenant_id: string })[]> {
  const tenants = await store.withConnection(async (client) => {
    const { rows } = await client.query<{ tenant_id: string }>(
      'SELECT tenant_id FROM audit_heads UNION SELECT tenant_id FROM audit_entries ORDER BY tenant_id',
    )
    return rows.map(({ tenant_id }) => tenant_id)
  })
  const reports: (ChainReport & { tenant_id: string })[] = []
  for (const tenant_id of tenants) reports.push({ tenant_id, ...(await verifyChain(store, tenant_id, options)) })
  return reports
}

interface Row {
  readonly seq: number
  readonly id: string
  readonly time_us: number
  readonly actor: string
  readonly action: string
  readonly guardrail: string | null
  readonly verdict: string | null
  readonly request_id: string | null
  readonly details: string
  readonly prev_hash: string
  readonly hash: string
}

async function walk(client: Client, tenantId: string, head: Head, { onProgress }: VerifyOptions): Promise<ChainReport> {
  let last: Head = { seq: 0, hash: GENESIS_HASH }
  let end: Row | undefined
  do {
    const rows = await page(client, tenantId, end)
    for (const row of rows) {
      const reason = wrong(row, last, tenantId)
      const due = last.seq + 1
      if (reason !== undefined) return broken(last.seq, Math.min(row.seq, due), row.seq > due ? null : row.id, reason)
      last = { seq: row.seq, hash: row.hash }
    }
    end = rows.length < PAGE_ROWS ? undefined : rows.at(-1)
    onProgress?.(last.seq)
  } while (end !== undefined)
  return atEnd(last, head)
}

function atEnd(last: Head, head: Head): ChainReport {
  const { seq } = last
  if (head.seq > seq) return broken(seq, seq + 1, null, `${missing(seq + 1, head.seq)} at the end of the log`)
  if (head.seq < seq)
    return broken(
      seq,
      head.seq + 1,
      null,
      `entry ${head.seq + 1} is beyond the head of the chain, which is at entry ${head.seq}`,
    )
  if (head.hash !== last.hash)
    return broken(seq, seq + 1, null, `the head of the chain does not match the hash of entry ${seq}`)
  return { valid: true, checked: seq }
}

/**
 * Reads the next rows in order. A page starts with the last number and skips only the known row, because a duplicate number in two
 * partitions must be detected across page boundaries.
 * @param end last row of the previous page
 */
async function page(client: Client, tenantId: string, end: Row | undefined): Promise<Row[]> {
  const { rows } = await client.query<Row>({
    name: 'audit_verify_page',
    text: `SELECT seq, id::text, (extract(epoch FROM timestamp) * 1000000)::int8 AS time_us, actor, action, guardrail,
                  verdict, request_id, details::text, encode(prev_hash, 'hex') AS prev_hash, encode(hash, 'hex') AS hash
             FROM audit_entries WHERE tenant_id = $1 AND seq >= $2 ORDER BY seq LIMIT ${PAGE_ROWS + 1}`,
    values: [tenantId, end?.seq ?? 0],
  })
  const seen = rows.findIndex(({ seq, id, time_us }) => seq === end?.seq && id === end.id && time_us === end.time_us)
  return seen === -1 ? rows : rows.toSpliced(seen, 1)
}

function wrong(row: Row, last: Head, tenantId: string): string | undefined {
  const due = last.seq + 1
  if (row.seq < due) return `entry ${row.seq} exists twice`
  if (row.seq > due) return missing(due, row.seq - 1)
  if (row.prev_hash !== last.hash) return brokenLink(due, last.seq)
  const { time_us, ...fields } = row
  const entry = { ...fields, time_ms: time_us / 1_000, tenant_id: tenantId }
  if (time_us % 1_000 !== 0 || entryHash(last.hash, due, entry) !== row.hash) return changedContent(due)
  return undefined
}

function missing(from: number, to: number): string {
  return from === to ? `entry ${from} is missing` : `entries ${from} to ${to} are missing`
}

/** Reason for an entry whose content does not match its hash. */
export function changedContent(seq: number): string {
  return `the content of entry ${seq} was changed and does not match its hash`
}

/** Reason for an entry that does not continue the chain. */
export function brokenLink(seq: number, before: number): string {
  return `the link of entry ${seq} is broken: its prev_hash is not the hash of entry ${before}`
}

function broken(checked: number, seq: number, id: string | null, reason: string): ChainReport {
  return { valid: false, checked, first_broken: { seq, id, reason } }
}

/** Returns the options to check seals if the log signs heads. */
export function sealsOf({ seals }: { readonly seals: ChainSeals | undefined }): VerifyOptions {
  return seals === undefined ? {} : { seals }
}
