import { createHash, randomBytes } from 'node:crypto'

/** Prefix of keys of this service, so that secret scanners detect them. It has no dot: tokens have two. */
const PREFIX = 'ghr_'
/** 256 bits cannot be guessed, so a plain hash of the key is safe to store. */
const KEY_BYTES = 32
/** Enough to tell keys apart, too short to help guessing. */
const SHOWN_CHARS = 12

/** Creates a key: its plaintext, the prefix that lists show, and the hash that the database stores. */
export function newKey(): { readonly plaintext: string; readonly prefix: string; readonly sha256: Buffer } {
  const plaintext = PREFIX + randomBytes(KEY_BYTES).toString('base64url')
  return {
    plaintext,
    prefix: plaintext.slice(0, SHOWN_CHARS),
    sha256: createHash('sha256').update(plaintext).digest(),
  }
}
