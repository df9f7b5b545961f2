import { type AdvisoryMatch, npmVersionOf } from '@gatehouse/sca/advisories'
import type { AdvisoryPort } from '@gatehouse/sca'
import type { Inventory } from '@gatehouse/scan-engine'

/** Own limit of versions looked up for one list: a record seldom has more than a few, and each may query a service. */
const TRIES_MAX = 100
/** Own limit of versions from records among them; fixes and range ends are more useful. */
const LISTED_MAX = 50

/** A package as a project uses it. */
export interface PackageInUse {
  readonly versions: readonly string[]
  /** Dependencies by name, with their available versions. */
  readonly dependencies: ReadonlyMap<string, readonly string[]>
}

/** Version list in which npm looks for fixes; nothing can be installed from it. */
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
 * Marks the start of an unbounded range, and the last version before an exclusive end. npm narrows ranges to the listed versions, and
 * would otherwise report only the versions in use as vulnerable. Both are inside the range, and pre-releases, so that nobody is told to
 * install them.
 */
const FIRST = '0.0.0-0'
const LAST_BEFORE = '-0'

/** The packages of npm in an inventory, by name. */
export function npmPackagesOf({ components, dependencies }: Inventory): ReadonlyMap<string, PackageInUse> {
  const ours = components.filter(({ ecosystem, version }) => ecosystem === ECOSYSTEM && version !== undefined)
  const byPurl = new Map(ours.map((our) => [our.purl, our]))
  const packages = new Map<string, { versions: string[]; dependencies: Map<string, string[]> }>()
  for (const { purl, name, version = '' } of ours) {
    const one = packages.get(name) ?? { versions: [], dependencies: new Map<string, string[]>() }
    packages.set(name, one)
    one.versions.push(version)
    for (const other of dependencies.get(purl) ?? []) {
      const needed = byPurl.get(other)
      if (needed?.version === undefined) continue
      const versions = one.dependencies.get(needed.name) ?? []
      one.dependencies.set(needed.name, [...versions, needed.version])
    }
  }
  return packages
}

/**
 * Returns the known versions of a vulnerable package: those in use, the ends of its advisories' ranges, and fixes, unless another advisory
 * affects them. Versions that are not in use get the dependencies of those in use: whether a newer version has safer dependencies is
 * unknown, and must not be implied.
 * @param matches of the versions in use, without triaged ones
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
  // npm knows the dependencies of versions in use itself, with the original ranges, and needs no entries for them.
  if (inUse.dependencies.size === 0) for (const version of inUse.versions) known.add(npmVersionOf(version) ?? version)
  const dependencies = await neededBy(inUse, port)
  const manifests = [...known].map((version) => [version, { name, version, ...dependencies }] as const)
  return { name, 'dist-tags': {}, versions: Object.fromEntries(manifests) }
}

async function knownVersions(
  matches: readonly AdvisoryMatch[],
  matchesOf: (version: string) => Promise<readonly AdvisoryMatch[]>,
): Promise<Set<string>> {
  const ours = new Set(matches.map(({ id }) => id))
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
    const others = (await matchesOf(version)).filter(({ id }) => !ours.has(id))
    if (others.length === 0) known.add(version)
    // Fixes are checked in turn.
    else open.push(...others.flatMap(({ fixedVersions }) => fixedVersions))
  }
  return known
}

function endsOf({ from = FIRST, to, closed }: Interval): string[] {
  if (to === undefined) return [from]
  return closed === true || to.includes('-') ? [from, to] : [from, to, `${npmVersionOf(to) ?? to}${LAST_BEFORE}`]
}

/** Among several versions of one dependency, the vulnerable one counts. */
async function neededBy(
  { dependencies }: PackageInUse,
  port: AdvisoryPort,
): Promise<{ readonly dependencies?: Readonly<Record<string, string>> }> {
  if (dependencies.size === 0) return {}
  const needed: Record<string, string> = {}
  for (const [name, versions] of dependencies) {
    let spoken = versions[0] ?? '*'
    for (const version of versions) {
      if ((await port.match({ ecosystem: ECOSYSTEM, name, version })).length > 0) spoken = version
    }
    needed[name] = npmVersionOf(spoken) ?? '*'
  }
  return { dependencies: needed }
}
