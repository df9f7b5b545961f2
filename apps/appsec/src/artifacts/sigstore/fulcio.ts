import { createPublicKey, type KeyObject, sign, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Failure, messageOf } from '@gatehouse/kernel'
import { type Egress } from '@gatehouse/kernel/egress'
import { z } from 'zod'
import { requestSigstore } from './ask.ts'
import type { SigstoreInstallation } from './place.ts'

/** Certificate chains have three certificates. */
const PEM_CHARS_MAX = 64_000
const Chain = z.object({ chain: z.object({ certificates: z.array(z.string().max(PEM_CHARS_MAX)).min(1).max(10) }) })
const Issued = z
  .object({ signedCertificateEmbeddedSct: Chain.optional(), signedCertificateDetachedSct: Chain.optional() })
  .transform((issued) => issued.signedCertificateEmbeddedSct ?? issued.signedCertificateDetachedSct)

/** Used claims of a token; Fulcio verifies its issuer. */
const Claims = z.object({
  sub: z.string().min(1),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
})

export interface Certified {
  readonly certificate: X509Certificate
  /** Identity in the certificate, from the token. */
  readonly identity: string
}

/**
 * Requests a certificate for a key of one scan.
 * @throws {Failure} `unavailable`, `egress_refused`
 * @see https://github.com/sigstore/fulcio/blob/main/fulcio.proto
 */
export async function certify(
  privateKey: KeyObject,
  { fulcioUrl, tokenFile }: SigstoreInstallation,
  egress: Egress,
  signal: AbortSignal,
): Promise<Certified> {
  const token = await tokenOf(tokenFile)
  const identity = subjectOf(token)
  const publicKey = createPublicKey(privateKey)
  const issued = Issued.safeParse(
    await requestSigstore(
      `${fulcioUrl}/api/v2/signingCert`,
      {
        credentials: { oidcIdentityToken: token },
        publicKeyRequest: {
          publicKey: { algorithm: 'ECDSA', content: publicKey.export({ type: 'spki', format: 'pem' }) },
          proofOfPossession: sign('sha256', Buffer.from(identity), privateKey).toString('base64'),
        },
      },
      egress,
      signal,
    ),
  )
  const [pem] = issued.data?.chain.certificates ?? []
  const certificate = pem === undefined ? undefined : readCertificate(pem)
  if (certificate === undefined || !certificate.publicKey.equals(publicKey)) {
    throw new Failure('unavailable', 'Fulcio did not return a certificate for the key')
  }
  return { certificate, identity }
}

async function tokenOf(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    throw new Failure('unavailable', `the token file cannot be read: ${messageOf(error)}`)
  }
}

/** Returns the subject that Fulcio requires signed: the email address if it is verified, otherwise the subject claim. */
function subjectOf(token: string): string {
  try {
    const claims = Claims.parse(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()))
    return claims.email !== undefined && claims.email_verified === true ? claims.email : claims.sub
  } catch {
    throw new Failure('unavailable', 'the token file contains no OpenID Connect token')
  }
}

function readCertificate(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem)
  } catch {
    return undefined
  }
}
