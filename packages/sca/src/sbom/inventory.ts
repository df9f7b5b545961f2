import { buildPurl, parsePurl, type Purl } from '@gatehouse/formats'
import { ROOT } from '@gatehouse/formats/artifacts'
import { parseBoundedJson, reportFailure, ReportNode } from '@gatehouse/formats/reports'
import { compareText, type CoverageGap, type Inventory, type InventoryComponent } from '@gatehouse/scan-engine'
import { scopesOf, type ScopedEdge } from '../inventory/scopes.ts'
import { readLicence } from '../licences/expression.ts'
import { osvPackageOf } from '../osv/names.ts'
import { readCycloneDxBom } from './cyclonedx.ts'
import type { SbomComponent, SbomDocument } from './document.ts'
import { readSpdxDocument } from './spdx.ts'

/** Own limits: a large image has about 10,000 packages. */
export const SBOM_BYTES_MAX = 32 * 1024 * 1024
const COMPONENTS_MAX = 100_000
const EDGES_MAX = 1_000_000
const NAMED_MAX = 10
const TEXT_CHARS_MAX = 500

/** Packages of a bill of materials. */
export interface SbomInventory {
  readonly standard: SbomDocument['standard']
  readonly version: string
  readonly subject: string | undefined
  readonly inventory: Inventory
}

/**
 * Reads a CycloneDX or SPDX document in JSON.
 * @param file name of the document, the location of its packages
 * @throws {Failure} `invalid_request` with the location of the error
 */
export function readSbom(bytes: Uint8Array, file: string): SbomInventory {
  const document = documentIn(new ReportNode(parseBoundedJson(bytes), ''))
  const { standard, version, subject, components, edges } = document
  if (components.length > COMPONENTS_MAX)
    throw reportFailure(`${components.length} components; the limit is ${COMPONENTS_MAX}`)
  if (edges.length > EDGES_MAX) throw reportFailure(`${edges.length} dependencies; the limit is ${EDGES_MAX}`)
  return { standard, version, subject, inventory: inventoryOf(document, file) }
}

function documentIn(root: ReportNode): SbomDocument {
  if (!root.isObject) throw root.wrong('a CycloneDX or SPDX document')
  if (root.get('bomFormat').value === 'CycloneDX') return readCycloneDxBom(root)
  if (root.get('spdxVersion').isPresent) return readSpdxDocument(root)
  const isSpdx3 = root.get('@context').isPresent
  throw reportFailure(
    isSpdx3 ? 'SPDX 3 is not supported. Use SPDX 2.3' : 'the file is neither CycloneDX nor SPDX in JSON',
  )
}

function inventoryOf({ components, edges, roots }: SbomDocument, file: string): Inventory {
  const purls = new Map<string, string>()
  const merged = new Map<string, { readonly item: SbomComponent; readonly purl: Purl }>()
  const unnamed: string[] = []
  const unresolved: string[] = []
  for (const item of components) {
    const purl = canonical(item)
    const shown = item.name.slice(0, TEXT_CHARS_MAX)
    if (purl === undefined) {
      unnamed.push(shown)
      continue
    }
    const text = buildPurl(purl)
    purls.set(item.key, text)
    if (purl.version === undefined) unresolved.push(shown)
    if (!merged.has(text)) merged.set(text, { item, purl })
  }
  const links = linksOf(edges, roots, purls, [...merged.keys()])
  const scopes = scopesOf(links)
  const direct = new Set(links.flatMap(({ from, to }) => (from === ROOT ? [to] : [])))
  const all = [...merged].map(([purl, entry]) =>
    componentOf(purl, entry, file, scopes.get(purl) ?? 'runtime', direct.has(purl)),
  )
  return {
    components: all.toSorted((a, b) => compareText(a.purl, b.purl)),
    dependencies: grouped(links),
    gaps: gapsOf(unnamed, unresolved, file),
    files: [file],
  }
}

/** Releases of distributions in OSV: number of parts of the version. */
const RELEASE_PARTS: Readonly<Record<string, number>> = {
  debian: 1,
  almalinux: 1,
  rocky: 1,
  redhat: 1,
  alpine: 2,
  ubuntu: 2,
  opensuse: 2,
  suse: 2,
}

