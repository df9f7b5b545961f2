import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join, posix } from 'node:path'
import { parseModule } from '../lib/parse.ts'
import type { Import } from '../lib/parse.ts'
import type { Problem, Report } from '../lib/problem.ts'
import { isModule, listFiles } from '../lib/tree.ts'
import { readManifest, workspaceFolders } from '../lib/workspaces.ts'
import type { Manifest } from '../lib/workspaces.ts'
import { type ImportingModule, importCycles } from './cycles.ts'
import { largeEntryPoints } from './entry-points.ts'
import {
  BROWSER_SAFE,
  COMPUTED_IMPORTERS,
  DEEP_IMPORTERS,
  ENVIRONMENT_READERS,
  MAY_IMPORT,
  RESTRICTED,
} from './table.ts'

const SCOPE = '@gatehouse/'
/** Modules that can be imported without `node:`. */
const BUILTINS: ReadonlySet<string> = new Set(builtinModules.filter((name) => !name.startsWith('node:')))

interface Tree {
  readonly root: Manifest
  readonly workspaces: ReadonlyMap<string, Manifest>
  readonly files: ReadonlySet<string>
}

/** Location of a module: its workspace, if any, and whether it is product or test code. */
interface ModuleLocation {
  readonly path: string
  readonly workspace: string | undefined
  readonly isSource: boolean
}

/** Checks every module of the tree against the import table. */
export function checkBoundaries(root: string): Report {
  const files = listFiles(root)
  const folders = workspaceFolders(files)
  const tree: Tree = {
    root: readManifest(root, ''),
    workspaces: new Map(folders.map((folder) => [folder, readManifest(root, folder)])),
    files: new Set(files),
  }
  const problems: Problem[] = folders
    .filter((folder) => !Object.hasOwn(MAY_IMPORT, folder))
    .map((folder) => ({
      path: `${folder}/package.json`,
      message: 'this workspace is not in tools/boundaries/table.ts: say there what it may import',
    }))
  const modules = files.filter(isModule)
  let imports = 0
  const sources: ImportingModule[] = []
  for (const path of modules) {
    const place = locationOf(path, folders)
    const parsed = parseModule(path, readFileSync(join(root, path), 'utf8'))
    imports += parsed.imports.length
    if (place.isSource) sources.push({ path, imports: parsed.imports })
    for (const item of parsed.imports) {
      for (const message of checkImport(tree, place, item)) problems.push({ path, line: item.line, message })
    }
    const mayCompute = COMPUTED_IMPORTERS.some((allowed) => allowed === path)
    for (const line of mayCompute ? [] : parsed.computedImports) {
      problems.push({ path, line, message: 'import() of a computed path: nothing can check what it loads' })
    }
    if (ENVIRONMENT_READERS.some((prefix) => path.startsWith(prefix)) || isTestOrConfig(path)) continue
    for (const line of parsed.environmentReads) {
      problems.push({ path, line, message: 'only the apps read process.env: take the value as an argument' })
    }
  }
  problems.push(...importCycles(sources), ...largeEntryPoints(root, tree.workspaces, tree.files))
  // A checker that saw nothing would pass for ever: the folder moved, or the parser changed.
  if (modules.length === 0 || imports === 0) {
    problems.push({ path: '.', message: `nothing was checked: ${modules.length} modules, ${imports} imports` })
  }
  return { checked: `${modules.length} modules, ${imports} imports`, problems }
}

function locationOf(path: string, folders: readonly string[]): ModuleLocation {
  const workspace = folders.find((folder) => path.startsWith(`${folder}/`))
  return { path, workspace, isSource: workspace !== undefined && path.startsWith(`${workspace}/src/`) }
}

function isTestOrConfig(path: string): boolean {
  return path.endsWith('.test.ts') || (!path.includes('/') && path.includes('.config.'))
}

function checkImport(tree: Tree, place: ModuleLocation, { specifier }: Import): string[] {
  if (specifier.startsWith('.')) return checkRelative(tree, place, specifier)
  if (specifier.startsWith('/') || specifier.startsWith('file:')) {
    return [`"${specifier}" is an absolute path: import by package name or relatively`]
  }
  const name = packageName(specifier)
  if (BUILTINS.has(specifier) && !tree.root.dependencies.has(name)) return [`write "node:${specifier}"`]
  const restriction = RESTRICTED.find(({ module }) => module === name || module === specifier)
  if (restriction !== undefined && !mayUse(place, restriction.module, restriction.allowedIn)) {
    return [`"${specifier}" may not be imported here: ${restriction.why}`]
  }
  if (specifier.startsWith('node:')) {
    if (!place.isSource || !BROWSER_SAFE.has(place.workspace ?? '')) return []
    return [`"${specifier}" may not be imported here: this package also runs in browsers`]
  }
  return specifier.startsWith(SCOPE) ? checkInternal(tree, place, specifier) : checkDeclared(tree, place, name)
}

