import type { Flow } from '../facts.ts'
import type { Fact, Step } from './facts-found.ts'
import type { Ground } from './ground.ts'
import type { Guide } from './guide.ts'
import { cellKey, type FileNode, type Fn, type OriginNode } from './program.ts'
import { ANYWHERE } from './tags.ts'
import type { Incoming, LabelRules, CallContexts } from './ways.ts'

/** Destinations of values. */
interface ValuePositions {
  push(node: OriginNode, entry: number, path: number, said: LabelRules, step: Step): void
  come(entry: number, incoming: Incoming): void
}

/** Variables shared by functions, and module variables: a read may return any stored value. */
export class Variables {
  readonly #ground: Ground
  readonly #guide: Guide
  readonly #ways: CallContexts
  readonly #to: ValuePositions

  constructor(ground: Ground, guide: Guide, ways: CallContexts, to: ValuePositions) {
    this.#ground = ground
    this.#guide = guide
    this.#ways = ways
    this.#to = to
  }

  /** Stores a value in a variable. */
  save(fact: Fact, flow: Flow, path: number, said: LabelRules): void {
    if (flow.to.type !== 'cell') return
    const { cell } = flow.to
    const { fn } = fact.node
    const key = cellKey(cell)
    const step: Step = { how: 'variable', before: fact, flow, call: -1 }
    const around = cell.owner === 0 ? undefined : fn.file.functions[cell.owner]
    if (around === undefined) this.#seen(fn.file, key, path, said, step)
    else this.#inside(around, fn.file.readers.get(key) ?? [], path, said, step)
    if (cell.owner === 0) this.#imported(fn.file, key, path, said, step)
  }

  /** Stores a value in an export of another file. */
  saveOutside(fact: Fact, flow: Flow, path: number, said: LabelRules): void {
    if (flow.to.type !== 'import') return
    const { module, name } = flow.to
    const step: Step = { how: 'variable', before: fact, flow, call: -1 }
    for (const item of this.#ground.modules.importedBy(fact.node.fn.file, module, name, flow.toPath)) {
      const moved = this.#ground.paths.moved(path, item.to, item.from)
      if (moved === -1) continue
      this.#seen(item.file, item.cell, moved, said, step)
      this.#imported(item.file, item.cell, moved, said, step)
    }
  }

  #inside(around: Fn, readers: readonly OriginNode[], path: number, { tag, rules }: LabelRules, step: Step): void {
    const { before: fact, flow } = step
    const entries = this.#ways.entriesOf(around, fact!, this.#ground.program)
    for (const reader of readers) {
      if ((this.#guide.wanting(reader) & rules) === 0) continue
      for (const [entry, known] of entries) {
        const said: LabelRules = { tag, rules: rules & known }
        if (reader.fn === around || entry === ANYWHERE) {
          this.#to.push(reader, entry, path, said, step)
          continue
        }
        const inner = this.#ground.entries.number(reader, path, tag)
        // A caller of the reader from there continues with the entry of the enclosing function.
        const { rules: some } = said
        this.#to.come(inner, { fact: fact!, flow: flow!, call: -1, entry, target: undefined, fn: around, rules: some })
        this.#to.push(reader, inner, path, said, step)
      }
    }
  }

  #seen(file: FileNode, key: string, path: number, said: LabelRules, step: Step): void {
    for (const reader of file.readers.get(key) ?? []) this.#to.push(reader, ANYWHERE, path, said, step)
  }

  #imported(file: FileNode, key: string, path: number, said: LabelRules, step: Step): void {
    for (const { node, from, to } of this.#ground.modules.importersOf(file, key)) {
      const moved = this.#ground.paths.moved(path, from, to)
      if (moved !== -1) this.#to.push(node, ANYWHERE, moved, said, step)
    }
  }
}
