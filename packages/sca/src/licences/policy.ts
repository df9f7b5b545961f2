import type { FindingSeverity } from '@gatehouse/contracts/scans'
import { type Licence, readLicence } from './expression.ts'

/** Accepted licenses of an organization. SPDX ids, case-insensitive; `*` at the end is a suffix wildcard. */
export interface LicencePolicy {
  /** If set, everything else is denied. */
  readonly allow?: readonly string[]
  readonly deny?: readonly string[]
  /** Severity of denied licenses; default MEDIUM. Development dependencies are at most LOW. */
  readonly severity?: FindingSeverity
}

/** `unknown`: the license is not stated, or not in a form that the policy can evaluate. */
export type LicenceVerdict = 'allowed' | 'denied' | 'unknown'

/**
 * Evaluates a license against a policy. For OR one allowed part is sufficient; for AND all parts must be allowed.
 * @param text an SPDX expression or a name; a name counts if a list contains it
 */
export function licenceVerdict(text: string | undefined, policy: LicencePolicy): LicenceVerdict {
  if (text === undefined) return 'unknown'
  const read = readLicence(text)
  if (read !== undefined) return isPermitted(read.licence, policy) ? 'allowed' : 'denied'
  if (isListed(text, policy.deny)) return 'denied'
  return isListed(text, policy.allow) ? 'allowed' : 'unknown'
}

function isPermitted(licence: Licence, policy: LicencePolicy): boolean {
  if (licence.kind !== 'licence') {
    const parts = licence.parts.map((part) => isPermitted(part, policy))
    return licence.kind === 'and' ? !parts.includes(false) : parts.includes(true)
  }
  const { id, orLater, exception } = licence
  // `GPL-2.0 WITH Classpath-exception-2.0` may be listed as a whole, and then only the combination is listed.
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
