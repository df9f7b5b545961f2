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

/** Content to sign, with a label, e.g. `cyclonedx`. */
export interface Signable {
  readonly label: string
  readonly bytes: Uint8Array
}

/** Signature, in the format of decisions section 2. */
export interface SignedArtifact {
  readonly algorithm: 'RSA-SHA256'
  /** Lower-case hexadecimal; `digest` is the same. */
  readonly artifactSha256: string
  readonly digest: string
  /** Over the bytes of the artifact, PKCS #1 v1.5, Base64. */
  readonly signature: string
  /** Signer, e.g. the organization and the id of its key. */
  readonly identity: string
  /** SubjectPublicKeyInfo as PEM: the format that openssl verifies with. */
  readonly publicKeyPem: string
  /** ISO 8601, UTC. */
  readonly signedAt: string
}

/** By label. */
export type SignatureBundle = Readonly<Record<string, SignedArtifact>>

/** NIST SP 800-57 part 1: good beyond 2030. */
const RSA_BITS = 3_072

/** Creates a key pair for signatures; takes some tenths of a second. */
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

/** Signs one artifact as a stream: it is never in memory completely. */
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

/** Returns whether a signature is valid for these bytes. The caller must check that the key is trusted: a bundle contains its own. */
export function verifyArtifact(bytes: Uint8Array, signed: SignedArtifact): boolean {
  if (signed.algorithm !== 'RSA-SHA256' || sha256(bytes) !== signed.artifactSha256) return false
  try {
    const key = createPublicKey(signed.publicKeyPem)
    if (key.asymmetricKeyType !== 'rsa') return false
    const padded = { key, padding: constants.RSA_PKCS1_PADDING }
    return createVerify('RSA-SHA256').update(bytes).verify(padded, signed.signature, 'base64')
  } catch {
    // An invalid key verifies nothing.
    return false
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
