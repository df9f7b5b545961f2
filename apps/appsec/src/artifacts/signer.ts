import { type SignedArtifact, startSigning } from '@gatehouse/formats'
import type { Clock } from '@gatehouse/kernel'
import type { Onlooker } from './pack.ts'
import { type KeyPorts, signingKeyOf } from './signing-key.ts'

/** Signs the artifacts of one scan. */
export interface Signer {
  /** Looks on while an artifact is packed and then signs it. */
  readonly begin: () => Signing
  /** How it signs, for the log of the scan. */
  readonly told: () => SignerStory
}

export interface Signing extends Onlooker {
  readonly finish: () => Promise<Signed>
}

/** One entry of the artifact `signature`. */
export type Signed = SignedArtifact

/** How artifacts were signed. */
export interface SignerStory {
  readonly identity: string
}

export interface SignerPorts extends KeyPorts {
  readonly clock: Clock
}

/** What signs for an organization; a sentence where nothing can. */
export async function signerOf(organizationId: string, ports: SignerPorts): Promise<Signer | string> {
  const key = await signingKeyOf(organizationId, ports)
  if (typeof key === 'string') return key
  return {
    begin() {
      const signing = startSigning(key)
      return {
        update: (bytes) => signing.update(bytes),
        finish: async () => signing.finish(new Date(ports.clock.now())),
      }
    },
    told: () => ({ identity: key.identity }),
  }
}
