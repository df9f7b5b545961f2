import { cached } from '@gatehouse/kernel'
import type { Logger } from '@gatehouse/http'
import type { KeyRing } from '@gatehouse/kernel'
import { listStaleItems, resealItem, type SealedItem, type Store } from '@gatehouse/store'
import { resealEach } from '../../reseal-each.ts'
import { storedUpstream, UPSTREAM_KIND, UpstreamSecrets } from './stored-upstream.ts'

/** Which upstream a secret is for. */
export interface SecretPlace {
  readonly tenantId: string
  readonly name: string
  readonly base_url: string
}

/** Seals and opens the keys of upstreams, under the master key. */
export interface UpstreamSealer {
  seal(place: SecretPlace, secrets: UpstreamSecrets): string
  /** @throws {Failure} `unavailable` when the master key that sealed it is not given */
  open(place: SecretPlace, sealed: string): UpstreamSecrets
  /** Seals anew what older keys have sealed, so that those can be taken away. @returns how many */
  resealStale(): Promise<number>
}

/** Opened secrets in memory; an upstream whose secrets are not among them waits for one decryption. */
const OPENED_MAX = 10_000

export function createUpstreamSealer(store: Store, master: KeyRing, log: Logger): UpstreamSealer {
  const opened = new Map<string, UpstreamSecrets>()

  const seal = (place: SecretPlace, secrets: UpstreamSecrets): string =>
    master.seal(Buffer.from(JSON.stringify(secrets)), belonging(place)).toString('base64')

  function unseal(place: SecretPlace, sealed: string): UpstreamSecrets {
    const plain = master.open(Buffer.from(sealed, 'base64'), belonging(place))
    return UpstreamSecrets.parse(JSON.parse(plain.toString()))
  }

  return {
    seal,
    open(place, sealed) {
      const key = JSON.stringify([place.tenantId, place.name, place.base_url, sealed])
      return cached(opened, key, OPENED_MAX, () => unseal(place, sealed))
    },
    resealStale: () =>
      resealEach<SealedItem>({
        page: (after, limit) => listStaleItems(store, UPSTREAM_KIND, master.keyId, { after, limit }),
        reseal({ tenantId, name, document, sealed }) {
          const place = { tenantId, name, base_url: storedUpstream(document).base_url }
          const after = seal(place, unseal(place, sealed))
          return resealItem(store, { kind: UPSTREAM_KIND, tenantId, name, before: sealed, after })
        },
        failed: ({ tenantId, name }, err) =>
          log.warn(
            { err, tenant_id: tenantId, upstream: name },
            'the key of a model upstream could not be sealed anew',
          ),
      }),
  }
}

/** A sealed key opens only for the address that it was given for: nobody can have it sent elsewhere. */
function belonging({ tenantId, name, base_url }: SecretPlace) {
  return { purpose: 'model_upstream', tenantId, name: JSON.stringify([name, base_url]) }
}
