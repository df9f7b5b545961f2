import type { Path } from '../facts.ts'
import { RustModules } from './rust-modules.ts'
import { type Exported, Exports } from './exports.ts'
import { folderOf, joined } from './places.ts'
import type { Projects } from './projects.ts'
import { cellKey, type FileNode, type OriginNode, type Program, push } from './program.ts'
import { wantedBelow, wantedOf } from './wanted.ts'
import { importsOf } from './look-up.ts'

/** An imported value: a cell of another file, or a part of it. */
export interface Imported {
  readonly node: OriginNode
  readonly from: Path
  readonly to: Path
}

/** The part `from` of a cell is at `to` of the import. */
export interface ImportedCell {
  readonly file: FileNode
  readonly cell: string
  readonly from: Path
  readonly to: Path
}

/** Cells found for one name, and the visited modules. */
interface Search {
  readonly found: ImportedCell[]
  readonly seen: Set<string>
}

/** Path of the cells within the import, and the requested part. */
interface Sought {
  readonly depth: number
  readonly to: Path
  readonly wanted: readonly Path[]
  readonly up?: number | undefined
}

const DEPTH_MAX = 8
const SCRIPTS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.vue', '.svelte']

/** Resolves imports to files, for all languages that import files. */
export class Modules {
  /** By the file and the key of the cell. */
  readonly #importers = new Map<string, Imported[]>()
  readonly #byPath = new Map<string, FileNode>()
  readonly #byModule = new Map<string, FileNode[]>()
  readonly #byFolder = new Map<string, FileNode[]>()
  readonly #found = new Map<string, readonly FileNode[]>()
  readonly #exports = new Exports()
  readonly #cells = new Map<string, readonly ImportedCell[]>()
  readonly #wholes = new Map<string, boolean>()
  readonly #rust: RustModules

  readonly #projects: Projects

