import type { FindingSeverity } from '@gatehouse/contracts/scans'
import type { Observation, InventoryComponent } from '@gatehouse/scan-engine'
import type { DependencyPaths } from '../inventory/paths.ts'
import { type LicencePolicy, licenceVerdict } from '../licences/policy.ts'
import { packageOf } from './names.ts'
import { firstLocation } from './place.ts'

/** Creates an observation for a denied license. A missing license creates none: most lock files contain no licenses. */
export function observeLicence(
  component: InventoryComponent,
  policy: LicencePolicy,
  paths: DependencyPaths,
): readonly Observation[] {
  const { purl, name, version, licence, licenceNames = [] } = component
  const stated = licence ?? licenceNames.join(' AND ')
  if (stated === '') return []
  const verdict = licenceVerdict(licence ?? licenceNames[0], policy)
  if (verdict === 'allowed') return []
  const isDenied = verdict === 'denied'
  return [
    {
      scanner: 'SCA',
      ruleId: isDenied ? 'sca/licence-denied' : 'sca/licence-unknown',
      severity: isDenied ? severityOf(policy, component) : 'INFO',
      title: `${name}: the license ${stated} is ${isDenied ? 'denied by policy' : 'not covered by the policy'}`,
      description: `${name} ${version ?? ''} is licensed under ${stated}. ${isDenied ? 'The licence policy denies this licence: replace the package, request a different licence, or change the policy.' : 'The licence is not a valid SPDX expression, or the policy does not list it. Review the licence and add it to a list.'}`,
      ...firstLocation(component),
      owasp: [],
      confidence: isDenied ? 1 : 0.5,
      identity: ['licence', stated, packageOf(purl)],
      metadata: {
        package: packageOf(purl),
        ...(version !== undefined && { version }),
        purl,
        license: stated,
        licenseVerdict: verdict,
        dependencyPath: paths.shortest(purl),
        direct: component.direct,
        scope: component.scope,
      },
    },
  ]
}

function severityOf({ severity = 'MEDIUM' }: LicencePolicy, { scope }: InventoryComponent): FindingSeverity {
  return scope === 'dev' && severity !== 'INFO' ? 'LOW' : severity
}
