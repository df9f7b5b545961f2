import { Failure, type FailureCode } from '@gatehouse/kernel'
import type { StampedEntry } from './entry.ts'
import type { Receipt } from './statements.ts'

/** What the audit thread is started with. */
export interface ThreadStart {
  readonly url: string
  readonly instanceId: string
}

/** A batch as JSON text: copying one string costs half of what copying its objects does. */
export type ThreadRequest = { readonly batch: string } | { readonly close: true }

/**
 * Outcomes of a batch. Hashes are 64 characters each in one string, in the order of the entries; an entry that failed has
 * the number of its failure in `failed` and zeros here.
 */
export interface ThreadAnswer {
  readonly seqs: Float64Array
  readonly hashes: string
  readonly failed: readonly (number | undefined)[] | undefined
  readonly failures: readonly FailureFields[]
}

export interface FailureFields {
  readonly code: FailureCode
  readonly message: string
  readonly retryAfter_s: number | undefined
}

const HASH_CHARS = 64
const NO_HASH = '0'.repeat(HASH_CHARS)

export function encodeOutcomes(outcomes: readonly (Receipt | Failure)[]): ThreadAnswer {
  const seqs = new Float64Array(outcomes.length)
  const failures: FailureFields[] = []
  let hashes = ''
  let failed: (number | undefined)[] | undefined
  for (const [at, outcome] of outcomes.entries()) {
    if (outcome instanceof Failure) {
      failed ??= Array.from({ length: outcomes.length }, () => undefined)
      failed[at] = failures.length
      failures.push({ code: outcome.code, message: outcome.message, retryAfter_s: outcome.retryAfter_s })
      hashes += NO_HASH
    } else {
      seqs[at] = outcome.seq
      hashes += outcome.hash
    }
  }
  return { seqs, hashes, failed, failures }
}

export function decodeOutcomes(answer: ThreadAnswer, entries: readonly StampedEntry[]): (Receipt | Failure)[] {
  return entries.map(({ id }, at) => {
    const failure = answer.failed?.[at]
    if (failure !== undefined) return failureOf(answer.failures[failure]!)
    return { id, seq: answer.seqs[at]!, hash: answer.hashes.slice(at * HASH_CHARS, (at + 1) * HASH_CHARS) }
  })
}

function failureOf({ code, message, retryAfter_s }: FailureFields): Failure {
  return new Failure(code, message, retryAfter_s === undefined ? {} : { retryAfter_s })
}
