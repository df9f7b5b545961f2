import type { Egress } from '@gatehouse/kernel/egress'
import { checkSavedAddress } from '../administration/saved-address.ts'

/**
 * Checks a delivery address before it is saved.
 * @returns a warning, if there is one
 * @throws {Failure} `invalid_request` for an address that the egress policy denies
 */
export async function checkedAddress(url: string, egress: Egress): Promise<string | undefined> {
  const state = await checkSavedAddress(url, ['body', 'url'], egress)
  if (state === 'unresolved') return 'The name does not resolve at present; deliveries are tried all the same.'
  if (state === 'refused') {
    return 'The egress policy refuses what the name points to at present; nothing is delivered until that changes.'
  }
  return new URL(url).protocol === 'https:' ? undefined : 'Deliveries are signed, but not encrypted: this is not https.'
}