/** Tests start the command and servers of their own package, so they may start processes; nothing else is wider for them. */
function mayUse(place: ModuleLocation, module: string, allowedIn: readonly string[]): boolean {
  if (allowedIn.some((prefix) => place.path.startsWith(prefix))) return true
  return module === 'node:child_process' && place.workspace !== undefined && /\/(?:test|bench)\//.test(place.path)
}

function checkRelative(tree: Tree, place: ModuleLocation, specifier: string): string[] {
  const target = posix.join(posix.dirname(place.path), specifier.replace(/[?#].*$/, ''))
  if (!tree.files.has(target)) return [`"${specifier}" does not exist`]
  const owner = [...tree.workspaces.keys()].find((folder) => target.startsWith(`${folder}/`))
  if (owner === place.workspace) {
    return place.isSource && !target.startsWith(`${owner}/src/`) && owner !== undefined && isModule(target)
      ? [`"${specifier}" is outside src: sources import sources`]
      : []
  }
  // Generators run files that a package stores next to its src for them.
  if (place.path.startsWith('tools/') && owner !== undefined && !target.startsWith(`${owner}/src/`)) return []
  if (DEEP_IMPORTERS.some((prefix) => place.path.startsWith(prefix))) return []
  if (owner === undefined && place.workspace === undefined) return []
  // Tests cite the statements of the specification that they prove.
  if (target.startsWith('spec/') && isTestOrConfig(place.path)) return []
  return owner === undefined
    ? [`"${specifier}" leaves the package`]
    : [`"${specifier}" reaches into another package: import "${tree.workspaces.get(owner)?.name}"`]
}

function checkInternal(tree: Tree, place: ModuleLocation, specifier: string): string[] {
  const name = packageName(specifier)
  const target = [...tree.workspaces].find(([, manifest]) => manifest.name === name)
  if (target === undefined) return [`there is no workspace "${name}"`]
  const [folder, manifest] = target
  const subpath = specifier === name ? '.' : `.${specifier.slice(name.length)}`
  if (!manifest.exports.has(subpath))
    return [`"${name}" does not offer "${subpath}": import what its package.json exports`]
  const short = folder.slice(folder.indexOf('/') + 1)
  if (place.workspace === undefined) {
    if (folder.startsWith('apps/') && place.path.startsWith('tools/'))
      return [`tools may not import the app "${short}"`]
    return short === 'testkit' && place.path.startsWith('tools/') && !place.path.startsWith('tools/test/')
      ? ['testkit is for tests alone']
      : []
  }
  if (!place.isSource && (short === 'testkit' || folder === place.workspace)) return []
  if (short === 'testkit') return ['testkit is for tests alone']
  if (folder.startsWith('apps/') && !(place.workspace === 'apps/cli')) return [`no one imports the app "${short}"`]
  const allowed = MAY_IMPORT[place.workspace] ?? []
  if (folder.startsWith('packages/') && !allowed.includes(short)) {
    return [`${place.workspace} may not import ${short}: it may import ${allowed.join(', ') || 'nothing of ours'}`]
  }
  return checkDeclared(tree, place, name)
}

const TEST_KIT = 'packages/testkit'
/** Its imports are bundled into the built page: the server does not need them installed. */
const PACKED = 'apps/console'

function checkDeclared(tree: Tree, place: ModuleLocation, name: string): string[] {
  const { root, workspaces } = tree
  const own = place.workspace === undefined ? root : workspaces.get(place.workspace)
  if (own === undefined || own.dependencies.has(name)) return []
  // Only tests import the test kit: its dependencies are not installed with the product.
  const isForTests = !place.isSource || place.workspace === TEST_KIT || place.workspace === PACKED
  if (isForTests && (own.devDependencies.has(name) || root.devDependencies.has(name))) return []
  const file = place.workspace === undefined ? 'package.json' : `${place.workspace}/package.json`
  return [`"${name}" is not declared in ${file}`]
}

function packageName(specifier: string): string {
  const parts = specifier.split('/')
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier)
}
