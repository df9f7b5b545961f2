import { hash } from 'node:crypto'
import { isoTime } from '@gatehouse/kernel'
import type { StampedEntry } from './entry.ts'

/** `prev_hash` of the first entry of a chain. */
export const GENESIS_HASH = '0'.repeat(64)

/**
 * Computes the hash of an entry at its position: SHA-256, hexadecimal, over the UTF-8 bytes of
 *
 *     ["gatehouse-audit-1",prev_hash,seq,id,timestamp,tenant_id,actor,action,guardrail,verdict,request_id] LF details
 *
 * The first line is a JSON array as RFC 8785 writes it (no spaces, strings with the shortest escapes, absent fields `null`, hashes in
 * lower-case hexadecimal, the time in ISO 8601 UTC with milliseconds). A JSON string cannot contain a raw line feed, so that no field can
 * shift the boundary to the next one. `details` is the JSON text as it is stored.
 */
export function entryHash(prev_hash: string, seq: number, entry: StampedEntry): string {
  const { id, time_ms, tenant_id, actor, action, guardrail, verdict, request_id, details } = entry
  const fields = [
    'gatehouse-audit-1',
    prev_hash,
    seq,
    id,
    isoTimeOf(time_ms),
    tenant_id,
    actor,
    action,
    guardrail,
    verdict,
    request_id,
  ]
  return hash('sha256', `${JSON.stringify(fields)}\n${details}`)
}

let lastTime_ms = Number.NaN
let lastText = ''

/** Cached: entries of one batch mostly share their millisecond. */
function isoTimeOf(time_ms: number): string {
  if (time_ms !== lastTime_ms) {
    lastText = isoTime(time_ms)
    lastTime_ms = time_ms
  }
  return lastText
}
