import type { Logger } from '@gatehouse/http'
import { Secret } from '@gatehouse/kernel'
import { type KeyRing } from '@gatehouse/kernel/sealing'
import type { Store } from '@gatehouse/store'
import {
  listStaleOrganizationSecrets,
  type OrganizationSecret,
  resealOrganizationSecret,
  SEALED_PURPOSES,
  type SealedPurpose,
} from '@gatehouse/store/organizations'

/** Row of a sealed text. The text can be unsealed only for this row. */
type Where = Pick<OrganizationSecret, 'organizationId' | 'id'>

/** Texts per query. */
const PAGE = 100

export function sealFor(purpose: SealedPurpose, where: Where, secret: Secret, keys: KeyRing): Buffer {
  return keys.seal(Buffer.from(secret.reveal()), belonging(purpose, where))
}

/** @throws {Failure} `unavailable` if its master key is missing, or if it was sealed for another row */
export function openFor(purpose: SealedPurpose, where: Where, sealed: Uint8Array, keys: KeyRing): Secret {
  return new Secret(keys.open(sealed, belonging(purpose, where)).toString())
}

/**
 * Reseals secrets of older master keys, so that those keys can be removed. A missing key does not affect the other secrets.
 * @returns the number of resealed secrets
 */
export async function resealStale(store: Store, keys: KeyRing, log: Pick<Logger, 'warn'>): Promise<number> {
  let done = 0
  for (const purpose of SEALED_PURPOSES) {
    let after: string | undefined
    do {
      // oxlint-disable-next-line no-await-in-loop -- page after page
      const page = await listStaleOrganizationSecrets(store, purpose, keys.keyId, { after, limit: PAGE })
      for (const item of page) {
        try {
          const where = { organizationId: item.organizationId, id: item.of }
          const anew = sealFor(purpose, where, openFor(purpose, where, item.sealed, keys), keys)
          // oxlint-disable-next-line no-await-in-loop -- nothing waits for it
          if (await resealOrganizationSecret(store, purpose, item, anew)) done += 1
        } catch (err) {
          log.warn({ err, organization_id: item.organizationId, purpose }, 'secret re-encryption failed')
        }
      }
      after = page.length < PAGE ? undefined : page.at(-1)?.id
    } while (after !== undefined)
  }
  return done
}

function belonging(purpose: SealedPurpose, { organizationId, id }: Where) {
  return { purpose, tenantId: organizationId, name: id }
}
