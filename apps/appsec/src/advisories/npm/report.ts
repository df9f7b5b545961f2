import type { NpmAdvisory, NpmAuditAdvisory, NpmAuditReport, NpmSeverity } from '@gatehouse/contracts/appsec'
import type { TreeNode } from './asked.ts'
import type { FoundAdvisory } from './audit.ts'

/** Own limit of dependency paths per version in a report. */
const PATHS_MAX = 1_000
/**
 * Own limit of paths and record texts in one report, in UTF-16 units. The largest real trees need a tenth of it. A tree of a few MB with
 * deeply nested packages would otherwise produce gigabytes.
 */
export const REPORT_UNITS_MAX = 32 * 1024 * 1024

/** Creates a report by package, as npm expects it. */
export function bulkReport(found: readonly FoundAdvisory[]): Record<string, NpmAdvisory[]> {
  const byName = Map.groupBy(found, ({ name }) => name)
  return Object.fromEntries([...byName].map(([name, some]) => [name, some.map(({ shown }) => shown)]))
}

/** Creates a report with tree paths, for clients before npm 7 and pnpm. */
export function treeReport(found: readonly FoundAdvisory[], places: readonly TreeNode[]): NpmAuditReport {
  const byVersion = Map.groupBy(places, ({ name, version }) => keyOfVersion(name, version))
  const budget = { left: REPORT_UNITS_MAX }
  const vulnerabilities: Record<NpmSeverity, number> = { info: 0, low: 0, moderate: 0, high: 0, critical: 0 }
  const advisories: Record<string, NpmAuditAdvisory> = {}
  for (const item of found) {
    const { findings, count } = findingsOf(item, byVersion, budget)
    vulnerabilities[item.shown.severity] += count
    // A vulnerability can affect several packages, and clients use only the key to identify it.
    advisories[keyOf(item.shown.id, advisories)] = { ...advisoryOf(item, budget), findings }
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

function keyOf(id: number, claimed: Readonly<Record<string, unknown>>): string {
  let key = id
  while (Object.hasOwn(claimed, String(key))) key += 1
  return String(key)
}

/** Package names contain no spaces. */
function keyOfVersion(name: string, version: string): string {
  return `${name} ${version}`
}

/** Remaining part of {@link REPORT_UNITS_MAX}. */
interface Budget {
  left: number
}

function findingsOf(
  { name, versions }: FoundAdvisory,
  places: ReadonlyMap<string, readonly TreeNode[]>,
  budget: Budget,
): { readonly findings: NpmAuditAdvisory['findings']; readonly count: number } {
  let count = 0
  const findings = versions.map((version) => {
    const some = places.get(keyOfVersion(name, version)) ?? []
    const named = some.slice(0, PATHS_MAX)
    count += named.length
    const paths = named.flatMap(({ path }) => (spend(path, budget) ? [path] : []))
    return {
      version,
      // Without a path, clients would consider a version unused.
      paths: paths.length > 0 ? paths : [name],
      dev: some.every(({ dev }) => dev),
      optional: false,
      bundled: false,
    }
  })
  return { findings, count }
}

function spend(text: string, budget: Budget): boolean {
  budget.left -= text.length
  return budget.left >= 0
}

function advisoryOf({ name, match, record, shown }: FoundAdvisory, budget: Budget): Omit<NpmAuditAdvisory, 'findings'> {
  const patched = match.fixedVersions.map((version) => `>=${version}`).join(' || ')
  const texts = { overview: record?.details ?? '', references: referencesOf(record) }
  const isTold = spend(texts.overview + texts.references, budget)
  return {
    ...shown,
    module_name: name,
    cves: match.names.filter((item) => item.startsWith('CVE-')),
    github_advisory_id: match.names.find((item) => item.startsWith('GHSA-')) ?? null,
    // npm's notation for "no fix".
    patched_versions: patched === '' ? '<0.0.0' : patched,
    ...(isTold ? texts : { overview: '', references: '' }),
    recommendation: patched === '' ? 'None' : `Upgrade to version ${match.fixedVersions.join(' or ')} or later`,
    access: 'public',
    created: record?.published ?? null,
    updated: record?.modified ?? null,
    deleted: null,
    found_by: null,
    reported_by: null,
    metadata: null,
  }
}

function referencesOf(record: FoundAdvisory['record']): string {
  return (record?.references ?? []).map(({ url }) => `- ${url}`).join('\n')
}
