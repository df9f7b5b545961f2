import { cached } from '@gatehouse/kernel'
import { type KeyRing } from '@gatehouse/kernel/sealing'
import { storedUpstream, UpstreamSecrets } from './stored-upstream.ts'

/** Owner of a secret: an upstream. */
export interface SecretOwner {
  readonly tenantId: string
  readonly name: string
  readonly base_url: string
}

/** A stored upstream with its sealed secrets. */
export interface SealedUpstream {
  readonly tenantId: string
  readonly name: string
  readonly document: Readonly<Record<string, unknown>>
  readonly sealed: string
}

/** Seals and opens the keys of upstreams with the master key. */
export interface UpstreamSealer {
  seal(place: SecretOwner, secrets: UpstreamSecrets): string
  /** @throws {Failure} `unavailable` if the master key that sealed it is missing */
  open(place: SecretOwner, sealed: string): UpstreamSecrets
  /** Reseals the secrets of a stored upstream with the current key. */
  reseal(item: SealedUpstream): string
}

/** Maximum number of decrypted secrets in memory. Others are decrypted on demand. */
const OPENED_MAX = 10_000

export function createUpstreamSealer(master: KeyRing): UpstreamSealer {
  const opened = new Map<string, UpstreamSecrets>()

  const seal = (place: SecretOwner, secrets: UpstreamSecrets): string =>
    master.seal(Buffer.from(JSON.stringify(secrets)), belonging(place)).toString('base64')

  function unseal(place: SecretOwner, sealed: string): UpstreamSecrets {
    const plain = master.open(Buffer.from(sealed, 'base64'), belonging(place))
    return UpstreamSecrets.parse(JSON.parse(plain.toString()))
  }

  return {
    seal,
    open(place, sealed) {
      const key = JSON.stringify([place.tenantId, place.name, place.base_url, sealed])
      return cached(opened, key, OPENED_MAX, () => unseal(place, sealed))
    },
    reseal({ tenantId, name, document, sealed }) {
      const place = { tenantId, name, base_url: storedUpstream(document).base_url }
      return seal(place, unseal(place, sealed))
    },
  }
}

/** Returns the additional authenticated data, which binds a sealed key to its address, so that it cannot be sent elsewhere. */
function belonging({ tenantId, name, base_url }: SecretOwner) {
  return { purpose: 'model_upstream', tenantId, name: JSON.stringify([name, base_url]) }
}
