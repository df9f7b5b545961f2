import type { FileFacts } from '../facts.ts'
import { type FileNode, push } from './program.ts'

/** Something that a file gives to others. */
export type Exported = FileFacts['exports'][number]

/** Names under which a module gives on all that it has. */
const WHOLE: ReadonlySet<string> = new Set(['*', 'module.exports'])

/** What files export, by name: modules that give on others have thousands of names, each of which is imported many times. */
export class Exports {
  readonly #byFile = new Map<FileNode, ReadonlyMap<string, readonly Exported[]>>()

  /** What may be meant by a name, in the order of the file; `*`: all of it. */
  of(file: FileNode, name: string): readonly Exported[] {
    if (name === '*') return file.facts.exports
    const named = this.#named(file)
    return named.get(name) ?? named.get('*') ?? []
  }

  #named(file: FileNode): ReadonlyMap<string, readonly Exported[]> {
    const known = this.#byFile.get(file)
    if (known !== undefined) return known
    const byName = new Map<string, Exported[]>([['*', []]])
    for (const one of file.facts.exports) if (!WHOLE.has(one.name)) byName.set(one.name, [])
    for (const one of file.facts.exports) {
      if (!WHOLE.has(one.name)) push(byName, one.name, one)
      // Whatever the name is, it may be in there.
      else for (const list of byName.values()) list.push(one)
    }
    this.#byFile.set(file, byName)
    return byName
  }
}
