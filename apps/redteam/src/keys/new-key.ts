import { createHash, randomBytes } from 'node:crypto'

/** How keys of this service begin, so that scanners of secrets know one where they see it. No dot: tokens have two. */
const PREFIX = 'ghr_'
/** 256 bits: cannot be guessed, so a plain hash of it is enough to keep. */
const KEY_BYTES = 32
/** Enough to tell keys apart, too little to help guessing. */
const SHOWN_CHARS = 12

/** A key, what lists show of it, and what the database knows of it. */
export function newKey(): { readonly plaintext: string; readonly prefix: string; readonly sha256: Buffer } {
  const plaintext = PREFIX + randomBytes(KEY_BYTES).toString('base64url')
  return {
    plaintext,
    prefix: plaintext.slice(0, SHOWN_CHARS),
    sha256: createHash('sha256').update(plaintext).digest(),
  }
}
