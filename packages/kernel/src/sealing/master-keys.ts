import { Secret } from '../secret.ts'

/** Bytes of an AES-256 key. */
export const KEY_BYTES = 32

/** Keys kept while an installation rotates: one to write with, and those that older texts were sealed under. */
export const MASTER_KEYS_MAX = 10

const HEX = /^[0-9a-fA-F]{64}$/
/** 32 bytes in Base64 or Base64url: 43 characters and at most one `=`. */
const BASE64 = /^[A-Za-z0-9+/_-]{43}=?$/

/**
 * Reads one key or several, separated by commas or blanks, newest first. Each is 32 bytes in hex or Base64.
 * @throws {Error} whose message ends the sentence "GATEHOUSE_MASTER_KEY …" and quotes nothing of the key
 */
export function parseMasterKeys(text: string): readonly Secret[] {
  const parts = text.split(/[,\s]/).filter((part) => part !== '')
  if (parts.length === 0 || parts.length > MASTER_KEYS_MAX) {
    throw new Error(`must hold 1 to ${MASTER_KEYS_MAX} keys, newest first, separated by commas`)
  }
  const keys = parts.map((part, index) => {
    const bytes = bytesOf(part)
    if (bytes?.length !== KEY_BYTES) {
      const which = parts.length === 1 ? '' : ` (key ${index + 1})`
      throw new Error(
        `must be ${KEY_BYTES} random bytes in hex or Base64${which}, as \`openssl rand -hex 32\` prints them`,
      )
    }
    if (new Set(bytes).size === 1) throw new Error('must be random: this key is one byte over and over')
    return bytes.toString('hex')
  })
  if (new Set(keys).size < keys.length) throw new Error('names one key twice')
  return keys.map((key) => new Secret(key))
}

function bytesOf(text: string): Buffer | undefined {
  if (HEX.test(text)) return Buffer.from(text, 'hex')
  // Node reads both alphabets as Base64.
  return BASE64.test(text) ? Buffer.from(text, 'base64') : undefined
}
