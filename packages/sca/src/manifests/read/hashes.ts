import type { HashAlgorithm } from '@gatehouse/formats/artifacts'
import type { Hash } from '../parser.ts'

const ALGORITHMS: Readonly<Record<string, HashAlgorithm | undefined>> = {
  md5: 'MD5',
  sha1: 'SHA-1',
  sha256: 'SHA-256',
  sha384: 'SHA-384',
  sha512: 'SHA-512',
}
const HEX_DIGITS: Readonly<Record<HashAlgorithm, number>> = {
  MD5: 32,
  'SHA-1': 40,
  'SHA-256': 64,
  'SHA-384': 96,
  'SHA-512': 128,
}
/** Maximum number of hashes per package: one for each of its registry files. */
const HASHES_MAX = 64

/** Parses subresource integrity hashes, `sha512-<base64> sha1-<base64>`; invalid ones are skipped. */
export function integrityHashes(text: string | undefined): readonly Hash[] | undefined {
  const found = (text ?? '')
    .slice(0, 4_096)
    .split(/\s+/)
    .flatMap((item) => {
      const dash = item.indexOf('-')
      const body = item.slice(dash + 1).split('?', 1)[0] ?? ''
      return hashOf(item.slice(0, dash), Buffer.from(body, 'base64').toString('hex'))
    })
  return found.length === 0 ? undefined : found
}

/** Hashes written `sha256:<hex>`, as pip and its kin do. */
export function prefixedHashes(texts: readonly (string | undefined)[]): readonly Hash[] | undefined {
  const found = texts.slice(0, HASHES_MAX).flatMap((text) => {
    const [algorithm = '', hex = ''] = (text ?? '').split(':', 2)
    return hashOf(algorithm, hex)
  })
  return found.length === 0 ? undefined : found
}

/** Returns a hash from hex digits. */
export function hexHash(algorithm: string, hex: string | undefined): readonly Hash[] | undefined {
  const found = hashOf(algorithm, hex ?? '')
  return found.length === 0 ? undefined : found
}

function hashOf(algorithm: string, hex: string): Hash[] {
  const key = algorithm.toLowerCase().replace('-', '')
  const known = Object.hasOwn(ALGORITHMS, key) ? ALGORITHMS[key] : undefined
  const lower = hex.toLowerCase()
  return known !== undefined && lower.length === HEX_DIGITS[known] && /^[0-9a-f]+$/.test(lower)
    ? [{ algorithm: known, hex: lower }]
    : []
}
