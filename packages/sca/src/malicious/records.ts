import type { Observation, InventoryComponent } from '@gatehouse/scan-engine'
import type { PackageVersion } from '../advisories/database.ts'
import type { AdvisoryMatch } from '../advisories/match.ts'
import type { DependencyPaths } from '../inventory/paths.ts'
import { osvNameOf, packageOf } from '../observe/names.ts'
import { firstLocation } from '../observe/place.ts'
import type { OsvRecord } from '../osv/record.ts'
import type { AdvisoryPort } from '../advisory-port.ts'
import { observe, REMEDY } from './observe.ts'

/** Maximum length of a text in a finding, in UTF-16 units. */
const DETAILS_UNITS_MAX = 4_000
const EMBEDDED_CODE = 'CWE-506'

/**
 * Returns observations from records of known attacks for exactly this package version. Location and identity equal those of SCA for the
 * same record, so that both form one finding.
 */
export async function observeRecords(
  component: InventoryComponent,
  advisories: AdvisoryPort,
  paths: DependencyPaths,
): Promise<readonly Observation[]> {
  const wanted = wantedOf(component)
  if (wanted === undefined) return []
  const found: Observation[] = []
  for (const match of await advisories.match(wanted)) {
    const record = await recordOf(match, advisories)
    if (match.malicious || isMalicious(record)) found.push(observeMatch(component, match, record, paths))
  }
  return found
}

/** Returns the package in the form of advisory queries; undefined for packages without advisories. */
export function wantedOf(component: InventoryComponent): PackageVersion | undefined {
  const { version } = component
  const named = osvNameOf(component)
  return named === undefined || version === undefined ? undefined : { ...named, version }
}

async function recordOf(match: AdvisoryMatch, advisories: AdvisoryPort): Promise<OsvRecord | undefined> {
  for (const id of [match.id, ...match.records]) {
    const record = await advisories.record(id)
    if (record !== undefined) return record
  }
  return undefined
}

/** GitHub marks malware by its CWE, RustSec by a category. */
function isMalicious(record: OsvRecord | undefined): boolean {
  if (record === undefined) return false
  const specifics = [record.database_specific, ...record.affected.map(({ database_specific: own }) => own)]
  return specifics.some(
    (specific) => specific.cwe_ids?.includes(EMBEDDED_CODE) || specific.categories?.includes('malicious'),
  )
}

function observeMatch(
  component: InventoryComponent,
  match: AdvisoryMatch,
  record: OsvRecord | undefined,
  paths: DependencyPaths,
): Observation {
  const { purl, name, version = '', direct, scope } = component
  const path = paths.shortest(purl)
  const through =
    path.length > 1
      ? ` The dependency path is ${path.map((item) => item.slice(item.indexOf('/') + 1)).join(' → ')}.`
      : ''
  const details = (record?.details || record?.summary || '').slice(0, DETAILS_UNITS_MAX).toWellFormed()
  const { filePath, startLine } = firstLocation(component)
  return {
    ...observe({
      ruleId: match.id,
      severity: 'CRITICAL',
      confidence: 1,
      title: `${name} ${version} is known malicious (${match.id})`,
      description: `${name} ${version} is listed as malicious: ${match.names.join(', ')}.${through} ${REMEDY}${details === '' ? '' : `\n\n${details}`}`,
      filePath,
      line: startLine,
      identity: [match.id, packageOf(purl)],
      metadata: {
        package: packageOf(purl),
        version,
        purl,
        dependencyPath: path,
        roots: paths.roots(purl),
        direct,
        scope,
        aliases: match.names,
        malicious: true,
      },
    }),
  }
}
