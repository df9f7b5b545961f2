import { type FileNode, type Program, push } from './program.ts'

/** Files that are the folder that they lie in. */
const ROOTS = new Set(['main', 'lib', 'mod', 'build'])

/** Resolves Rust paths to files: `crate::a::b`, `self::a`, `super::a`, `other_crate::a`. */
export class RustModules {
  readonly #byPath = new Map<string, FileNode>()
  /** By suffix of the file path without source folders: `crates/my-db/src/users.rs` is `my_db.users`. */
  readonly #byModule = new Map<string, FileNode[]>()

  constructor(program: Program) {
    for (const file of program.files) {
      if (file.family !== 'rust') continue
      const { path } = file.facts
      this.#byPath.set(path, file)
      const parts = path
        .replace(/(?:^|\/)(?:mod|lib|main)\.rs$|\.rs$/, '')
        .split('/')
        .filter((part) => part !== 'src' && part !== '')
        .map((part) => part.replaceAll('-', '_'))
      for (let from = 0; from < parts.length; from += 1) push(this.#byModule, parts.slice(from).join('.'), file)
    }
  }

  /** Returns the file of a module; for an inline module, the containing file. */
  files(path: string, module: string): readonly FileNode[] {
    const parts = module.split('.')
    const [first] = parts
    if (first === 'std' || first === 'core' || first === 'alloc') return []
    if (first === 'crate') return this.#below([crateOf(path, this.#byPath)], parts.slice(1))
    let base = childrenOf(path)
    let at = 0
    for (; parts[at] === 'self' || parts[at] === 'super'; at += 1) {
      if (parts[at] === 'super') base = base.slice(0, Math.max(0, base.lastIndexOf('/')))
    }
    if (at > 0) {
      // `self` alone is the file itself.
      if (at === parts.length && !parts.includes('super')) return [this.#byPath.get(path)].filter(isFile)
      return this.#below([base], parts.slice(at))
    }
    const near = this.#below([base, crateOf(path, this.#byPath)], parts, 1)
    return near.length > 0 ? near : this.#anywhere(parts)
  }

  /** @param least minimum number of parts that the file path has to cover */
  #below(bases: readonly string[], parts: readonly string[], least = 0): readonly FileNode[] {
    for (const base of bases) {
      for (let length = parts.length; length >= least; length -= 1) {
        const place = [base, ...parts.slice(0, length)].filter((part) => part !== '').join('/')
        const names =
          length === 0
            ? [`${place}/lib.rs`, `${place}/main.rs`, `${place}/mod.rs`, `${place}.rs`]
            : [`${place}.rs`, `${place}/mod.rs`]
        const found = names.map((name) => this.#byPath.get(name.replace(/^\//, ''))).find(isFile)
        if (found !== undefined) return [found]
      }
    }
    return []
  }

  /** Another crate of the tree. */
  #anywhere(parts: readonly string[]): readonly FileNode[] {
    for (let length = parts.length; length > 0; length -= 1) {
      const found = this.#byModule.get(parts.slice(0, length).join('.'))
      if (found?.length === 1) return found
    }
    return []
  }
}

function isFile(file: FileNode | undefined): file is FileNode {
  return file !== undefined
}

/** Returns the folder of the modules that a file declares. */
function childrenOf(path: string): string {
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.rs$/, '')
  if (ROOTS.has(name)) return folder
  return folder === '' ? name : `${folder}/${name}`
}

/** Returns the source folder of a file. */
function crateOf(path: string, known: ReadonlyMap<string, FileNode>): string {
  const parts = path.split('/').slice(0, -1)
  for (let length = parts.length; length >= 0; length -= 1) {
    const folder = parts.slice(0, length).join('/')
    const prefix = folder === '' ? '' : `${folder}/`
    if (parts[length - 1] === 'src' || known.has(`${prefix}main.rs`) || known.has(`${prefix}lib.rs`)) return folder
  }
  return ''
}
