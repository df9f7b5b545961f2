import type { CoverageGap } from '@gatehouse/scan-engine'
import type { LicencePolicy } from '@gatehouse/sca'
import type { Store } from '@gatehouse/store'
import { listSecurityPolicies, type SecurityPolicyRow } from '@gatehouse/store/projects'

/** Category of security policies that package scanners read, in British and American spelling. */
const CATEGORIES: ReadonlySet<string> = new Set(['licence', 'license', 'licences', 'licenses'])

/** Own limit of licenses in all policies of an organization: each package is checked against all of them. */
export const LICENCES_LISTED_MAX = 2_000

/** License rules of an organization. */
export interface LicenceRules {
  readonly policies: readonly LicencePolicy[]
  /** Gaps for license policies without usable rules. */
  readonly gaps: readonly CoverageGap[]
}

/**
 * Reads the enabled security policies of the category `licence`. Rule lines that begin with `allow:` or `deny:` list SPDX ids, separated
 * by commas. All other lines are ignored.
 */
export async function readLicenceRules(store: Store, organizationId: string): Promise<LicenceRules> {
  const rows = (await listSecurityPolicies(store, organizationId)).filter(
    ({ category, enabled }) => enabled && CATEGORIES.has(category.trim().toLowerCase()),
  )
  const policies: LicencePolicy[] = []
  const gaps: CoverageGap[] = []
  let listed = 0
  for (const row of rows) {
    const policy = licencePolicyOf(row)
    listed += (policy?.allow?.length ?? 0) + (policy?.deny?.length ?? 0)
    if (policy === undefined) gaps.push(unread(row, 'its rule has no line that starts with "allow:" or "deny:"'))
    else if (listed > LICENCES_LISTED_MAX)
      gaps.push(unread(row, `the policies list more than ${LICENCES_LISTED_MAX} licenses`))
    else policies.push(policy)
  }
  return { policies, gaps }
}

/** Returns undefined without allow or deny lines. */
export function licencePolicyOf({
  rule,
  severity,
}: Pick<SecurityPolicyRow, 'rule' | 'severity'>): LicencePolicy | undefined {
  const lists = { allow: [] as string[], deny: [] as string[] }
  for (const line of rule.split('\n')) {
    const colon = line.indexOf(':')
    const word = line.slice(0, Math.max(0, colon)).trim().toLowerCase()
    if (word !== 'allow' && word !== 'deny') continue
    const names = line.slice(colon + 1).split(',')
    lists[word].push(...names.map((name) => name.trim()).filter((name) => name !== ''))
  }
  if (lists.allow.length + lists.deny.length === 0) return undefined
  return {
    severity,
    ...(lists.allow.length === 0 ? {} : { allow: lists.allow }),
    ...(lists.deny.length === 0 ? {} : { deny: lists.deny }),
  }
}

function unread({ name }: SecurityPolicyRow, reason: string): CoverageGap {
  return { scanner: 'SCA', reason: 'skipped', detail: `The license policy "${name}" was not applied: ${reason}.` }
}
