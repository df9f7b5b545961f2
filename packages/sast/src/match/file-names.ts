import type { CompactTree } from '../tree/compact-tree.ts'
import { textOf } from '../tree/compact-tree.ts'
import { withFunctionAliases } from './held-functions.ts'
import { dotted, isQualified } from './imports-managed.ts'
import { type Imports, importsOf, type Written } from './imports.ts'
import type { Scoped } from './scoped.ts'
import { namePath } from './shapes.ts'
import type { Vocabulary } from './view.ts'

/** Resolved names of a file. */
export class FileNames {
  readonly #tree: CompactTree
  readonly #vocabulary: Vocabulary
  readonly #values: () => Scoped<number>
  #imports: Imports | undefined
  #aliases: Map<string, readonly string[]> | undefined
  readonly #named = new Map<number, Written | undefined>()

  /** @param values the only assigned value of each name, by scope */
  constructor(tree: CompactTree, vocabulary: Vocabulary, values: () => Scoped<number>) {
    this.#tree = tree
    this.#vocabulary = vocabulary
    this.#values = values
  }

  /** Whether a node is a name with this full path, under any import alias. */
  isNamed(node: number, path: string): boolean {
    const { language, identifiers } = this.#vocabulary
    // Without imports and members, a name is its text.
    if (language.imports === 'none' && language.members.length === 0) {
      return identifiers.has(this.#tree.kind[node]!) && textOf(this.#tree, node) === path
    }
    const written = this.writtenAt(node)
    if (written === undefined) return false
    if (written.written === path) return true
    if (path.includes('\\')) return this.isNamed(node, dotted(path))
    const { own, full } = written
    if (own === path || isQualified(own, path, language.imports)) return true
    if (written.isRooted) return false
    if (full !== undefined) {
      // A name without a module is the exported name, not the local alias.
      const isRenamed = !own.includes('.') && !path.includes('.') && full.endsWith(`.${path}`)
      return isRenamed || full === path || isQualified(full, path, language.imports)
    }
    // A package and a dot precede the name.
    if (path.length <= own.length + 1 || !path.endsWith(own)) return false
    return this.imports.wildcards.some((wildcard) => `${wildcard}.${own}` === path)
  }

  /** Returns the name of a node, as written and as resolved by imports. */
  writtenAt(node: number): Written | undefined {
    if (this.#named.has(node)) return this.#named.get(node)
    const written = namePath(this.#tree, node, this.#vocabulary)
    let result: Written | undefined
    if (written !== undefined) {
      const own = dotted(written)
      const dot = own.indexOf('.')
      const first = dot === -1 ? own : own.slice(0, dot)
      const known = this.imports.names.get(first)
      const full = known === undefined ? undefined : known + this.#afterModule(own.slice(first.length))
      result = { written, own, full, isRooted: written.startsWith('\\') }
    }
    this.#named.set(node, result)
    return result
  }

  /** Members of an imported module; its default export has the name of the module. */
  #afterModule(members: string): string {
    return this.#vocabulary.language.imports === 'javascript' ? members.replace(/^\.default(?=\.|$)/, '') : members
  }

  /** Other names of a node: the dotted form and the imported name. */
  namesOf(node: number): readonly string[] {
    const written = this.writtenAt(node)
    if (written === undefined) return []
    const dot = written.own.indexOf('.')
    const known =
      written.full === undefined
        ? undefined
        : this.imports.names.get(dot === -1 ? written.own : written.own.slice(0, dot))
    if (known === undefined) return [written.own]
    return [
      written.own,
      known.slice(known.lastIndexOf('.') + 1) + (dot === -1 ? '' : this.#afterModule(written.own.slice(dot))),
    ]
  }

  /** Returns import aliases of a name. */
  aliasesOf(name: string): readonly string[] {
    if (this.#aliases === undefined) {
      this.#aliases = new Map()
      for (const [alias, full] of this.imports.names) {
        const own = full.slice(full.lastIndexOf('.') + 1)
        if (alias !== own) this.#aliases.set(own, [...(this.#aliases.get(own) ?? []), alias])
      }
    }
    return this.#aliases.get(name) ?? []
  }

  /** Names resolved through imports and through variables with functions of modules. */
  get imports(): Imports {
    if (this.#imports !== undefined) return this.#imports
    const [tree, vocabulary] = [this.#tree, this.#vocabulary]
    return (this.#imports = withFunctionAliases(importsOf(tree, vocabulary), this.#values, tree, vocabulary))
  }
}
