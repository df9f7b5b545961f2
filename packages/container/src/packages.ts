import { buildPurl } from '@gatehouse/formats'
import { readLicence } from '@gatehouse/sca'
import type { CoverageGap, Inventory, InventoryComponent } from '@gatehouse/scan-engine'
import type { ImageLayer } from './image/image.ts'
import { join, readLanguagePackages } from './installed/read.ts'
import { type InstalledPackage, type OperatingSystem, type OsPackages, readOperatingSystem } from './os/read.ts'
import { type Distribution, distributionNames } from './os/release.ts'
import type { ImageView } from './view.ts'

/** Packages of an image. */
export interface ImagePackages {
  readonly inventory: Inventory
  /** Layer since which a package is present, by purl. */
  readonly layers: ReadonlyMap<string, ImageLayer>
  readonly system: OperatingSystem
}

/** Reads all packages of an image. What cannot be read or looked up is a coverage gap. */
export async function readPackages(view: ImageView, signal: AbortSignal): Promise<ImagePackages> {
  const system = await readOperatingSystem(view)
  const layers = new Map<string, ImageLayer>()
  const own = system.databases.flatMap((database) => componentsOf(database, system.distribution, view, layers))
  const languages = await readLanguagePackages(view, system.owned, signal)
  const placed = languages.components.map((component) => withLayer(component, view, layers))
  const files = [...new Set(system.databases.flatMap(({ packages }) => packages.map(({ path }) => path)))]
  const operating: Inventory = {
    components: unique(own),
    dependencies: new Map(),
    gaps: systemGaps(system),
    files,
  }
  const inventory = join([operating, { ...languages, components: placed }])
  return { inventory: { ...inventory, gaps: [...inventory.gaps, ...emptyGap(inventory)] }, layers, system }
}

function componentsOf(
  { type, packages }: OsPackages,
  distribution: Distribution | undefined,
  view: ImageView,
  layers: Map<string, ImageLayer>,
): readonly InventoryComponent[] {
  const { namespace, distro } =
    distribution === undefined ? { namespace: 'unknown', distro: undefined } : distributionNames(distribution)
  return packages.map((item) => {
    const purl = purlOf(type, namespace, distro, item)
    const layer = view.layer(item.layer)
    if (layer !== undefined) layers.set(purl, layer)
    // Advisories of AlmaLinux and Red Hat list binary packages.
    const isBinary = type === 'rpm' && namespace !== 'rocky'
    const licence = item.licence === undefined ? undefined : readLicence(item.licence)?.text
    return {
      purl,
      ecosystem: namespace,
      name: item.name,
      version: item.version,
      scope: 'runtime',
      direct: false,
      ...(licence === undefined ? item.licence !== undefined && { licenceNames: [item.licence] } : { licence }),
      locations: [{ path: item.path, line: item.line }],
      source: isBinary ? { name: item.name, version: item.version } : item.source,
      origin: originOf(layer),
    }
  })
}

function purlOf(type: string, namespace: string, distro: string | undefined, item: InstalledPackage): string {
  const { name, version, architecture, source, epoch, sourceFile } = item
  if (type === 'rpm') {
    const bare = epoch === undefined ? version : version.slice(epoch.length + 1)
    return buildPurl({
      type,
      namespace,
      name,
      version: bare,
      qualifiers: { arch: architecture, distro, epoch, upstream: sourceFile },
    })
  }
  const isOwnSource = source.name === name && source.version === version
  const upstream = source.version === version ? source.name : `${source.name}@${source.version}`
  const qualifiers = { arch: architecture, distro, ...(!isOwnSource && { upstream }) }
  return buildPurl({ type, namespace, name, version, qualifiers })
}

/** Adds the layer of the file that lists a language package. */
function withLayer(
  component: InventoryComponent,
  view: ImageView,
  layers: Map<string, ImageLayer>,
): InventoryComponent {
  const indexes = component.locations.flatMap(({ path }) => view.present.get(path)?.layer ?? [])
  const layer = indexes.length === 0 ? undefined : view.layer(Math.min(...indexes))
  if (layer !== undefined) layers.set(component.purl, layer)
  return { ...component, origin: originOf(layer) }
}

function originOf(layer: ImageLayer | undefined): string {
  if (layer === undefined) return 'It is installed in the image.'
  const by = layer.instruction === undefined ? '' : ` by \`${layer.instruction.replaceAll('`', "'").slice(0, 200)}\``
  return `It is installed in layer ${layer.index} of the image${by}.`
}

function unique(components: readonly InventoryComponent[]): readonly InventoryComponent[] {
  return [...new Map(components.map((component) => [component.purl, component])).values()]
}

/** Gaps of package databases that were not read, and of distributions without advisories. A gate fails on them. */
function systemGaps({ distribution, databases, unread }: OperatingSystem): readonly CoverageGap[] {
  const gaps: CoverageGap[] = unread.map((detail) => gap('nothing_analysed', detail))
  const count = databases.reduce((sum, { packages }) => sum + packages.length, 0)
  if (count === 0) {
    if (distribution !== undefined && unread.length === 0)
      gaps.push(gap('nothing_analysed', `The image is ${distribution.name}, and its package database is missing.`))
    return gaps
  }
  const packages = count === 1 ? '1 operating system package was' : `${count} operating system packages were`
  if (distribution === undefined)
    gaps.push(gap('no_advisories', `${packages} not looked up: the image has no os-release file.`))
  else if (!distributionNames(distribution).hasAdvisories)
    gaps.push(gap('no_advisories', `${packages} not looked up: no advisories are available for ${distribution.name}.`))
  return gaps
}

/** An image without packages was not checked for vulnerabilities. */
function emptyGap({ components, gaps }: Inventory): readonly CoverageGap[] {
  if (components.length > 0 || gaps.some(({ reason }) => reason === 'nothing_analysed')) return []
  return [gap('nothing_analysed', 'No packages were found, so no advisories were looked up.')]
}

function gap(reason: CoverageGap['reason'], detail: string): CoverageGap {
  return { scanner: 'CONTAINER', reason, detail }
}
