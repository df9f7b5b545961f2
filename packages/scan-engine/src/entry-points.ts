import { posix } from 'node:path'
import { parse as parseToml } from 'smol-toml'
import { COMMAND_FILES, namesInCommands } from './commands-of.ts'
import { importedFilesIn } from './imports/imported-files.ts'
import { isOutsideProduction, pathClassOf } from './path-class.ts'
import type { SourceTree } from './tree.ts'

/** Own limits for the number of manifests per source, and for the size of one. */
const MANIFESTS_MAX = 1_000
const MANIFEST_BYTES_MAX = 1_048_576
/** Own limits for the file names in one manifest, and for the depth of its tables. */
const NAMES_MAX = 1_000
const DEPTH_MAX = 8
/** More than manifests need: the parser is recursive. */
const TOML_DEPTH_MAX = 50

/** Scripts of package.json that run the program. */
const STARTS = /^(?:pre|post)?(?:start|serve|server|prod|production)(?::[\w:-]{1,40})?$/
/** Optional suffixes of a file name. */
const ENDINGS = ['', '.js', '.mjs', '.cjs', '.ts', '.tsx', '.jsx', '/index.js', '/index.mjs', '/index.cjs', '/index.ts']

/** The files that a source runs as its program, by its manifests and by the imports of production code. */
export class EntryPoints {
  readonly #imported: ReadonlySet<string>
  readonly #files: ReadonlySet<string>
  /** Test folders with an entry point, with a trailing `/`. */
  readonly #folders: readonly string[]

  constructor(files: ReadonlySet<string>, imported: ReadonlySet<string> = new Set()) {
    this.#imported = imported
    this.#files = files
    this.#folders = [...new Set([...files].flatMap((path) => testFolderOf(path) ?? []))]
  }

  /** Returns whether a file is an entry point, is imported by production code, or is in a test folder with an entry point and is not a test by its own name. */
  has(path: string): boolean {
    if (this.#files.has(path) || this.#imported.has(path)) return true
    return pathClassOf(posix.basename(path)) !== 'test' && this.#folders.some((folder) => path.startsWith(folder))
  }
}

/** Returns the outermost test folder of a path. */
function testFolderOf(path: string): string | undefined {
  const parts = path.split('/')
  for (let count = 1; count < parts.length; count += 1) {
    const folder = `${parts.slice(0, count).join('/')}/`
    if (pathClassOf(`${folder}x`) === 'test') return folder
  }
  return undefined
}

/**
 * Reads which files `package.json` (`main`, `module`, `browser`, `bin`, `exports`, scripts that start the program),
 * `pyproject.toml` (scripts), `Procfile` and Dockerfiles (`CMD`, `ENTRYPOINT`) name, and which files production code imports.
 * Manifests of tests, examples and packages of others are left out.
 */
export async function entryPointsIn(tree: SourceTree): Promise<EntryPoints> {
  const paths = new Set([...tree.files, ...(tree.beside ?? [])].map(({ path }) => path))
  const inProduction = [...paths].filter((path) => pathClassOf(path) === 'production')
  const manifests = inProduction.filter((path) => /(?:^|\/)(?:package\.json|pyproject\.toml)$/.test(path))
  const found = new Set<string>()
  for (const path of manifests.slice(0, MANIFESTS_MAX)) {
    const folder = posix.dirname(path)
    const manifest = await readManifest(tree, path)
    const names = path.endsWith('.json') ? namesInPackage(manifest) : namesInPyproject(manifest)
    for (const name of names.slice(0, NAMES_MAX)) {
      const file = ENDINGS.map((ending) => posix.join(folder, name + ending)).find((item) => paths.has(item))
      if (file !== undefined) found.add(file)
    }
  }
  for (const path of inProduction.filter((item) => COMMAND_FILES.test(item)).slice(0, MANIFESTS_MAX)) {
    const names = namesInCommands(path, await readText(tree, path)).slice(0, NAMES_MAX)
    // Images are often built from the root of the source, wherever the file is.
    for (const folder of new Set([posix.dirname(path), '.'])) {
      for (const name of names) {
        const file = ENDINGS.map((ending) => posix.join(folder, name + ending)).find((item) => paths.has(item))
        if (file !== undefined) found.add(file)
      }
    }
  }
  const named = new EntryPoints(found)
  return new EntryPoints(found, await importedFilesIn(tree, paths, named, await packagesIn(tree, paths)))
}

/** Returns the entry files of npm packages outside of production code, by name, and by folder with a trailing `/`. */
async function packagesIn(
  tree: SourceTree,
  paths: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const packages = new Map<string, readonly string[]>()
  const manifests = [...paths].filter((path) => /(?:^|\/)package\.json$/.test(path) && isOutsideProduction(path))
  for (const path of manifests.slice(0, MANIFESTS_MAX)) {
    const folder = posix.dirname(path)
    const { name, main, module, exports } = await readManifest(tree, path)
    const names = [main, module, exports].flatMap((item) => textsIn(item)).slice(0, NAMES_MAX)
    const files = [...names, 'index'].flatMap(
      (item) => ENDINGS.map((ending) => posix.join(folder, item + ending)).find((file) => paths.has(file)) ?? [],
    )
    packages.set(`${folder}/`, files)
    if (typeof name === 'string') packages.set(name, [...(packages.get(name) ?? []), ...files])
  }
  return packages
}

/** @returns undefined for unreadable files, which the scanners report */
async function readText(tree: SourceTree, path: string): Promise<string> {
  try {
    return Buffer.from(await tree.read(path, MANIFEST_BYTES_MAX)).toString('utf8')
  } catch {
    return ''
  }
}

type Table = Readonly<Record<string, unknown>>

/** @returns an empty table for unreadable files: the scanners that need them report that */
async function readManifest(tree: SourceTree, path: string): Promise<Table> {
  try {
    const text = await readText(tree, path)
    return tableOf(path.endsWith('.json') ? JSON.parse(text) : parseToml(text, { maxDepth: TOML_DEPTH_MAX }))
  } catch {
    return {}
  }
}

function tableOf(value: unknown): Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

/** Returns all texts in a value, at any depth of tables and lists. */
function textsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return []
  return Object.values(value).flatMap((item) => textsIn(item, depth + 1))
}

function namesInPackage(manifest: Table): readonly string[] {
  const { main, module, browser, bin, exports } = manifest
  const commands = Object.entries(tableOf(manifest['scripts'])).flatMap(([name, command]) =>
    STARTS.test(name) ? textsIn(command) : [],
  )
  // Words of a command that are not files are ignored later.
  const words = commands.flatMap((command) => command.slice(0, 10_000).split(/[\s"'=;&|]+/))
  return [...[main, module, browser, bin, exports].flatMap((item) => textsIn(item)), ...words].filter(
    (name) => name !== '' && !name.startsWith('-'),
  )
}

/** Module names precede a colon: `shop.app:main` is `shop/app.py`, with or without `src/`. */
function namesInPyproject(manifest: Table): readonly string[] {
  const project = tableOf(manifest['project'])
  const poetry = tableOf(tableOf(manifest['tool'])['poetry'])
  const tables = [project['scripts'], project['gui-scripts'], project['entry-points'], poetry['scripts']]
  return tables
    .flatMap((table) => textsIn(table))
    .flatMap((named) => {
      const module = /^([\w.]{1,200})(?::|$)/.exec(named.trim())?.[1]?.replaceAll('.', '/')
      return module === undefined
        ? []
        : ['', 'src/'].flatMap((before) => [`${before}${module}.py`, `${before}${module}/__init__.py`])
    })
}
