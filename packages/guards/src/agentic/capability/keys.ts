import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'

/** RFC 8032: a private key, a public key and a signature of Ed25519. */
export const SEED_BYTES = 32
export const PUBLIC_KEY_BYTES = 32
export const SIGNATURE_BYTES = 64

/** RFC 8410 section 7: DER prefix of the 32 bytes of a key. */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

/** Key pair as raw bytes. */
export interface RawKeyPair {
  readonly seed: Buffer
  readonly publicKey: Buffer
}

/** Public key in the format of RFC 8037. */
export interface CapabilityJwk {
  readonly kty: 'OKP'
  readonly crv: 'Ed25519'
  readonly x: string
  readonly kid: string
  readonly alg: 'EdDSA'
  readonly use: 'sig'
}

/** Generates a key pair. */
export function newKeyPair(): RawKeyPair {
  const { privateKey } = generateKeyPairSync('ed25519')
  return rawPair(privateKey)
}

/** @throws {Error} if the seed has another length */
export function privateKeyOf(seed: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, seed]), format: 'der', type: 'pkcs8' })
}

/** @throws {Error} if the key has another length */
export function publicKeyOf(raw: Uint8Array): KeyObject {
  return createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, raw]), format: 'der', type: 'spki' })
}

/** Returns the public key of a seed. */
export function publicOf(seed: Uint8Array): Buffer {
  return createPublicKey(privateKeyOf(seed)).export({ format: 'der', type: 'spki' }).subarray(-PUBLIC_KEY_BYTES)
}

/** Ed25519 has no other parameters, so that algorithm confusion is impossible. */
export function signed(text: string, key: KeyObject): Buffer {
  return sign(null, Buffer.from(text), key)
}

export function isSigned(text: string, signature: Uint8Array, key: KeyObject): boolean {
  return verify(null, Buffer.from(text), key, signature)
}

/** Returns the id of a public key: its thumbprint, which any reader of the key can compute. RFC 7638, RFC 8037 appendix A.3. */
export function keyIdOfPublic(raw: Uint8Array): string {
  const x = Buffer.from(raw).toString('base64url')
  return createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url')
}

/** Returns a public key for `/.well-known/jwks.json`. RFC 7517, RFC 8037. */
export function jwkOf(raw: Uint8Array): CapabilityJwk {
  const x = Buffer.from(raw).toString('base64url')
  return { kty: 'OKP', crv: 'Ed25519', x, kid: keyIdOfPublic(raw), alg: 'EdDSA', use: 'sig' }
}

function rawPair(privateKey: KeyObject): RawKeyPair {
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-SEED_BYTES)
  return { seed, publicKey: publicOf(seed) }
}
