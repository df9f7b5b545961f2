import { isObject } from '../../rules/problem.ts'
import { folderOf, isIn, joined } from './places.ts'
import { looseJson, mapped, sourcesOf, targetsOf, textsIn } from './project-names.ts'

/** A file that defines module names: `tsconfig.json`, `jsconfig.json`, `package.json`, `go.mod`. */
export interface ProjectFile {
  /** Relative to the root of the tree, with `/`. */
  readonly path: string
  readonly text: string
}

interface Package {
  readonly folder: string
  readonly name: string
  readonly exports: unknown
  readonly imports: unknown
  readonly mains: readonly string[]
}

/** Module name patterns within a folder, with `*` for any part, and their targets from the root. */
interface Naming {
  readonly folder: string
  readonly base: string | undefined
  readonly paths: ReadonlyMap<string, readonly string[]>
}

/** Own limit: chain of extended settings. */
const EXTENDS_MAX = 5

/** Module names from the project files of a tree. */
export class Projects {
  readonly #naming: readonly Naming[]
  readonly #packages: readonly Package[]
  readonly #byName = new Map<string, Package>()
  readonly #modules: readonly { readonly name: string; readonly folder: string }[]

  constructor(files: readonly ProjectFile[]) {
    const texts = new Map(files.map(({ path, text }) => [path, text]))
    const settings = files.filter(({ path }) => /(?:^|\/)[jt]sconfig[^/]*$/.test(path))
    // Deeper settings take precedence.
    this.#naming = settings.flatMap(({ path }) => namingOf(path, texts)).sort(deepFirst)
    this.#packages = files.flatMap((file) => packageOf(file)).sort(deepFirst)
    for (const item of this.#packages) if (item.name !== '') this.#byName.set(item.name, item)
    this.#modules = files.flatMap(goModuleOf).sort((a, b) => b.name.length - a.name.length)
  }

  /** Returns the possible paths of a script's module, the likeliest first: files with or without extension, or folders. */
  script(path: string, module: string): readonly string[] {
    if (module.startsWith('#')) {
      const own = this.#packages.find(({ folder, imports }) => imports !== undefined && isIn(folder, path))
      return own === undefined ? [] : sourcesOf(own.folder, targetsOf(own.imports, module))
    }
    const found: string[] = []
    const near = this.#naming.find(({ folder }) => isIn(folder, path))
    if (near !== undefined) found.push(...mapped(near.paths, module))
    if (near?.base !== undefined) found.push(joined(near.base, module))
    const parts = module.split('/')
    const length = module.startsWith('@') ? 2 : 1
    const named = this.#byName.get(parts.slice(0, length).join('/'))
    if (named !== undefined) found.push(...inPackage(named, parts.slice(length).join('/')))
    return found
  }

  /** Returns the folder of a Go package; null for an external package, undefined where no file declares the module path. */
  goFolder(module: string): string | null | undefined {
    if (this.#modules.length === 0) return undefined
    const own = this.#modules.find(({ name }) => module === name || module.startsWith(`${name}/`))
    return own === undefined ? null : joined(own.folder, module.slice(own.name.length))
  }
}

function deepFirst(a: { readonly folder: string }, b: { readonly folder: string }): number {
  return b.folder.length - a.folder.length
}

function goModuleOf({ path, text }: ProjectFile): readonly { readonly name: string; readonly folder: string }[] {
  const name = path.endsWith('go.mod') ? /^module[ \t]{1,20}"?([^\s"]{1,300})/m.exec(text)?.[1] : undefined
  return name === undefined ? [] : [{ name, folder: folderOf(path) }]
}

function packageOf({ path, text }: ProjectFile): readonly Package[] {
  const value = path.endsWith('package.json') ? looseJson(text) : undefined
  if (!isObject(value)) return []
  const { name, exports, imports } = value
  const mains = ['source', 'module', 'main', 'types'].flatMap((key) => textsIn(value[key]))
  return [{ folder: folderOf(path), name: typeof name === 'string' ? name : '', exports, imports, mains }]
}

function inPackage({ folder, exports, mains }: Package, inner: string): readonly string[] {
  if (inner === '')
    return [
      ...sourcesOf(folder, [...targetsOf(exports, '.'), ...mains]),
      joined(folder, 'src/index'),
      joined(folder, 'index'),
    ]
  return [...sourcesOf(folder, targetsOf(exports, `./${inner}`)), joined(folder, inner), joined(folder, `src/${inner}`)]
}

/** Returns the module names of settings, or of those that they extend. */
function namingOf(path: string, texts: ReadonlyMap<string, string>): readonly Naming[] {
  let at: string | undefined = path
  for (let steps = 0; at !== undefined && steps < EXTENDS_MAX; steps += 1) {
    const value = looseJson(texts.get(at) ?? '')
    const options = isObject(value) && isObject(value['compilerOptions']) ? value['compilerOptions'] : {}
    const [baseUrl] = textsIn(options['baseUrl'])
    const folder = folderOf(at)
    const base = baseUrl === undefined ? undefined : joined(folder, baseUrl)
    const paths = isObject(options['paths']) ? options['paths'] : {}
    if (base !== undefined || Object.keys(paths).length > 0) {
      const list = Object.entries(paths).map(
        ([name, targets]) => [name, textsIn(targets).map((text) => joined(base ?? folder, text))] as const,
      )
      return [{ folder: folderOf(path), base, paths: new Map(list) }]
    }
    const above: string | undefined = textsIn(isObject(value) ? value['extends'] : undefined).find((text) =>
      text.startsWith('.'),
    )
    const next: string | undefined = above === undefined ? undefined : joined(folder, above)
    at = next === undefined || texts.has(next) ? next : `${next}.json`
  }
  return []
}
