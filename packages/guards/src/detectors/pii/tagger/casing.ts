import { CASING_BITS } from './model.ts'

/** How a word is written inside sentences of ordinary text. */
export const CASING = { unknown: 0, capital: 1, both: 2, small: 3 } as const

/** The two bits of a word. */
export function casingOf(table: Uint8Array, hash: number): number {
  const slot = slotOf(hash)
  return ((table[slot >>> 2] as number) >>> ((slot & 3) << 1)) & 3
}

export function setCasing(table: Uint8Array, hash: number, value: number): void {
  const slot = slotOf(hash)
  const shift = (slot & 3) << 1
  table[slot >>> 2] = ((table[slot >>> 2] as number) & ~(3 << shift)) | (value << shift)
}

function slotOf(hash: number): number {
  return (Math.imul(hash ^ (hash >>> 15), 0x85eb_ca6b) >>> (32 - CASING_BITS)) >>> 0
}
