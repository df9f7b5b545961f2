import type { SourceTree } from '@gatehouse/scan-engine'
import { manifestsOf } from '../inventory/select.ts'
import { LANGUAGES, type Language } from './languages.ts'

/** Maximum size of a file that is read for imports; larger ones are generated. */
const FILE_BYTES_MAX = 4 * 1024 * 1024
/** Maximum total size of files: above it no package is reported as unimported. */
const TOTAL_BYTES_MAX = 512 * 1024 * 1024
const INSTALLED = /(?:^|\/)(?:node_modules|bower_components|site-packages|\.venv|venv)\//

/** Imports in the code of a tree. */
export interface Imports {
  /** Returns the first import of a package. */
  readonly placeOf: (ecosystem: string, name: string) => { readonly path: string; readonly line: number } | undefined
  /**
   * Returns whether a package is certainly not imported: all code of its language was read, none of it has dynamic imports, and its name
   * occurs in no other file of the project, such as a script or a configuration that loads it by name.
   */
  readonly isAbsent: (ecosystem: string, name: string) => boolean
}

/** Ecosystems with import analysis. */
export const REACH_ECOSYSTEMS: ReadonlySet<string> = new Set(LANGUAGES.map(({ ecosystem }) => ecosystem))

/**
 * Finds the imports of packages.
 * @param wanted package names in advisories, by ecosystem: others are ignored
 * @throws the signal's reason when it fires
 */
export async function readImports(
  tree: SourceTree,
  wanted: ReadonlyMap<string, ReadonlySet<string>>,
  signal?: AbortSignal,
): Promise<Imports> {
  const places = new Map<string, { path: string; line: number }>()
  const mentioned = new Set<string>()
  const unsure = new Set<string>()
  const seen = new Set<string>()
  const manifests = new Set(manifestsOf(tree.files).map(({ file }) => file.path))
  let left = TOTAL_BYTES_MAX
  for (const { path, size_bytes } of tree.files) {
    signal?.throwIfAborted()
    if (INSTALLED.test(path) || PROSE.test(path)) continue
    const language = LANGUAGES.find(({ files }) => files.test(path))
    left -= size_bytes
    if (size_bytes > FILE_BYTES_MAX || left < 0) {
      if (language !== undefined) unsure.add(language.ecosystem)
      continue
    }
    // A listing in a manifest is not a use; a package.json may also contain scripts.
    if (manifests.has(path) && !path.endsWith('package.json')) continue
    const text = new TextDecoder().decode(await tree.read(path, FILE_BYTES_MAX))
    if (language !== undefined) {
      seen.add(language.ecosystem)
      if (language.isDynamic(text)) unsure.add(language.ecosystem)
      keepImports(text, path, language, wanted, places)
    }
    const other = manifests.has(path) ? withoutLists(text) : text
    for (const [ecosystem, names] of wanted) for (const name of names) mention(other, ecosystem, name, mentioned)
    await new Promise(setImmediate)
  }
  return {
    placeOf: (ecosystem, name) => places.get(keyOf(ecosystem, name)),
    isAbsent: (ecosystem, name) =>
      seen.has(ecosystem) &&
      !unsure.has(ecosystem) &&
      tree.gaps.length === 0 &&
      !places.has(keyOf(ecosystem, name)) &&
      !mentioned.has(keyOf(ecosystem, name)) &&
      wanted.get(ecosystem)?.has(name) === true,
  }
}

/** Documentation and media: they load no packages. */
const PROSE = /\.(?:md|markdown|rst|txt|png|jpe?g|gif|webp|ico|svg|woff2?|ttf|pdf|zip|gz|mp[34])$/i

function keepImports(
  text: string,
  path: string,
  { ecosystem, imports, packagesOf }: Language,
  wanted: ReadonlyMap<string, ReadonlySet<string>>,
  places: Map<string, { path: string; line: number }>,
): void {
  const names = wanted.get(ecosystem)
  if (names === undefined) return
  for (const { name, at } of imports(text)) {
    const own = packagesOf(name).find((item) => names.has(item))
    if (own === undefined || places.has(keyOf(ecosystem, own))) continue
    places.set(keyOf(ecosystem, own), { path, line: text.slice(0, at).split('\n').length })
  }
}

function mention(text: string, ecosystem: string, name: string, mentioned: Set<string>): void {
  const key = keyOf(ecosystem, name)
  if (mentioned.has(key)) return
  // Tools load plugins by the end of their name, e.g. `eslint-plugin-x` by `x`; a false match only causes uncertainty.
  const short =
    ecosystem === 'npm' ? name.replace(/^.*\//, '').replace(/^.*-(?:plugin|preset|config|loader)-/, '') : name
  if (text.includes(short)) mentioned.add(key)
}

/** Returns a package.json without its dependency lists; unparsable ones are kept completely. */
function withoutLists(text: string): string {
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read !== 'object' || read === null) return text
    const rest = Object.entries(read).filter(([field]) => !/dependenc|^(?:overrides|resolutions|name)$/i.test(field))
    return JSON.stringify(rest)
  } catch {
    return text
  }
}

function keyOf(ecosystem: string, name: string): string {
  return `${ecosystem}\n${name}`
}
