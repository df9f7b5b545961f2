import { createHash, scrypt, type ScryptOptions, scryptSync } from 'node:crypto'
import { entropy } from '@gatehouse/formats/credentials'
import { isRandomValue } from './find/assigned/value.ts'
import type { Hit } from './find/scan-text.ts'

/**
 * Part of every digest, so that precomputed tables do not apply. Constant, because the digest of a value must be equal on every machine
 * and in every scan.
 */
const SALT = 'gatehouse/secrets/identity/1'

/** Minimum entropy for a plain hash, because brute force is infeasible. NIST SP 800-131A requires 112 bits for keys. */
const STRONG_BITS_MIN = 80

/** RFC 7914: 8 MiB and about 20 ms per guess, so that leaked findings do not reveal passwords. */
const SCRYPT: ScryptOptions = { N: 2 ** 13, r: 8, p: 1 }
const DIGEST_BYTES = 20

/**
 * Maximum number of slow digests per shard, about two seconds. A shard with more weak values is a collection of password lists. Values are
 * counted in file order, so that the same shard has the same digests everywhere.
 */
const SLOW_DIGESTS_MAX = 100

/** Maximum number of concurrent slow digests. Each needs 8 MiB and one of the threads that also read files. */
const AT_ONCE_MAX = 2

/** Slow digests that are remembered from shard to shard. */
const REMEMBERED_MAX = 10_000

/** Number of hexadecimal digits kept for values beyond that limit: too few to confirm a guess. */
const COARSE_HEX_DIGITS = 3

/** Computes stable digests that do not reveal the values. */
export interface Digester {
  /**
   * Returns the digests of the hits of one shard, in order.
   * @throws the reason of the signal when it fires
   */
  readonly digests: (hits: readonly Hit[], signal: AbortSignal) => Promise<readonly string[]>
}

export interface DigesterOptions {
  /** Maximum number of slow digests per shard. */
  readonly slowMax?: number
  /** Whether slow digests run on this thread, instead of on two threads of the runtime. */
  readonly ownThread?: boolean
  /** Computes a slow digest; for tests. */
  readonly stretch?: (bytes: Uint8Array) => Promise<string>
}

/** Creates a digester with a cache for repeated values. */
export function createDigester({
  slowMax = SLOW_DIGESTS_MAX,
  ownThread = false,
  stretch: stretched = ownThread ? stretchedHere : stretchedAside,
}: DigesterOptions = {}): Digester {
  const remembered = new Map<string, string>()
  return {
    digests: async (hits, signal) => {
      const keys = hits.map((hit) => fast(bytesOf(hit)))
      const slow = new Map<string, string>()
      hits.forEach((hit, at) => {
        if (slow.size < slowMax && !isStrong(hit)) slow.set(keys[at] ?? '', hit.value)
      })
      const created = await stretchAll(slow, remembered, stretched, signal)
      return hits.map((hit, at) => {
        const key = keys[at] ?? ''
        if (isStrong(hit)) return strong(key)
        return created.get(key) ?? `c:${key.slice(0, COARSE_HEX_DIGITS)}`
      })
    },
  }
}

async function stretchAll(
  values: ReadonlyMap<string, string>,
  remembered: Map<string, string>,
  stretched: (bytes: Uint8Array) => Promise<string>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const created = new Map<string, string>()
  const left = values.entries()
  const lane = async () => {
    for (const [key, value] of left) {
      signal.throwIfAborted()
      const digest = remembered.get(key) ?? (await stretched(Buffer.from(value, 'latin1')))
      if (remembered.size < REMEMBERED_MAX) remembered.set(key, digest)
      created.set(key, digest)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE_MAX }, lane))
  return created
}

/** Returns the digested bytes: for a key only its base64, independent of line breaks, quotes and concatenation. */
function bytesOf({ rule, value }: Hit): Buffer {
  if (rule.family !== 'private-key') return Buffer.from(value, 'latin1')
  return Buffer.from(value.replaceAll(JOINTS, '').replaceAll(NOT_BASE64, ''), 'latin1')
}

/** Between two literals of a language. */
const JOINTS = /["'`]\s{0,80}[+.,]?\s{0,80}["'`]/g
const NOT_BASE64 = /\\+[nrt]|[^A-Za-z0-9+/=]/g

/** Returns whether the entropy of the value is sufficient for a plain hash. */
export function isStrong({ rule, value, start, end, via }: Hit): boolean {
  if (rule.family === 'private-key') return true
  if (rule.format !== undefined)
    return freeBits(rule.format.pictures, via.length === 0 ? end - start : value.length) >= STRONG_BITS_MIN
  return isRandomValue(value) && entropy(value) * value.length >= STRONG_BITS_MIN
}

type Pictures = NonNullable<Hit['rule']['format']>['pictures']

/** Returns the bits of the variable parts of the weakest structure with the value's length. */
function freeBits(pictures: Pictures, length: number): number {
  const bits = pictures.map(({ parts }) => {
    const groups = parts.filter((part) => typeof part === 'object')
    const least = parts.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : part.min), 0)
    const most = parts.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : part.max), 0)
    if (length < least || length > most) return Number.POSITIVE_INFINITY
    const bitsOf = ({ alphabet }: { alphabet: string }) => Math.log2(SYMBOLS[alphabet] ?? 62)
    const fixed = groups.reduce((sum, group) => sum + group.min * bitsOf(group), 0)
    return fixed + (length - least) * Math.min(Number.MAX_VALUE, ...groups.map(bitsOf))
  })
  const weakest = Math.min(...bits)
  return Number.isFinite(weakest) ? weakest : 0
}

/** Alphabet sizes of picture groups with fewer characters than letters and digits. */
const SYMBOLS: Readonly<Record<string, number>> = {
  d: 10,
  h: 16,
  H: 16,
  x: 16,
  a: 36,
  A: 36,
  l: 26,
  L: 26,
  z: 52,
  t: 32,
}

/** Returns the digest of a strong value that is not a private key, for comparison with a finding. */
export function strongDigestOf(value: string): string {
  return strong(fast(Buffer.from(value, 'latin1')))
}

function strong(key: string): string {
  return `s:${key.slice(0, DIGEST_BYTES * 2)}`
}

function fast(bytes: Uint8Array): string {
  return createHash('sha256').update(SALT).update('\0').update(bytes).digest('hex')
}

/** Computes a slow digest on this thread; between two digests the thread processes its messages. */
async function stretchedHere(bytes: Uint8Array): Promise<string> {
  await new Promise(setImmediate)
  return shown(scryptSync(bytes, SALT, DIGEST_BYTES, SCRYPT))
}

function stretchedAside(bytes: Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    scrypt(bytes, SALT, DIGEST_BYTES, SCRYPT, (error, key) => {
      if (error === null) resolve(shown(key))
      else reject(error)
    })
  })
}

function shown(key: Buffer): string {
  return `w:${key.toString('hex')}`
}
