import { type SignedArtifact, startSigning } from '@gatehouse/formats/artifacts'
import { type Clock, messageOf } from '@gatehouse/kernel'
import { type Egress } from '@gatehouse/kernel/egress'
import type { Onlooker } from './pack.ts'
import { type KeyPorts, type OpenKey, signingKeyOf } from './signing-key.ts'
import type { SigstoreBundle } from './sigstore/bundle.ts'
import { type Keyless, openKeyless } from './sigstore/keyless.ts'
import type { SigstoreInstallation } from './sigstore/place.ts'

/** Signs the artifacts of one scan. */
export interface Signer {
  /** Observes an artifact during compression, and then signs it. */
  readonly begin: () => Signing
  /** Returns how the signer has signed so far, for the scan log. */
  readonly told: () => SignerStory
  /** Present if signing needs a remote service. Returns a local signer that records the reason. */
  readonly withoutAsking?: (reason: string) => Signer
}

export interface Signing extends Onlooker {
  readonly finish: () => Promise<Signed>
}

/** Entry of the artifact `signature`. `fallback` is the reason for the missing Sigstore bundle. */
export type Signed = SigstoreBundle | (SignedArtifact & { readonly fallback?: string })

/** How artifacts were signed. */
export interface SignerStory {
  readonly mode: 'stored_key' | 'keyless'
  readonly identity: string
  readonly fallback?: string
}

export interface SignerPorts extends KeyPorts {
  readonly clock: Clock
  readonly egress: Egress
  /** Default: the organizations' keys. */
  readonly sigstore?: SigstoreInstallation | undefined
}

/** Returns the signer of an organization, or a message if there is none. */
export async function signerOf(organizationId: string, ports: SignerPorts): Promise<Signer | string> {
  const key = await signingKeyOf(organizationId, ports)
  if (typeof key === 'string') return key
  const { sigstore, egress, clock } = ports
  if (sigstore === undefined) return storedKeySigner(key, clock)
  const keyless = await openKeyless(sigstore, egress)
  if (typeof keyless === 'string') return storedKeySigner(key, clock, keyless)
  return keylessSigner(keyless, key, clock)
}

function storedKeySigner(key: OpenKey, clock: Clock, fallback?: string): Signer {
  const reason = fallback === undefined ? {} : { fallback }
  return {
    begin() {
      const signing = startSigning(key)
      return {
        update: (bytes) => signing.update(bytes),
        finish: async () => ({ ...signing.finish(new Date(clock.now())), ...reason }),
      }
    },
    told: () => ({ mode: 'stored_key', identity: key.identity, ...reason }),
  }
}

/** If the Sigstore log is unavailable, signs with the organization's key and records the reason. */
function keylessSigner(keyless: Keyless, key: OpenKey, clock: Clock): Signer {
  let fallback: string | undefined
  return {
    begin() {
      const [signing, spare] = [keyless.begin(), startSigning(key)]
      return {
        update(bytes) {
          signing.update(bytes)
          spare.update(bytes)
        },
        async finish() {
          try {
            // After a failure, later signatures do not wait for it again.
            if (fallback === undefined) return await signing.finish()
          } catch (error) {
            fallback ??= `Sigstore could not record the signature: ${messageOf(error)}.`
          }
          return { ...spare.finish(new Date(clock.now())), fallback }
        },
      }
    },
    told: () =>
      fallback === undefined
        ? { mode: 'keyless', identity: keyless.identity }
        : { mode: 'stored_key', identity: key.identity, fallback },
    withoutAsking: (reason) => storedKeySigner(key, clock, reason),
  }
}
