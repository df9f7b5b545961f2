import { createHash, createSign, generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { messageOf } from '@gatehouse/kernel'
import { type Egress } from '@gatehouse/kernel/egress'
import type { Onlooker } from '../pack.ts'
import { BUNDLE_TYPE, type SigstoreBundle } from './bundle.ts'
import { certify } from './fulcio.ts'
import type { SigstoreInstallation } from './place.ts'
import { writeDown } from './rekor.ts'

/** Own limit of all Sigstore requests of one scan. Its results are delayed meanwhile. */
export const SIGSTORE_MS_MAX = 10_000

/** Signs with an ephemeral certified key. */
export interface Keyless {
  /** Identity in the certificate. */
  readonly identity: string
  /** Observes an artifact during compression. */
  readonly begin: () => Onlooker & { readonly finish: () => Promise<SigstoreBundle> }
}

/**
 * Creates a key for one scan, certified by Fulcio.
 * @returns a message if that failed
 */
export async function openKeyless(
  place: SigstoreInstallation,
  egress: Egress,
  limit_ms: number = SIGSTORE_MS_MAX,
): Promise<Keyless | string> {
  const signal = AbortSignal.timeout(limit_ms)
  try {
    const { privateKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' })
    const { certificate, identity } = await certify(privateKey, place, egress, signal)
    return {
      identity,
      begin() {
        const hash = createHash('sha256')
        const sign = createSign('sha256')
        return {
          update(bytes) {
            hash.update(bytes)
            sign.update(bytes)
          },
          async finish() {
            const digest = hash.digest()
            const signature = sign.sign(privateKey)
            const later = AbortSignal.timeout(limit_ms)
            const entry = await writeDown({ digest, signature, certificate }, place, egress, later)
            return {
              mediaType: BUNDLE_TYPE,
              verificationMaterial: {
                certificate: { rawBytes: certificate.raw.toString('base64') },
                tlogEntries: [entry],
              },
              messageSignature: {
                messageDigest: { algorithm: 'SHA2_256', digest: digest.toString('base64') },
                signature: signature.toString('base64'),
              },
            }
          },
        }
      },
    }
  } catch (error) {
    return `Sigstore could not be reached: ${messageOf(error)}.`
  }
}
