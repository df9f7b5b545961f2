import { createHash } from 'node:crypto'

/** Bits of a number that JSON and every client represent exactly. */
const NUMBER_BITS = 48

/** Returns the number of a vulnerability. npm identifies and caches advisories by number. */
export function numberOf(id: string): number {
  return createHash('sha256')
    .update(id)
    .digest()
    .readUIntBE(0, NUMBER_BITS / 8)
}

/** Returns the web page of a vulnerability. */
export function urlOf(id: string): string {
  const name = encodeURIComponent(id)
  return id.startsWith('GHSA-') ? `https://github.com/advisories/${name}` : `https://osv.dev/vulnerability/${name}`
}
