import { EXTRA, NAMED, type CompactTree } from '../../tree/compact-tree.ts'
import type { Source } from '../../match/source.ts'
import type { ClassIr, ExportIr, FileIr, FunctionIr, ImportIr } from '../ir.ts'
import { FunctionBuilder, type FunctionShape } from './function-builder.ts'
import { type Handlers, handlersOf, type LanguageLowering } from './handlers.ts'

/** Maximum nesting depth of code; deeper code is skipped and reported. */
export const DEPTH_MAX = 400

/** Maximum number of reported unknown kinds and regions. */
const UNKNOWN_MAX = 50

type Writable<T> = { -readonly [K in keyof T]: T[K] }
export type BuildingClass = Writable<Omit<ClassIr, 'methods' | 'fields'>> & {
  readonly methods: { readonly name: string; readonly function: number }[]
  readonly fields: { readonly name: string; readonly type?: string }[]
}

/** Builds the intermediate form of one file from its tree. */
export class FileBuilder {
  readonly source: Source
  readonly tree: CompactTree
  readonly handlers: Handlers
  package = ''
  readonly classes: BuildingClass[] = []
  readonly imports: ImportIr[] = []
  readonly exports: ExportIr[] = []
  /** Name of the next function or class, where it is the value of that name. */
  nextName = ''
  /** Names of the enclosing classes, each qualified. */
  readonly classNames: string[] = []
  readonly #functions: (FunctionIr | undefined)[] = []
  readonly #unknown = new Set<string>()
  #depth = 0

  constructor(source: Source, language: LanguageLowering) {
    this.source = source
    this.tree = source.tree
    this.handlers = handlersOf(language, source.tree.kinds)
  }

  lower(): FileIr {
    const name = this.source.vocabulary.language.name
    this.function({ name: '', node: 0, kind: 'module' }, (f) => this.handlers.language.file(f))
    return {
      language: name,
      package: this.package,
      functions: this.#functions.filter((item) => item !== undefined),
      classes: this.classes,
      imports: this.imports,
      exports: this.exports,
      unknown: [...this.#unknown],
    }
  }

  /** Returns the number of functions: the number of the next one. */
  get count(): number {
    return this.#functions.length
  }

  /** Builds a function. @returns its number */
  function(shape: FunctionShape, body: (f: FunctionBuilder) => void): number {
    const id = this.#functions.push(undefined) - 1
    const f = new FunctionBuilder(this, id, shape)
    body(f)
    this.#functions[id] = f.finish()
    return id
  }

  /** A new class. @returns it, to be filled */
  class(name: string, node: number, supers: readonly string[], marks: readonly string[]): BuildingClass {
    const id = this.classes.length
    const buildingClass: BuildingClass = { id, name, node, supers, methods: [], fields: [] }
    if (marks.length > 0) buildingClass.marks = marks
    this.classes.push(buildingClass)
    return buildingClass
  }

  /** Reports unsupported code, once. */
  unknown(subject: string): void {
    if (this.#unknown.size < UNKNOWN_MAX) this.#unknown.add(subject)
  }

  kind(node: number): string {
    return this.handlers.names[this.tree.kind[node]!] ?? ''
  }

  text(node: number): string {
    return this.tree.text.slice(this.tree.start[node], this.tree.end[node])
  }

  /** The child in a field; -1 for none. */
  child(node: number, field: string): number {
    const id = this.handlers.fields.get(field) ?? 0
    if (id === 0) return -1
    const { tree } = this
    const end = tree.next[node]!
    for (let child = node + 1; child < end; child = tree.next[child]!) if (tree.field[child] === id) return child
    return -1
  }

  /** All children in a field that are no tokens. */
  childrenIn(node: number, field: string): number[] {
    const id = this.handlers.fields.get(field) ?? 0
    return id === 0 ? [] : this.named(node).filter((child) => this.tree.field[child] === id)
  }

  /** The children that are neither tokens nor comments. */
  named(node: number): number[] {
    const { tree } = this
    const children: number[] = []
    const end = tree.next[node]!
    for (let child = node + 1; child < end; child = tree.next[child]!) {
      if ((tree.flags[child]! & (NAMED | EXTRA)) === NAMED) children.push(child)
    }
    return children
  }

  /** The first child that is neither token nor comment; -1 for none. */
  first(node: number): number {
    const { tree } = this
    const end = tree.next[node]!
    for (let child = node + 1; child < end; child = tree.next[child]!) {
      if ((tree.flags[child]! & (NAMED | EXTRA)) === NAMED) return child
    }
    return -1
  }

  /** The child of a kind; -1 for none. */
  ofKind(node: number, kind: string): number {
    const { tree } = this
    const end = tree.next[node]!
    for (let child = node + 1; child < end; child = tree.next[child]!) if (this.kind(child) === kind) return child
    return -1
  }

  /** Whether a node has this token. */
  hasToken(node: number, token: string): boolean {
    const { tree } = this
    const end = tree.next[node]!
    for (let child = node + 1; child < end; child = tree.next[child]!) {
      if ((tree.flags[child]! & NAMED) === 0 && this.kind(child) === token) return true
    }
    return false
  }

  /** The text of the token in field `operator`. */
  operator(node: number): string {
    const at = this.child(node, 'operator')
    return at === -1 ? '' : this.text(at)
  }

  /** Enters one level of nesting. @returns false where it is too deep; after true, `up` has to follow */
  down(): boolean {
    if (this.#depth >= DEPTH_MAX) {
      this.unknown(`code nested deeper than ${DEPTH_MAX} levels`)
      return false
    }
    this.#depth += 1
    return true
  }

  up(): void {
    this.#depth -= 1
  }

  /** Runs a function one level deeper; undefined where it is too deep. */
  within<Read>(read: () => Read): Read | undefined {
    if (!this.down()) return undefined
    try {
      return read()
    } finally {
      this.up()
    }
  }
}