/** Returns the package URL with the release of its distribution as advisories name it. */
function canonical({ purl: text, version }: SbomComponent): Purl | undefined {
  const purl = parsed(text)
  if (purl === undefined) return undefined
  const whole = purl.version === undefined && version !== undefined ? { ...purl, version } : purl
  const distro = whole.qualifiers?.['distro']
  const parts = whole.namespace === undefined ? undefined : RELEASE_PARTS[whole.namespace]
  if (distro === undefined || parts === undefined) return whole
  // Syft writes `debian-12`, Trivy `debian-12.5` and for Alpine `3.18.4`.
  const release = distro
    .replace(/^[a-z]+-/i, '')
    .split('.')
    .slice(0, parts)
    .join('.')
  return { ...whole, qualifiers: { ...whole.qualifiers, distro: `${whole.namespace}-${release}` } }
}

function parsed(text: string | undefined): Purl | undefined {
  if (text === undefined) return undefined
  try {
    const purl = parsePurl(text)
    buildPurl(purl)
    return purl
  } catch {
    return undefined
  }
}

function linksOf(
  edges: SbomDocument['edges'],
  roots: ReadonlySet<string>,
  purls: ReadonlyMap<string, string>,
  all: readonly string[],
): readonly ScopedEdge[] {
  const links: ScopedEdge[] = []
  const used = new Set<string>()
  for (const { from, to, scope } of edges) {
    const source = roots.has(from) ? ROOT : purls.get(from)
    const target = purls.get(to)
    if (source === undefined || target === undefined || source === target) continue
    links.push({ from: source, to: target, scope })
    used.add(target)
  }
  // Without edges from the product, packages that no other one uses are its direct dependencies.
  if (!links.some(({ from }) => from === ROOT)) {
    for (const purl of all) if (!used.has(purl)) links.push({ from: ROOT, to: purl, scope: 'runtime' })
  }
  return links
}

function componentOf(
  purl: string,
  { item, purl: parts }: { readonly item: SbomComponent; readonly purl: Purl },
  file: string,
  scope: InventoryComponent['scope'],
  direct: boolean,
): InventoryComponent {
  const { type, namespace, name, version } = parts
  const shown =
    namespace === undefined || DISTRIBUTION_TYPES.has(type)
      ? name
      : `${namespace}${type === 'maven' ? ':' : '/'}${name}`
  const licence = item.licence?.slice(0, TEXT_CHARS_MAX)
  const expression = licence === undefined ? undefined : readLicence(licence)?.text
  const source = sourceOf(parts)
  return {
    purl,
    ecosystem: osvPackageOf(parts)?.ecosystem ?? type,
    name: shown,
    ...(version !== undefined && { version }),
    scope: item.scope ?? scope,
    direct,
    ...(expression === undefined ? licence !== undefined && { licenceNames: [licence] } : { licence: expression }),
    ...(item.hashes.length > 0 && { hashes: item.hashes }),
    locations: [{ path: file }],
    ...(source !== undefined && { source }),
  }
}

const DISTRIBUTION_TYPES = new Set(['deb', 'apk', 'rpm', 'alpm'])

/** Advisories of Debian, Ubuntu and Alpine name source packages, those of RPM distributions mostly binary ones. */
function sourceOf({ type, name, version, qualifiers }: Purl): InventoryComponent['source'] {
  if (version === undefined || !DISTRIBUTION_TYPES.has(type)) return undefined
  const epoch = qualifiers?.['epoch']
  const own = epoch === undefined || epoch === '0' ? version : `${epoch}:${version}`
  const upstream = qualifiers?.['upstream']
  if (type === 'rpm' || upstream === undefined) return { name, version: own }
  const at = upstream.indexOf('@')
  return at === -1 ? { name: upstream, version: own } : { name: upstream.slice(0, at), version: upstream.slice(at + 1) }
}

function gapsOf(unnamed: readonly string[], unresolved: readonly string[], file: string): CoverageGap[] {
  const gap = (detail: string): CoverageGap => ({
    scanner: 'SCA',
    reason: 'unresolved_version',
    filePath: file,
    detail,
  })
  return [
    ...(unnamed.length === 0
      ? []
      : [
          gap(
            `No valid package URL for ${some(unnamed)}, so no advisories were looked up. Add a purl to each component.`,
          ),
        ]),
    ...(unresolved.length === 0
      ? []
      : [
          gap(`No version of ${some(unresolved)}, so no advisories were looked up. Add the version to each component.`),
        ]),
  ]
}

function some(names: readonly string[]): string {
  const shown = names.slice(0, NAMED_MAX).map((name) => name.slice(0, 120))
  const more = names.length - shown.length
  return shown.join(', ') + (more === 0 ? '' : ` and ${more} more`)
}

function grouped(links: readonly ScopedEdge[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>()
  for (const { from, to } of links) {
    const before = found.get(from)
    if (before === undefined) found.set(from, new Set([to]))
    else before.add(to)
  }
  return new Map([...found].map(([from, to]) => [from, [...to].toSorted(compareText)]))
}
