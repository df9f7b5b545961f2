import {
  type AuditHead as Head,
  brokenLink,
  changedContent,
  entryHash,
  GENESIS_HASH,
  type HeadSealer,
} from '@gatehouse/store/audit'
import { z } from 'zod'

const text = z.string()
const ExportedLine = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('entry'),
    id: text,
    timestamp: z.iso.datetime(),
    tenant_id: text,
    seq: z.int().min(1),
    actor: text,
    action: text,
    guardrail: text.nullable(),
    verdict: text.nullable(),
    request_id: text.nullable(),
    details: z.record(z.string(), z.unknown()),
    prev_hash: text,
    hash: text,
  }),
  z.object({
    type: z.literal('seal'),
    tenant_id: text,
    seq: z.int(),
    hash: text,
    seal: text.nullable(),
    seal_key: text.nullable(),
    sealed_from: z.int().nullable(),
    broken_at: z.int().nullable(),
  }),
])
type ExportedEntry = Extract<z.infer<typeof ExportedLine>, { type: 'entry' }>
type ExportedSeal = Extract<z.infer<typeof ExportedLine>, { type: 'seal' }>

/** Result of verifying the exported lines of one chain. */
export interface ExportReport {
  readonly tenant_id: string
  readonly valid: boolean
  /** First and last entry. */
  readonly from: number
  readonly to: number
  /** Last entry that a valid seal covers; 0: none. */
  readonly sealed_to: number
  readonly reason?: string
}

interface Chain {
  from: number
  last: Head
  sealedTo: number
  reason: string | undefined
}

/**
 * Verifies exported lines without the database: hashes, positions and, with the master key, seals. Duplicate lines are skipped.
 * @param sealer default: seals are not checked
 */
export async function verifyExport(
  lines: AsyncIterable<string>,
  sealer: HeadSealer | undefined,
): Promise<readonly ExportReport[]> {
  const chains = new Map<string, Chain>()
  let number = 0
  for await (const line of lines) {
    number += 1
    if (line.trim() === '') continue
    const parsed = ExportedLine.safeParse(parse(line))
    if (!parsed.success) {
      chains.set(`line ${number}`, { ...newChain(0), reason: `line ${number} is not a valid audit export entry` })
      continue
    }
    const found = parsed.data
    let chain = chains.get(found.tenant_id)
    if (chain === undefined) {
      chain = found.type === 'entry' ? newChain(found.seq, found.prev_hash) : newChain(found.seq + 1, found.hash)
      chains.set(found.tenant_id, chain)
    }
    chain.reason ??= found.type === 'entry' ? addEntry(chain, found) : addSeal(chain, found, sealer)
  }
  return [...chains].map(([tenant_id, { from, last, sealedTo, reason }]) => ({
    tenant_id,
    valid: reason === undefined,
    from,
    to: last.seq,
    sealed_to: sealedTo,
    ...(reason === undefined ? {} : { reason }),
  }))
}

/** Creates a chain whose export may start after its first entry, because earlier files were archived. */
function newChain(seq: number, before: string = GENESIS_HASH): Chain {
  return { from: seq, last: { seq: seq - 1, hash: before }, sealedTo: 0, reason: undefined }
}

function addEntry(chain: Chain, entry: ExportedEntry): string | undefined {
  const { last } = chain
  const { seq, prev_hash, hash, timestamp, details } = entry
  const stamped = { ...entry, time_ms: Date.parse(timestamp), details: JSON.stringify(details) }
  if (entryHash(prev_hash, seq, stamped) !== hash) return changedContent(seq)
  if (seq === 1 && prev_hash !== GENESIS_HASH) return 'entry 1 is not the start of its chain'
  if (seq <= last.seq) return undefined
  if (seq > last.seq + 1) return `entry ${last.seq + 1} is missing`
  if (prev_hash !== last.hash) return brokenLink(seq, last.seq)
  chain.last = { seq, hash }
  return undefined
}

function addSeal(chain: Chain, line: ExportedSeal, sealer: HeadSealer | undefined): string | undefined {
  const { seq, hash, tenant_id } = line
  if (seq < chain.last.seq) return undefined
  if (seq > chain.last.seq) return `entry ${chain.last.seq + 1} is missing before the seal of entry ${seq}`
  if (hash !== chain.last.hash) return `the seal of entry ${seq} covers a different hash`
  if (sealer === undefined || line.seal === null) return undefined
  const { seal, seal_key: sealKey, sealed_from: sealedFrom, broken_at: brokenAt } = line
  const state = sealer.check(tenant_id, { seq, hash, seal, sealKey, sealedFrom, brokenAt })
  if (state === 'unknown_key') return `entry ${seq} is sealed with master key ${sealKey}, which is not configured`
  if (state !== 'valid') return `the seal of entry ${seq} is invalid`
  if (brokenAt !== null)
    return `the head had no valid seal at entry ${brokenAt}: entries up to it may have been tampered with`
  chain.sealedTo = seq
  return undefined
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