  constructor(program: Program, projects: Projects) {
    this.#projects = projects
    this.#rust = new RustModules(program)
    for (const file of program.files) {
      const { path } = file.facts
      this.#byPath.set(path, file)
      push(this.#byFolder, `${file.family} ${folderOf(path)}`, file)
      if (file.family === 'python') {
        const parts = path.replace(/(?:\/__init__)?\.pyi?$/, '').split('/')
        for (let from = 0; from < parts.length; from += 1) push(this.#byModule, parts.slice(from).join('.'), file)
      }
    }
    for (const file of program.files) {
      for (const fn of file.functions) {
        for (const node of fn.origins.values()) {
          const { origin } = node
          if (origin.type !== 'import') continue
          for (const value of this.#values(file, origin.module, origin.name, wantedOf(node))) {
            push(this.#importers, `${value.file.index} ${value.cell}`, { node, from: value.from, to: value.to })
          }
        }
      }
    }
  }

  /** Returns the importing values of a module's cell in other files. */
  importersOf(file: FileNode, cell: string): readonly Imported[] {
    return this.#importers.get(`${file.index} ${cell}`) ?? []
  }

  /**
   * Returns the cells and their parts for a part of an import. For a module, the part names the member: nothing changes a module as a
   * whole.
   */
  importedBy(file: FileNode, module: string, name: string, part: Path): readonly ImportedCell[] {
    const key = `${file.index} ${name} ${module} ${part.join('.')}`
    let found = this.#cells.get(key)
    if (found === undefined) {
      found = this.#values(file, module, name, [part])
      this.#cells.set(key, found)
    }
    return found
  }

  #values(file: FileNode, module: string, name: string, wanted: readonly Path[]): readonly ImportedCell[] {
    const search: Search = { found: [], seen: new Set() }
    this.#collect(search, file, module, name, { depth: 0, to: [], wanted })
    return search.found
  }

  /** Whether an import is a whole module, not one of its exports. */
  isWhole(file: FileNode, module: string, name: string): boolean {
    if (name === '*') return file.family !== 'javascript' || this.files(file, module).length > 0
    if (file.family !== 'python') return false
    const key = `${file.index} ${name} ${module}`
    let isWhole = this.#wholes.get(key)
    if (isWhole === undefined) {
      const up = importsOf(file.facts.imports, module).find((item) => item.up !== undefined)?.up
      const inner = `${module}${module === '' || module.endsWith('.') ? '' : '.'}${name}`
      const isGiven = this.files(file, module, up).some((item) => this.#exports.of(item, name).length > 0)
      isWhole = !isGiven && this.files(file, inner, up).length > 0
      this.#wholes.set(key, isWhole)
    }
    return isWhole
  }

  /** The files that a module is. */
  files(from: FileNode, module: string, up = -1): readonly FileNode[] {
    // In Rust the children of a file lie in a folder of its name.
    const place = from.family === 'rust' ? from.facts.path : folderOf(from.facts.path)
    const key = `${place} ${from.family} ${up} ${module}`
    let found = this.#found.get(key)
    if (found === undefined) {
      found = this.#find(from, module, up)
      this.#found.set(key, found)
    }
    return found
  }

  /** Whether a Go package is known to be outside of the tree. */
  isOfOthers(module: string): boolean {
    return this.#projects.goFolder(module) === null
  }

  /** Returns all files of a folder in one language. */
  inFolder(file: FileNode): readonly FileNode[] {
    return this.#byFolder.get(`${file.family} ${folderOf(file.facts.path)}`) ?? []
  }

  #find(from: FileNode, module: string, up: number): readonly FileNode[] {
    switch (from.family) {
      case 'javascript':
        return this.#script(from.facts.path, module)
      case 'python':
        return this.#python(from.facts.path, module, up)
      case 'go':
        return this.#goFolder(module)
      case 'rust':
        return this.#rust.files(from.facts.path, module)
      case 'php':
      case 'ruby': {
        const path = joined(folderOf(from.facts.path), module.replace(/^\.\//, ''))
        const file = [path, `${path}.rb`, `${path}.php`]
          .map((item) => this.#byPath.get(item))
          .find((item) => item !== undefined)
        return file === undefined ? [] : [file]
      }
      default:
        return []
    }
  }

  #script(path: string, module: string): readonly FileNode[] {
    const custom = /^[@~]\//.test(module) ? aliased(path, module.slice(2)) : module.startsWith('src/') ? [module] : []
    const bases = module.startsWith('.')
      ? [joined(folderOf(path), module)]
      : [...this.#projects.script(path, module), ...custom]
    for (const base of bases) {
      const plain = base.replace(/\.[cm]?jsx?$/, '')
      const names = [
        base,
        ...SCRIPTS.map((end) => plain + end),
        ...SCRIPTS.map((end) => base + end),
        ...SCRIPTS.map((end) => joined(base, `index${end}`)),
      ]
      const found = names.map((name) => this.#byPath.get(name)).find((item) => item?.family === 'javascript')
      if (found !== undefined) return [found]
    }
    return []
  }

  #python(path: string, text: string, up: number): readonly FileNode[] {
    const dots = /^\.+/.exec(text)?.[0].length ?? 0
    const above = up >= 0 ? up : dots - 1
    const module = text.slice(dots)
    if (above >= 0) {
      const folder = joined(folderOf(path), '../'.repeat(above))
      const base = joined(folder, module.replaceAll('.', '/'))
      const names = module === '' ? [joined(folder, '__init__.py')] : [`${base}.py`, joined(base, '__init__.py')]
      const found = names.map((name) => this.#byPath.get(name)).find((item) => item !== undefined)
      return found === undefined ? [] : [found]
    }
    const found = this.#byModule.get(module) ?? []
    // The file that shares the most parent folders with the importer.
    const near = [...found].sort((a, b) => shared(b.facts.path, path) - shared(a.facts.path, path))[0]
    return near === undefined ? [] : [near]
  }

  #goFolder(module: string): readonly FileNode[] {
    const own = this.#projects.goFolder(module)
    if (own !== undefined) return own === null ? [] : (this.#byFolder.get(`go ${own}`) ?? [])
    const parts = module.split('/')
    for (let from = 0; from < parts.length; from += 1) {
      const files = this.#byFolder.get(`go ${parts.slice(from).join('/')}`)
      if (files !== undefined) return files
    }
    return []
  }

  /** Collects the cells of an export. @returns whether the module has such an export */
  #collect(search: Search, from: FileNode, module: string, name: string, place: Sought): boolean {
    const { depth, to, wanted } = place
    if (depth > DEPTH_MAX) return false
    const up = place.up ?? importsOf(from.facts.imports, module).find((item) => item.up !== undefined)?.up
    let isFound = false
    for (const file of this.files(from, module, up)) {
      const key = `${file.index} ${name} ${to.join('.')}`
      // Modules that re-export each other would otherwise be visited once per path.
      if (search.seen.has(key)) {
        isFound = true
        continue
      }
      search.seen.add(key)
      let isThere = false
      for (const item of this.#exports.of(file, name))
        isThere = this.#exported(search, file, name, item, place) || isThere
      if (!isThere && from.family === 'python' && name !== '*') {
        // `from package import module`
        const inner = `${module}${module === '' || module.endsWith('.') ? '' : '.'}${name}`
        isThere = this.#collect(search, from, inner, '*', { depth: depth + 1, to, wanted, up })
      }
      isFound ||= isThere
    }
    return isFound
  }

  #exported(search: Search, file: FileNode, name: string, exported: Exported, { depth, to, wanted }: Sought): boolean {
    const route = exportPath(name, exported.name)
    if (route === undefined) return false
    const isAll = exported.name === '*' && exported.from?.name === '*'
    const [member] = isAll ? [] : route.to
    const below = member === undefined ? wanted : wantedBelow(wanted, member)
    if (below.length === 0) return true
    const at = member === undefined ? to : [...to, member]
    if (exported.cell !== undefined) {
      search.found.push({ file, cell: cellKey(exported.cell), from: route.from, to: at })
      return true
    }
    if (exported.from === undefined) return false
    // A wildcard re-export keeps the name; a named namespace re-export makes it a member.
    const next = isAll ? name : exported.from.name
    // Of a module with a name nothing but its members are values.
    if (next === '*' && !isAll && below.every((path) => path.length === 0)) return true
    return this.#collect(search, file, exported.from.module, next, { depth: depth + 1, to: at, wanted: below })
  }
}

/** Returns the part of an export that an import refers to. */
function exportPath(imported: string, exported: string): { readonly from: Path; readonly to: Path } | undefined {
  if (imported === exported) return { from: [], to: [] }
  if (imported === '*') return { from: [], to: [exported] }
  // A module that is exported as a whole has its named exports as members; it is also its own default.
  if (exported === '*' || exported === 'module.exports')
    return imported === 'default' ? { from: [], to: [] } : { from: [imported], to: [] }
  return undefined
}

/** `@/x` is by custom in the folder `src` of the package. */
function aliased(path: string, rest: string): readonly string[] {
  const folders = folderOf(path).split('/')
  const bases: string[] = []
  for (let length = folders.length; length >= 0; length -= 1) {
    const base = folders.slice(0, length).join('/')
    bases.push(joined(base, `src/${rest}`), joined(base, rest))
  }
  return bases
}

function shared(a: string, b: string): number {
  const [x, y] = [a.split('/'), b.split('/')]
  let at = 0
  while (at < x.length && x[at] === y[at]) at += 1
  return at
}
