import type { FileFacts } from '../facts.ts'
import { type FileNode, push } from './program.ts'

/** An export of a file. */
export type Exported = FileFacts['exports'][number]

/** Names under which a module re-exports everything. */
const WHOLE: ReadonlySet<string> = new Set(['*', 'module.exports'])

/** Exports of files, by name: modules with re-exports have thousands of names, each imported many times. */
export class Exports {
  readonly #byFile = new Map<FileNode, ReadonlyMap<string, readonly Exported[]>>()

  /** Returns the possible exports of a name, in file order; `*`: all of them. */
  of(file: FileNode, name: string): readonly Exported[] {
    if (name === '*') return file.facts.exports
    const named = this.#named(file)
    return named.get(name) ?? named.get('*') ?? []
  }

  #named(file: FileNode): ReadonlyMap<string, readonly Exported[]> {
    const known = this.#byFile.get(file)
    if (known !== undefined) return known
    const byName = new Map<string, Exported[]>([['*', []]])
    for (const item of file.facts.exports) if (!WHOLE.has(item.name)) byName.set(item.name, [])
    for (const item of file.facts.exports) {
      if (!WHOLE.has(item.name)) push(byName, item.name, item)
      // A wildcard may include any name.
      else for (const list of byName.values()) list.push(item)
    }
    this.#byFile.set(file, byName)
    return byName
  }
}
