import {
  constants,
  createHash,
  createPublicKey,
  createSign,
  createVerify,
  generateKeyPair,
  type KeyObject,
} from 'node:crypto'
import { promisify } from 'node:util'

/** What is signed under a label, e.g. `cyclonedx`. */
export interface Signable {
  readonly label: string
  readonly bytes: Uint8Array
}

/** One signature, as decisions section 2 has it. */
export interface SignedArtifact {
  readonly algorithm: 'RSA-SHA256'
  /** Lower-case hexadecimal; `digest` is the same. */
  readonly artifactSha256: string
  readonly digest: string
  /** Over the bytes of the artifact, PKCS #1 v1.5, Base64. */
  readonly signature: string
  /** Who vouches, e.g. the organization and the id of its key. */
  readonly identity: string
  /** SubjectPublicKeyInfo as PEM: what openssl verifies with. */
  readonly publicKeyPem: string
  /** ISO 8601, UTC. */
  readonly signedAt: string
}

/** By label. */
export type SignatureBundle = Readonly<Record<string, SignedArtifact>>

/** NIST SP 800-57 part 1: good beyond 2030. */
const RSA_BITS = 3_072

/** A key pair for signatures; takes some tenths of a second. */
export async function makeSigningKey(): Promise<{ readonly privateKey: KeyObject; readonly publicKeyPem: string }> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: RSA_BITS })
  return { privateKey, publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString() }
}

/** Signs artifacts, each alone, so that each can be verified alone. */
export function signArtifacts(
  artifacts: readonly Signable[],
  { privateKey, identity, at }: { readonly privateKey: KeyObject; readonly identity: string; readonly at: Date },
): SignatureBundle {
  return Object.fromEntries(
    artifacts.map(({ label, bytes }): [string, SignedArtifact] => {
      const signing = startSigning({ privateKey, identity })
      signing.update(bytes)
      return [label, signing.finish(at)]
    }),
  )
}

/** Signs one artifact that comes in pieces: none of it has to be in memory at once. */
export function startSigning({ privateKey, identity }: { readonly privateKey: KeyObject; readonly identity: string }) {
  const hash = createHash('sha256')
  const sign = createSign('RSA-SHA256')
  return {
    update(bytes: Uint8Array): void {
      hash.update(bytes)
      sign.update(bytes)
    },
    finish(at: Date): SignedArtifact {
      const digest = hash.digest('hex')
      const signature = sign.sign(privateKey, 'base64')
      const publicKeyPem = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString()
      const rest = { signature, identity, publicKeyPem, signedAt: at.toISOString() }
      return { algorithm: 'RSA-SHA256', artifactSha256: digest, digest, ...rest }
    },
  }
}

/**
 * Whether a signature is one over these bytes. That the key is the one to trust is for the caller to know: a bundle brings
 * its own.
 */
export function verifyArtifact(bytes: Uint8Array, signed: SignedArtifact): boolean {
  if (signed.algorithm !== 'RSA-SHA256' || sha256(bytes) !== signed.artifactSha256) return false
  try {
    const key = createPublicKey(signed.publicKeyPem)
    if (key.asymmetricKeyType !== 'rsa') return false
    const padded = { key, padding: constants.RSA_PKCS1_PADDING }
    return createVerify('RSA-SHA256').update(bytes).verify(padded, signed.signature, 'base64')
  } catch {
    // What is no key verifies nothing.
    return false
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
