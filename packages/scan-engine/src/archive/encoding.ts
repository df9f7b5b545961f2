/** Text encoding of a file. */
export type Encoding = 'utf8' | 'utf16le' | 'utf16be' | 'binary'

/** Number of examined bytes; file(1) and git examine about the same number. */
export const SNIFF_BYTES = 8_192

/** In UTF-16 text in Latin script, nearly every second byte is zero. */
const ZEROS_SHARE_MIN = 0.4
const ZEROS_SHARE_MAX = 0.02

/** Detects the encoding from the first bytes: a byte order mark, or the positions of zero bytes. */
export function encodingOf(head: Uint8Array): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf16be'
  if (!head.includes(0)) return 'utf8'
  const sample = head.subarray(0, SNIFF_BYTES)
  const pairs = sample.length >> 1
  let even = 0
  let odd = 0
  for (let at = 0; at + 1 < sample.length; at += 2) {
    if (sample[at] === 0) even++
    if (sample[at + 1] === 0) odd++
  }
  if (odd > pairs * ZEROS_SHARE_MIN && even <= pairs * ZEROS_SHARE_MAX) return 'utf16le'
  if (even > pairs * ZEROS_SHARE_MIN && odd <= pairs * ZEROS_SHARE_MAX) return 'utf16be'
  return 'binary'
}

/**
 * Converts UTF-16 to UTF-8, so that later steps support only one encoding.
 * @param bytes an odd last byte is dropped
 */
export function toUtf8(bytes: Uint8Array, encoding: 'utf16le' | 'utf16be'): Buffer {
  const even = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)))
  if (encoding === 'utf16be') even.swap16()
  return Buffer.from(even.toString('utf16le').replace(/^\ufeff/, ''), 'utf8')
}
