import type { NpmAdvisory, NpmAuditAdvisory, NpmAuditReport, NpmSeverity } from '@gatehouse/contracts'
import type { TreePlace } from './asked.ts'
import type { FoundAdvisory } from './audit.ts'

/** Ways to one version that a report names. */
const PATHS_MAX = 1_000

/** By package, as npm asks. */
export function bulkReport(found: readonly FoundAdvisory[]): Record<string, NpmAdvisory[]> {
  const byName = Map.groupBy(found, ({ name }) => name)
  return Object.fromEntries([...byName].map(([name, some]) => [name, some.map(({ shown }) => shown)]))
}

/** With the places in the tree, as clients before npm 7 and pnpm ask. */
export function treeReport(found: readonly FoundAdvisory[], places: readonly TreePlace[]): NpmAuditReport {
  const byPackage = Map.groupBy(places, ({ name }) => name)
  const vulnerabilities: Record<NpmSeverity, number> = { info: 0, low: 0, moderate: 0, high: 0, critical: 0 }
  const advisories: Record<string, NpmAuditAdvisory> = {}
  for (const one of found) {
    const findings = findingsOf(one, byPackage.get(one.name) ?? [])
    vulnerabilities[one.shown.severity] += findings.reduce((sum, { paths }) => sum + paths.length, 0)
    // One vulnerability may be in several packages, and clients key by this alone.
    advisories[keyOf(one.shown.id, advisories)] = { ...advisoryOf(one), findings }
  }
  const dev = places.filter((place) => place.dev).length
  return {
    actions: [],
    advisories,
    muted: [],
    metadata: {
      vulnerabilities,
      dependencies: places.length - dev,
      devDependencies: dev,
      optionalDependencies: 0,
      totalDependencies: places.length,
    },
  }
}

function keyOf(id: number, taken: Readonly<Record<string, unknown>>): string {
  let key = id
  while (Object.hasOwn(taken, String(key))) key += 1
  return String(key)
}

function findingsOf({ versions }: FoundAdvisory, places: readonly TreePlace[]): NpmAuditAdvisory['findings'] {
  return versions.map((version) => {
    const some = places.filter((place) => place.version === version)
    return {
      version,
      paths: some.slice(0, PATHS_MAX).map(({ path }) => path),
      dev: some.every(({ dev }) => dev),
      optional: false,
      bundled: false,
    }
  })
}

function advisoryOf({ name, match, record, shown }: FoundAdvisory): Omit<NpmAuditAdvisory, 'findings'> {
  const patched = match.fixedVersions.map((version) => `>=${version}`).join(' || ')
  return {
    ...shown,
    module_name: name,
    cves: match.names.filter((one) => one.startsWith('CVE-')),
    github_advisory_id: match.names.find((one) => one.startsWith('GHSA-')) ?? null,
    // As npm says that there is none.
    patched_versions: patched === '' ? '<0.0.0' : patched,
    overview: record?.details ?? '',
    recommendation: patched === '' ? 'None' : `Upgrade to version ${match.fixedVersions.join(' or ')} or later`,
    references: (record?.references ?? []).map(({ url }) => `- ${url}`).join('\n'),
    access: 'public',
    created: record?.published ?? null,
    updated: record?.modified ?? null,
    deleted: null,
    found_by: null,
    reported_by: null,
    metadata: null,
  }
}
