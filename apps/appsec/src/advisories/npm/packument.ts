import { type AdvisoryMatch, npmVersionOf } from '@gatehouse/sca/advisories'
import type { AdvisoryPort } from '@gatehouse/sca'
import type { Inventory } from '@gatehouse/scan-engine'

/** Own limit of versions looked up for one list: most records have only a few, and each lookup may query a service. */
const TRIES_MAX = 100
/** Own limit of versions from records. Fixes and range ends are more useful. */
const LISTED_MAX = 50

/** A package that a project uses. */
export interface PackageInUse {
  readonly versions: readonly string[]
  /** Dependencies by name, with their available versions. */
  readonly dependencies: ReadonlyMap<string, readonly string[]>
}

/** Version list in which npm looks for fixes. It contains nothing to install. */
export interface Packument {
  readonly name: string
  readonly 'dist-tags': Readonly<Record<string, string>>
  readonly versions: Readonly<Record<string, Manifest>>
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
}

const ECOSYSTEM = 'npm'
type Interval = AdvisoryMatch['affected'][number]['intervals'][number]
/**
 * Start of an unbounded range, or last version before an exclusive end. npm narrows ranges to the listed versions and would otherwise
 * report only the versions in use. Both are pre-releases inside the range, so that npm does not suggest them.
 */
const FIRST = '0.0.0-0'
const LAST_BEFORE = '-0'

/** Returns the npm packages of an inventory by name. */
export function npmPackagesOf({ components, dependencies }: Inventory): ReadonlyMap<string, PackageInUse> {
  const inventoryComponents = components.filter(
    ({ ecosystem, version }) => ecosystem === ECOSYSTEM && version !== undefined,
  )
  const byPurl = new Map(inventoryComponents.map((our) => [our.purl, our]))
  const packages = new Map<string, { versions: string[]; dependencies: Map<string, string[]> }>()
  for (const { purl, name, version = '' } of inventoryComponents) {
    const item = packages.get(name) ?? { versions: [], dependencies: new Map<string, string[]>() }
    packages.set(name, item)
    item.versions.push(version)
    for (const other of dependencies.get(purl) ?? []) {
      const needed = byPurl.get(other)
      if (needed?.version === undefined) continue
      const versions = item.dependencies.get(needed.name) ?? []
      item.dependencies.set(needed.name, [...versions, needed.version])
    }
  }
  return packages
}

/**
 * Returns the known versions of a vulnerable package: the versions in use, the range ends of its advisories, and fixes that no other
 * advisory affects. Other versions get the dependencies of the versions in use, because their own dependencies are unknown.
 * @param matches of the versions in use, without triaged matches
 * @returns undefined if there are none
 */
export async function packumentOf(
  name: string,
  inUse: PackageInUse,
  matches: readonly AdvisoryMatch[],
  port: AdvisoryPort,
): Promise<Packument | undefined> {
  if (matches.length === 0) return undefined
  const known = await knownVersions(matches, async (version) => port.match({ ecosystem: ECOSYSTEM, name, version }))
  // npm itself knows the dependencies of versions in use, with the original ranges.
  if (inUse.dependencies.size === 0) for (const version of inUse.versions) known.add(npmVersionOf(version) ?? version)
  const dependencies = await neededBy(inUse, port)
  const manifests = [...known].map((version) => [version, { name, version, ...dependencies }] as const)
  return { name, 'dist-tags': {}, versions: Object.fromEntries(manifests) }
}

async function knownVersions(
  matches: readonly AdvisoryMatch[],
  matchesOf: (version: string) => Promise<readonly AdvisoryMatch[]>,
): Promise<Set<string>> {
  const own = new Set(matches.map(({ id }) => id))
  const affected = matches.flatMap((match) => match.affected)
  const listed = affected.flatMap(({ versions }) => versions).slice(-LISTED_MAX)
  const ends = affected.flatMap(({ intervals }) => intervals.flatMap(endsOf))
  const open: string[] = [...matches.flatMap(({ fixedVersions }) => fixedVersions), ...ends, ...listed]
  const known = new Set<string>()
  const tried = new Set<string>()
  for (const item of open) {
    const version = npmVersionOf(item)
    if (version === undefined || tried.has(version)) continue
    if (tried.size >= TRIES_MAX) break
    tried.add(version)
    const others = (await matchesOf(version)).filter(({ id }) => !own.has(id))
    if (others.length === 0) known.add(version)
    // Fixes may be vulnerable themselves.
    else open.push(...others.flatMap(({ fixedVersions }) => fixedVersions))
  }
  return known
}

function endsOf({ from = FIRST, to, closed }: Interval): string[] {
  if (to === undefined) return [from]
  return closed === true || to.includes('-') ? [from, to] : [from, to, `${npmVersionOf(to) ?? to}${LAST_BEFORE}`]
}

/** If several versions of one dependency are installed, the vulnerable version counts. */
async function neededBy(
  { dependencies }: PackageInUse,
  port: AdvisoryPort,
): Promise<{ readonly dependencies?: Readonly<Record<string, string>> }> {
  if (dependencies.size === 0) return {}
  const needed: Record<string, string> = {}
  for (const [name, versions] of dependencies) {
    let text = versions[0] ?? '*'
    for (const version of versions) {
      if ((await port.match({ ecosystem: ECOSYSTEM, name, version })).length > 0) text = version
    }
    needed[name] = npmVersionOf(text) ?? '*'
  }
  return { dependencies: needed }
}
