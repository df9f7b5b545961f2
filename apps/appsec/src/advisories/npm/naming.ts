import { createHash } from 'node:crypto'

/** Bits of a number that JSON and every client hold exactly. */
const NUMBER_BITS = 48

/** The number that stands for a vulnerability: npm numbers advisories and keys what it has computed by that. */
export function numberOf(id: string): number {
  return createHash('sha256')
    .update(id)
    .digest()
    .readUIntBE(0, NUMBER_BITS / 8)
}

/** Where people read about it. */
export function urlOf(id: string): string {
  const name = encodeURIComponent(id)
  return id.startsWith('GHSA-') ? `https://github.com/advisories/${name}` : `https://osv.dev/vulnerability/${name}`
}
