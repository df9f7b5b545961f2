import { createHash } from 'node:crypto'
import type { OsvRecord } from '../../osv/record.ts'

const DIGEST_BYTES = 32
/** Number of digests per memory chunk. */
const PIECE_DIGESTS = 16_384

/** Data about records in memory until a snapshot is written: about 200 bytes each. */
export interface RecordBuffer {
  /**
   * Adds a record, replacing one with the same id.
   * @param number of the record, ascending by one
   * @returns its digest
   */
  readonly take: (record: OsvRecord, number: number, json: string) => string
  /** Returns the number of the current record of an id. */
  readonly numberOf: (id: string) => number | undefined
  readonly ids: () => Iterable<string>
  readonly size: () => number
  readonly idOf: (number: number) => string
  readonly modifiedOf: (number: number) => string
  readonly digestOf: (number: number) => string
  readonly isWithdrawn: (number: number) => boolean
  readonly aliasesOf: (number: number) => readonly string[]
}

/** Arrays by number, and one string for all aliases of a record: objects would need several times the memory. */
export function createRecordBuffer(): RecordBuffer {
  const numbers = new Map<string, number>()
  const ids: string[] = []
  const modified: string[] = []
  const aliases: string[] = []
  const withdrawn = new Set<number>()
  const digests: Buffer[] = []
  return {
    take: (record, number, json) => {
      const digest = createHash('sha256').update(json).digest()
      if (number % PIECE_DIGESTS === 0) digests.push(Buffer.alloc(PIECE_DIGESTS * DIGEST_BYTES))
      digest.copy(digests.at(-1) ?? digest, (number % PIECE_DIGESTS) * DIGEST_BYTES)
      numbers.set(record.id, number)
      ids[number] = record.id
      modified[number] = record.modified
      aliases[number] = record.aliases.join('\n')
      if (record.withdrawn !== undefined) withdrawn.add(number)
      return digest.toString('base64url')
    },
    numberOf: (id) => numbers.get(id),
    ids: () => numbers.keys(),
    size: () => numbers.size,
    idOf: (number) => ids[number] ?? '',
    modifiedOf: (number) => modified[number] ?? '',
    digestOf: (number) => {
      const from = (number % PIECE_DIGESTS) * DIGEST_BYTES
      return digests[Math.floor(number / PIECE_DIGESTS)]?.toString('base64url', from, from + DIGEST_BYTES) ?? ''
    },
    isWithdrawn: (number) => withdrawn.has(number),
    aliasesOf: (number) => (aliases[number] ?? '').split('\n').filter((alias) => alias !== ''),
  }
}
