import { createHash, scrypt, type ScryptOptions } from 'node:crypto'
import { entropy } from '@gatehouse/formats'
import { isRandomValue } from './find/assigned/value.ts'
import type { Hit } from './find/scan-text.ts'

/**
 * Part of every digest, so that no table of digests made for something else serves here. Fixed: the digest of a value has to
 * be the same on every machine and in every scan, or findings would lose their history.
 */
const SALT = 'gatehouse/secrets/identity/1'

/** From here on no one tries all values: what is as random is known by a plain hash. NIST SP 800-131A asks for 112 of keys. */
const STRONG_BITS_MIN = 80

/** RFC 7914: 8 MiB and about 20 ms a guess, so that a leaked list of findings is no list of passwords. */
const SCRYPT: ScryptOptions = { N: 2 ** 13, r: 8, p: 1 }
const DIGEST_BYTES = 20

/** Slow digests of one scan: 500 take about ten seconds; a file with more weak values is a list of passwords. */
export const SLOW_DIGESTS_MAX = 500

/** Of values beyond that bound so few bits are kept that they tell nobody which of many guesses is right. */
const COARSE_HEX_DIGITS = 3

/** Digests values so that the same value has the same digest everywhere and the digest does not give it away. */
export interface Digester {
  readonly digest: (hit: Hit) => Promise<string>
}

/** A digester that remembers what it did: the same password in a hundred files costs once. */
export function createDigester(): Digester {
  const slow = new Map<string, Promise<string>>()
  return {
    digest: async (hit) => {
      const bytes = Buffer.from(hit.value, 'latin1')
      if (isStrong(hit)) return `s:${fast(bytes).slice(0, DIGEST_BYTES * 2)}`
      const key = fast(bytes)
      const known = slow.get(key)
      if (known !== undefined) return known
      if (slow.size >= SLOW_DIGESTS_MAX) return `c:${key.slice(0, COARSE_HEX_DIGITS)}`
      const made = stretched(bytes)
      slow.set(key, made)
      return made
    },
  }
}

/** True where the value has so many bits that nobody finds it from a plain hash. */
export function isStrong({ rule, value, start, end, via }: Hit): boolean {
  if (rule.family === 'private-key') return true
  if (rule.format !== undefined)
    return freeBits(rule.format.pictures, via.length === 0 ? end - start : value.length) >= STRONG_BITS_MIN
  return isRandomValue(value) && entropy(value) * value.length >= STRONG_BITS_MIN
}

type Pictures = NonNullable<Hit['rule']['format']>['pictures']

/** The bits of the free parts of the weakest structure that is as long as the value. */
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

/** Different characters of the alphabets of pictures that hold fewer than letters and digits. */
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

function fast(bytes: Uint8Array): string {
  return createHash('sha256').update(SALT).update('\0').update(bytes).digest('hex')
}

function stretched(bytes: Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    scrypt(bytes, SALT, DIGEST_BYTES, SCRYPT, (error, key) => {
      if (error === null) resolve(`w:${key.toString('hex')}`)
      else reject(error)
    })
  })
}
