import { buildPurl } from '@gatehouse/formats'
import { type ComponentScope, ROOT } from '@gatehouse/formats/artifacts'
import { messageOf } from '@gatehouse/kernel'
import { compareText, type CoverageGap, type Inventory, type InventoryComponent } from '@gatehouse/scan-engine'
import type { Hash, Manifest, ManifestPackage, ManifestParser } from '../manifests/parser.ts'
import { folderOf } from '../manifests/read/paths.ts'
import { readLicence } from '../licences/expression.ts'
import { scopesOf, type ScopedEdge } from './scopes.ts'

/** Packages of one file. */
export interface ParsedManifest {
  readonly path: string
  readonly parser: ManifestParser
  readonly manifest: Manifest
}

interface Merged {
  readonly purl: string
  readonly ecosystem: string
  readonly name: string
  readonly version: string | undefined
  readonly locations: { readonly path: string; readonly line?: number }[]
  readonly hashes: Map<string, Hash>
  readonly licences: Set<string>
}

/** Maximum number of stored locations per package; a monorepo may name it in each of its folders. */
const LOCATIONS_MAX = 100
/** Maximum number of packages in one sentence. */
const NAMED_MAX = 10

/** Merges the packages and graphs of many files. */
export function mergeManifests(all: readonly ParsedManifest[]): Inventory {
  const gaps: CoverageGap[] = []
  const merged = new Map<string, Merged>()
  const edges: ScopedEdge[] = []
  const direct = new Set<string>()
  const used = withoutLocked(all)
  for (const item of used) {
    const purls = addPackages(item, merged, gaps)
    for (const { from, to, scope } of item.manifest.edges) {
      const ends = [purls.get(from), purls.get(to)] as const
      if (ends[0] !== undefined && ends[1] !== undefined && ends[0] !== ends[1]) {
        edges.push({ from: ends[0], to: ends[1], scope: scope ?? 'runtime' })
      }
    }
    for (const { to, scope, direct: isDirect } of item.manifest.roots) {
      const purl = purls.get(to)
      if (purl === undefined) continue
      edges.push({ from: ROOT, to: purl, scope })
      if (isDirect) direct.add(purl)
    }
  }
  gaps.push(...unlocked(used))
  const purls = [...merged.keys()].toSorted(compareText)
  const scopes = scopesOf(edges)
  const components = purls.map((purl) =>
    componentOf(merged.get(purl)!, scopes.get(purl) ?? 'runtime', direct.has(purl)),
  )
  return { components, dependencies: grouped(edges), gaps, files: used.map(({ path }) => path) }
}

/** Removes manifests of folders that a lock file covers. */
function withoutLocked(all: readonly ParsedManifest[]): readonly ParsedManifest[] {
  const locked = new Set<string>()
  for (const { path, parser, manifest } of all) {
    if (parser.kind !== 'lock') continue
    for (const folder of [folderOf(path), ...(manifest.members ?? [])]) locked.add(`${parser.ecosystem}\n${folder}`)
  }
  return all.filter(
    ({ path, parser }) => parser.kind === 'lock' || !locked.has(`${parser.ecosystem}\n${folderOf(path)}`),
  )
}

/** Reports ecosystems without a lock file, once each: transitive dependencies are only known from lock files. */
function unlocked(used: readonly ParsedManifest[]): CoverageGap[] {
  const loose = used.filter(({ parser, manifest }) => parser.kind === 'manifest' && manifest.packages.length > 0)
  return [...Map.groupBy(loose, ({ parser }) => parser.ecosystem)].map(([ecosystem, files]) => ({
    scanner: 'SCA',
    reason: 'unresolved_version',
    ...(files[0] !== undefined && { filePath: files[0].path }),
    detail: `No lock file for the ${ecosystem} packages in ${some(files.map(({ path }) => path))}: transitive dependencies were not checked.`,
  }))
}

