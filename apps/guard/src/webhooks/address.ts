import type { Egress } from '@gatehouse/kernel/egress'
import { checkSavedAddress } from '../administration/saved-address.ts'

/**
 * Checks a delivery address before it is saved.
 * @returns a warning, if there is one
 * @throws {Failure} `invalid_request` for an address that the egress policy denies
 */
export async function checkedAddress(url: string, egress: Egress): Promise<string | undefined> {
  const state = await checkSavedAddress(url, ['body', 'url'], egress)
  if (state === 'unresolved') return 'The host name cannot currently be resolved. Deliveries are attempted anyway.'
  if (state === 'refused') {
    return "The egress policy currently blocks the host's address. Nothing is delivered until this changes."
  }
  return new URL(url).protocol === 'https:'
    ? undefined
    : 'Deliveries are signed but not encrypted, because the URL does not use https.'
}
