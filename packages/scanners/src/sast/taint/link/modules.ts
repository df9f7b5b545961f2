import type { Path } from '../facts.ts'
import { RustModules } from './rust-modules.ts'
import { Exports } from './exports.ts'
import { cellKey, type FileNode, type OriginNode, type Program, push } from './program.ts'

/** A value that an import stands for: a cell of another file, or a part of it. */
export interface Imported {
  readonly node: OriginNode
  readonly from: Path
  readonly to: Path
}

const DEPTH_MAX = 8
const SCRIPTS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.vue', '.svelte']

/** Which file an import means, in each of the languages that import files. */
export class Modules {
  /** By the file and the key of the cell. */
  readonly #importers = new Map<string, Imported[]>()
  readonly #byPath = new Map<string, FileNode>()
  readonly #byModule = new Map<string, FileNode[]>()
  readonly #byFolder = new Map<string, FileNode[]>()
  readonly #found = new Map<string, readonly FileNode[]>()
  readonly #exports = new Exports()
  readonly #rust: RustModules

  constructor(program: Program) {
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
          for (const one of this.#values(file, origin.module, origin.name, 0)) {
            push(this.#importers, `${one.file.index} ${one.cell}`, { node, from: one.from, to: one.to })
          }
        }
      }
    }
  }

  /** The values in other files that a cell of a module gets to by imports. */
  importersOf(file: FileNode, cell: string): readonly Imported[] {
    return this.#importers.get(`${file.index} ${cell}`) ?? []
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

  /** All files of a folder in one language. */
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
          .map((one) => this.#byPath.get(one))
          .find((one) => one !== undefined)
        return file === undefined ? [] : [file]
      }
      default:
        return []
    }
  }

  #script(path: string, module: string): readonly FileNode[] {
    const bases = module.startsWith('.')
      ? [joined(folderOf(path), module)]
      : /^[@~]\//.test(module)
        ? aliased(path, module.slice(2))
        : module.startsWith('src/')
          ? [module]
          : []
    for (const base of bases) {
      const plain = base.replace(/\.[cm]?jsx?$/, '')
      const names = [
        base,
        ...SCRIPTS.map((end) => plain + end),
        ...SCRIPTS.map((end) => base + end),
        ...SCRIPTS.map((end) => joined(base, `index${end}`)),
      ]
      const found = names.map((one) => this.#byPath.get(one)).find((one) => one?.family === 'javascript')
      if (found !== undefined) return [found]
    }
    return []
  }

  #python(path: string, given: string, up: number): readonly FileNode[] {
    const dots = /^\.+/.exec(given)?.[0].length ?? 0
    const above = up >= 0 ? up : dots - 1
    const module = given.slice(dots)
    if (above >= 0) {
      const folder = joined(folderOf(path), '../'.repeat(above))
      const base = joined(folder, module.replaceAll('.', '/'))
      const names = module === '' ? [joined(folder, '__init__.py')] : [`${base}.py`, joined(base, '__init__.py')]
      const found = names.map((one) => this.#byPath.get(one)).find((one) => one !== undefined)
      return found === undefined ? [] : [found]
    }
    const found = this.#byModule.get(module) ?? []
    // The one that shares the most folders with who imports it.
    const near = [...found].sort((a, b) => shared(b.facts.path, path) - shared(a.facts.path, path))[0]
    return near === undefined ? [] : [near]
  }

  #goFolder(module: string): readonly FileNode[] {
    const parts = module.split('/')
    for (let from = 0; from < parts.length; from += 1) {
      const files = this.#byFolder.get(`go ${parts.slice(from).join('/')}`)
      if (files !== undefined) return files
    }
    return []
  }

  /** The cells that a name of a module stands for. */
  #values(
    from: FileNode,
    module: string,
    name: string,
    depth: number,
    up?: number,
  ): readonly { readonly file: FileNode; readonly cell: string; readonly from: Path; readonly to: Path }[] {
    if (depth > DEPTH_MAX) return []
    const folders = up ?? from.facts.imports.find((one) => one.module === module && one.up !== undefined)?.up
    return this.files(from, module, folders).flatMap((file) => {
      const found = this.#exports.of(file, name).flatMap((one) => {
        const way = wayOf(name, one.name)
        if (way === undefined) return []
        if (one.cell !== undefined) return [{ file, cell: cellKey(one.cell), ...way }]
        if (one.from === undefined) return []
        // Of all that another module gives, this is one; what is given under a name of its own stands in a member.
        if (one.name === '*' && one.from.name === '*') return this.#values(file, one.from.module, name, depth + 1)
        return this.#values(file, one.from.module, one.from.name, depth + 1).map((value) => ({
          ...value,
          to: [...way.to, ...value.to],
        }))
      })
      if (found.length > 0 || from.family !== 'python' || name === '*') return found
      // `from package import module`
      return this.#values(
        from,
        `${module}${module === '' || module.endsWith('.') ? '' : '.'}${name}`,
        '*',
        depth + 1,
        folders,
      )
    })
  }
}

/** Which part of what a module exports under a name is what is imported. */
function wayOf(imported: string, exported: string): { readonly from: Path; readonly to: Path } | undefined {
  if (imported === exported) return { from: [], to: [] }
  if (imported === '*') return { from: [], to: [exported] }
  // What is exported as a whole has members with names; such a module is its own default.
  if (exported === '*' || exported === 'module.exports')
    return imported === 'default' ? { from: [], to: [] } : { from: [imported], to: [] }
  return undefined
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
}

function joined(folder: string, path: string): string {
  const parts: string[] = []
  for (const part of `${folder}/${path}`.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
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
