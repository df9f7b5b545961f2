import type { FindingSeverity } from '@gatehouse/contracts'
import { type Licence, readLicence } from './expression.ts'

/** Which licences an organization takes. Ids of SPDX in any letter case; a name ending in `*` stands for all that begin so. */
export interface LicencePolicy {
  /** When given, everything else is denied. */
  readonly allow?: readonly string[]
  readonly deny?: readonly string[]
  /** Of what it denies; MEDIUM where nothing is said. What development alone needs is LOW at most. */
  readonly severity?: FindingSeverity
}

/** `unknown`: nobody says what the licence is, in words that the policy could be held against. */
export type LicenceVerdict = 'allowed' | 'denied' | 'unknown'

/**
 * What a policy says of a licence. Of a choice one allowed part is enough; of parts that hold together all must be allowed.
 * @param text an SPDX expression or a name; a name counts where a list has it
 */
export function licenceVerdict(text: string | undefined, policy: LicencePolicy): LicenceVerdict {
  if (text === undefined) return 'unknown'
  const read = readLicence(text)
  if (read !== undefined) return judge(read.licence, policy) ? 'allowed' : 'denied'
  if (isListed(text, policy.deny)) return 'denied'
  return isListed(text, policy.allow) ? 'allowed' : 'unknown'
}

function judge(licence: Licence, policy: LicencePolicy): boolean {
  if (licence.kind !== 'licence') {
    const parts = licence.parts.map((part) => judge(part, policy))
    return licence.kind === 'and' ? !parts.includes(false) : parts.includes(true)
  }
  const { id, orLater, exception } = licence
  // `GPL-2.0 WITH Classpath-exception-2.0` may be listed as a whole, and then the list means that alone.
  const names = [exception === undefined ? undefined : `${id} WITH ${exception}`, orLater ? `${id}+` : undefined, id]
  for (const name of names) {
    if (name === undefined) continue
    if (isListed(name, policy.deny)) return false
    if (isListed(name, policy.allow)) return true
  }
  return policy.allow === undefined
}

function isListed(name: string, list: readonly string[] | undefined): boolean {
  const lower = name.trim().toLowerCase()
  return (list ?? []).some((entry) => {
    const wanted = entry.trim().toLowerCase()
    return wanted.endsWith('*') ? lower.startsWith(wanted.slice(0, -1)) : lower === wanted
  })
}