/** Adds the packages of a file and returns the purl of each of its keys. */
function addPackages(
  { path, parser, manifest }: ParsedManifest,
  merged: Map<string, Merged>,
  gaps: CoverageGap[],
): ReadonlyMap<string, string> {
  const purls = new Map<string, string>()
  const unresolved: string[] = []
  const odd: string[] = []
  for (const item of manifest.packages) {
    try {
      const purl = buildPurl(item.purl)
      purls.set(item.key, purl)
      addPackage(purl, item, item.path ?? path, parser.ecosystem, merged)
    } catch (error) {
      odd.push(`${nameOf(item)}: ${messageOf(error)}`)
      continue
    }
    if (!item.purl.version) unresolved.push(item.wanted ? `${nameOf(item)} (${item.wanted})` : nameOf(item))
  }
  const tell = (reason: CoverageGap['reason'], detail: string) =>
    gaps.push({ scanner: 'SCA', reason, filePath: path, detail: detail.slice(0, 2_000) })
  for (const { reason, detail } of manifest.gaps) tell(reason, detail)
  if (odd.length > 0) tell('unparsed', `Invalid package names: ${some(odd)}.`)
  if (unresolved.length > 0) {
    tell(
      'unresolved_version',
      `The version of ${some(unresolved)} cannot be determined, so no advisories were looked up for it. Add a lock file or specify exact versions.`,
    )
  }
  return purls
}

function addPackage(
  purl: string,
  manifestPackage: ManifestPackage,
  path: string,
  ecosystem: string,
  merged: Map<string, Merged>,
): void {
  const before = merged.get(purl)
  const target: Merged = before ?? {
    purl,
    ecosystem,
    name: nameOf(manifestPackage),
    version: manifestPackage.purl.version || undefined,
    locations: [],
    hashes: new Map(),
    licences: new Set(),
  }
  if (before === undefined) merged.set(purl, target)
  const { locations } = target
  if (locations.length < LOCATIONS_MAX && !locations.some((place) => place.path === path)) {
    locations.push({ path, ...(manifestPackage.line !== undefined && { line: manifestPackage.line }) })
  }
  for (const hash of manifestPackage.hashes ?? []) target.hashes.set(`${hash.algorithm} ${hash.hex}`, hash)
  if (manifestPackage.licence !== undefined && manifestPackage.licence.trim() !== '')
    target.licences.add(manifestPackage.licence.trim())
}

function componentOf(merged: Merged, scope: ComponentScope, direct: boolean): InventoryComponent {
  const licences = [...merged.licences].slice(0, NAMED_MAX).map((text) => text.slice(0, 500))
  const expressions = licences.flatMap((text) => readLicence(text)?.text ?? [])
  return {
    purl: merged.purl,
    ecosystem: merged.ecosystem,
    name: merged.name,
    ...(merged.version !== undefined && { version: merged.version }),
    scope,
    direct,
    ...(expressions.length === licences.length && expressions[0] !== undefined
      ? { licence: expressions[0] }
      : licences.length > 0 && { licenceNames: licences }),
    ...(merged.hashes.size > 0 && { hashes: [...merged.hashes.values()] }),
    locations: merged.locations,
  }
}

/** Returns the display name: Maven and similar ecosystems join the two parts with a colon, all others with a slash. */
function nameOf({ purl: { type, namespace, name } }: ManifestPackage): string {
  return namespace ? `${namespace}${type === 'maven' ? ':' : '/'}${name}` : name
}

function grouped(edges: readonly ScopedEdge[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>()
  for (const { from, to } of edges) {
    const before = found.get(from)
    if (before === undefined) found.set(from, new Set([to]))
    else before.add(to)
  }
  return new Map([...found].map(([from, to]) => [from, [...to].toSorted(compareText)]))
}

function some(names: readonly string[]): string {
  const shown = names.slice(0, NAMED_MAX).map((name) => name.slice(0, 120))
  const more = names.length - shown.length
  return shown.join(', ') + (more === 0 ? '' : ` and ${more} more`)
}
