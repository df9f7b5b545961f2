import { createHash, verify, X509Certificate } from 'node:crypto'
import { Failure, messageOf } from '@gatehouse/kernel'
import { z } from 'zod'

/** Media type of Sigstore bundles, without version. */
const BUNDLE_TYPE = 'application/vnd.dev.sigstore.bundle'
const BYTES_CHARS_MAX = 64 * 1024
/** Base64 of 32 bytes. */
const SHA256 = z.string().regex(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 bytes in Base64')

/**
 * Fields of a bundle that are used here. The verifier reads all others.
 * @see https://github.com/sigstore/protobuf-specs/blob/main/protos/sigstore_bundle.proto
 */
export const KeylessBundle = z.looseObject({
  mediaType: z.string().startsWith(BUNDLE_TYPE),
  messageSignature: z.object({
    messageDigest: z.object({ algorithm: z.literal('SHA2_256'), digest: SHA256 }),
    signature: z.string().max(BYTES_CHARS_MAX),
  }),
  verificationMaterial: z.looseObject({
    certificate: z.object({ rawBytes: z.string().max(BYTES_CHARS_MAX) }).optional(),
  }),
})
export type KeylessBundle = z.infer<typeof KeylessBundle>

/** Trusted authorities and logs, from Sigstore's `trusted_root.json`. */
export interface Trust {
  readonly check: (bundle: KeylessBundle, bytes: Buffer) => Signer
  /** Whether certificates must be in a certificate transparency log. */
  readonly asksCertificateLog: boolean
}

/** Signer identity from the certificate. */
export interface Signer {
  readonly identity: string | undefined
  readonly issuer: string | undefined
}

/** SHA-256 of the file, in hex. */
export function digestOf({ messageSignature }: KeylessBundle): string {
  return Buffer.from(messageSignature.messageDigest.digest, 'base64').toString('hex')
}

/** Returns whether the certificate's key signed these bytes. Does not prove the certificate's identity. */
export function isSignedByCertificate(bundle: KeylessBundle, bytes: Buffer): boolean {
  const { certificate } = bundle.verificationMaterial
  try {
    const { publicKey } = new X509Certificate(Buffer.from(certificate?.rawBytes ?? '', 'base64'))
    const signature = Buffer.from(bundle.messageSignature.signature, 'base64')
    return (
      digestOf(bundle) === createHash('sha256').update(bytes).digest('hex') &&
      verify('sha256', bytes, publicKey, signature)
    )
  } catch {
    return false
  }
}

/**
 * Parses a trusted root for offline verification.
 * @param json content of the file
 * @throws {Failure} `invalid_request` for an invalid root, or a root without authorities or logs
 */
export async function openTrust(json: unknown, path: string): Promise<Trust> {
  // Loaded lazily: no other command needs these modules.
  const [{ bundleFromJSON }, { toSignedEntity, toTrustMaterial, Verifier }, { TrustedRoot }] = await Promise.all([
    import('@sigstore/bundle'),
    import('@sigstore/verify'),
    import('@sigstore/protobuf-specs'),
  ])
  const read = (): ReturnType<typeof TrustedRoot.fromJSON> => {
    try {
      return TrustedRoot.fromJSON(json)
    } catch (error) {
      throw new Failure('invalid_request', `Invalid Sigstore trusted root ${path}: ${messageOf(error)}`)
    }
  }
  const root = read()
  if (root.certificateAuthorities.length === 0 || root.tlogs.length === 0) {
    throw new Failure('invalid_request', `Invalid Sigstore trusted root ${path}: no authority or no log found.`)
  }
  const material = toTrustMaterial(root)
  const asksCertificateLog = root.ctlogs.length > 0
  return {
    asksCertificateLog,
    check(bundle, bytes) {
      const verifier = new Verifier(material, { ctlogThreshold: asksCertificateLog ? 1 : 0 })
      const { identity } = verifier.verify(toSignedEntity(bundleFromJSON(bundle), bytes))
      return { identity: identity?.subjectAlternativeName, issuer: identity?.extensions?.issuer }
    },
  }
}
