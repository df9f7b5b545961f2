import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { Failure } from '../failure.ts'
import { KEY_BYTES } from './master-keys.ts'

/** Owner and purpose of an encrypted text. Decryption requires the same values, so that rows cannot be swapped. */
export interface Belonging {
  /** Purpose, such as `vault_value`. */
  readonly purpose: string
  /** Owner; empty for values of the installation. */
  readonly tenantId: string
  /** Name of the value, such as its token. */
  readonly name?: string
}

/** Encrypts with the newest key and decrypts with any key. AES-256-GCM. */
export interface KeyRing {
  /** Identifies the newest key without disclosing it. */
  readonly keyId: string
  seal(plain: Uint8Array, belonging: Belonging): Buffer
  /**
   * @throws {Failure} `unavailable` if the key is not in the ring, or if the text was modified or belongs elsewhere. The last two causes
   * are indistinguishable.
   */
  open(sealed: Uint8Array, belonging: Belonging): Buffer
  /** Returns whether a text was encrypted with another key than the newest. */
  isStale(sealed: Uint8Array): boolean
  /**
   * Computes the HMAC-SHA-256 of a plaintext with a key derived from the newest one.
   * @param purpose separates the keys of different uses
   */
  sign(text: string, purpose: string): Buffer
  /** Compares a signature of {@link sign} in constant time. @param keyId  the newest key at that time */
  verify(signature: Uint8Array, keyId: string, text: string, purpose: string): 'valid' | 'invalid' | 'unknown_key'
}

/** First byte of every encrypted text, for future format changes. */
const VERSION = 1
const ID_BYTES = 8
/** NIST SP 800-38D section 8.2: 96-bit nonces. Random nonces are safe for 2^32 texts per key. */
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HEAD_BYTES = 1 + ID_BYTES + NONCE_BYTES

/**
 * Creates a ring of 32-byte keys, newest first. Format of an encrypted text: version (1 byte), key id (8), nonce (12), ciphertext, tag
 * (16).
 * @throws {RangeError} without a key, or for a key of another length
 */
export function createKeyRing(keys: readonly Uint8Array[]): KeyRing {
  const byId = new Map(keys.map((key) => [idOf(key), Buffer.from(key)]))
  const [newest] = byId
  if (newest === undefined || keys.some(({ length }) => length !== KEY_BYTES)) {
    throw new RangeError(`a key ring requires keys of ${KEY_BYTES} bytes`)
  }
  const [keyId, key] = newest
  return {
    keyId,
    seal(plain, belonging) {
      const head = Buffer.concat([Buffer.of(VERSION), Buffer.from(keyId, 'hex'), randomBytes(NONCE_BYTES)])
      const cipher = createCipheriv('aes-256-gcm', key, head.subarray(-NONCE_BYTES), { authTagLength: TAG_BYTES })
      cipher.setAAD(associatedData(head, belonging))
      return Buffer.concat([head, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    },
    open(sealed, belonging) {
      const bytes = Buffer.from(sealed)
      if (bytes.length < HEAD_BYTES + TAG_BYTES || bytes[0] !== VERSION) throw unreadable()
      const under = byId.get(keyIdOf(bytes))
      if (under === undefined) {
        throw new Failure(
          'unavailable',
          `a stored secret is encrypted with master key ${keyIdOf(bytes)}, which is not configured`,
        )
      }
      const head = bytes.subarray(0, HEAD_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', under, head.subarray(-NONCE_BYTES), { authTagLength: TAG_BYTES })
      decipher.setAAD(associatedData(head, belonging))
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(HEAD_BYTES, -TAG_BYTES)), decipher.final()])
      } catch {
        throw unreadable()
      }
    },
    isStale: (sealed) => keyIdOf(sealed) !== keyId,
    sign: (text, purpose) => signatureOf(key, text, purpose),
    verify(signature, signedBy, text, purpose) {
      const under = byId.get(signedBy)
      if (under === undefined) return 'unknown_key'
      const right = signatureOf(under, text, purpose)
      return signature.length === right.length && timingSafeEqual(signature, right) ? 'valid' : 'invalid'
    },
  }
}

function signatureOf(key: Buffer, text: string, purpose: string): Buffer {
  const derived = createHmac('sha256', key).update(`gatehouse signature key\n${purpose}`).digest()
  return createHmac('sha256', derived).update(text).digest()
}

/** Returns the id of the key that encrypted a text. */
export function keyIdOf(sealed: Uint8Array): string {
  return Buffer.from(sealed.subarray(1, 1 + ID_BYTES)).toString('hex')
}

/** Returns a key's id: a keyed hash of a constant, which discloses nothing about the key. */
function idOf(key: Uint8Array): string {
  return createHmac('sha256', key).update('gatehouse key id').digest().subarray(0, ID_BYTES).toString('hex')
}

/** Encodes header and belonging, each part with a length prefix, so that different values have different encodings. */
function associatedData(head: Uint8Array, { purpose, tenantId, name = '' }: Belonging): Buffer {
  const parts = [head, Buffer.from(purpose), Buffer.from(tenantId), Buffer.from(name)]
  return Buffer.concat(
    parts.flatMap((part) => {
      const length = Buffer.alloc(4)
      length.writeUInt32BE(part.length)
      return [length, part]
    }),
  )
}

function unreadable(): Failure {
  return new Failure('unavailable', 'a stored secret cannot be decrypted: it was modified or moved')
}
