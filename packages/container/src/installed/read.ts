import { messageOf } from '@gatehouse/kernel'
import { type Manifest, manifestsOf, mergeManifests, type ParsedManifest, readInventory } from '@gatehouse/sca'
import type { CoverageGap, Inventory } from '@gatehouse/scan-engine'
import type { ImageFile } from '../image/image.ts'
import { imageTree } from '../image/image-tree.ts'
import { mergedPath } from '../os/read.ts'
import type { ImageView } from '../view.ts'
import { javaReader } from './java.ts'
import { nodeReader } from './node.ts'
import { pythonReader } from './python.ts'
import { asParser, type InstalledReader } from './reader.ts'

const READERS: readonly InstalledReader[] = [nodeReader, pythonReader, javaReader]

/** Sources and caches of toolchains: their lock files do not describe installed packages. */
const TOOLCHAIN =
  /(?:^|\/)(?:usr\/local\/go|usr\/lib\/go[^/]*|pkg\/mod|\.cargo\/registry|usr\/local\/cargo|usr\/share|vendor|testdata|gems|\.npm|\.cache)\//

/**
 * Reads the language packages of an image: installed packages, and lock files for ecosystems without installed packages in the image.
 * Files of operating system packages are left out: their distribution backports fixes.
 */
export async function readLanguagePackages(
  view: ImageView,
  owned: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Inventory> {
  const files = [...view.present.values()].filter(({ path }) => !owned.has(mergedPath(path)))
  const parsed: ParsedManifest[] = []
  const gaps: CoverageGap[] = []
  for (const file of files) {
    const reader = READERS.find(({ matches }) => matches(file.path))
    if (reader === undefined) continue
    signal.throwIfAborted()
    const manifest = await readFile(view, file, reader)
    if ('reason' in manifest) gaps.push(manifest)
    else parsed.push({ path: file.path, parser: asParser(reader), manifest })
  }
  const installed = mergeManifests(parsed)
  const locked = await readInventory(imageTree(lockFiles(files, parsed), view.image.spool), { signal })
  return join([{ ...installed, gaps: [...gaps, ...installed.gaps] }, locked])
}

async function readFile(view: ImageView, file: ImageFile, reader: InstalledReader): Promise<Manifest | CoverageGap> {
  const { path, size } = file
  const gap = { scanner: 'SCA' as const, filePath: path }
  if (size > reader.bytesMax)
    return {
      ...gap,
      reason: 'too_large',
      detail: `Files larger than ${reader.bytesMax / 1024 / 1024} MiB are not read.`,
    }
  try {
    return { edges: [], roots: [], ...reader.read(path, await view.tree.read(path)) }
  } catch (error) {
    const detail = `The package cannot be read: ${error instanceof SyntaxError ? 'invalid JSON' : messageOf(error)}`
    return { ...gap, reason: 'unparsed', detail }
  }
}

/** Lock files of ecosystems without installed packages. Manifests only state requirements, and are left out. */
function lockFiles(files: readonly ImageFile[], installed: readonly ParsedManifest[]): readonly ImageFile[] {
  const known = new Set(installed.map(({ parser }) => parser.ecosystem))
  const selected = manifestsOf(files.map(({ path, size }) => ({ path, size_bytes: size })))
  const wanted = new Set(
    selected.flatMap(({ file, parser }) =>
      parser.kind === 'lock' && !known.has(parser.ecosystem) && !TOOLCHAIN.test(file.path) ? [file.path] : [],
    ),
  )
  return files.filter(({ path }) => wanted.has(path))
}

/** Joins inventories; a component of several is listed once, with the locations of the first. */
export function join(inventories: readonly Inventory[]): Inventory {
  const components = new Map<string, Inventory['components'][number]>()
  const dependencies = new Map<string, readonly string[]>()
  for (const inventory of inventories) {
    for (const component of inventory.components)
      if (!components.has(component.purl)) components.set(component.purl, component)
    for (const [from, to] of inventory.dependencies)
      dependencies.set(from, [...new Set([...(dependencies.get(from) ?? []), ...to])].sort())
  }
  return {
    components: [...components.values()].sort((a, b) => (a.purl < b.purl ? -1 : 1)),
    dependencies,
    gaps: inventories.flatMap(({ gaps }) => gaps),
    files: inventories.flatMap(({ files }) => files),
  }
}
