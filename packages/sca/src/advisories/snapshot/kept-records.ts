import { createHash } from 'node:crypto'
import type { OsvRecord } from '../../osv/record.ts'

const DIGEST_BYTES = 32
/** Digests that are kept in one piece of memory. */
const PIECE_DIGESTS = 16_384

/** What is kept in memory of records until a snapshot is written: about 200 bytes each. */
export interface KeptRecords {
  /**
   * Takes a record, in the place of one with its id.
   * @param number  its own; each is one more than the one before
   * @returns its digest
   */
  readonly take: (record: OsvRecord, number: number, json: string) => string
  /** The present one with an id. */
  readonly numberOf: (id: string) => number | undefined
  readonly ids: () => Iterable<string>
  readonly size: () => number
  readonly idOf: (number: number) => string
  readonly modifiedOf: (number: number) => string
  readonly digestOf: (number: number) => string
  readonly isWithdrawn: (number: number) => boolean
  readonly aliasesOf: (number: number) => readonly string[]
}

/** Lists by numbers, and one text for all aliases of a record: objects would take several times the memory. */
export function createKeptRecords(): KeptRecords {
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
