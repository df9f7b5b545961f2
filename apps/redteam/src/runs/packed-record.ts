import { gunzipSync, gzipSync } from 'node:zlib'
import type { AttemptRecord, Exchange, Note } from '@gatehouse/attacks'
import type { RunTarget } from '@gatehouse/contracts/redteam'
import type { Belonging, KeyRing } from '@gatehouse/kernel/sealing'
import type { RunOf } from './sealed-request.ts'

/** Fast, and texts of agents still shrink to a third. */
const LEVEL = 1

/** Exchange in its stored form, without the values that all attempts of a run share. */
type PackedExchange = Omit<Exchange, 'attack' | 'targetCanaries' | 'systemPrompt' | 'allowedTools' | 'hits'> & {
  /** Default: that of the attempt. */
  readonly attack?: Exchange['attack']
  readonly hits: readonly (Omit<Exchange['hits'][number], 'at'> & { readonly at: string })[]
}

type PackedRecord = Omit<AttemptRecord, 'exchange'> & { readonly exchange: PackedExchange }

/** Compresses and encrypts requests and answers: they contain secrets of targets and of their callers. */
export function packRecord(record: AttemptRecord, of: RunOf, keys: KeyRing): Buffer {
  const { exchange, ...rest } = record
  const { attack, targetCanaries: _canaries, systemPrompt: _prompt, allowedTools: _tools, hits, ...seen } = exchange
  const packed: PackedRecord = {
    ...rest,
    exchange: {
      ...seen,
      ...(attack === record.attempt.attack ? {} : { attack }),
      hits: hits.map((hit) => ({ ...hit, at: hit.at.toISOString() })),
    },
  }
  return keys.seal(gzipSync(JSON.stringify(packed), { level: LEVEL }), belonging(of, record.attempt.key))
}

/**
 * @param target target of the run, as requested
 * @throws {Failure} `unavailable` when the master key is missing, or the record belongs to another attempt
 */
export function unpackRecord(
  sealed: Uint8Array,
  key: string,
  of: RunOf,
  target: RunTarget,
  keys: KeyRing,
): AttemptRecord {
  const text = gunzipSync(keys.open(sealed, belonging(of, key))).toString()
  // Only this service encrypts records.
  const { exchange, ...rest } = JSON.parse(text) as PackedRecord
  return {
    ...rest,
    exchange: {
      ...exchange,
      attack: exchange.attack ?? rest.attempt.attack,
      hits: exchange.hits.map((hit) => ({ ...hit, at: new Date(hit.at) })),
      // JSON does not represent undefined.
      stateBefore: exchange.stateBefore,
      stateAfter: exchange.stateAfter,
      benignReply: exchange.benignReply,
      targetCanaries: target.canaries ?? [],
      systemPrompt: target.systemPrompt,
      allowedTools: target.allowedTools,
    },
  }
}

/** Compresses and encrypts a model's answer in the same way as records: it contains answers of the target. */
export function packNote(note: Note, key: string, of: RunOf, keys: KeyRing): Buffer {
  return keys.seal(gzipSync(JSON.stringify(note), { level: LEVEL }), belonging(of, key))
}

/** @throws {Failure} as {@link unpackRecord} */
export function unpackNote(sealed: Uint8Array, key: string, of: RunOf, keys: KeyRing): Note {
  // Only this service encrypts notes.
  return JSON.parse(gunzipSync(keys.open(sealed, belonging(of, key))).toString()) as Note
}

function belonging({ runId, tenantId }: RunOf, key: string): Belonging {
  return { purpose: 'redteam_attempt', tenantId, name: `${runId} ${key}` }
}
